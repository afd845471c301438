// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "frontend/ghdl-api.h"
#include "frontend/ghdl.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <strings.h>
#include <sys/stat.h>

// A file of libghdl's among the sources of our diagnostics.
typedef struct {
    uint16_t ours;  // 0: not known yet
    uint32_t lines; // of a text that stands from line 2 on, between lines of
                    // ours; 0: all of the file is the user's
} file_t;

// What was analysed by ghdl_condition before.
typedef struct {
    char *name, *text;
    vhdl_node_t architecture, condition;
} condition_t;

struct ghdl {
    diag_sink_t *sink;
    char *work; // the library's name
    vhdl_node_vec_t units;
    ghdl_unit_fn on_unit; // or NULL
    void *on_unit_user;
    unsigned texts; // analysed that were no files
    VEC(file_t) files; // by libghdl's number
    VEC(condition_t) conditions;
    struct at_exit *at_exit;
};

// Outlives the session, because exit functions cannot be taken back.
struct at_exit {
    ghdl_t *ghdl;
};

// ---- places ----

static char *file_path(ghdl_file_t file)
{
    const ghdl_name_t dir = files_map__get_directory_name(file);
    const ghdl_name_t name = files_map__get_file_name(file);
    const char *path = name_table__get_name_ptr(name);
    return path[0] == '/' || dir.id == 0
               ? xstrdup(path)
               : xasprintf("%s%s", name_table__get_name_ptr(dir), path);
}

static file_t *file_at(ghdl_t *ghdl, ghdl_file_t file)
{
    const file_t unknown = {0, 0};
    while (ghdl->files.len <= (size_t)file.id)
        vec_push(&ghdl->files, unknown);
    return &ghdl->files.data[file.id];
}

static const file_t *our_file(ghdl_t *ghdl, ghdl_file_t file)
{
    file_t *f = file_at(ghdl, file);
    if (f->ours == 0) {
        char *path = file_path(file);
        f->ours = sources_add(diag_sink_sources(ghdl->sink), path);
        free(path);
    }
    return f;
}

// What libghdl says about the lines around a text is about its ends.
static void keep_within(sources_t *sources, const file_t *file, int32_t *line,
                        int32_t *offset)
{
    size_t length;
    --*line;
    if (*line < 1) {
        *line = 1;
        *offset = 0;
    } else if ((uint32_t)*line > file->lines) {
        const loc_t last = {file->lines, 1, file->ours};
        *line = (int32_t)file->lines;
        *offset = sources_line(sources, last, &length) != NULL
            ? (int32_t)length : 0;
    }
}

static loc_t make_loc(ghdl_t *ghdl, ghdl_file_t in, int32_t line,
                      int32_t offset)
{
    if (in.id <= 0)
        return LOC_NONE;
    const file_t *file = our_file(ghdl, in);
    if (file->lines > 0)
        keep_within(diag_sink_sources(ghdl->sink), file, &line, &offset);
    const bool fits = offset >= 0 && offset < UINT16_MAX;
    return (loc_t){line > 0 ? (uint32_t)line : 0,
                   fits ? (uint16_t)(offset + 1) : 0, file->ours};
}

// What libghdl declares itself is in no file; its files of this kind have
// names such as *std_standard*, and asking for a line in them raises.
static bool is_virtual(ghdl_file_t file)
{
    return *name_table__get_name_ptr(files_map__get_file_name(file)) == '*';
}

// A copy that an instantiation made has places of its own, in a file without
// lines; the file it was copied from has the same name and came before.
static ghdl_location_t original(ghdl_location_t loc)
{
    if (loc.value == 0
        || files_map__location_instance_to_location(loc).value == 0)
        return loc;
    const ghdl_file_t copy = files_map__location_to_file(loc);
    const ghdl_name_t name = files_map__get_file_name(copy);
    const ghdl_name_t dir = files_map__get_directory_name(copy);
    const int32_t pos = files_map__location_file_to_pos(loc, copy);
    for (ghdl_file_t file = {1}; file.id < copy.id; file.id++)
        if (files_map__get_file_name(file).id == name.id
            && files_map__get_directory_name(file).id == dir.id)
            return files_map__file_pos_to_location(file, pos);
    return (ghdl_location_t){0};
}

