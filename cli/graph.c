// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "cli/graph.h"

#include <errno.h>
#include <unistd.h>

bool graph_draw(const char *dot, diag_sink_t *sink, text_t *out)
{
    char path[] = "/tmp/clave-XXXXXX";
    const int fd = mkstemp(path);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) {
        diag_error(sink, LOC_NONE, "%s: %s", path, strerror(errno));
        return false;
    }
    bool ok = fputs(dot, file) >= 0;
    ok = fclose(file) == 0 && ok;
    char command[64];
    snprintf(command, sizeof command, "dot -Tsvg %s 2>/dev/null", path);
    FILE *pipe = ok ? popen(command, "r") : NULL;
    char buffer[4096];
    size_t n;
    while (pipe && (n = fread(buffer, 1, sizeof buffer, pipe)) > 0)
        text_addn(out, buffer, n);
    ok = pipe && pclose(pipe) == 0;
    unlink(path);
    if (!ok)
        diag_error(sink, LOC_NONE, "'dot' of graphviz is needed for --svg; "
                                   "--dot writes its input");
    return ok;
}
