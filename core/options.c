// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/options.h"
#include "core/vec.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>

#define IN(id) (1u << COMMAND_##id)
#define IN_ALL UINT32_MAX

_Static_assert(COMMAND_NONE < 31, "command masks have 32 bits");

typedef struct {
    const char *name, *operands, *help;
} command_spec_t;

typedef struct {
    const char *name;
    char letter;
    option_type_t type;
    const char *argument, *standard;
    long min, max;
    uint32_t commands;
    const char *help;
} option_spec_t;

static const command_spec_t commands[] = {
#define COMMAND(id, name, operands, help) {name, operands, help},
#define OPTION(...)
#include "core/options.def"
#undef COMMAND
#undef OPTION
};

static const option_spec_t specs[OPTION_COUNT] = {
#define COMMAND(...)
#define OPTION(id, name, letter, type, argument, standard, min, max, in, help) \
    {name, letter, OPTION_TYPE_##type, argument, standard, min, max, in, help},
#include "core/options.def"
#undef COMMAND
#undef OPTION
};

typedef VEC(char *) string_vec_t;

typedef struct {
    bool given;
    long number;
    string_vec_t texts; // one, or several for a list
} value_t;

struct options {
    command_t command;
    value_t values[OPTION_COUNT];
    string_vec_t operands;
};

// ---- the table ----

const char *command_name(command_t command)
{
    return commands[command].name;
}

const char *command_help(command_t command)
{
    return commands[command].help;
}

const char *command_operands(command_t command)
{
    return commands[command].operands;
}

bool option_applies(option_t option, command_t command)
{
    return (specs[option].commands & 1u << command) != 0;
}

option_type_t option_type(option_t option)
{
    return specs[option].type;
}

const char *option_name(option_t option)
{
    return specs[option].name;
}

char option_letter(option_t option)
{
    return specs[option].letter;
}

const char *option_argument(option_t option)
{
    return specs[option].argument;
}

const char *option_help(option_t option)
{
    return specs[option].help;
}

// ---- parsing ----

// The smallest number of edits that turns a into b; both are short.
static unsigned edit_distance(const char *a, const char *b)
{
    unsigned row[64];
    const size_t n = strlen(b);
    if (n >= ARRAY_LEN(row))
        return UINT32_MAX;
    for (size_t j = 0; j <= n; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; a[i - 1] != '\0'; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= n; j++) {
            const unsigned above = row[j];
            unsigned best = diagonal + (a[i - 1] != b[j - 1]);
            if (above + 1 < best)
                best = above + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = above;
            row[j] = best;
        }
    }
    return row[n];
}

typedef struct {
    const char *wanted, *best;
    unsigned distance;
} guess_t;

static void guess(guess_t *g, const char *candidate)
{
    const unsigned d = edit_distance(g->wanted, candidate);
    if (d < g->distance) {
        g->distance = d;
        g->best = candidate;
    }
}

static bool find_command(const char *name, command_t *command,
                         diag_sink_t *sink)
{
    guess_t g = {name, NULL, 3};
    for (unsigned c = 0; c < COMMAND_NONE; c++) {
        if (strcmp(commands[c].name, name) == 0) {
            *command = (command_t)c;
            return true;
        }
        guess(&g, commands[c].name);
    }
    diag_t *d = diag_new(DIAG_ERROR, LOC_NONE, "there is no command '%s'",
                         name);
    if (g.best != NULL)
        diag_add_note(d, LOC_NONE, "did you mean '%s'?", g.best);
    diag_add_note(d, LOC_NONE, "'clave --help' lists the commands");
    diag_emit(sink, d);
    return false;
}

static bool unknown_option(const char *arg, command_t command,
                           diag_sink_t *sink)
{
    char *name = xstrndup(arg, strcspn(arg, "="));
    guess_t g = {name + strspn(name, "-"), NULL, 3};
    bool elsewhere = false;
    for (unsigned o = 0; o < OPTION_COUNT; o++) {
        if (specs[o].name == NULL)
            continue;
        if (!option_applies(o, command))
            elsewhere |= strcmp(specs[o].name, g.wanted) == 0;
        else
            guess(&g, specs[o].name);
    }
    const char *who = command == COMMAND_NONE ? "" : commands[command].name;
    const char *space = *who ? " " : "";
    diag_t *d = elsewhere
        ? diag_new(DIAG_ERROR, LOC_NONE, "'clave%s%s' has no option '%s'",
                   space, who, name)
        : diag_new(DIAG_ERROR, LOC_NONE, "unknown option '%s'", name);
    if (g.best != NULL)
        diag_add_note(d, LOC_NONE, "did you mean '--%s'?", g.best);
    diag_add_note(d, LOC_NONE, "'clave%s%s --help' lists the options", space,
                  who);
    diag_emit(sink, d);
    free(name);
    return false;
}

