// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "core/child.h"
#include "core/text.h"
#include "tests/tap.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define NO_LIMITS ((child_limits_t){0, 0})

typedef struct {
    unsigned count;
    uint32_t type; // of the last one
    text_t bytes;  // of all
} seen_t;

static void see(uint32_t type, const char *bytes, size_t length, void *user)
{
    seen_t *seen = user;
    seen->count++;
    seen->type = type;
    ck_assert_int_eq(bytes[length], '\0');
    text_addn(&seen->bytes, bytes, length);
}

static child_state_t join(child_t *child, seen_t *seen)
{
    child_state_t state;
    while ((state = child_pump(child, see, seen)) == CHILD_RUNNING)
        child_wait(&child, 1, -1);
    return state;
}

static child_t *start(child_limits_t limits, child_main_fn fn, void *user)
{
    child_t *child = child_start(limits, fn, user);
    ck_assert_ptr_nonnull(child);
    return child;
}

// Nothing of ours is left to wait for.
static void check_no_zombie(void)
{
    ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
    ck_assert_int_eq(errno, ECHILD);
}

static void send_three(child_link_t *link, void *user)
{
    child_send(link, 7, user, strlen(user));
    child_send(link, 8, "", 0);
    child_send(link, 9, "!", 1);
}

START_TEST(records_arrive_in_order)
{
    char hello[] = "hello";
    seen_t seen = {0};
    child_t *child = start(NO_LIMITS, send_three, hello);
    ck_assert_int_eq(join(child, &seen), CHILD_DONE);
    ck_assert_uint_eq(seen.count, 3);
    ck_assert_uint_eq(seen.type, 9);
    ck_assert_str_eq(text_str(&seen.bytes), "hello!");
    ck_assert_int_eq(child_signal(child), 0);
    ck_assert_int_eq(child_exit_status(child), 0);
    check_no_zombie();
    child_free(child);
    text_release(&seen.bytes);
}
END_TEST

static void send_large(child_link_t *link, void *user)
{
    const size_t size = *(size_t *)user;
    char *bytes = xmalloc(size);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (char)(i % 251);
    for (int i = 0; i < 3; i++)
        child_send(link, 1, bytes, size);
    free(bytes);
}

START_TEST(records_may_be_large)
{
    size_t size = 3000001;
    seen_t seen = {0};
    child_t *child = start(NO_LIMITS, send_large, &size);
    ck_assert_int_eq(join(child, &seen), CHILD_DONE);
    ck_assert_uint_eq(seen.count, 3);
    ck_assert_uint_eq(seen.bytes.len, 3 * size);
    for (size_t i = 0; i < seen.bytes.len; i++)
        if (seen.bytes.data[i] != (char)(i % size % 251))
            ck_abort_msg("byte %zu differs", i);
    child_free(child);
    text_release(&seen.bytes);
}
END_TEST

static void crash(child_link_t *link, void *user)
{
    child_send(link, 1, "before", 6);
    fprintf(stderr, "raised SOMETHING\n");
    // A handler, such as the address sanitizer's, would turn it into an exit.
    signal(*(int *)user, SIG_DFL);
    raise(*(int *)user);
}

static void check_crash(int sig)
{
    seen_t seen = {0};
    child_t *child = start(NO_LIMITS, crash, &sig);
    ck_assert_int_eq(join(child, &seen), CHILD_CRASHED);
    ck_assert_int_eq(child_signal(child), sig);
    ck_assert_str_eq(text_str(&seen.bytes), "before");
    ck_assert_str_eq(child_output(child), "raised SOMETHING\n");
    check_no_zombie();
    child_free(child);
    text_release(&seen.bytes);
}

START_TEST(a_segfault_is_a_crash)
{
    check_crash(SIGSEGV);
}
END_TEST

START_TEST(an_abort_is_a_crash)
{
    check_crash(SIGABRT);
}
END_TEST

