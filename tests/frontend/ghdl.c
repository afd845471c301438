// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/child.h"
#include "core/text.h"
#include "frontend/ghdl.h"
#include "tests/tap.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

// Each test runs in a process of its own, so each may start libghdl.

static sources_t *sources;
static diag_sink_t *sink;
static text_t seen; // all diagnostics as text

static void see(const diag_t *diag, void *user)
{
    (void)user;
    diag_format(diag, sources, false, &seen);
}

static void setup(void)
{
    sources = sources_new();
    sink = diag_sink_new(sources, see, NULL);
    text_init(&seen);
}

static void teardown(void)
{
    text_release(&seen);
    diag_sink_free(sink);
    sources_free(sources);
}

static const ghdl_options_t standard = {.std = "08", .work = "work"};

static ghdl_t *start(void)
{
    ghdl_t *ghdl = ghdl_start(&standard, sink);
    ck_assert_msg(ghdl != NULL, "%s", text_str(&seen));
    return ghdl;
}

static ghdl_t *analyse(const char *text)
{
    ghdl_t *ghdl = start();
    ck_assert_msg(ghdl_analyse_text(ghdl, "text.vhd", text), "%s",
                  text_str(&seen));
    return ghdl;
}

static void check_error(const char *text, const char *expected)
{
    ghdl_t *ghdl = start();
    ck_assert(!ghdl_analyse_text(ghdl, "text.vhd", text));
    ck_assert_str_eq(text_str(&seen), expected);
    ghdl_free(ghdl);
}

static const char counter[] =
    "library ieee;\n"
    "use ieee.std_logic_1164.all;\n"
    "entity counter is\n"
    "  generic (N : positive := 4);\n"
    "  port (clk : in std_logic; q : out natural);\n"
    "end;\n"
    "architecture rtl of counter is\n"
    "  signal c : natural range 0 to N;\n"
    "begin\n"
    "  process (clk) is begin\n"
    "    if rising_edge(clk) then\n"
    "      c <= (c + 1) mod N;\n"
    "    end if;\n"
    "  end process;\n"
    "  q <= c;\n"
    "end;\n";

START_TEST(units_come_in_order)
{
    ghdl_t *ghdl = analyse(counter);
    ck_assert_uint_eq(ghdl_unit_count(ghdl), 2);
    const vhdl_node_t entity = vhdl_library_unit(ghdl_unit(ghdl, 0));
    ck_assert_int_eq(vhdl_kind(entity), VHDL_ENTITY_DECLARATION);
    ck_assert_str_eq(vhdl_kind_name(entity), "entity_declaration");
    ck_assert_str_eq(vhdl_identifier(entity), "counter");
    const vhdl_node_t arch = vhdl_library_unit(ghdl_unit(ghdl, 1));
    ck_assert_int_eq(vhdl_kind(arch), VHDL_ARCHITECTURE_BODY);
    ck_assert(vhdl_same(vhdl_declaration(vhdl_entity_name(arch)), entity));
    ghdl_free(ghdl);
}
END_TEST

START_TEST(ports_have_modes_and_places)
{
    ghdl_t *ghdl = analyse(counter);
    const vhdl_node_t entity = vhdl_library_unit(ghdl_unit(ghdl, 0));
    const vhdl_node_t clk = vhdl_port_chain(entity);
    const vhdl_node_t q = vhdl_chain(clk);
    ck_assert(!vhdl_exists(vhdl_chain(q)));
    ck_assert_int_eq(vhdl_mode(clk), VHDL_MODE_IN);
    ck_assert_int_eq(vhdl_mode(q), VHDL_MODE_OUT);
    const loc_t loc = ghdl_loc(ghdl, q);
    ck_assert_uint_eq(loc.line, 5);
    ck_assert_uint_eq(loc.column, 29);
    ck_assert_str_eq(sources_path(sources, loc.file), "text.vhd");
    const ghdl_source_t s = ghdl_source(ghdl, q);
    ck_assert_int_eq(strncmp(s.text + s.at, "q : out natural", 15), 0);
    ck_assert_uint_eq(s.length, strlen(counter));
    ghdl_free(ghdl);
}
END_TEST

typedef struct {
    vhdl_kind_t kind;
    vhdl_node_t found;
} search_t;

