// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/copy.h"

#include "core/hash.h"
#include "sim/scan.h"
#include "sim/shape.h"

typedef struct {
    size_t at, end; // replaced bytes
    size_t number;  // edits at one place keep their order
    char *text;
} edit_t;

typedef struct {
    uint16_t source;
    char *name;
    scan_t scan;
    VEC(edit_t) edits;
    text_t text;
} file_t;

typedef struct {
    char *where; // path of the region around it
    char *value;
} instance_t;

// A declaration that is given a value.
typedef struct {
    vhdl_node_t node;
    const char *name;
    object_class_t class;
    size_t file, token; // of the identifier
    size_t process;     // of a variable
    VEC(instance_t) instances;
    bool done;
} entry_t;

// A process with variables that are recorded. All are tokens.
typedef struct {
    size_t file;
    size_t keyword;
    size_t first;  // its label, or where it begins without one
    size_t header; // where its declarations begin
    size_t begin;
    size_t end;
} process_t;

struct copy {
    ghdl_t *ghdl;
    VEC(file_t) files;
    VEC(entry_t) entries;
    map_t *entry_of;
    VEC(process_t) processes;
};

// ---- files ----

static size_t find_file(const copy_t *copy, const char *text)
{
    for (size_t i = 0; i < copy->files.len; i++)
        if (copy->files.data[i].scan.text == text)
            return i;
    return SIZE_MAX;
}

copy_t *copy_new(ghdl_t *ghdl)
{
    copy_t *copy = xcalloc(1, sizeof *copy);
    copy->ghdl = ghdl;
    copy->entry_of = map_new();
    for (size_t i = 0; i < ghdl_unit_count(ghdl); i++) {
        const vhdl_node_t unit = ghdl_unit(ghdl, i);
        const ghdl_source_t source = ghdl_source(ghdl, unit);
        if (source.length == 0 || find_file(copy, source.text) != SIZE_MAX)
            continue;
        file_t file = {.source = ghdl_loc(ghdl, unit).file};
        file.name = xasprintf("f%zu.vhd", copy->files.len);
        scan_init(&file.scan, source.text, source.length);
        vec_push(&copy->files, file);
    }
    return copy;
}

static void release_file(file_t *file)
{
    for (size_t i = 0; i < file->edits.len; i++)
        free(file->edits.data[i].text);
    vec_release(&file->edits);
    scan_release(&file->scan);
    text_release(&file->text);
    free(file->name);
}

static void release_entry(entry_t *entry)
{
    for (size_t i = 0; i < entry->instances.len; i++) {
        free(entry->instances.data[i].where);
        free(entry->instances.data[i].value);
    }
    vec_release(&entry->instances);
}

void copy_free(copy_t *copy)
{
    if (copy == NULL)
        return;
    for (size_t i = 0; i < copy->files.len; i++)
        release_file(&copy->files.data[i]);
    for (size_t i = 0; i < copy->entries.len; i++)
        release_entry(&copy->entries.data[i]);
    vec_release(&copy->files);
    vec_release(&copy->entries);
    vec_release(&copy->processes);
    map_free(copy->entry_of);
    free(copy);
}

// The text is owned by the edit.
static void add_edit(file_t *file, size_t at, size_t end, char *text)
{
    vec_push(&file->edits, ((edit_t){at, end, file->edits.len, text}));
}

static size_t token_at(const file_t *file, size_t i)
{
    return i < file->scan.tokens.len ? file->scan.tokens.data[i].at
                                     : file->scan.length;
}

// Replaces tokens; the lines stay what they were.
static void replace_tokens(file_t *file, size_t from, size_t to, text_t *by)
{
    const size_t at = token_at(file, from);
    const size_t end = to > from ? file->scan.tokens.data[to - 1].end : at;
    text_fill(by, '\n', scan_lines(&file->scan, at, end));
    add_edit(file, at, end, text_steal(by));
}

// ---- paths ----