static loc_t our_loc(ghdl_t *ghdl, ghdl_location_t loc)
{
    loc = original(loc);
    const ghdl_file_t file = files_map__location_to_file(loc);
    if (loc.value == 0 || file.id == 0 || is_virtual(file))
        return LOC_NONE;
    const int32_t line = files_map__location_file_to_line(loc, file);
    const int32_t offset =
        files_map__location_file_line_to_offset(loc, file, line);
    return make_loc(ghdl, file, line, offset);
}

loc_t ghdl_loc(ghdl_t *ghdl, vhdl_node_t n)
{
    return our_loc(ghdl, vhdl__nodes__get_location(n));
}

loc_t ghdl_psl_loc(ghdl_t *ghdl, psltree_t p)
{
    return our_loc(ghdl, psl__nodes__get_location(p));
}

ghdl_source_t ghdl_source(const ghdl_t *ghdl, vhdl_node_t n)
{
    (void)ghdl;
    const ghdl_location_t loc = original(vhdl__nodes__get_location(n));
    const ghdl_file_t file = files_map__location_to_file(loc);
    if (loc.value == 0 || file.id == 0)
        return (ghdl_source_t){"", 0, 0};
    const size_t length = (size_t)files_map__get_file_length(file);
    const size_t at = (size_t)files_map__location_file_to_pos(loc, file);
    return (ghdl_source_t){files_map__get_file_buffer(file),
                           at < length ? at : length, length};
}

// ---- messages ----

static bool image_is(const char *names, size_t from, size_t to,
                     const char *name)
{
    const size_t n = strlen(name);
    return to - from >= n && memcmp(names + from - 1, name, n) == 0;
}

static diag_level_t message_level(int8_t id)
{
    const uint16_t *at = errorout__msgid_typeN + id;
    if (image_is(errorout__msgid_typeS, at[0], at[1], "MSGID_NOTE"))
        return DIAG_NOTE;
    if (image_is(errorout__msgid_typeS, at[0], at[1], "MSGID_WARNING")
        || image_is(errorout__msgid_typeS, at[0], at[1], "WARNID_"))
        return DIAG_WARNING;
    return DIAG_ERROR;
}