static bool search(vhdl_node_t n, void *user)
{
    search_t *s = user;
    if (vhdl_kind(n) == s->kind && !vhdl_exists(s->found))
        s->found = n;
    return true;
}

static vhdl_node_t find(ghdl_t *ghdl, vhdl_kind_t kind)
{
    search_t s = {kind, VHDL_NONE};
    for (size_t i = 0; i < ghdl_unit_count(ghdl); i++)
        vhdl_walk(ghdl_unit(ghdl, i), search, &s);
    ck_assert(vhdl_exists(s.found));
    return s.found;
}

START_TEST(functions_are_recognised)
{
    ghdl_t *ghdl = analyse(counter);
    const vhdl_node_t call = find(ghdl, VHDL_FUNCTION_CALL);
    ck_assert_int_eq(vhdl_predefined(call),
                     PREDEF_IEEE_1164_RISING_EDGE);
    const vhdl_node_t mod = find(ghdl, VHDL_MODULUS_OPERATOR);
    ck_assert_int_eq(vhdl_predefined(mod), PREDEF_INTEGER_MOD);
    ck_assert_str_eq(vhdl_predefined_name(PREDEF_INTEGER_MOD), "INTEGER_MOD");
    const vhdl_node_t plus = vhdl_strip(vhdl_left(mod));
    ck_assert_int_eq(vhdl_kind(plus), VHDL_ADDITION_OPERATOR);
    ck_assert_int_eq(vhdl_value(vhdl_right(plus)), 1);
    const vhdl_node_t c = vhdl_base_object(vhdl_left(plus));
    ck_assert_int_eq(vhdl_kind(c), VHDL_SIGNAL_DECLARATION);
    ghdl_free(ghdl);
}
END_TEST

START_TEST(lists_are_read)
{
    ghdl_t *ghdl = analyse(counter);
    const vhdl_node_t process = find(ghdl, VHDL_SENSITIZED_PROCESS_STATEMENT);
    vhdl_node_vec_t list = {0};
    ck_assert(!vhdl_is_sensitive_to_all(process));
    vhdl_list_collect(vhdl_sensitivity_list(process), &list);
    ck_assert_uint_eq(list.len, 1);
    ck_assert_str_eq(vhdl_identifier(vhdl_declaration(list.data[0])), "clk");
    vec_release(&list);
    ghdl_free(ghdl);
}
END_TEST

static void no_record(uint32_t type, const char *bytes, size_t n, void *user)
{
    (void)type, (void)bytes, (void)n, (void)user;
}

static void check_bug(child_main_fn fn, const char *message)
{
    child_t *child = child_start((child_limits_t){0, 0}, fn, NULL);
    ck_assert_ptr_nonnull(child);
    while (child_pump(child, no_record, NULL) == CHILD_RUNNING)
        child_wait(&child, 1, -1);
    ck_assert_int_eq(child_signal(child), SIGABRT);
    ck_assert_msg(strstr(child_output(child), message) != NULL, "%s",
                  child_output(child));
    child_free(child);
}

static void ask_for_a_condition(child_link_t *link, void *user)
{
    (void)link, (void)user;
    ghdl_t *ghdl = analyse(counter);
    const vhdl_node_t entity = vhdl_library_unit(ghdl_unit(ghdl, 0));
    if (!vhdl_has_condition(entity))
        vhdl_condition(entity);
}

static void ask_the_null_node(child_link_t *link, void *user)
{
    (void)link, (void)user;
    vhdl_kind(VHDL_NONE);
}

static bool check_place(vhdl_node_t n, void *user)
{
    const loc_t loc = ghdl_loc(user, n);
    ck_assert_uint_le(loc.line, 4);
    return true;
}

// Its copy of the package has places of its own.
START_TEST(nodes_of_an_instance_have_the_places_of_the_original)
{
    ghdl_t *ghdl = analyse(
        "package p is generic (type t; n : natural);\n"
        "  type a is array (1 to n) of t;\n"
        "end;\n"
        "package i is new work.p generic map (bit, 3);\n");
    const vhdl_node_t instance = vhdl_library_unit(ghdl_unit(ghdl, 1));
    ck_assert_int_eq(vhdl_kind(instance),
                     VHDL_PACKAGE_INSTANTIATION_DECLARATION);
    vhdl_walk(instance, check_place, ghdl);
    const loc_t loc = ghdl_loc(ghdl, vhdl_declaration_chain(instance));
    ck_assert_uint_eq(loc.line, 2);
    ck_assert_str_eq(sources_path(sources, loc.file), "text.vhd");
    ghdl_free(ghdl);
}
END_TEST

