// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/words.h"

typedef struct {
    vhdl_kind_t kind;
    bool refused; // wherever it stands
    const char *what, *advice;
} words_t;

static const words_t table[] = {
    {VHDL_OBJECT_ALIAS_DECLARATION, true, "alias",
     "use the name of the object itself"},
    {VHDL_NON_OBJECT_ALIAS_DECLARATION, true, "alias",
     "use the name that it stands for"},
    {VHDL_BLOCK_STATEMENT, true, "block",
     "move its statements into the architecture or an entity of their own"},
    {VHDL_ACCESS_TYPE_DEFINITION, false, "access type",
     "use an array and an index into it"},
    {VHDL_FILE_DECLARATION, true, "file",
     "write what it contains as a constant"},
    {VHDL_FILE_TYPE_DEFINITION, false, "file type",
     "write what the file contains as a constant"},
    {VHDL_PROTECTED_TYPE_DECLARATION, true, "protected type",
     "use signals"},
    {VHDL_PROTECTED_TYPE_BODY, false, "protected type", "use signals"},
    {VHDL_PHYSICAL_TYPE_DEFINITION, false, "physical type",
     "use an integer that counts the unit"},
    {VHDL_DISCONNECTION_SPECIFICATION, true, "disconnect specification",
     "use a multiplexer in place of guarded signals"},
    {VHDL_CONFIGURATION_SPECIFICATION, true, "configuration specification",
     "name the entity in the instance: entity work.NAME"},
    {VHDL_ENTITY_ASPECT_CONFIGURATION, true, "instance of a configuration",
     "name the entity in the instance: entity work.NAME"},
    {VHDL_PROCEDURE_BODY, false, "procedure",
     "write its statements where it is called, or use a function"},
    {VHDL_PROCEDURE_DECLARATION, false, "procedure",
     "write its statements where it is called, or use a function"},
    {VHDL_PROCEDURE_CALL_STATEMENT, false, "procedure call",
     "write the statements of the procedure here, or use a function"},
    {VHDL_CONCURRENT_PROCEDURE_CALL_STATEMENT, true, "procedure call",
     "write the statements of the procedure here, or use a function"},
    {VHDL_EXTERNAL_SIGNAL_NAME, true, "external name",
     "lead the signal out through a port"},
    {VHDL_EXTERNAL_CONSTANT_NAME, true, "external name",
     "declare the constant in a package"},
    {VHDL_EXTERNAL_VARIABLE_NAME, true, "external name",
     "lead the value out through a port"},
    {VHDL_SIGNAL_FORCE_ASSIGNMENT_STATEMENT, true, "force assignment",
     "it belongs into a test bench"},
    {VHDL_SIGNAL_RELEASE_ASSIGNMENT_STATEMENT, true, "release assignment",
     "it belongs into a test bench"},
    {VHDL_PACKAGE_DECLARATION, true, "package inside",
     "make it a unit of its own"},
    {VHDL_PACKAGE_INSTANTIATION_DECLARATION, true, "package instance",
     "write the package with the values in place"},
    {VHDL_FUNCTION_INSTANTIATION_DECLARATION, true, "generic function",
     "write the function with the types in place"},
    {VHDL_PROCEDURE_INSTANTIATION_DECLARATION, true, "generic procedure",
     "write its statements where it is called"},
    {VHDL_INTERFACE_TYPE_DECLARATION, true, "generic type",
     "write the type in its place"},
    {VHDL_INTERFACE_PACKAGE_DECLARATION, true, "generic package",
     "use the package itself"},
    {VHDL_INTERFACE_FUNCTION_DECLARATION, true, "generic function",
     "call the function itself"},
    {VHDL_WAIT_STATEMENT, false, "wait inside a process",
     "begin the process with 'wait until rising_edge(clk)'"},
    {VHDL_ALLOCATOR_BY_EXPRESSION, false, "new",
     "use an array and an index into it"},
    {VHDL_ALLOCATOR_BY_SUBTYPE, false, "new",
     "use an array and an index into it"},
    {VHDL_DEREFERENCE, false, "value of a pointer",
     "use an array and an index into it"},
    {VHDL_IMPLICIT_DEREFERENCE, false, "value of a pointer",
     "use an array and an index into it"},
    {VHDL_NULL_LITERAL, false, "null", "use a multiplexer, or an index"},
    {VHDL_DELAYED_ATTRIBUTE, true, "'delayed", "use a register"},
    {VHDL_STABLE_ATTRIBUTE, true, "'stable", "use rising_edge(clk)"},
    {VHDL_QUIET_ATTRIBUTE, true, "'quiet", "use a register to compare with"},
    {VHDL_TRANSACTION_ATTRIBUTE, true, "'transaction",
     "use a register to compare with"},
    {VHDL_EVENT_ATTRIBUTE, false, "'event not as an edge",
     "use rising_edge(clk), or a register to compare with"},
    {VHDL_ACTIVE_ATTRIBUTE, true, "'active",
     "use a register to compare with"},
    {VHDL_LAST_EVENT_ATTRIBUTE, true, "'last_event", "count clock cycles"},
    {VHDL_LAST_ACTIVE_ATTRIBUTE, true, "'last_active", "count clock cycles"},
    {VHDL_LAST_VALUE_ATTRIBUTE, true, "'last_value",
     "use rising_edge(clk), or a register"},
    {VHDL_DRIVING_ATTRIBUTE, true, "'driving", "use a signal of its own"},
    {VHDL_DRIVING_VALUE_ATTRIBUTE, true, "'driving_value",
     "use a signal in between"},
};

