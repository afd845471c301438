// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/child.h"
#include "core/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#define WITH_ASAN true
#else
#define WITH_ASAN false
#define __lsan_do_recoverable_leak_check() 0
#endif

// There in builds that measure coverage.
void __gcov_dump(void) __attribute__((weak));

#define TYPE_END UINT32_MAX
#define OUTPUT_KEPT 8192
// How often to look at what does not wake us: the resident size, and a child
// that ended while a grandchild holds its pipe open.
#define WATCH_MEMORY_MS 20
#define WATCH_EXIT_MS 200

typedef struct {
    uint32_t type, length;
} header_t;

// What was read of a stream of records; from `taken` on it is not yet handed
// out.
typedef struct {
    text_t bytes;
    size_t taken;
} stream_t;

struct child_link {
    int fd;
    int orders; // what the parent tells
    stream_t told;
};

struct child {
    pid_t pid;
    int records, output; // our ends of the pipes; -1 when at their end
    int orders;          // our end, to tell it something
    text_t untold;       // what did not fit
    child_limits_t limits;
    uint64_t started, ended;
    size_t base_pages; // resident at the start
    child_state_t state;
    int wait_status;
    bool end_seen;
    stream_t said;
    text_t printed;
};

const char *child_state_name(child_state_t state)
{
    static const char *const names[CHILD_STATES] = {
        "running", "done", "crashed", "exited", "timed out", "out of memory",
        "stopped",
    };
    assert(state < CHILD_STATES);
    return names[state];
}

// ---- the child's side ----

static void write_all(int fd, struct iovec *v, int n)
{
    while (n > 0) {
        ssize_t done = writev(fd, v, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            _exit(EXIT_FAILURE); // nobody listens any more
        for (; n > 0 && (size_t)done >= v->iov_len; v++, n--)
            done -= (ssize_t)v->iov_len;
        if (n > 0) {
            v->iov_base = (char *)v->iov_base + done;
            v->iov_len -= (size_t)done;
        }
    }
}

static void send_record(int fd, uint32_t type, const void *bytes,
                        size_t length)
{
    header_t header = {type, (uint32_t)length};
    struct iovec v[] = {
        {&header, sizeof header},
        {(void *)(uintptr_t)bytes, length},
    };
    write_all(fd, v, length > 0 ? 2 : 1);
}

void child_send(child_link_t *link, uint32_t type, const void *bytes,
                size_t length)
{
    assert(type != TYPE_END);
    if (length > CHILD_MAX_RECORD)
        BUG("a record of %zu bytes", length);
    send_record(link->fd, type, bytes, length);
}

// Pages of /proc/PID/statm: the field 0 is all, 1 the resident ones.
static size_t count_pages(pid_t pid, int field)
{
    char path[64], line[128];
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    const ssize_t n = read(fd, line, sizeof line - 1);
    close(fd);
    if (n <= 0)
        return 0;
    line[n] = '\0';
    char *p = line;
    for (; field > 0; field--)
        strtoul(p, &p, 10);
    return strtoul(p, NULL, 10);
}

// The sanitizer's shadow takes terabytes of addresses, so there only the
// resident size is watched.
static void limit_addresses(uint64_t bytes)
{
    if (WITH_ASAN || bytes == 0)
        return;
    const uint64_t used =
        (uint64_t)count_pages(getpid(), 0) * (uint64_t)sysconf(_SC_PAGESIZE);
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0)
        return;
    if (limit.rlim_max == RLIM_INFINITY || used + bytes < limit.rlim_max)
        limit.rlim_cur = used + bytes;
    setrlimit(RLIMIT_AS, &limit);
}

