// SPDX-License-Identifier: GPL-3.0-or-later
#include "config.h"

#include "cli/check.h"

static void wire_generics(wire_t *wire, check_generic_t **generics,
                          size_t *count)
{
    *generics = wire_array(wire, *generics, count, sizeof **generics);
    for (size_t i = 0; i < *count; i++) {
        wire_text(wire, &(*generics)[i].name);
        wire_text(wire, &(*generics)[i].value);
    }
}

void check_wire_part(wire_t *wire, check_part_t *part)
{
    wire_generics(wire, &part->given, &part->given_count);
    wire_text(wire, &part->scope);
}

void check_wire_claim(wire_t *wire, check_claim_t *claim)
{
    wire_u64(wire, &claim->part);
    wire_u32(wire, &claim->kind);
    wire_text(wire, &claim->name);
    wire_text(wire, &claim->message);
    wire_loc(wire, &claim->loc);
}

void check_wire_fact(wire_t *wire, check_fact_t *fact)
{
    wire_u32(wire, &fact->kind);
    wire_loc(wire, &fact->loc);
    wire_text(wire, &fact->text);
}

void check_wire_answer(wire_t *wire, check_answer_t *answer)
{
    wire_u32(wire, &answer->verdict);
    wire_text(wire, &answer->engine);
    wire_text(wire, &answer->second);
    wire_text(wire, &answer->reason);
    wire_text(wire, &answer->start);
    wire_u64(wire, &answer->microseconds);
    wire_u64(wire, &answer->bound);
    wire_u64(wire, &answer->cycles);
    wire_bool(wire, &answer->confirmed);
    wire_bool(wire, &answer->empty);
    wire_bool(wire, &answer->unless_reset);
    wire_generics(wire, &answer->generics, &answer->generic_count);
    answer->invariant = wire_array(wire, answer->invariant,
                                   &answer->invariant_count,
                                   sizeof *answer->invariant);
    for (size_t i = 0; i < answer->invariant_count; i++)
        wire_text(wire, &answer->invariant[i]);
    wire_text(wire, &answer->trace);
    wire_text(wire, &answer->vcd);
    wire_text(wire, &answer->testbench);
    wire_text(wire, &answer->certificate);
}