static const words_t *find(vhdl_node_t n)
{
    const vhdl_kind_t kind = vhdl_kind(n);
    for (size_t i = 0; i < ARRAY_LEN(table); i++)
        if (table[i].kind == kind)
            return &table[i];
    return NULL;
}

// The name of the node itself, of its type, of the prefix or of the callee.
static const char *name_of(vhdl_node_t n)
{
    if (vhdl_has_type_declarator(n) && vhdl_exists(vhdl_type_declarator(n)))
        n = vhdl_type_declarator(n);
    else if (vhdl_is(n, VHDL_PROCEDURE_BODY))
        n = vhdl_subprogram_specification(n);
    else if (vhdl_has_procedure_call(n))
        n = vhdl_declaration(vhdl_prefix(vhdl_procedure_call(n)));
    else if (vhdl_has_prefix(n) && vhdl_exists(vhdl_prefix(n)))
        n = vhdl_base_object(vhdl_prefix(n));
    if (!vhdl_exists(n))
        return NULL;
    const char *name = vhdl_has_identifier(n) ? vhdl_identifier(n)
        : vhdl_has_label(n) ? vhdl_label(n) : NULL;
    return name != NULL && *name != '\0' ? name : NULL;
}

static void describe_unknown(vhdl_node_t n, text_t *out)
{
    for (const char *p = vhdl_kind_name(n); *p != '\0'; p++)
        text_char(out, *p == '_' ? ' ' : *p);
}

void words_describe(vhdl_node_t n, text_t *out)
{
    const words_t *w = find(n);
    const char *name = name_of(n);
    if (w != NULL)
        text_add(out, w->what);
    else
        describe_unknown(n, out);
    if (name != NULL)
        text_printf(out, " '%s'", name);
    if (w != NULL)
        text_printf(out, ": %s", w->advice);
}

bool words_refused(vhdl_node_t n)
{
    const words_t *w = find(n);
    return w != NULL && w->refused;
}

const char *words_synopsys(vhdl_node_t n)
{
    static const char *const packages[] = {
        "std_logic_arith", "std_logic_unsigned", "std_logic_signed",
        "std_logic_misc"};
    if (!vhdl_has_implementation(n) || !vhdl_exists(vhdl_implementation(n)))
        return NULL;
    vhdl_node_t p = vhdl_parent(vhdl_implementation(n));
    if (!vhdl_is(p, VHDL_PACKAGE_DECLARATION))
        return NULL;
    for (size_t i = 0; i < ARRAY_LEN(packages); i++)
        if (strcmp(vhdl_identifier(p), packages[i]) == 0)
            return packages[i];
    return NULL;
}
