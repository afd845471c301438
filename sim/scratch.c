// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "sim/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <time.h>
#include <unistd.h>

static const char *default_base(void)
{
    const char *base = getenv("TMPDIR");
    return base != NULL && *base != '\0' ? base : "/tmp";
}

char *scratch_new(const char *base, diag_sink_t *sink)
{
    char *path = xasprintf("%s/clave-XXXXXX",
                           base != NULL ? base : default_base());
    char *absolute = mkdtemp(path) != NULL ? realpath(path, NULL) : NULL;
    if (absolute == NULL)
        diag_error(sink, LOC_NONE, "no temporary directory: %s",
                   strerror(errno));
    free(path);
    return absolute;
}

static void remove_tree(const char *path)
{
    DIR *dir = opendir(path);
    if (dir == NULL)
        return;
    for (const struct dirent *e; (e = readdir(dir)) != NULL;) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        char *name = xasprintf("%s/%s", path, e->d_name);
        if (unlink(name) != 0)
            remove_tree(name);
        free(name);
    }
    closedir(dir);
    rmdir(path);
}

#define MAX_TRIES 100
#define TRY_NS 10000000 // 10 ms

void scratch_free(char *path)
{
    if (path == NULL)
        return;
    // A program that dies with a child that was killed may write for a
    // moment longer.
    remove_tree(path);
    for (unsigned i = 0; i < MAX_TRIES && access(path, F_OK) == 0; i++) {
        const struct timespec pause = {0, TRY_NS};
        nanosleep(&pause, NULL);
        remove_tree(path);
    }
    free(path);
}