// The length of the part of an object's path that is the region around it;
// the label of a process is no part of a path.
static size_t region_length(const design_object_t *object)
{
    const size_t name = strlen(vhdl_identifier(object->node));
    const size_t length = strlen(object->path);
    return name < length ? length - name : 0;
}

// As 'path_name has it; a variable is in the block around its process.
static char *where_of(const design_object_t *object, size_t process)
{
    text_t out = {0};
    const size_t length = region_length(object);
    text_add(&out, ":" COPY_TESTBENCH ":" COPY_TOP ":");
    for (size_t i = 0; i < length; i++)
        text_char(&out, object->path[i] == '.' ? ':' : object->path[i]);
    if (object->class == OBJECT_VARIABLE)
        text_printf(&out, "clave_p%zu:", process);
    return text_steal(&out);
}

// ---- processes ----

static size_t process_begin(const scan_t *scan, size_t header)
{
    size_t i = header;
    while (i < scan->tokens.len && !scan_is(scan, i, "begin"))
        i = scan_declaration(scan, i);
    return i;
}

static size_t process_end(const scan_t *scan, size_t i)
{
    for (; i < scan->tokens.len; i++)
        if (scan_is(scan, i, "end")
            && (scan_is(scan, i + 1, "process")
                || scan_is(scan, i + 1, "postponed")))
            break;
    return i;
}

// The process around a token.
static process_t process_around(const file_t *file, size_t number,
                                size_t token)
{
    const scan_t *s = &file->scan;
    size_t k = token;
    while (k > 0 && !(scan_is(s, k, "process") && !scan_is(s, k - 1, "end")
                      && !scan_is(s, k - 1, "postponed")))
        k--;
    process_t p = {.file = number, .keyword = k, .first = k};
    if (p.first > 0 && scan_is(s, p.first - 1, "postponed"))
        p.first--;
    if (p.first > 1 && scan_is(s, p.first - 1, ":"))
        p.first -= 2;
    p.header = k + 1;
    if (scan_is(s, p.header, "("))
        p.header = scan_until(s, p.header + 1, ")", NULL) + 1;
    if (scan_is(s, p.header, "is"))
        p.header++;
    p.begin = process_begin(s, p.header);
    p.end = process_end(s, p.begin);
    return p;
}

static size_t find_process(copy_t *copy, size_t file, size_t token)
{
    const process_t p = process_around(&copy->files.data[file], file, token);
    for (size_t i = 0; i < copy->processes.len; i++)
        if (copy->processes.data[i].file == file
            && copy->processes.data[i].keyword == p.keyword)
            return i;
    vec_push(&copy->processes, p);
    return copy->processes.len - 1;
}

// ---- entries ----

static entry_t *find_entry(const copy_t *copy, const design_object_t *object)
{
    uint64_t place;
    return map_get(copy->entry_of, vhdl_key(object->node), &place)
        ? &copy->entries.data[place] : NULL;
}

static bool can_begin(const design_object_t *object)
{
    switch (object->class) {
    case OBJECT_SIGNAL:
    case OBJECT_VARIABLE:
        return true;
    case OBJECT_OUTPUT:
    case OBJECT_PORT:
        return vhdl_mode(object->node) != VHDL_MODE_IN;
    default:
        return false;
    }
}

static entry_t *make_entry(copy_t *copy, const design_object_t *object)
{
    const ghdl_source_t source = ghdl_source(copy->ghdl, object->node);
    const size_t file = find_file(copy, source.text);
    if (file == SIZE_MAX)
        return NULL;
    entry_t e = {.node = object->node,
                 .name = vhdl_identifier(object->node),
                 .class = object->class,
                 .file = file};
    e.token = scan_find(&copy->files.data[file].scan, source.at);
    if (object->class == OBJECT_VARIABLE)
        e.process = find_process(copy, file, e.token);
    map_put(copy->entry_of, vhdl_key(object->node), copy->entries.len);
    vec_push(&copy->entries, e);
    return &vec_last(&copy->entries);
}

