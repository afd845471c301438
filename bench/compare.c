// SPDX-License-Identifier: GPL-3.0-or-later
//
// compare N COMMAND ... -- COMMAND ...: runs two commands N times each, one
// after the other, and prints the median wall-clock time of each and their
// quotient. What they print is thrown away.
//
// compare --usage COMMAND ...: runs it once and prints the seconds of
// processor time and the megabytes of its largest process.
//
// compare --answer FILE COMMAND ...: runs it once, keeps what it prints in
// FILE, and prints the seconds that passed, those of processor time, the
// megabytes of its largest process and its exit status, whatever that is.

#include "config.h"

#include "core/base.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

// What it prints goes to the file.
static double run_to(char **command, const char *path, int *status)
{
    const double start = milliseconds();
    const pid_t pid = fork();
    if (pid == 0) {
        const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(file, STDOUT_FILENO);
        execvp(command[0], command);
        _exit(127);
    }
    if (pid < 0 || waitpid(pid, status, 0) != pid) {
        fprintf(stderr, "compare: %s failed\n", command[0]);
        exit(1);
    }
    return milliseconds() - start;
}

static double run(char **command)
{
    int status;
    const double time = run_to(command, "/dev/null", &status);
    if (status != 0) {
        fprintf(stderr, "compare: %s failed\n", command[0]);
        exit(1);
    }
    return time;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, size_t n)
{
    qsort(times, n, sizeof *times, by_size);
    return n % 2 ? times[n / 2] : (times[n / 2 - 1] + times[n / 2]) / 2;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static int usage(char **command)
{
    struct rusage r;
    run(command);
    getrusage(RUSAGE_CHILDREN, &r);
    printf("%.3f %ld\n", seconds(r.ru_utime) + seconds(r.ru_stime),
           r.ru_maxrss / 1024);
    return 0;
}

static int answer(const char *path, char **command)
{
    struct rusage r;
    int status;
    const double time = run_to(command, path, &status);
    getrusage(RUSAGE_CHILDREN, &r);
    printf("%.3f %.3f %ld %d\n", time / 1e3,
           seconds(r.ru_utime) + seconds(r.ru_stime), r.ru_maxrss / 1024,
           WIFEXITED(status) ? WEXITSTATUS(status) : 128);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 3 && strcmp(argv[1], "--answer") == 0)
        return answer(argv[2], argv + 3);
    if (argc > 2 && strcmp(argv[1], "--usage") == 0)
        return usage(argv + 2);
    int split = 0;
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], "--") == 0)
            split = i;
    const long n = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    if (n < 1 || split < 3 || split + 1 >= argc) {
        fprintf(stderr, "usage: compare N COMMAND ... -- COMMAND ...\n");
        return 3;
    }
    argv[split] = NULL;
    double *first = xnmalloc((size_t)n, sizeof *first);
    double *second = xnmalloc((size_t)n, sizeof *second);
    run(argv + 2); // so that both find their files in memory
    run(argv + split + 1);
    for (long i = 0; i < n; i++) {
        first[i] = run(argv + 2);
        second[i] = run(argv + split + 1);
    }
    const double a = median(first, (size_t)n), b = median(second, (size_t)n);
    printf("%.2f ms, %.2f ms, quotient %.2f\n", a, b, a / b);
    free(first);
    free(second);
    return 0;
}
