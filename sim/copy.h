// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_SIM_COPY_H
#define CLAVE_SIM_COPY_H

// A copy of the analysed sources in which signals, output ports and process
// variables begin with given values, and in which process variables can be
// seen: each process that has some is put into a block with a signal for each
// variable, assigned where the process suspends. What is on a line of the
// source is on the same line of the copy.
//
// Several instances share one declaration. If their values differ, the value
// is a function of the path of the instance ('path_name), declared beside the
// object. An entity has no place for such a function, and its ports no path
// yet: they can differ in the length of a vector of equal bits only, and
// otherwise begin with what is declared; copy_has tells.

#include "frontend/design.h"

typedef struct copy copy_t;

// The instance label of the top and the name of the testbench, which paths
// begin with.
#define COPY_TESTBENCH "clave_tb"
#define COPY_TOP "clave_dut"

// Of all files that the session has analysed without error; it is borrowed
// until the copy is freed.
copy_t *copy_new(ghdl_t *ghdl);
void copy_free(copy_t *copy);

// Lets the object begin with a value, in the form of design_format_value; a
// null pointer leaves what is declared. The object is borrowed until the copy
// is freed, the value is copied.
void copy_set(copy_t *copy, const design_object_t *object, const char *value);
// Does this object begin with the value that was set?
bool copy_has(const copy_t *copy, const design_object_t *object);
// Where a recorded run has the object: "clave_tb.clave_dut.count".
void copy_wave_path(const copy_t *copy, const design_object_t *object,
                    text_t *out);

// The lines of the statement (of an if or a loop: its head) around a place:
// GHDL may give any of them. False if the place is in none of the files.
bool copy_statement(const copy_t *copy, loc_t place, unsigned *first,
                    unsigned *last) MUST_USE;
// Lets the signal assignment around a place in a process do nothing from a
// time on, in nanoseconds; nothing happens if there is no such assignment.
void copy_skip(copy_t *copy, loc_t place, uint64_t from);

// Does the work, once, after all copy_set and copy_skip.
void copy_make(copy_t *copy);
// The files in order of analysis; all is borrowed until the copy is freed.
size_t copy_file_count(const copy_t *copy);
const char *copy_file_name(const copy_t *copy, size_t i); // "f0.vhd"
uint16_t copy_file_source(const copy_t *copy, size_t i);  // loc_t.file
const text_t *copy_file_text(const copy_t *copy, size_t i);

#endif