void copy_set(copy_t *copy, const design_object_t *object, const char *value)
{
    if (!can_begin(object))
        return;
    entry_t *entry = find_entry(copy, object);
    if (entry == NULL)
        entry = make_entry(copy, object);
    if (entry == NULL || value == NULL)
        return;
    text_t text = {0};
    if (shape_vhdl(value, &text)) {
        const instance_t instance = {where_of(object, entry->process),
                                     text_steal(&text)};
        vec_push(&entry->instances, instance);
    }
    text_release(&text);
}

static bool values_differ(const entry_t *entry)
{
    for (size_t i = 1; i < entry->instances.len; i++)
        if (strcmp(entry->instances.data[i].value,
                   entry->instances.data[0].value) != 0)
            return true;
    return false;
}

static bool is_port(const entry_t *entry)
{
    return entry->class == OBJECT_OUTPUT || entry->class == OBJECT_PORT;
}

void copy_wave_path(const copy_t *copy, const design_object_t *object,
                    text_t *out)
{
    text_add(out, COPY_TESTBENCH "." COPY_TOP ".");
    const entry_t *entry = find_entry(copy, object);
    if (object->class != OBJECT_VARIABLE || entry == NULL) {
        text_add(out, object->path);
        return;
    }
    text_addn(out, object->path, region_length(object));
    text_printf(out, "clave_p%zu.clave_v_%s", entry->process, entry->name);
}

// ---- declarations ----

// The type of the object; that of a port with its mode.
static void add_type(const scan_t *s, const scan_object_t *st, text_t *out)
{
    scan_join(s, st->colon + 1, st->type_end, out);
}


// The character that all instances have in all places, or NUL.
static char uniform_bit(const entry_t *entry)
{
    char bit = '\0';
    for (size_t i = 0; i < entry->instances.len; i++) {
        const char *v = entry->instances.data[i].value;
        if (*v++ != '"')
            return '\0';
        for (; *v != '"' && *v != '\0'; v++) {
            if (bit != '\0' && bit != *v)
                return '\0';
            bit = *v;
        }
    }
    return bit;
}

// Can one text be the value in all instances?
static bool has_value(const entry_t *e)
{
    return e->instances.len > 0
        && (!is_port(e) || !values_differ(e) || uniform_bit(e) != '\0');
}

// A port of an unconstrained type takes its length from the default.
static bool is_constrained(const copy_t *copy, const entry_t *e)
{
    const scan_t *s = &copy->files.data[e->file].scan;
    const scan_object_t o = scan_object(s, e->token);
    return scan_is(s, o.type_end - 1, ")");
}

// The value of the object, or a call of the function that knows it. A port
// may have another length in instances that nothing was set for.
static void add_value(const copy_t *copy, const entry_t *e, text_t *out)
{
    if (is_port(e) && uniform_bit(e) != '\0' && is_constrained(copy, e)) {
        text_printf(out, "(others => '%c')", uniform_bit(e));
        return;
    }
    if (is_port(e) || !values_differ(e)) {
        text_add(out, e->instances.data[0].value);
        return;
    }
    const size_t n = (size_t)(e - copy->entries.data);
    text_printf(out, "clave_f%zu(clave_h%zu'path_name)", n, n);
}

// The function of an object whose instances differ.
static void add_function(const copy_t *copy, const entry_t *e,
                         const scan_object_t *st, text_t *out)
{
    if (is_port(e) || e->instances.len == 0 || !values_differ(e))
        return;
    const size_t n = (size_t)(e - copy->entries.data);
    text_printf(out, "signal clave_h%zu : bit; subtype clave_t%zu is ", n, n);
    add_type(&copy->files.data[e->file].scan, st, out);
    text_printf(out,
                "; function clave_f%zu (p : string) return clave_t%zu is "
                "begin ", n, n);
    for (size_t i = 1; i < e->instances.len; i++) {
        const instance_t *in = &e->instances.data[i];
        text_printf(out, "if p = \"%sclave_h%zu\" then return %s; end if; ",
                    in->where, n, in->value);
    }
    text_printf(out, "return %s; end clave_f%zu; ",
                e->instances.data[0].value, n);
}