static void display_name(option_t option, text_t *out)
{
    if (specs[option].name != NULL)
        text_printf(out, "--%s", specs[option].name);
    else
        text_printf(out, "-%c", specs[option].letter);
}

static bool bad_value(option_t option, const char *value, diag_sink_t *sink)
{
    const option_spec_t *spec = &specs[option];
    text_t name;
    text_init(&name);
    display_name(option, &name);
    if (spec->type == OPTION_TYPE_NUMBER)
        diag_error(sink, LOC_NONE,
                   "%s takes a whole number from %ld to %ld, not '%s'",
                   text_str(&name), spec->min, spec->max, value);
    else
        diag_error(sink, LOC_NONE, "%s takes one of %s, not '%s'",
                   text_str(&name), spec->argument, value);
    text_release(&name);
    return false;
}

static bool is_choice(const char *choices, const char *value)
{
    const size_t n = strlen(value);
    for (const char *p = choices;; p++) {
        const size_t word = strcspn(p, "|");
        if (word == n && memcmp(p, value, n) == 0)
            return true;
        p += word;
        if (*p == '\0')
            return false;
    }
}

static bool set_option(options_t *options, option_t option, const char *arg,
                       diag_sink_t *sink)
{
    const option_spec_t *spec = &specs[option];
    value_t *value = &options->values[option];
    value->given = true;
    if (spec->type == OPTION_TYPE_FLAG)
        return true;
    if (spec->type == OPTION_TYPE_NUMBER) {
        char *end;
        errno = 0;
        value->number = strtol(arg, &end, 10);
        if (*arg == '\0' || *end != '\0' || errno != 0
            || value->number < spec->min || value->number > spec->max)
            return bad_value(option, arg, sink);
        return true;
    }
    if (strchr(spec->argument, '|') && !is_choice(spec->argument, arg))
        return bad_value(option, arg, sink);
    if (spec->type != OPTION_TYPE_LIST && value->texts.len > 0)
        free(vec_pop(&value->texts));
    vec_push(&value->texts, xstrdup(arg));
    return true;
}

static options_t *with_defaults(void)
{
    options_t *options = xcalloc(1, sizeof *options);
    options->command = COMMAND_NONE;
    for (unsigned o = 0; o < OPTION_COUNT; o++) {
        const option_spec_t *spec = &specs[o];
        if (spec->standard == NULL)
            continue;
        if (spec->type == OPTION_TYPE_NUMBER)
            options->values[o].number = strtol(spec->standard, NULL, 10);
        else
            vec_push(&options->values[o].texts, xstrdup(spec->standard));
    }
    return options;
}

// What getopt_long needs; val is the option's number + 256.
typedef struct {
    struct option longs[OPTION_COUNT + 1];
    char shorts[2 * OPTION_COUNT + 3];
    option_t by_letter[256];
} getopt_tables_t;

static void make_tables(getopt_tables_t *t, command_t command)
{
    size_t n = 0, s = 0;
    t->shorts[s++] = ':'; // missing arguments are told apart
    for (unsigned o = 0; o < OPTION_COUNT; o++) {
        const option_spec_t *spec = &specs[o];
        if (!option_applies(o, command))
            continue;
        const bool arg = spec->type != OPTION_TYPE_FLAG;
        if (spec->name != NULL)
            t->longs[n++] = (struct option){
                spec->name, arg ? required_argument : no_argument, NULL,
                (int)o + 256};
        if (spec->letter != 0) {
            t->shorts[s++] = spec->letter;
            if (arg)
                t->shorts[s++] = ':';
            t->by_letter[(unsigned char)spec->letter] = (option_t)o;
        }
    }
    t->longs[n] = (struct option){0};
    t->shorts[s] = '\0';
}