START_TEST(a_missing_field_is_our_bug)
{
    check_bug(ask_for_a_condition,
              "a node of kind entity_declaration has no field condition");
    check_bug(ask_the_null_node, "the null node has no kind");
}
END_TEST

START_TEST(psl_is_read)
{
    ghdl_t *ghdl = analyse(
        "entity e is port (clk, a, b : in bit); end;\n"
        "architecture r of e is begin\n"
        "  default clock is rising_edge(clk);\n"
        "  p1 : assert always {a = '1'; b = '1'} |=> {b = '1'[*3]};\n"
        "end;\n");
    const vhdl_node_t d = find(ghdl, VHDL_PSL_ASSERT_DIRECTIVE);
    ck_assert_str_eq(vhdl_label(d), "p1");
    ck_assert(psltree_exists(vhdl_psl_clock(d)));
    const psltree_t always = vhdl_psl_property(d);
    ck_assert_int_eq(psltree_kind(always), PSLTREE_ALWAYS);
    const psltree_t imp = psltree_property(always);
    ck_assert_str_eq(psltree_kind_name(imp), "imp_seq");
    ck_assert_uint_eq(ghdl_psl_loc(ghdl, imp).line, 4);
    ghdl_free(ghdl);
}
END_TEST

// libghdl alone aborts on this.
START_TEST(a_vunit_may_be_bound_where_a_default_clock_is)
{
    ghdl_t *ghdl = analyse(
        "entity e is port (clk, a : in bit); end;\n"
        "architecture r of e is begin\n"
        "  default clock is rising_edge(clk);\n"
        "  p1 : assert always a = '1';\n"
        "end;\n"
        "vunit v (e(r)) { default clock is falling_edge(clk);\n"
        "  p2 : assert always a = '0'; }\n");
    ck_assert_uint_eq(ghdl_unit_count(ghdl), 3);
    const vhdl_node_t arch = vhdl_library_unit(ghdl_unit(ghdl, 1));
    const vhdl_node_t first = vhdl_concurrent_statement_chain(arch);
    ck_assert_int_eq(vhdl_kind(first), VHDL_PSL_DEFAULT_CLOCK);
    ck_assert_int_eq(vhdl_kind(vhdl_chain(first)), VHDL_PSL_ASSERT_DIRECTIVE);
    ghdl_free(ghdl);
}
END_TEST

START_TEST(a_syntax_error_is_one_message)
{
    check_error("entity e is port (a: in bit;;);\nend;\n",
                "text.vhd:1:29: error: interface declaration expected\n"
                "     1 | entity e is port (a: in bit;;);\n"
                "       |                             ^\n");
}
END_TEST

START_TEST(a_type_error_is_located)
{
    check_error("entity e is\nend;\n"
                "architecture a of e is\n"
                "  signal s : bit;\n"
                "begin\n"
                "  s <= 5;\n"
                "end;\n",
                "text.vhd:6:8: error: can't match integer literal with type "
                "bit\n"
                "     6 |   s <= 5;\n"
                "       |        ^\n");
}
END_TEST

START_TEST(an_unknown_name_is_underlined)
{
    check_error("entity e is port (a : nonesuch); end;\n",
                "text.vhd:1:23: error: no declaration for \"nonesuch\"\n"
                "     1 | entity e is port (a : nonesuch); end;\n"
                "       |                       ^~~~~~~~\n");
}
END_TEST

START_TEST(an_empty_text_is_an_error)
{
    check_error("", "text.vhd:1:1: error: design file is empty (no design "
                    "unit found)\n");
}
END_TEST

