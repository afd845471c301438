// SPDX-License-Identifier: GPL-3.0-or-later
//
// What all commands that read VHDL files have in common.

#include "config.h"

#include "cli/command.h"

child_limits_t command_limits(const options_t *options)
{
    return (child_limits_t){
        (uint64_t)options_number(options, OPTION_TIMEOUT) * 1000,
        (uint64_t)options_number(options, OPTION_MEMORY) << 20,
    };
}

bool command_check_files(const command_context_t *context, size_t first)
{
    const options_t *options = context->options;
    const size_t count = options_operand_count(options);
    bool ok = true;
    if (count <= first) {
        diag_t *d = diag_new(DIAG_ERROR, LOC_NONE, "no file is given");
        diag_add_note(d, LOC_NONE, "'clave %s --help' says what it takes",
                      command_name(options_command(options)));
        diag_emit(context->sink, d);
        return false;
    }
    for (size_t i = first; i < count; i++)
        ok &= ghdl_check_file(options_operand(options, i), context->sink);
    return ok;
}

bool command_has_flavour(const options_t *options, const char *flavour)
{
    const size_t count = options_list_count(options, OPTION_FLAVOUR);
    for (size_t i = 0; i < count; i++)
        if (strcmp(options_list(options, OPTION_FLAVOUR, i), flavour) == 0)
            return true;
    return false;
}

ghdl_t *command_start_ghdl(supervise_link_t *link, const options_t *options)
{
    const size_t count = options_list_count(options, OPTION_LIBRARY_PATH);
    const char **paths = xnmalloc(count, sizeof *paths);
    for (size_t i = 0; i < count; i++)
        paths[i] = options_list(options, OPTION_LIBRARY_PATH, i);
    const ghdl_options_t ghdl_options = {
        .std = options_text(options, OPTION_STD),
        .work = options_text(options, OPTION_WORK),
        .library_paths = paths,
        .library_path_count = count,
        .synopsys = command_has_flavour(options, "synopsys"),
        .relaxed = command_has_flavour(options, "relaxed"),
        .psl = command_has_flavour(options, "psl"),
    };
    supervise_step(link, "libghdl", "starting", "up");
    ghdl_t *ghdl = ghdl_start(&ghdl_options, supervise_sink(link));
    free(paths);
    return ghdl;
}

static void say_skipped(supervise_link_t *link, const char *path,
                        size_t skipped)
{
    diag_emit(supervise_sink(link),
              diag_new(DIAG_NOTE, LOC_NONE,
                       "%zu file%s after %s %s not analysed", skipped,
                       skipped == 1 ? "" : "s", path,
                       skipped == 1 ? "was" : "were"));
}

static bool was_given_before(const options_t *options, size_t first,
                             size_t i)
{
    for (size_t k = first; k < i; k++)
        if (strcmp(options_operand(options, k), options_operand(options, i))
            == 0)
            return true;
    return false;
}

typedef struct {
    supervise_link_t *link;
    const char *path;
    ghdl_unit_fn each;
    void *user;
} steps_t;

// If this unit's description fails it is us, if the next unit does it is not.
static void take_unit(vhdl_node_t unit, void *user)
{
    const steps_t *steps = user;
    supervise_step(steps->link, "clave", "describing", steps->path);
    steps->each(unit, steps->user);
    supervise_step(steps->link, "libghdl", "analysing", steps->path);
}

void command_analyse_files(supervise_link_t *link, ghdl_t *ghdl,
                           const options_t *options, size_t first,
                           ghdl_unit_fn each, void *user)
{
    steps_t steps = {link, NULL, each, user};
    const size_t count = options_operand_count(options);
    ghdl_on_unit(ghdl, take_unit, &steps);
    for (size_t i = first; i < count; i++) {
        if (was_given_before(options, first, i))
            continue;
        steps.path = options_operand(options, i);
        supervise_step(link, "libghdl", "analysing", steps.path);
        if (ghdl_analyse_file(ghdl, steps.path))
            continue;
        if (i + 1 < count)
            say_skipped(link, steps.path, count - i - 1);
        break;
    }
    ghdl_on_unit(ghdl, NULL, NULL);
}