static void leave(child_link_t *link, void *user)
{
    child_send(link, 1, "before", 6);
    _exit(*(int *)user);
}

START_TEST(an_exit_is_not_the_end)
{
    for (int status = 0; status < 2; status++) {
        seen_t seen = {0};
        child_t *child = start(NO_LIMITS, leave, &status);
        ck_assert_int_eq(join(child, &seen), CHILD_EXITED);
        ck_assert_int_eq(child_exit_status(child), status);
        ck_assert_uint_eq(seen.count, 1);
        child_free(child);
        text_release(&seen.bytes);
    }
    check_no_zombie();
}
END_TEST

static void hang(child_link_t *link, void *user)
{
    (void)user;
    child_send(link, 1, "before", 6);
    for (;;)
        pause();
}

START_TEST(a_hang_ends_at_the_limit)
{
    seen_t seen = {0};
    child_t *child = start((child_limits_t){150, 0}, hang, NULL);
    ck_assert_int_eq(join(child, &seen), CHILD_TIMED_OUT);
    ck_assert_uint_ge(child_elapsed_ms(child), 150);
    ck_assert_uint_lt(child_elapsed_ms(child), 10000);
    ck_assert_uint_eq(seen.count, 1);
    check_no_zombie();
    child_free(child);
    text_release(&seen.bytes);
}
END_TEST

static void chatter(child_link_t *link, void *user)
{
    (void)link;
    (void)user;
    for (;;)
        if (write(STDERR_FILENO, "on and on ", 10) < 0)
            _exit(1);
}

START_TEST(a_hang_that_prints_ends_at_the_limit)
{
    seen_t seen = {0};
    child_t *child = start((child_limits_t){150, 0}, chatter, NULL);
    ck_assert_int_eq(join(child, &seen), CHILD_TIMED_OUT);
    ck_assert_uint_le(strlen(child_output(child)), 8192);
    ck_assert_uint_ge(strlen(child_output(child)), 4096);
    child_free(child);
}
END_TEST

static void eat(child_link_t *link, void *user)
{
    (void)user;
    child_send(link, 1, "before", 6);
    for (;;) {
        char *volatile block = xmalloc(1 << 20);
        memset(block, 1, 1 << 20);
    }
}

START_TEST(a_glutton_ends_at_the_limit)
{
    seen_t seen = {0};
    child_t *child = start((child_limits_t){50000, 64 << 20}, eat, NULL);
    ck_assert_int_eq(join(child, &seen), CHILD_OUT_OF_MEMORY);
    ck_assert_uint_eq(seen.count, 1);
    check_no_zombie();
    child_free(child);
    text_release(&seen.bytes);
}
END_TEST

static void modest(child_link_t *link, void *user)
{
    (void)user;
    char *block = xmalloc(16 << 20);
    memset(block, 1, 16 << 20);
    child_send(link, 1, block, 1);
    free(block);
}

START_TEST(a_limit_leaves_the_modest_alone)
{
    seen_t seen = {0};
    child_t *child = start((child_limits_t){50000, 64 << 20}, modest, NULL);
    ck_assert_int_eq(join(child, &seen), CHILD_DONE);
    child_free(child);
    text_release(&seen.bytes);
}
END_TEST

START_TEST(stopping_kills)
{
    seen_t seen = {0};
    child_t *child = start(NO_LIMITS, hang, NULL);
    while (seen.count == 0) {
        ck_assert_int_eq(child_pump(child, see, &seen), CHILD_RUNNING);
        child_wait(&child, 1, 100);
    }
    child_stop(child);
    ck_assert_int_eq(child_state(child), CHILD_STOPPED);
    ck_assert_int_eq(child_pump(child, see, &seen), CHILD_STOPPED);
    check_no_zombie();
    child_free(child);
    text_release(&seen.bytes);
}
END_TEST

