// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_CORE_OPTIONS_H
#define CLAVE_CORE_OPTIONS_H

// Subcommands and options, all from the one table in options.def.

#include "core/diag.h"

typedef enum {
#define COMMAND(id, name, operands, help) COMMAND_##id,
#define OPTION(...)
#include "core/options.def"
#undef COMMAND
#undef OPTION
    COMMAND_NONE, // `clave` alone; also the number of commands
} command_t;

typedef enum {
#define COMMAND(...)
#define OPTION(id, ...) OPTION_##id,
#include "core/options.def"
#undef COMMAND
#undef OPTION
    OPTION_COUNT
} option_t;

typedef enum {
    OPTION_TYPE_FLAG,
    OPTION_TYPE_NUMBER,
    OPTION_TYPE_TEXT,
    OPTION_TYPE_CHOICE,
    OPTION_TYPE_LIST,
} option_type_t;

typedef struct options options_t;

// Parses argv[1..]: the first operand names the subcommand (it may be missing,
// for `clave --help`). Returns NULL after emitting an error that says what to
// do next. Everything is copied; owned by the caller.
options_t *options_parse(int argc, char *const argv[], diag_sink_t *sink);
void options_free(options_t *options);

command_t options_command(const options_t *options);
// Operands after the subcommand.
size_t options_operand_count(const options_t *options);
const char *options_operand(const options_t *options, size_t i);

// Was it given on the command line?
bool options_given(const options_t *options, option_t option);
bool options_flag(const options_t *options, option_t option);
long options_number(const options_t *options, option_t option);
// TEXT and CHOICE: the value, the default, or NULL without either.
const char *options_text(const options_t *options, option_t option);
size_t options_list_count(const options_t *options, option_t option);
const char *options_list(const options_t *options, option_t option, size_t i);

// The table, for help, completion and tests.
const char *command_name(command_t command);
const char *command_help(command_t command);
const char *command_operands(command_t command);
bool option_applies(option_t option, command_t command);
option_type_t option_type(option_t option);
const char *option_name(option_t option); // NULL if it has only a letter
char option_letter(option_t option);      // 0 if it has none
const char *option_argument(option_t option);
const char *option_help(option_t option);

// The text of `clave --help` (COMMAND_NONE) or `clave COMMAND --help`.
void options_format_help(command_t command, text_t *out);
// The bash completion script.
void options_format_completion(text_t *out);

#endif