static entry_t *entry_at(const copy_t *copy, size_t file, size_t token)
{
    for (size_t i = 0; i < copy->entries.len; i++)
        if (copy->entries.data[i].file == file
            && copy->entries.data[i].token == token)
            return &copy->entries.data[i];
    return NULL;
}

// One of the names of a declaration, as a declaration of its own.
static void add_declaration(const copy_t *copy, size_t file,
                            const scan_object_t *st, size_t name, text_t *out)
{
    const scan_t *s = &copy->files.data[file].scan;
    const entry_t *e = entry_at(copy, file, name);
    scan_join(s, st->start, st->names, out);
    text_char(out, ' ');
    scan_join(s, name, name + 1, out);
    text_add(out, " : ");
    add_type(s, st, out);
    if (e != NULL && has_value(e)) {
        text_add(out, " := ");
        add_value(copy, e, out);
    } else if (st->value < st->stop) {
        text_add(out, " := ");
        scan_join(s, st->value, st->stop, out);
    }
}

// Writes the statement around an entry anew, for all of its names.
static void rewrite(copy_t *copy, entry_t *entry)
{
    file_t *file = &copy->files.data[entry->file];
    const scan_object_t st = scan_object(&file->scan, entry->token);
    text_t out = {0};
    for (size_t name = st.names; name < st.colon; name += 2) {
        entry_t *e = entry_at(copy, entry->file, name);
        if (e != NULL && e->class != OBJECT_VARIABLE)
            add_function(copy, e, &st, &out);
        if (e != NULL)
            e->done = true;
    }
    for (size_t name = st.names; name < st.colon; name += 2) {
        if (name > st.names)
            text_add(&out, "; ");
        add_declaration(copy, entry->file, &st, name, &out);
    }
    replace_tokens(file, st.start, st.stop, &out);
}

// ---- processes with variables ----

static bool is_movable(const scan_t *s, size_t i)
{
    static const char *const words[] = {"type", "subtype", "constant",
                                        "function", "pure", NULL};
    return scan_is_one(s, i, words);
}

static bool mentions(const scan_t *s, size_t from, size_t to, size_t name)
{
    const token_t n = s->tokens.data[name];
    char *word = xstrndup(s->text + n.at, n.end - n.at);
    bool found = false;
    for (size_t i = from; i < to && !found; i++)
        found = scan_is(s, i, word);
    free(word);
    return found;
}

// Does a recorded variable have a type that is declared in the process?
static bool has_local_types(const copy_t *copy, size_t process)
{
    const process_t *p = &copy->processes.data[process];
    const scan_t *s = &copy->files.data[p->file].scan;
    for (size_t k = 0; k < copy->entries.len; k++) {
        const entry_t *e = &copy->entries.data[k];
        if (e->class != OBJECT_VARIABLE || e->process != process)
            continue;
        const scan_object_t st = scan_object(s, e->token);
        for (size_t i = p->header; i < p->begin; i = scan_declaration(s, i)) {
            const size_t name = i + (scan_is(s, i, "pure") ? 2 : 1);
            if (is_movable(s, i)
                && mentions(s, st.colon + 1, st.type_end, name))
                return true;
        }
    }
    return false;
}

// Moves what the types of variables may need into the block.
static void move_declarations(copy_t *copy, const process_t *p, text_t *block)
{
    file_t *file = &copy->files.data[p->file];
    const scan_t *s = &file->scan;
    for (size_t i = p->header; i < p->begin;) {
        const size_t next = scan_declaration(s, i);
        if (is_movable(s, i)) {
            text_t nothing = {0};
            scan_join(s, i, next, block);
            text_char(block, ' ');
            replace_tokens(file, i, next, &nothing);
        }
        i = next;
    }
}