static void default_signals(void)
{
    static const int signals[] = {
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGCHLD,
    };
    for (size_t i = 0; i < ARRAY_LEN(signals); i++)
        signal(signals[i], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void take_over_standard_files(int output)
{
    const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null < 0 || dup2(null, STDIN_FILENO) < 0
        || dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0)
        _exit(EXIT_FAILURE);
}

typedef struct {
    int records[2], output[2], orders[2];
} pipes_t;

static _Noreturn void be_child(child_limits_t limits, const pipes_t *pipes,
                               pid_t parent, child_main_fn fn, void *user)
{
    const int records = pipes->records[1];
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(EXIT_FAILURE);
    default_signals();
    take_over_standard_files(pipes->output[1]);
    limit_addresses(limits.bytes);
    child_link_t link = {.fd = records, .orders = pipes->orders[0]};
    fn(&link, user);
    text_release(&link.told.bytes);
    if (__lsan_do_recoverable_leak_check())
        _exit(EXIT_FAILURE);
    if (__gcov_dump)
        __gcov_dump();
    send_record(records, TYPE_END, NULL, 0);
    _exit(EXIT_SUCCESS);
}

// ---- the parent's side ----

// Moves both ends above the standard files, even if those are closed.
static bool move_ends(int ends[2])
{
    for (int i = 0; i < 2; i++) {
        if (ends[i] > STDERR_FILENO)
            continue;
        const int moved = fcntl(ends[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        if (moved < 0) {
            close(ends[0]);
            close(ends[1]);
            return false;
        }
        close(ends[i]);
        ends[i] = moved;
    }
    return true;
}

static bool open_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) != 0 || !move_ends(ends))
        return false;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return true;
}

// A socket, since writing to a pipe that nobody reads would be a signal.
static bool open_socket(int ends[2])
{
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0,
                      ends) == 0
        && move_ends(ends);
}

static void close_both(const int ends[2])
{
    const int saved = errno;
    close(ends[0]);
    close(ends[1]);
    errno = saved;
}

static bool open_pipes(pipes_t *pipes)
{
    if (!open_pipe(pipes->records))
        return false;
    if (!open_pipe(pipes->output)) {
        close_both(pipes->records);
        return false;
    }
    if (!open_socket(pipes->orders)) {
        close_both(pipes->records);
        close_both(pipes->output);
        return false;
    }
    return true;
}

static void close_pipes(const pipes_t *pipes)
{
    close_both(pipes->records);
    close_both(pipes->output);
    close_both(pipes->orders);
}

child_t *child_start(child_limits_t limits, child_main_fn fn, void *user)
{
    pipes_t pipes;
    if (!open_pipes(&pipes))
        return NULL;
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) {
        close_pipes(&pipes);
        return NULL;
    }
    if (pid == 0)
        be_child(limits, &pipes, parent, fn, user);
    setpgid(pid, pid); // both do it: whoever comes first
    close(pipes.records[1]);
    close(pipes.output[1]);
    close(pipes.orders[0]);
    child_t *child = xcalloc(1, sizeof *child);
    child->pid = pid;
    child->records = pipes.records[0];
    child->output = pipes.output[0];
    child->orders = pipes.orders[1];
    child->limits = limits;
    child->started = now_ms();
    child->base_pages = limits.bytes > 0 ? count_pages(parent, 1) : 0;
    return child;
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

// Reads one block of what is there; closes the end once the other side is
// closed. Returns whether anything was read.
static bool drain(int *fd, text_t *into)
{
    char block[65536];
    ssize_t n;
    if (*fd < 0)
        return false;
    do
        n = read(*fd, block, sizeof block);
    while (n < 0 && errno == EINTR);
    if (n > 0)
        text_addn(into, block, (size_t)n);
    else if (n == 0 || errno != EAGAIN)
        close_end(fd);
    return n > 0;
}

// At most so many blocks at once: a child that never stops printing must not
// keep us from looking at the clock.
#define BLOCKS_AT_ONCE 64

static void drain_output(child_t *child)
{
    text_t *t = &child->printed;
    for (int i = 0; i < BLOCKS_AT_ONCE && drain(&child->output, t); i++) {
        if (t->len <= 2 * OUTPUT_KEPT)
            continue;
        memmove(t->data, t->data + t->len - OUTPUT_KEPT, OUTPUT_KEPT + 1);
        t->len = OUTPUT_KEPT;
    }
}

typedef enum { STREAM_OPEN, STREAM_ENDED, STREAM_SENSELESS } stream_end_t;

