// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/ghdl-api.h"
#include "frontend/psltree.h"

static const char *const kind_names[PSLTREE_KINDS] = {
    [PSLTREE_OTHER] = "?",
#define PSLTREE_KIND(name, image) [PSLTREE_##name] = image,
#include "frontend/psltree-kinds.def"
#undef PSLTREE_KIND
};

static psltree_kind_t find_kind(uint8_t number)
{
    const ghdl_string_t image = psl__nodes_meta__get_nkind_image(number);
    const size_t n = ghdl_string_length(image);
    for (unsigned k = PSLTREE_OTHER + 1; k < PSLTREE_KINDS; k++)
        if (strncmp(kind_names[k], image.data, n) == 0
            && kind_names[k][n] == '\0')
            return (psltree_kind_t)k;
    return PSLTREE_OTHER;
}

psltree_kind_t psltree_kind(psltree_t p)
{
    static uint8_t cache[256]; // 0: not looked up yet
    if (!psltree_exists(p))
        BUG("the null PSL node has no kind");
    const uint8_t number = psl__nodes__get_kind(p);
    if (cache[number] == 0)
        cache[number] = (uint8_t)(find_kind(number) + 1);
    return (psltree_kind_t)(cache[number] - 1);
}

const char *psltree_kind_name(psltree_t p)
{
    return kind_names[psltree_kind(p)];
}

static _Noreturn void no_field(psltree_t p, const char *field)
{
    if (!psltree_exists(p))
        BUG("the null PSL node has no field %s", field);
    BUG("a PSL node of kind %s has no field %s", psltree_kind_name(p), field);
}

static const char *word(ghdl_name_t name)
{
    return name.id != 0 ? name_table__get_name_ptr(name) : "";
}

#define DEFINE_FIELD_(type, name, convert)                                    \
    bool psltree_has_##name(psltree_t p)                                      \
    {                                                                         \
        return psltree_exists(p)                                              \
               && psl__nodes_meta__has_##name(psl__nodes__get_kind(p));       \
    }                                                                         \
    type psltree_##name(psltree_t p)                                          \
    {                                                                         \
        if (!psltree_has_##name(p))                                           \
            no_field(p, #name);                                               \
        return convert(psl__nodes__get_##name(p));                            \
    }
#define PSL(name) DEFINE_FIELD_(psltree_t, name, )
#define NODE(name) DEFINE_FIELD_(vhdl_node_t, name, )
#define FLAG(name) DEFINE_FIELD_(bool, name, 0 != )
#define NUMBER(name) DEFINE_FIELD_(uint32_t, name, )
#define WORD(name) DEFINE_FIELD_(const char *, name, word)
#include "frontend/psltree-fields.def"
#undef PSL
#undef NODE
#undef FLAG
#undef NUMBER
#undef WORD

void psltree_each_operand(psltree_t p, psltree_operand_fn fn, void *user)
{
    static const struct {
        const char *name;
        bool (*has)(psltree_t);
        psltree_t (*get)(psltree_t);
    } operands[] = {
#define OPERAND(name) {#name, psltree_has_##name, psltree_##name}
        OPERAND(boolean),    OPERAND(sequence), OPERAND(sere),
        OPERAND(left),       OPERAND(right),    OPERAND(number),
        OPERAND(low_bound),  OPERAND(high_bound), OPERAND(property),
        OPERAND(global_clock), OPERAND(parameter_list),
        OPERAND(association_chain), OPERAND(actual),
#undef OPERAND
    };
    for (size_t i = 0; i < ARRAY_LEN(operands); i++) {
        if (!operands[i].has(p))
            continue;
        const psltree_t operand = operands[i].get(p);
        if (psltree_exists(operand))
            fn(operands[i].name, operand, user);
    }
}