static void add_shadow(const copy_t *copy, const entry_t *e, text_t *block,
                       text_t *assignments)
{
    const scan_t *s = &copy->files.data[e->file].scan;
    const scan_object_t st = scan_object(s, e->token);
    add_function(copy, e, &st, block);
    text_printf(block, "signal clave_v_%s : ", e->name);
    add_type(s, &st, block);
    if (e->instances.len > 0) {
        text_add(block, " := ");
        add_value(copy, e, block);
    } else if (st.value < st.stop) {
        text_add(block, " := ");
        scan_join(s, st.value, st.stop, block);
    }
    text_add(block, "; ");
    text_printf(assignments, "clave_v_%s <= %s; ", e->name, e->name);
}

// The process suspends at its end (with a sensitivity list) or at a wait.
static void insert_assignments(file_t *file, const process_t *p,
                               const char *assignments)
{
    const scan_t *s = &file->scan;
    for (size_t i = p->begin; i < p->end; i++) {
        if (!scan_is(s, i, "wait"))
            continue;
        const size_t at = token_at(file, scan_is(s, i - 1, ":") ? i - 2 : i);
        add_edit(file, at, at, xstrdup(assignments));
    }
    const size_t at = token_at(file, p->end);
    add_edit(file, at, at, xstrdup(assignments));
}

static void wrap_process(copy_t *copy, size_t number)
{
    const process_t p = copy->processes.data[number];
    file_t *file = &copy->files.data[p.file];
    text_t block = {0}, assignments = {0};
    text_printf(&block, "clave_p%zu : block ", number);
    if (has_local_types(copy, number))
        move_declarations(copy, &p, &block);
    for (size_t i = 0; i < copy->entries.len; i++) {
        const entry_t *e = &copy->entries.data[i];
        if (e->class == OBJECT_VARIABLE && e->process == number)
            add_shadow(copy, e, &block, &assignments);
    }
    text_add(&block, "begin ");
    const size_t at = token_at(file, p.first);
    add_edit(file, at, at, text_steal(&block));
    insert_assignments(file, &p, text_str(&assignments));
    text_release(&assignments);
    const size_t semicolon = scan_until(&file->scan, p.end, ";", NULL);
    const size_t after = semicolon < file->scan.tokens.len
        ? file->scan.tokens.data[semicolon].end : file->scan.length;
    add_edit(file, after, after, xstrdup(" end block;"));
}

// ---- statements ----

static size_t offset_of(const file_t *file, loc_t place)
{
    const char *at = file->scan.text, *end = at + file->scan.length;
    for (uint32_t line = 1; line < place.line && at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline != NULL ? newline + 1 : end;
    }
    return (size_t)(at - file->scan.text) + (place.column - 1u);
}

// Is the token within parentheses of its statement?
static bool is_inside(const scan_t *s, size_t i)
{
    static const char *const ends[] = {";", "then", "begin", "loop", NULL};
    size_t depth = 0;
    while (i-- > 0 && !scan_is_one(s, i, ends)) {
        if (scan_is(s, i, ")"))
            depth++;
        else if (scan_is(s, i, "(") && depth-- == 0)
            return true;
    }
    return false;
}

static size_t statement_start(const scan_t *s, size_t i)
{
    static const char *const before[] = {";", "then", "else", "begin", "loop",
                                         NULL};
    while (i > 0 && !scan_is_one(s, i - 1, before)
           && !(scan_is(s, i - 1, "=>") && !is_inside(s, i - 1)))
        i--;
    return i;
}

static size_t statement_end(const scan_t *s, size_t i)
{
    static const char *const ends[] = {";", "then", "loop", "generate", "is",
                                       NULL};
    while (i + 1 < s->tokens.len && !scan_is_one(s, i, ends))
        i++;
    return i;
}

