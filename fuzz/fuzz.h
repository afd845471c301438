// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FUZZ_FUZZ_H
#define CLAVE_FUZZ_FUZZ_H

// Each target is one file with this one function. libFuzzer calls it with
// bytes that it invents; driver.c calls it with files, so that the corpus is
// a test on any machine. A target aborts on what must not happen.

#include "core/base.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Ends the run with the line if the condition does not hold, in every build.
#define FUZZ_CHECK(condition)                                                 \
    ((condition) ? (void)0 : BUG("fuzz: %s", #condition))

#endif