static bool parse_arguments(options_t *options, int argc, char **argv,
                            diag_sink_t *sink)
{
    getopt_tables_t t;
    make_tables(&t, options->command);
    opterr = 0;
    optind = 0; // GNU: start afresh
    for (;;) {
        const int before = optind > 0 ? optind : 1;
        const int c = getopt_long(argc, argv, t.shorts, t.longs, NULL);
        if (c == -1)
            break;
        if (c == '?' && optopt >= 256) {
            diag_error(sink, LOC_NONE, "--%s takes no value",
                       specs[optopt - 256].name);
            return false;
        }
        if (c == '?' && optopt != 0) {
            const char letter[] = {'-', (char)optopt, '\0'};
            return unknown_option(letter, options->command, sink);
        }
        if (c == '?')
            return unknown_option(argv[optind > before ? optind - 1 : before],
                                  options->command, sink);
        const option_t option = c == ':' || c >= 256
            ? (option_t)((c == ':' ? optopt : c) - 256)
            : t.by_letter[(unsigned char)c];
        if (c == ':') {
            const option_t o = optopt >= 256 ? option
                : t.by_letter[(unsigned char)optopt];
            diag_error(sink, LOC_NONE, "option '%s' needs a value (%s)",
                       argv[optind - 1], specs[o].argument);
            return false;
        }
        if (!set_option(options, option, optarg, sink))
            return false;
    }
    for (int i = optind; i < argc; i++)
        vec_push(&options->operands, xstrdup(argv[i]));
    return true;
}

options_t *options_parse(int argc, char *const argv[], diag_sink_t *sink)
{
    options_t *options = with_defaults();
    char **args = xnmalloc((size_t)argc + 1, sizeof(char *));
    int n = 0;
    bool found = false, ok = true;
    for (int i = 0; i < argc; i++) {
        // The command is the first word that is no option; options that
        // come before it are flags of IN_ALL, or carry their value with '='.
        if (i > 0 && !found && ok && argv[i][0] != '-') {
            ok = find_command(argv[i], &options->command, sink);
            found = true;
            continue;
        }
        args[n++] = argv[i];
    }
    args[n] = NULL;
    ok = ok && parse_arguments(options, n, args, sink);
    free(args);
    if (ok)
        return options;
    options_free(options);
    return NULL;
}

static void free_strings(string_vec_t *strings)
{
    for (size_t i = 0; i < strings->len; i++)
        free(strings->data[i]);
    vec_release(strings);
}

void options_free(options_t *options)
{
    if (options == NULL)
        return;
    for (unsigned o = 0; o < OPTION_COUNT; o++)
        free_strings(&options->values[o].texts);
    free_strings(&options->operands);
    free(options);
}

// ---- reading ----

command_t options_command(const options_t *options)
{
    return options->command;
}

size_t options_operand_count(const options_t *options)
{
    return options->operands.len;
}

const char *options_operand(const options_t *options, size_t i)
{
    return options->operands.data[i];
}

bool options_given(const options_t *options, option_t option)
{
    return options->values[option].given;
}

bool options_flag(const options_t *options, option_t option)
{
    assert(specs[option].type == OPTION_TYPE_FLAG);
    return options->values[option].given;
}

long options_number(const options_t *options, option_t option)
{
    assert(specs[option].type == OPTION_TYPE_NUMBER);
    return options->values[option].number;
}

const char *options_text(const options_t *options, option_t option)
{
    const value_t *value = &options->values[option];
    return value->texts.len > 0 ? value->texts.data[0] : NULL;
}

size_t options_list_count(const options_t *options, option_t option)
{
    assert(specs[option].type == OPTION_TYPE_LIST);
    return options->values[option].texts.len;
}

const char *options_list(const options_t *options, option_t option, size_t i)
{
    return options->values[option].texts.data[i];
}

// ---- help and completion ----

#define HELP_COLUMN 30
#define HELP_WIDTH 79

// Fills lines from `column` on; the first has come that far already.
static void format_filled(const char *help, size_t column, text_t *out)
{
    size_t at = column;
    while (*help != '\0') {
        const size_t word = strcspn(help, " ");
        if (at + 1 + word > HELP_WIDTH && at > column) {
            text_char(out, '\n');
            text_fill(out, ' ', column);
            at = column;
        } else if (at > column) {
            text_char(out, ' ');
            at++;
        }
        text_addn(out, help, word);
        at += word;
        help += word;
        help += *help == ' ';
    }
    text_char(out, '\n');
}

// In the help column; `at` bytes of the line are there.
static void format_wrapped(const char *help, size_t at, text_t *out)
{
    if (at + 2 > HELP_COLUMN) {
        text_char(out, '\n');
        at = 0;
    }
    text_fill(out, ' ', HELP_COLUMN - at);
    format_filled(help, HELP_COLUMN, out);
}

static void format_option(option_t option, text_t *out)
{
    const option_spec_t *spec = &specs[option];
    const size_t start = out->len;
    if (spec->letter != 0)
        text_printf(out, "  -%c", spec->letter);
    else
        text_add(out, "    ");
    if (spec->name != NULL)
        text_printf(out, "%s--%s", spec->letter ? ", " : "  ", spec->name);
    if (spec->argument != NULL)
        text_printf(out, "%s%s", spec->name ? "=" : "", spec->argument);
    const size_t at = out->len - start;
    if (spec->standard == NULL) {
        format_wrapped(spec->help, at, out);
        return;
    }
    char *help = xasprintf("%s (default: %s)", spec->help, spec->standard);
    format_wrapped(help, at, out);
    free(help);
}

