// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct output {
    diag_sink_t *sink;
    char *path;      // NULL: standard output
    char *temporary; // NULL: written in place
    int fd;
    int error; // errno of the first failure
    text_t buffer;
};

#define BUFFER 65536

static void *cannot_open(output_t *output)
{
    diag_error(output->sink, LOC_NONE, "cannot write '%s': %s", output->path,
               strerror(errno));
    free(output->temporary);
    free(output->path);
    free(output);
    return NULL;
}

// A device or a pipe cannot be replaced by a file.
static bool is_special(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

static mode_t file_mode(const char *path)
{
    struct stat st;
    if (stat(path, &st) == 0)
        return st.st_mode & 07777;
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

// A file that may not be written is not replaced either.
static bool may_replace(const char *path)
{
    return access(path, W_OK) == 0 || errno == ENOENT;
}

output_t *output_open(const char *path, diag_sink_t *sink)
{
    output_t *output = xcalloc(1, sizeof *output);
    output->sink = sink;
    if (path == NULL || strcmp(path, "-") == 0) {
        output->fd = STDOUT_FILENO;
        return output;
    }
    output->path = xstrdup(path);
    if (is_special(path)) {
        output->fd = open(path, O_WRONLY | O_CLOEXEC);
        return output->fd >= 0 ? output : cannot_open(output);
    }
    if (!may_replace(path))
        return cannot_open(output);
    output->temporary = xasprintf("%s.XXXXXX", path);
    output->fd = mkostemp(output->temporary, O_CLOEXEC);
    if (output->fd < 0)
        return cannot_open(output);
    if (fchmod(output->fd, file_mode(path)) != 0)
        output->error = errno;
    return output;
}

static void flush(output_t *output)
{
    const char *at = output->buffer.data;
    size_t left = output->buffer.len;
    while (left > 0 && output->error == 0) {
        const ssize_t n = write(output->fd, at, left);
        if (n >= 0) {
            at += n;
            left -= (size_t)n;
        } else if (errno != EINTR) {
            output->error = errno;
        }
    }
    text_clear(&output->buffer);
}

void output_write(output_t *output, const char *bytes, size_t length)
{
    text_add_utf8(&output->buffer, bytes, length);
    if (output->buffer.len >= BUFFER)
        flush(output);
}

bool output_is_terminal(const output_t *output)
{
    return isatty(output->fd) != 0;
}

static void finish_file(output_t *output, bool keep)
{
    if (close(output->fd) != 0 && output->error == 0)
        output->error = errno;
    if (output->temporary == NULL)
        return;
    keep = keep && output->error == 0;
    if (keep && rename(output->temporary, output->path) == 0)
        return;
    if (keep)
        output->error = errno;
    unlink(output->temporary);
}

bool output_close(output_t *output, bool keep)
{
    flush(output);
    if (output->path != NULL)
        finish_file(output, keep);
    const bool ok = output->error == 0;
    if (!ok && output->path != NULL)
        diag_error(output->sink, LOC_NONE, "cannot write '%s': %s",
                   output->path, strerror(output->error));
    else if (!ok)
        diag_error(output->sink, LOC_NONE,
                   "cannot write to standard output: %s",
                   strerror(output->error));
    text_release(&output->buffer);
    free(output->temporary);
    free(output->path);
    free(output);
    return ok;
}