bool copy_statement(const copy_t *copy, loc_t place, unsigned *first,
                    unsigned *last)
{
    for (size_t i = 0; i < copy->files.len; i++) {
        const file_t *file = &copy->files.data[i];
        const size_t token = scan_find(&file->scan, offset_of(file, place));
        if (file->source != place.file || token == file->scan.tokens.len)
            continue;
        const size_t start = token_at(file, statement_start(&file->scan,
                                                            token));
        const size_t end = token_at(file, statement_end(&file->scan, token));
        *first = 1 + (unsigned)scan_lines(&file->scan, 0, start);
        *last = *first + (unsigned)scan_lines(&file->scan, start, end);
        return true;
    }
    return false;
}

// A name and an arrow: `a.b(3) <=`.
static bool is_signal_assignment(const scan_t *s, size_t i)
{
    i++;
    while (scan_is(s, i, "(") || scan_is(s, i, "."))
        i = scan_is(s, i, ".") ? i + 2 : scan_until(s, i + 1, ")", NULL) + 1;
    return scan_is(s, i, "<=");
}

static void skip_in(copy_t *copy, size_t number, loc_t place, uint64_t from)
{
    file_t *file = &copy->files.data[number];
    const scan_t *s = &file->scan;
    const size_t token = scan_find(s, offset_of(file, place));
    const process_t p = process_around(file, number, token);
    const size_t start = statement_start(s, token);
    const size_t end = scan_until(s, start, ";", NULL);
    if (token < p.begin || token > p.end || !scan_is(s, end, ";")
        || !is_signal_assignment(s, start))
        return;
    const size_t first = token_at(file, start);
    const size_t last = s->tokens.data[end].end;
    add_edit(file, first, first,
             xasprintf("if std.standard.now >= %llu ns then null; else ",
                       (unsigned long long)from));
    add_edit(file, last, last, xstrdup(" end if;"));
}

void copy_skip(copy_t *copy, loc_t place, uint64_t from)
{
    for (size_t i = 0; i < copy->files.len; i++)
        if (copy->files.data[i].source == place.file)
            skip_in(copy, i, place, from);
}

// ---- the new texts ----

static int compare_edits(const void *a, const void *b)
{
    const edit_t *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static void apply_edits(file_t *file)
{
    size_t at = 0;
    if (file->edits.len > 0)
        qsort(file->edits.data, file->edits.len, sizeof *file->edits.data,
              compare_edits);
    for (size_t i = 0; i < file->edits.len; i++) {
        const edit_t *e = &file->edits.data[i];
        if (e->at < at)
            BUG("edits of %s overlap", file->name);
        text_addn(&file->text, file->scan.text + at, e->at - at);
        text_add(&file->text, e->text);
        at = e->end;
    }
    text_addn(&file->text, file->scan.text + at, file->scan.length - at);
}

void copy_make(copy_t *copy)
{
    for (size_t i = 0; i < copy->entries.len; i++)
        if (!copy->entries.data[i].done
            && has_value(&copy->entries.data[i]))
            rewrite(copy, &copy->entries.data[i]);
    for (size_t i = 0; i < copy->processes.len; i++)
        wrap_process(copy, i);
    for (size_t i = 0; i < copy->files.len; i++)
        apply_edits(&copy->files.data[i]);
}

bool copy_has(const copy_t *copy, const design_object_t *object)
{
    const entry_t *entry = find_entry(copy, object);
    return entry != NULL && has_value(entry);
}

size_t copy_file_count(const copy_t *copy)
{
    return copy->files.len;
}

const char *copy_file_name(const copy_t *copy, size_t i)
{
    return copy->files.data[i].name;
}

uint16_t copy_file_source(const copy_t *copy, size_t i)
{
    return copy->files.data[i].source;
}

const text_t *copy_file_text(const copy_t *copy, size_t i)
{
    return &copy->files.data[i].text;
}