// Hands out the complete records that were read.
static stream_end_t hand_out(stream_t *stream, child_record_fn fn, void *user)
{
    text_t *b = &stream->bytes;
    header_t header;
    while (b->len - stream->taken >= sizeof header) {
        memcpy(&header, b->data + stream->taken, sizeof header);
        if (header.type == TYPE_END)
            return STREAM_ENDED;
        if (header.length > CHILD_MAX_RECORD)
            return STREAM_SENSELESS;
        if (b->len - stream->taken - sizeof header < header.length)
            break;
        char *bytes = b->data + stream->taken + sizeof header;
        stream->taken += sizeof header + header.length;
        const char next = bytes[header.length];
        bytes[header.length] = '\0';
        fn(header.type, bytes, header.length, user);
        bytes[header.length] = next;
    }
    if (stream->taken == b->len) {
        text_clear(b);
        stream->taken = 0;
    } else if (stream->taken > (1u << 16)) {
        memmove(b->data, b->data + stream->taken, b->len - stream->taken);
        b->len -= stream->taken;
        stream->taken = 0;
    }
    return STREAM_OPEN;
}

// ---- the other way ----

static void tell_rest(child_t *child)
{
    text_t *t = &child->untold;
    size_t told = 0;
    while (told < t->len) {
        const ssize_t n = send(child->orders, t->data + told, t->len - told,
                               MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        told += (size_t)n;
    }
    if (told == 0)
        return;
    memmove(t->data, t->data + told, t->len - told);
    t->len -= told;
}

void child_tell(child_t *child, uint32_t type, const void *bytes,
                size_t length)
{
    const header_t header = {type, (uint32_t)length};
    if (child->state != CHILD_RUNNING)
        return;
    text_addn(&child->untold, (const char *)&header, sizeof header);
    text_addn(&child->untold, bytes, length);
    tell_rest(child);
}

void child_receive(child_link_t *link, child_record_fn fn, void *user)
{
    while (drain(&link->orders, &link->told.bytes))
        hand_out(&link->told, fn, user);
}

static void kill_group(const child_t *child)
{
    kill(-child->pid, SIGKILL);
    kill(child->pid, SIGKILL);
}

// The group goes first: while the leader is not reaped its number is ours.
static void reap(child_t *child, child_state_t state)
{
    struct rusage usage;
    kill(-child->pid, SIGKILL);
    while (wait4(child->pid, &child->wait_status, 0, &usage) < 0
           && errno == EINTR)
        continue;
    drain_output(child);
    close_end(&child->records);
    close_end(&child->output);
    close_end(&child->orders);
    child->ended = now_ms();
    child->state = state;
    if (child->limits.bytes == 0
        || (state != CHILD_CRASHED && state != CHILD_EXITED))
        return;
    // Under RLIMIT_AS a request fails, and each library says so in its way.
    static const char *const signs[] = {
        "out of memory", "STORAGE_ERROR", "memory exhausted", "bad_alloc",
    };
    const char *printed = child_output(child);
    for (size_t i = 0; i < ARRAY_LEN(signs); i++)
        if (strstr(printed, signs[i]) != NULL)
            child->state = CHILD_OUT_OF_MEMORY;
    if ((uint64_t)usage.ru_maxrss * 1024 >= child->limits.bytes)
        child->state = CHILD_OUT_OF_MEMORY;
}

static void kill_and_reap(child_t *child, child_state_t state)
{
    kill_group(child);
    reap(child, state);
}

// Has the process ended? It stays a zombie until it is reaped.
static bool has_ended(const child_t *child, bool sleep)
{
    siginfo_t info = {0};
    const int flags = WEXITED | WNOWAIT | (sleep ? 0 : WNOHANG);
    int r;
    do
        r = waitid(P_PID, (id_t)child->pid, &info, flags);
    while (r != 0 && errno == EINTR);
    return r != 0 || info.si_pid == child->pid;
}

static child_state_t classify(const child_t *child)
{
    siginfo_t info = {0};
    if (child->end_seen)
        return CHILD_DONE;
    waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOWAIT);
    return info.si_code == CLD_EXITED ? CHILD_EXITED : CHILD_CRASHED;
}