// A grandchild that keeps the pipes open, in the same group.
static void leave_a_grandchild(child_link_t *link, void *user)
{
    (void)user;
    const pid_t pid = fork();
    if (pid == 0)
        for (;;)
            pause();
    child_send(link, 1, &pid, sizeof pid);
}

static void leave_and_die(child_link_t *link, void *user)
{
    leave_a_grandchild(link, user);
    _exit(3);
}

static void check_grandchild(child_main_fn fn, child_state_t expected)
{
    pid_t pid;
    seen_t seen = {0};
    child_t *child = start(NO_LIMITS, fn, NULL);
    ck_assert_int_eq(join(child, &seen), expected);
    ck_assert_uint_lt(child_elapsed_ms(child), 20000);
    memcpy(&pid, seen.bytes.data, sizeof pid);
    // Whoever adopts orphans reaps it in its own time.
    for (int i = 0; i < 500 && kill(pid, 0) == 0; i++) {
        char path[64];
        text_t stat = {0};
        snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
        const bool zombie = !text_read_file(&stat, path, 4096)
                            || strstr(text_str(&stat), ") Z ") != NULL;
        text_release(&stat);
        if (zombie)
            break;
        usleep(10000);
        ck_assert_int_lt(i, 499);
    }
    child_free(child);
    text_release(&seen.bytes);
}

START_TEST(grandchildren_go_too)
{
    check_grandchild(leave_a_grandchild, CHILD_DONE);
    check_grandchild(leave_and_die, CHILD_EXITED);
}
END_TEST

static void talk_nonsense(child_link_t *link, void *user)
{
    (void)user;
    // The descriptor is the link's only member.
    const int fd = *(const int *)link;
    const char nonsense[] = "these are no records at all";
    if (write(fd, nonsense, sizeof nonsense) < 0)
        _exit(1);
    for (;;)
        pause();
}

START_TEST(nonsense_is_not_waited_for)
{
    seen_t seen = {0};
    child_t *child = start(NO_LIMITS, talk_nonsense, NULL);
    ck_assert_int_eq(join(child, &seen), CHILD_EXITED);
    ck_assert_uint_eq(seen.count, 0);
    child_free(child);
}
END_TEST

static void send_after(child_link_t *link, void *user)
{
    usleep(1000 * *(unsigned *)user);
    child_send(link, 1, "x", 1);
}

START_TEST(several_run_side_by_side)
{
    unsigned delays[] = {60, 0, 30};
    child_t *children[ARRAY_LEN(delays)];
    seen_t seen[ARRAY_LEN(delays)] = {0};
    size_t running = ARRAY_LEN(delays);
    for (size_t i = 0; i < ARRAY_LEN(delays); i++)
        children[i] = start(NO_LIMITS, send_after, &delays[i]);
    while (running > 0) {
        child_wait(children, ARRAY_LEN(children), -1);
        running = 0;
        for (size_t i = 0; i < ARRAY_LEN(children); i++)
            running += child_pump(children[i], see, &seen[i])
                       == CHILD_RUNNING;
    }
    for (size_t i = 0; i < ARRAY_LEN(children); i++) {
        ck_assert_int_eq(child_state(children[i]), CHILD_DONE);
        ck_assert_uint_eq(seen[i].count, 1);
        child_free(children[i]);
        text_release(&seen[i].bytes);
    }
    check_no_zombie();
}
END_TEST

static void read_and_print(child_link_t *link, void *user)
{
    char c;
    (void)user;
    printf("out ");
    fflush(stdout);
    fprintf(stderr, "err");
    const ssize_t n = read(STDIN_FILENO, &c, 1);
    child_send(link, 1, &n, sizeof n);
}

