// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "cli/command.h"
#include "cli/output.h"
#include "core/bigint.h"
#include "core/version.h"
#include "frontend/ghdl.h"

#include <fcntl.h>
#include <jansson.h>
#include <unistd.h>

static const command_fn commands[COMMAND_NONE] = {
    [COMMAND_ANALYSE] = command_analyse,
    [COMMAND_CHECK] = command_check,
    [COMMAND_COSIM] = command_cosim,
    [COMMAND_DUMP] = command_dump,
    [COMMAND_LTL] = command_ltl,
};

static volatile sig_atomic_t interrupted; // the signal's number

static void interrupt(int sig)
{
    interrupted = sig;
}

// A closed standard file must not become one that we open for something
// else; writing to what stands in for output fails, as it should.
static void open_standard_files(void)
{
    static const int modes[] = {O_RDONLY, O_RDONLY, O_WRONLY};
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) != fd)
            _exit(STATUS_INTERNAL);
}

static void install_signals(void)
{
    static const int stops[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = interrupt};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ARRAY_LEN(stops); i++) {
        struct sigaction old;
        sigaction(stops[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) // as under nohup
            sigaction(stops[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN); // writing fails instead, with a message
    signal(SIGCHLD, SIG_DFL);
}

typedef struct {
    sources_t *sources;
    bool colour;
} printer_t;

static void print_diag(const diag_t *diag, void *user)
{
    const printer_t *printer = user;
    text_t text = {0};
    diag_format(diag, printer->sources, printer->colour, &text);
    fputs(text_str(&text), stderr);
    text_release(&text);
}

bool command_wants_colour(const options_t *options, bool terminal)
{
    const char *choice = options_text(options, OPTION_COLOUR);
    if (strcmp(choice, "auto") == 0)
        return terminal && getenv("NO_COLOR") == NULL;
    return strcmp(choice, "always") == 0;
}

static void format_versions(text_t *out)
{
    text_printf(out, "clave %s\nlibghdl ", version_string());
    ghdl_format_version(out);
    text_printf(out, "\nGMP %s\njansson %s\n", bigint_library_version(),
                jansson_version_str());
}

static status_t print_text(void (*format)(text_t *, command_t),
                           command_t command, diag_sink_t *sink)
{
    text_t text = {0};
    output_t *output = output_open(NULL, sink);
    format(&text, command);
    output_write(output, text_str(&text), text.len);
    text_release(&text);
    return output_close(output, true) ? STATUS_WELL : STATUS_INPUT;
}

static void help_text(text_t *out, command_t command)
{
    options_format_help(command, out);
}

static void version_text(text_t *out, command_t command)
{
    (void)command;
    format_versions(out);
}

static status_t no_command(diag_sink_t *sink)
{
    diag_t *d = diag_new(DIAG_ERROR, LOC_NONE, "no command is given");
    diag_add_note(d, LOC_NONE, "'clave --help' lists the commands");
    diag_emit(sink, d);
    return STATUS_INPUT;
}

static status_t dispatch(const options_t *options, diag_sink_t *sink)
{
    const command_t command = options_command(options);
    if (options_flag(options, OPTION_HELP))
        return print_text(help_text, command, sink);
    if (options_flag(options, OPTION_VERSION))
        return print_text(version_text, command, sink);
    if (command == COMMAND_NONE)
        return no_command(sink);
    const command_context_t context = {
        .options = options,
        .sink = sink,
        .interrupted = &interrupted,
    };
    return commands[command](&context);
}

int main(int argc, char **argv)
{
    open_standard_files();
    install_signals();
    printer_t printer = {sources_new(), isatty(STDERR_FILENO) != 0};
    diag_sink_t *sink = diag_sink_new(printer.sources, print_diag, &printer);
    options_t *options = options_parse(argc, argv, sink);
    status_t status = STATUS_INPUT;
    if (options != NULL) {
        printer.colour = command_wants_colour(options, printer.colour);
        status = dispatch(options, sink);
    }
    options_free(options);
    diag_sink_free(sink);
    sources_free(printer.sources);
    if (interrupted != 0) { // so that the caller sees it as such
        signal(interrupted, SIG_DFL);
        raise(interrupted);
    }
    return status;
}