static bool too_large(const child_t *child)
{
    if (child->limits.bytes == 0)
        return false;
    const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    const size_t pages = count_pages(child->pid, 1);
    return pages > child->base_pages
           && (pages - child->base_pages) * page > child->limits.bytes;
}

// False if what arrived makes no sense.
static bool drain_records(child_t *child, bool all, child_record_fn fn,
                          void *user)
{
    for (int i = 0; all || i < BLOCKS_AT_ONCE; i++) {
        if (child->end_seen || !drain(&child->records, &child->said.bytes))
            break;
        const stream_end_t end = hand_out(&child->said, fn, user);
        if (end == STREAM_SENSELESS)
            return false;
        child->end_seen = end == STREAM_ENDED;
    }
    return true;
}

child_state_t child_pump(child_t *child, child_record_fn fn, void *user)
{
    if (child->state != CHILD_RUNNING)
        return child->state;
    // Asked before reading: whatever it sent is in the pipe by then.
    const bool ended = has_ended(child, false);
    if (ended)
        kill_group(child); // no grandchild writes any more
    else
        tell_rest(child);
    drain_output(child);
    if (!drain_records(child, ended, fn, user))
        kill_and_reap(child, CHILD_EXITED);
    else if (child->end_seen || ended)
        reap(child, classify(child));
    else if (child->limits.milliseconds > 0
             && child_elapsed_ms(child) >= child->limits.milliseconds)
        kill_and_reap(child, CHILD_TIMED_OUT);
    else if (too_large(child))
        kill_and_reap(child, CHILD_OUT_OF_MEMORY);
    else if (child->records < 0) { // closed: it is about to end
        has_ended(child, true);
        reap(child, classify(child));
    }
    return child->state;
}

// When to look at this child again if it stays silent.
static int patience_ms(const child_t *child)
{
    int ms = child->limits.bytes > 0 ? WATCH_MEMORY_MS : WATCH_EXIT_MS;
    if (child->limits.milliseconds > 0) {
        const uint64_t spent = child_elapsed_ms(child);
        const uint64_t left = spent < child->limits.milliseconds
                                  ? child->limits.milliseconds - spent : 0;
        if (left < (uint64_t)ms)
            ms = (int)left;
    }
    return ms;
}

void child_wait(child_t *const *children, size_t count, int max_ms)
{
    struct pollfd *fds = xnmalloc(count * 2, sizeof *fds);
    nfds_t n = 0;
    int ms = max_ms;
    for (size_t i = 0; i < count; i++) {
        if (children[i]->state != CHILD_RUNNING)
            continue;
        fds[n++] = (struct pollfd){children[i]->records, POLLIN, 0};
        fds[n++] = (struct pollfd){children[i]->output, POLLIN, 0};
        const int patience = patience_ms(children[i]);
        if (ms < 0 || patience < ms)
            ms = patience;
    }
    if (n > 0)
        poll(fds, n, ms); // an interruption is as good as an event
    free(fds);
}

void child_stop(child_t *child)
{
    if (child->state == CHILD_RUNNING)
        kill_and_reap(child, CHILD_STOPPED);
}

void child_free(child_t *child)
{
    if (child == NULL)
        return;
    child_stop(child);
    text_release(&child->said.bytes);
    text_release(&child->untold);
    text_release(&child->printed);
    free(child);
}

child_state_t child_state(const child_t *child)
{
    return child->state;
}

int child_signal(const child_t *child)
{
    return child->state == CHILD_CRASHED ? WTERMSIG(child->wait_status) : 0;
}

int child_exit_status(const child_t *child)
{
    return child->state == CHILD_EXITED && WIFEXITED(child->wait_status)
               ? WEXITSTATUS(child->wait_status) : 0;
}

uint64_t child_elapsed_ms(const child_t *child)
{
    const uint64_t end = child->state == CHILD_RUNNING ? now_ms()
                                                       : child->ended;
    return end - child->started;
}

const char *child_output(const child_t *child)
{
    const text_t *t = &child->printed;
    return t->len > OUTPUT_KEPT ? t->data + t->len - OUTPUT_KEPT
                                : text_str(t);
}