void options_format_help(command_t command, text_t *out)
{
    if (command == COMMAND_NONE) {
        text_add(out, "usage: clave COMMAND [OPTION...] OPERAND...\n\n"
                      "Checks generic VHDL for every value of its generics."
                      "\n\nCommands:\n");
        for (unsigned c = 0; c < COMMAND_NONE; c++) {
            const size_t start = out->len;
            text_printf(out, "  %s %s", commands[c].name,
                        commands[c].operands);
            format_wrapped(commands[c].help, out->len - start, out);
        }
    } else {
        text_printf(out, "usage: clave %s [OPTION...] %s\n\n",
                    commands[command].name, commands[command].operands);
        format_filled(commands[command].help, 0, out);
    }
    text_add(out, "\nOptions:\n");
    for (unsigned o = 0; o < OPTION_COUNT; o++)
        if (option_applies(o, command))
            format_option(o, out);
    if (command == COMMAND_NONE)
        text_add(out, "\n'clave COMMAND --help' tells about one command; "
                      "'man clave' tells more.\n");
}

static bool has_choices(const option_spec_t *spec)
{
    return spec->argument != NULL && strchr(spec->argument, '|') != NULL;
}

// The words of "a|b|c", each with `prefix` before it and a space after it.
static void completion_choices(const char *choices, const char *prefix,
                               text_t *out)
{
    while (*choices != '\0') {
        const size_t word = strcspn(choices, "|");
        text_printf(out, "%s%.*s ", prefix, (int)word, choices);
        choices += word;
        choices += *choices == '|';
    }
}

static void completion_words(command_t command, text_t *out)
{
    for (unsigned o = 0; o < OPTION_COUNT; o++) {
        const option_spec_t *spec = &specs[o];
        if (!option_applies(o, command))
            continue;
        if (spec->name != NULL)
            text_printf(out, "--%s%s ", spec->name,
                        spec->argument ? "=" : "");
        if (spec->letter == 0)
            continue;
        const char prefix[] = {'-', spec->letter, '\0'};
        if (spec->name == NULL && has_choices(spec))
            completion_choices(spec->argument, prefix, out);
        else
            text_printf(out, "%s ", prefix);
    }
}

// Values of "--option=": a choice, or whatever the shell offers.
static void completion_values(text_t *out)
{
    for (unsigned o = 0; o < OPTION_COUNT; o++) {
        const option_spec_t *spec = &specs[o];
        if (spec->name == NULL || spec->argument == NULL)
            continue;
        text_printf(out, "        --%s) words='", spec->name);
        if (has_choices(spec))
            completion_choices(spec->argument, "", out);
        text_add(out, "' ;;\n");
    }
}

void options_format_completion(text_t *out)
{
    text_add(out,
        "# bash completion for clave; made by 'make update-completion'\n"
        "# SPDX-License-Identifier: GPL-3.0-or-later\n"
        "_clave()\n{\n"
        "    local cur=${COMP_WORDS[COMP_CWORD]} words= command= i\n"
        "    local option=${COMP_WORDS[COMP_CWORD - 1]}\n"
        "    # Bash hands \"--std=08\" over as three words.\n"
        "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
        "        case ${COMP_WORDS[i]} in\n"
        "            -*) ;;\n"
        "            =) i=$((i + 1)) ;;\n"
        "            *) command=${COMP_WORDS[i]}; break ;;\n"
        "        esac\n"
        "    done\n"
        "    [[ $cur == = ]] && cur=\n"
        "    [[ $option == = ]] && option=${COMP_WORDS[COMP_CWORD - 2]}\n"
        "    case $option in\n");
    completion_values(out);
    text_add(out, "        *)\n"
        "            [[ -n $command && $cur != -* ]] && return\n"
        "            case $command in\n");
    for (unsigned c = 0; c < COMMAND_NONE; c++) {
        text_printf(out, "                %s) words='", commands[c].name);
        completion_words((command_t)c, out);
        text_add(out, "' ;;\n");
    }
    text_add(out, "                '') words='");
    for (unsigned c = 0; c < COMMAND_NONE; c++)
        text_printf(out, "%s ", commands[c].name);
    completion_words(COMMAND_NONE, out);
    text_add(out, "' ;;\n"
        "            esac ;;\n"
        "    esac\n"
        "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
        "    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace\n"
        "    return 0\n"
        "}\n"
        "# Where nothing is offered, files are.\n"
        "complete -o default -F _clave clave\n");
}