START_TEST(standard_files_are_not_shared)
{
    ssize_t n = -1;
    seen_t seen = {0};
    child_t *child = start(NO_LIMITS, read_and_print, NULL);
    ck_assert_int_eq(join(child, &seen), CHILD_DONE);
    memcpy(&n, seen.bytes.data, sizeof n);
    ck_assert_int_eq(n, 0);
    ck_assert_str_eq(child_output(child), "out err");
    child_free(child);
    text_release(&seen.bytes);
}
END_TEST

START_TEST(works_with_standard_files_closed)
{
    char hello[] = "hello";
    seen_t seen = {0};
    const int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    child_t *child = child_start(NO_LIMITS, send_three, hello);
    const child_state_t state = child != NULL ? join(child, &seen)
                                              : CHILD_STATES;
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    ck_assert_int_eq(state, CHILD_DONE);
    child_free(child);
    text_release(&seen.bytes);
}
END_TEST

START_TEST(no_process_is_an_error)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    const struct rlimit few = {3, limit.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
    child_t *child = child_start(NO_LIMITS, hang, NULL);
    const int error = errno;
    setrlimit(RLIMIT_NOFILE, &limit);
    ck_assert_ptr_null(child);
    ck_assert_int_eq(error, EMFILE);
}
END_TEST

typedef struct {
    child_link_t *link;
    size_t heard;
} echo_t;

static void echo_one(uint32_t type, const char *bytes, size_t length,
                     void *user)
{
    echo_t *echo = user;
    child_send(echo->link, type, bytes, length);
    echo->heard++;
}

// Says what it is told, until it has heard that often.
static void echo(child_link_t *link, void *user)
{
    echo_t e = {link, 0};
    while (e.heard < *(const size_t *)user) {
        child_receive(link, echo_one, &e);
        usleep(1000);
    }
}

static void count_bytes(uint32_t type, const char *bytes, size_t length,
                        void *user)
{
    size_t *sum = user;
    (void)bytes;
    *sum += length + type;
}

// More than a pipe holds, so that some of it has to wait.
START_TEST(a_child_can_be_told_things)
{
    size_t count = 40, sum = 0;
    static char large[100000];
    child_t *child = child_start(NO_LIMITS, echo, &count);
    for (uint32_t i = 0; i < count; i++)
        child_tell(child, i, large, sizeof large);
    while (child_pump(child, count_bytes, &sum) == CHILD_RUNNING)
        child_wait(&child, 1, -1);
    ck_assert_int_eq(child_state(child), CHILD_DONE);
    ck_assert_uint_eq(sum, count * sizeof large + 39 * 40 / 2);
    child_tell(child, 1, large, 10); // to nobody
    child_free(child);
}
END_TEST

START_TEST(telling_a_child_that_has_left_is_harmless)
{
    size_t sum = 0;
    int status = 3;
    child_t *child = child_start(NO_LIMITS, leave, &status);
    usleep(100000);
    child_tell(child, 1, "x", 1);
    while (child_pump(child, count_bytes, &sum) == CHILD_RUNNING)
        child_wait(&child, 1, -1);
    ck_assert_int_eq(child_state(child), CHILD_EXITED);
    child_free(child);
}
END_TEST

START_TEST(states_have_names)
{
    ck_assert_str_eq(child_state_name(CHILD_TIMED_OUT), "timed out");
    ck_assert_str_eq(child_state_name(CHILD_STOPPED), "stopped");
}
END_TEST

TEST_SUITE(child, records_arrive_in_order, records_may_be_large,
           a_segfault_is_a_crash, an_abort_is_a_crash, an_exit_is_not_the_end,
           a_hang_ends_at_the_limit, a_hang_that_prints_ends_at_the_limit,
           a_glutton_ends_at_the_limit, a_limit_leaves_the_modest_alone,
           stopping_kills, grandchildren_go_too, nonsense_is_not_waited_for,
           several_run_side_by_side, standard_files_are_not_shared,
           works_with_standard_files_closed, no_process_is_an_error,
           a_child_can_be_told_things,
           telling_a_child_that_has_left_is_harmless, states_have_names)