static bool group_is(int8_t group, const char *name)
{
    const uint8_t *at = errorout__memory__group_typeN + group;
    return image_is(errorout__memory__group_typeS, at[0], at[1], name);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// libghdl 2.0.0 gives no length; a fault at a word covers the word.
static unsigned fault_length(sources_t *sources, loc_t loc, int32_t length)
{
    size_t n;
    if (length > 1)
        return (unsigned)length;
    const char *line = sources_line(sources, loc, &n);
    if (line == NULL || loc.column == 0)
        return 1;
    size_t end = loc.column - 1u;
    while (end < n && is_word(line[end]))
        end++;
    const size_t covered = end - (loc.column - 1u);
    return covered > 0 ? (unsigned)covered : 1;
}

// What to do, where the reason is not in the file that libghdl points at.
static void add_advice(const ghdl_t *ghdl, diag_t *d)
{
    const char *text = diag_message(d);
    const char *library = strstr(text, "not found in library \"");
    if (library != NULL) {
        library += strlen("not found in library \"");
        const size_t n = strcspn(library, "\"");
        if (strlen(ghdl->work) != n
            || strncasecmp(library, ghdl->work, n) != 0)
            return;
    }
    if (library != NULL || strstr(text, "was not analysed") != NULL)
        diag_add_note(d, LOC_NONE, "files are analysed in the order given; "
                                   "the file that has it comes first");
    else if (strstr(text, "cannot find resource library") != NULL)
        diag_add_note(d, LOC_NONE, "-PDIR names a folder of libraries that "
                                   "GHDL has analysed");
}

// Without a place that counts our lines around the user's text.
static int message_length(ghdl_t *ghdl, int32_t file, const char *text)
{
    const char *place = strstr(text, " at line ");
    const bool wrong = file > 0 && place != NULL
                    && file_at(ghdl, (ghdl_file_t){file})->lines > 0;
    return (int)(wrong ? (size_t)(place - text) : strlen(text));
}

static diag_t *convert_message(ghdl_t *ghdl, int32_t i)
{
    const ghdl_message_t m = errorout__memory__get_error_record(i);
    const char *text = errorout__memory__get_error_message_addr(i);
    const loc_t loc = make_loc(ghdl, (ghdl_file_t){m.file}, m.line, m.offset);
    diag_t *d = diag_new(message_level(m.id), loc, "%.*s",
                         message_length(ghdl, m.file, text), text);
    diag_set_length(d, fault_length(diag_sink_sources(ghdl->sink), loc,
                                    m.length));
    add_advice(ghdl, d);
    return d;
}

// A wrong token confuses the parser for a while: what it says about the same
// line or the next after an error is left out.
static bool follows(const diag_t *d, loc_t *last)
{
    const loc_t loc = diag_loc(d);
    if (diag_level(d) != DIAG_ERROR || !loc_known(loc))
        return false;
    const bool near = last->file == loc.file && loc.line >= last->line
                      && loc.line <= last->line + 1;
    if (!near)
        *last = loc;
    return near;
}

// Emits what libghdl has collected and makes it forget. A group of messages
// becomes one diagnostic with notes.
static void emit_messages(ghdl_t *ghdl, bool parsing)
{
    const int32_t count = errorout__memory__get_nbr_messages();
    loc_t last = LOC_NONE;
    for (int32_t i = 1; i <= count; i++) {
        diag_t *d = convert_message(ghdl, i);
        int8_t group = errorout__memory__get_error_record(i).group;
        while (!group_is(group, "MSG_SINGLE") && !group_is(group, "MSG_LAST")
               && i < count) {
            const ghdl_message_t m = errorout__memory__get_error_record(++i);
            const loc_t loc = make_loc(ghdl, (ghdl_file_t){m.file}, m.line,
                                       m.offset);
            const loc_t main = diag_loc(d);
            const bool same = memcmp(&loc, &main, sizeof loc) == 0;
            diag_add_note(d, same ? LOC_NONE : loc, "%s",
                          errorout__memory__get_error_message_addr(i));
            group = m.group;
        }
        if (parsing && follows(d, &last))
            diag_free(d);
        else
            diag_emit(ghdl->sink, d);
    }
    errorout__memory__clear_errors();
    errorout__nbr_errors = 0;
}

// An Ada exception leaves through exit(); what was said before is not lost.
static void emit_at_exit(int status, void *user)
{
    (void)status;
    const struct at_exit *at_exit = user;
    if (at_exit->ghdl != NULL)
        emit_messages(at_exit->ghdl, true);
}

// ---- start-up ----

// libghdl takes these over; a crash of ours would then exit with status 1.
static const int taken_signals[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL};

static void start_library(void)
{
    struct sigaction saved[ARRAY_LEN(taken_signals)];
    for (size_t i = 0; i < ARRAY_LEN(taken_signals); i++)
        sigaction(taken_signals[i], NULL, &saved[i]);
    libghdl_init();
    errorout__memory__install_handler();
    libghdl__set_hooks_for_analysis();
    for (size_t i = 0; i < ARRAY_LEN(taken_signals); i++)
        sigaction(taken_signals[i], &saved[i], NULL);
}

static bool set_option(ghdl_t *ghdl, const char *fmt, ...) PRINTF_LIKE(2, 3);

static bool set_option(ghdl_t *ghdl, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    char *option = xvasprintf(fmt, ap);
    va_end(ap);
    const bool ok = libghdl__set_option(option, (int32_t)strlen(option)) == 0;
    emit_messages(ghdl, false);
    if (!ok)
        diag_error(ghdl->sink, LOC_NONE, "libghdl does not accept '%s'",
                   option);
    free(option);
    return ok;
}

static bool check_work_name(ghdl_t *ghdl, const char *name)
{
    bool ok = isalpha((unsigned char)name[0]) != 0;
    for (const char *p = name; *p != '\0'; p++)
        ok = ok && is_word(*p);
    ok = ok && strcasecmp(name, "std") != 0; // libghdl raises an exception
    if (!ok)
        diag_error(ghdl->sink, LOC_NONE, "'%s' is no name for a library",
                   name);
    return ok;
}

static bool add_library_path(ghdl_t *ghdl, const char *path)
{
    struct stat st;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return set_option(ghdl, "-P%s", path);
    diag_error(ghdl->sink, LOC_NONE, "there is no folder '%s' (option -P)",
               path);
    return false;
}

static bool set_options(ghdl_t *ghdl, const ghdl_options_t *o)
{
    bool ok = check_work_name(ghdl, o->work)
              && set_option(ghdl, "--std=%s", o->std)
              && set_option(ghdl, "--work=%s", o->work);
    for (size_t i = 0; i < o->library_path_count; i++)
        ok = ok && add_library_path(ghdl, o->library_paths[i]);
    ok = ok && (!o->synopsys || set_option(ghdl, "-fsynopsys"));
    ok = ok && (!o->relaxed || set_option(ghdl, "-frelaxed"));
    return ok && (!o->psl || set_option(ghdl, "-fpsl"));
}

static bool find_libraries(ghdl_t *ghdl)
{
    const char *prefix = getenv("GHDL_PREFIX");
    if (prefix == NULL || *prefix == '\0')
        prefix = GHDL_PREFIX;
    if (!set_option(ghdl, "--PREFIX=%s", prefix))
        return false;
    if (libghdl__analyze_init_status() == 0)
        return true;
    errorout__memory__clear_errors();
    diag_t *d = diag_new(DIAG_ERROR, LOC_NONE,
                         "libghdl does not find its libraries in '%s'",
                         prefix);
    diag_add_note(d, LOC_NONE, "set GHDL_PREFIX to the folder above vhdl/ "
                               "('ghdl --disp-config' names it)");
    diag_emit(ghdl->sink, d);
    return false;
}

ghdl_t *ghdl_start(const ghdl_options_t *options, diag_sink_t *sink)
{
    static bool started;
    if (started)
        BUG("libghdl cannot be started twice");
    started = true;
    ghdl_t *ghdl = xcalloc(1, sizeof *ghdl);
    ghdl->sink = sink;
    ghdl->work = xstrdup(options->work);
    ghdl->at_exit = xmalloc(sizeof *ghdl->at_exit);
    ghdl->at_exit->ghdl = ghdl;
    start_library();
    on_exit(emit_at_exit, ghdl->at_exit);
    if (set_options(ghdl, options) && find_libraries(ghdl))
        return ghdl;
    ghdl_free(ghdl);
    return NULL;
}

void ghdl_free(ghdl_t *ghdl)
{
    if (ghdl == NULL)
        return;
    ghdl->at_exit->ghdl = NULL;
    free(ghdl->work);
    vec_release(&ghdl->units);
    vec_release(&ghdl->files);
    for (size_t i = 0; i < ghdl->conditions.len; i++) {
        free(ghdl->conditions.data[i].name);
        free(ghdl->conditions.data[i].text);
    }
    vec_release(&ghdl->conditions);
    free(ghdl);
}

void ghdl_format_version(text_t *out)
{
    text_addn(out, version__ghdl_ver,
              strnlen(version__ghdl_ver, sizeof version__ghdl_ver));
}

// ---- analysis ----

static bool refuse(const char *path, diag_sink_t *sink, const char *why)
{
    const uint16_t file = sources_add(diag_sink_sources(sink), path);
    diag_error(sink, (loc_t){0, 0, file}, "%s", why);
    return false;
}

// VHDL is Latin-1 text: no NUL byte is in it, and few other control
// characters; a sample tells.
static bool looks_binary(FILE *file)
{
    char block[8192];
    const size_t n = fread(block, 1, sizeof block, file);
    return memchr(block, '\0', n) != NULL;
}

bool ghdl_check_file(const char *path, diag_sink_t *sink)
{
    struct stat st;
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return refuse(path, sink, errno == ENOENT ? "there is no such file"
                                                  : strerror(errno));
    const char *why = NULL;
    if (fstat(fileno(file), &st) != 0)
        why = strerror(errno);
    else if (S_ISDIR(st.st_mode))
        why = "this is a folder, not a VHDL file";
    else if (!S_ISREG(st.st_mode))
        why = "this is not a regular file";
    else if ((uintmax_t)st.st_size > GHDL_MAX_FILE)
        why = "this file is larger than 512 MB";
    else if (looks_binary(file))
        why = "this is a binary file, not VHDL";
    fclose(file);
    return why == NULL || refuse(path, sink, why);
}

// A statement that was taken out of the chain of its unit.
typedef struct {
    vhdl_node_t unit, before, statement; // before: none if it is the first
} detached_t;

typedef VEC(detached_t) detached_vec_t;

static void link_statement(const detached_t *d, vhdl_node_t next)
{
    if (vhdl_exists(d->before))
        vhdl__nodes__set_chain(d->before, next);
    else
        vhdl__nodes__set_concurrent_statement_chain(d->unit, next);
}

// libghdl 2.0.0 aborts on a vunit that is bound to a unit with a default
// clock of its own; the directives there have read it already.
static void detach_default_clocks(const ghdl_t *ghdl,
                                  detached_vec_t *detached)
{
    for (size_t i = 0; i < ghdl->units.len; i++) {
        const vhdl_node_t unit = vhdl_library_unit(ghdl->units.data[i]);
        vhdl_node_t before = VHDL_NONE;
        if (!vhdl_has_concurrent_statement_chain(unit))
            continue;
        VHDL_EACH(s, vhdl_concurrent_statement_chain(unit)) {
            if (vhdl_is(s, VHDL_PSL_DEFAULT_CLOCK)) {
                const detached_t d = {unit, before, s};
                vec_push(detached, d);
                link_statement(&d, vhdl_chain(s));
            } else {
                before = s;
            }
        }
    }
}

static void attach_again(detached_vec_t *detached)
{
    for (size_t i = detached->len; i-- > 0;)
        link_statement(&detached->data[i], detached->data[i].statement);
    vec_release(detached);
}

static void analyse_unit(ghdl_t *ghdl, vhdl_node_t unit)
{
    detached_vec_t detached = {0};
    if (vhdl_is(vhdl_library_unit(unit), VHDL_VUNIT_DECLARATION))
        detach_default_clocks(ghdl, &detached);
    vhdl__sem__semantic(unit);
    attach_again(&detached);
}

// The chain is taken apart unit by unit, because the library uses it, too.
static bool analyse_units(ghdl_t *ghdl, vhdl_node_t file)
{
    vhdl_node_t unit = vhdl_first_design_unit(file);
    while (vhdl_exists(unit)) {
        analyse_unit(ghdl, unit);
        const bool wrong = errorout__nbr_errors > 0;
        emit_messages(ghdl, false);
        if (wrong)
            return false;
        const vhdl_node_t next = vhdl_chain(unit);
        vhdl__nodes__set_chain(unit, VHDL_NONE);
        libraries__add_design_unit_into_library(unit, false);
        vec_push(&ghdl->units, unit);
        if (ghdl->on_unit != NULL)
            ghdl->on_unit(unit, ghdl->on_unit_user);
        unit = next;
    }
    return true;
}

// Analysing what did not parse would abort.
static bool finish(ghdl_t *ghdl, vhdl_node_t file)
{
    const bool wrong = !vhdl_exists(file) || errorout__nbr_errors > 0;
    emit_messages(ghdl, true);
    return !wrong && analyse_units(ghdl, file);
}

bool ghdl_analyse_file(ghdl_t *ghdl, const char *path)
{
    if (!ghdl_check_file(path, ghdl->sink))
        return false;
    const ghdl_name_t name =
        name_table__get_identifier_with_len(path, (int32_t)strlen(path));
    return finish(ghdl, vhdl__sem_lib__load_file_name(name));
}

// A file of libghdl's with this text in it.
static ghdl_file_t text_file(ghdl_t *ghdl, const char *name, const char *text)
{
    // libghdl asserts that the name is new; only our diagnostics show it.
    char *unique = xasprintf("%s#%u", name, ++ghdl->texts);
    const size_t length = strlen(text);
    const ghdl_file_t file = files_map__reserve_source_file(
        (ghdl_name_t){0},
        name_table__get_identifier_with_len(unique, (int32_t)strlen(unique)),
        (int32_t)length + 2);
    free(unique);
    memcpy(files_map__get_file_buffer(file), text, length);
    files_map__set_file_length(file, (int32_t)length);
    return file;
}

bool ghdl_analyse_text(ghdl_t *ghdl, const char *name, const char *text)
{
    const ghdl_file_t file = text_file(ghdl, name, text);
    file_at(ghdl, file)->ours = sources_add_text(
        diag_sink_sources(ghdl->sink), name, text, strlen(text));
    return finish(ghdl, vhdl__sem_lib__load_file(file));
}

// ---- conditions in the scope of an architecture ----

static uint32_t line_count(const char *text)
{
    uint32_t n = 1;
    for (const char *p = text; *p != '\0'; p++)
        n += *p == '\n';
    return n;
}

// `x <= true when TEXT;` in a vunit that is bound to the
// architecture: the form in which libghdl resolves and types a condition.
static ghdl_file_t wrap_condition(ghdl_t *ghdl, const char *name,
                                  const char *text, vhdl_node_t architecture)
{
    const vhdl_node_t entity =
        vhdl_declaration(vhdl_entity_name(architecture));
    char *unit = xasprintf("vunit \\%s\\ (%s(%s)) { signal \\x %s\\ : boolean; "
                           "\\x %s\\ <= true when\n%s\n; }\n",
                           name, vhdl_identifier(entity),
                           vhdl_identifier(architecture), name, name, text);
    const ghdl_file_t file = text_file(ghdl, name, unit);
    free(unit);
    file_t *f = file_at(ghdl, file);
    f->ours = sources_add_text(diag_sink_sources(ghdl->sink), name, text,
                               strlen(text));
    f->lines = line_count(text);
    return file;
}

// The condition of the one assignment; none if there is more than that.
static vhdl_node_t only_condition(vhdl_node_t unit)
{
    const vhdl_node_t signal = vhdl_vunit_item_chain(vhdl_library_unit(unit));
    const vhdl_node_t assignment = vhdl_chain(signal);
    if (vhdl_exists(vhdl_chain(unit)) || vhdl_exists(vhdl_chain(assignment)))
        return VHDL_NONE;
    const vhdl_node_t first = vhdl_conditional_waveform_chain(assignment);
    return vhdl_exists(vhdl_chain(first)) ? VHDL_NONE : vhdl_condition(first);
}

static vhdl_node_t analyse_condition(ghdl_t *ghdl, ghdl_file_t text)
{
    const vhdl_node_t file = vhdl__sem_lib__load_file(text);
    bool wrong = !vhdl_exists(file) || errorout__nbr_errors > 0;
    emit_messages(ghdl, true);
    if (wrong)
        return VHDL_NONE;
    const vhdl_node_t unit = vhdl_first_design_unit(file);
    if (!vhdl_exists(only_condition(unit))) {
        diag_error(ghdl->sink, make_loc(ghdl, text, 2, 0),
                   "this is more than one expression");
        return VHDL_NONE;
    }
    analyse_unit(ghdl, unit);
    wrong = errorout__nbr_errors > 0;
    emit_messages(ghdl, false);
    return wrong ? VHDL_NONE : only_condition(unit);
}

// Older standards have no vunits: they are read as one of 2008.
static vhdl_node_t analyse_as_2008(ghdl_t *ghdl, ghdl_file_t text)
{
    const uint8_t std = flags__vhdl_std;
    if (!set_option(ghdl, "--std=08"))
        return VHDL_NONE;
    const vhdl_node_t condition = analyse_condition(ghdl, text);
    flags__vhdl_std = std;
    return condition;
}

vhdl_node_t ghdl_condition(ghdl_t *ghdl, const char *name, const char *text,
                           vhdl_node_t architecture)
{
    for (size_t i = 0; i < ghdl->conditions.len; i++) {
        const condition_t *c = &ghdl->conditions.data[i];
        if (vhdl_same(c->architecture, architecture)
            && strcmp(c->name, name) == 0 && strcmp(c->text, text) == 0)
            return c->condition;
    }
    const vhdl_node_t condition = analyse_as_2008(
        ghdl, wrap_condition(ghdl, name, text, architecture));
    if (!vhdl_exists(condition))
        return VHDL_NONE;
    const condition_t c = {xstrdup(name), xstrdup(text), architecture,
                           condition};
    vec_push(&ghdl->conditions, c);
    return condition;
}

void ghdl_on_unit(ghdl_t *ghdl, ghdl_unit_fn fn, void *user)
{
    ghdl->on_unit = fn;
    ghdl->on_unit_user = user;
}

size_t ghdl_unit_count(const ghdl_t *ghdl)
{
    return ghdl->units.len;
}

vhdl_node_t ghdl_unit(const ghdl_t *ghdl, size_t i)
{
    return ghdl->units.data[i];
}