START_TEST(good_units_before_a_wrong_one_count)
{
    ghdl_t *ghdl = start();
    ck_assert(!ghdl_analyse_text(ghdl, "text.vhd",
                                 "entity good is end;\n"
                                 "entity bad is port (a : none); end;\n"));
    ck_assert_uint_eq(ghdl_unit_count(ghdl), 1);
    ck_assert(ghdl_analyse_text(ghdl, "more.vhd", "entity more is end;\n"));
    ck_assert_uint_eq(ghdl_unit_count(ghdl), 2);
    ghdl_free(ghdl);
}
END_TEST

static void check_refusal(const char *path, const char *expected)
{
    seen.len = 0;
    ck_assert(!ghdl_check_file(path, sink));
    ck_assert_str_eq(text_str(&seen), expected);
}

START_TEST(what_is_no_vhdl_file_is_refused)
{
    char path[] = "/tmp/clave-test-XXXXXX";
    const int fd = mkstemp(path);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, "a\0b", 3), 3);
    close(fd);
    char *message = xasprintf("%s: error: this is a binary file, not VHDL\n",
                              path);
    check_refusal(path, message);
    free(message);
    unlink(path);
    check_refusal("/nonexistent.vhd",
                  "/nonexistent.vhd: error: there is no such file\n");
    check_refusal("/tmp", "/tmp: error: this is a folder, not a VHDL file\n");
    check_refusal("/dev/null",
                  "/dev/null: error: this is not a regular file\n");
}
END_TEST

static void check_option_error(ghdl_options_t options, const char *expected)
{
    ck_assert_ptr_null(ghdl_start(&options, sink));
    ck_assert_str_eq(text_str(&seen), expected);
}

START_TEST(a_bad_library_name_is_an_error)
{
    check_option_error((ghdl_options_t){.std = "08", .work = "1x"},
                       "clave: error: '1x' is no name for a library\n");
}
END_TEST

START_TEST(a_missing_library_folder_is_an_error)
{
    const char *const paths[] = {"/nonexistent"};
    check_option_error(
        (ghdl_options_t){.std = "08", .work = "work", .library_paths = paths,
                         .library_path_count = 1},
        "clave: error: there is no folder '/nonexistent' (option -P)\n");
}
END_TEST

START_TEST(missing_libraries_are_an_error)
{
    setenv("GHDL_PREFIX", "/nonexistent", 1);
    ck_assert_ptr_null(ghdl_start(&standard, sink));
    ck_assert_ptr_nonnull(strstr(text_str(&seen), "'/nonexistent'"));
    ck_assert_ptr_nonnull(strstr(text_str(&seen), "ghdl --disp-config"));
}
END_TEST

START_TEST(signal_handlers_stay_ours)
{
    struct sigaction before, after;
    sigaction(SIGSEGV, NULL, &before);
    ghdl_t *ghdl = start();
    sigaction(SIGSEGV, NULL, &after);
    ck_assert(before.sa_handler == after.sa_handler);
    ghdl_free(ghdl);
}
END_TEST

START_TEST(the_standard_matters)
{
    const ghdl_options_t old = {.std = "87", .work = "mine"};
    ghdl_t *ghdl = ghdl_start(&old, sink);
    ck_assert_ptr_nonnull(ghdl);
    ck_assert(!ghdl_analyse_text(ghdl, "text.vhd",
                                 "entity e is end entity e;\n"));
    ghdl_free(ghdl);
}
END_TEST

START_TEST(the_version_is_a_number)
{
    text_t version = {0};
    ghdl_format_version(&version);
    ck_assert_int_ge(text_str(&version)[0], '0');
    ck_assert_int_le(text_str(&version)[0], '9');
    text_release(&version);
}
END_TEST

TEST_SUITE_WITH(ghdl, setup, teardown, units_come_in_order,
                ports_have_modes_and_places, functions_are_recognised,
                lists_are_read,
                nodes_of_an_instance_have_the_places_of_the_original,
                a_missing_field_is_our_bug, psl_is_read,
                a_vunit_may_be_bound_where_a_default_clock_is,
                a_syntax_error_is_one_message,
                a_type_error_is_located, an_unknown_name_is_underlined,
                an_empty_text_is_an_error,
                good_units_before_a_wrong_one_count,
                what_is_no_vhdl_file_is_refused,
                a_bad_library_name_is_an_error,
                a_missing_library_folder_is_an_error,
                missing_libraries_are_an_error, signal_handlers_stay_ours,
                the_standard_matters, the_version_is_a_number)
