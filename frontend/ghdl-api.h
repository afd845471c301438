// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef CLAVE_FRONTEND_GHDL_API_H
#define CLAVE_FRONTEND_GHDL_API_H

// The functions of libghdl that we call, under their link names: the library
// ships no header. Only the binding (ghdl.c, vhdl.c, psltree.c) includes
// this; shared/libghdl.md says how it was found out. Ada passes a one-member
// struct as it passes the number inside, so the ids are typed here already.

#include "frontend/vhdl.h"

// An Ada String that is returned: not NUL-terminated, length = bounds[1] -
// bounds[0] + 1.
typedef struct {
    const char *data;
    const int32_t *bounds;
} ghdl_string_t;

typedef struct {
    const uint8_t *data;
    const int32_t *bounds;
} ghdl_bytes_t;

typedef struct { int32_t id; } ghdl_name_t;
typedef struct { int32_t id; } ghdl_file_t;
typedef struct { uint32_t value; } ghdl_location_t;

typedef struct {
    int8_t id, group;
    int32_t file, line, offset, length;
} ghdl_message_t;

typedef struct {
    int32_t chunk, index, remain;
} ghdl_iterator_t;

extern const char version__ghdl_ver[8]; // not NUL-terminated if it is full

// Start-up and options.
void libghdl_init(void);
void libghdl__set_hooks_for_analysis(void);
int libghdl__set_option(const char *text, int32_t length); // 0: accepted
int libghdl__analyze_init_status(void);                    // 0: well

// Messages.
extern int32_t errorout__nbr_errors;
extern uint8_t flags__vhdl_std;
extern const char errorout__msgid_typeS[];
extern const uint16_t errorout__msgid_typeN[];
extern const char errorout__memory__group_typeS[];
extern const uint8_t errorout__memory__group_typeN[];
void errorout__memory__install_handler(void);
int32_t errorout__memory__get_nbr_messages(void);
ghdl_message_t errorout__memory__get_error_record(int32_t i);
const char *errorout__memory__get_error_message_addr(int32_t i);
void errorout__memory__clear_errors(void);

// Files, names, libraries.
ghdl_name_t name_table__get_identifier_with_len(const char *text, int32_t n);
const char *name_table__get_name_ptr(ghdl_name_t name);
uint8_t name_table__is_character(ghdl_name_t name);
char name_table__get_character(ghdl_name_t name);
// Room for a text that is no file; the length includes two bytes at the end
// that files_map__set_file_length fills.
ghdl_file_t files_map__reserve_source_file(ghdl_name_t directory,
                                           ghdl_name_t name, int32_t length);
void files_map__set_file_length(ghdl_file_t file, int32_t length);
ghdl_name_t files_map__get_file_name(ghdl_file_t file);
ghdl_name_t files_map__get_directory_name(ghdl_file_t file);
char *files_map__get_file_buffer(ghdl_file_t file);
int32_t files_map__get_file_length(ghdl_file_t file);
ghdl_file_t files_map__location_to_file(ghdl_location_t loc);
// Where a generic package or subprogram was instantiated whose copy has loc;
// 0 for a place in no copy.
ghdl_location_t files_map__location_instance_to_location(ghdl_location_t loc);
ghdl_location_t files_map__file_pos_to_location(ghdl_file_t file,
                                                int32_t pos);
int32_t files_map__location_file_to_pos(ghdl_location_t loc,
                                        ghdl_file_t file);
int32_t files_map__location_file_to_line(ghdl_location_t loc,
                                         ghdl_file_t file);
int32_t files_map__location_file_line_to_offset(ghdl_location_t loc,
                                                ghdl_file_t file,
                                                int32_t line);
vhdl_node_t vhdl__sem_lib__load_file_name(ghdl_name_t path);
vhdl_node_t vhdl__sem_lib__load_file(ghdl_file_t file);
void vhdl__sem__semantic(vhdl_node_t unit);
void libraries__add_design_unit_into_library(vhdl_node_t unit, uint8_t keep);

// Nodes.
uint16_t vhdl__nodes__get_kind(vhdl_node_t n);
ghdl_location_t vhdl__nodes__get_location(vhdl_node_t n);
void vhdl__nodes__set_chain(vhdl_node_t n, vhdl_node_t chain);
void vhdl__nodes__set_concurrent_statement_chain(vhdl_node_t n,
                                                 vhdl_node_t chain);
uint8_t vhdl__nodes__get_mode(vhdl_node_t n);
int64_t vhdl__nodes__get_value(vhdl_node_t n);
double vhdl__nodes__get_fp_value(vhdl_node_t n);
uint8_t vhdl__nodes_meta__has_fp_value(uint16_t kind);
int32_t vhdl__nodes__get_enum_pos(vhdl_node_t n);
uint8_t vhdl__nodes__get_direction(vhdl_node_t n);
uint16_t vhdl__nodes__get_implicit_definition(vhdl_node_t n);
int32_t vhdl__nodes__get_string_length(vhdl_node_t n);
int32_t vhdl__nodes__get_string8_id(vhdl_node_t n);
char str_table__char_string8(int32_t id, int32_t i);
uint8_t vhdl__nodes_meta__has_mode(uint16_t kind);
uint8_t vhdl__nodes_meta__has_value(uint16_t kind);
uint8_t vhdl__nodes_meta__has_enum_pos(uint16_t kind);
uint8_t vhdl__nodes_meta__has_direction(uint16_t kind);
uint8_t vhdl__nodes_meta__has_implicit_definition(uint16_t kind);
uint8_t vhdl__nodes_meta__has_string8_id(uint16_t kind);

// What there is to know about kinds and fields.
extern const char vhdl__nodes_meta__types_enumS[];
extern const uint16_t vhdl__nodes_meta__types_enumN[];
extern const char vhdl__nodes_meta__field_attributeS[];
extern const uint8_t vhdl__nodes_meta__field_attributeN[];
ghdl_string_t vhdl__nodes_meta__get_iir_image(uint16_t kind);
ghdl_string_t vhdl__nodes_meta__get_field_image(uint16_t field);
ghdl_string_t vhdl__disp_tree__image_iir_predefined_functions(uint16_t f);
ghdl_string_t vhdl__disp_tree__image_iir_mode(uint8_t mode);
ghdl_string_t vhdl__disp_tree__image_direction_type(uint8_t direction);
int32_t vhdl__nodes_meta__get_fields_first(uint16_t kind);
int32_t vhdl__nodes_meta__get_fields_last(uint16_t kind);
uint16_t vhdl__nodes_meta__get_field_by_index(int32_t i);
uint8_t vhdl__nodes_meta__get_field_type(uint16_t field);
uint8_t vhdl__nodes_meta__get_field_attribute(uint16_t field);
vhdl_node_t vhdl__nodes_meta__get_iir(vhdl_node_t n, uint16_t field);
vhdl_flist_t vhdl__nodes_meta__get_iir_flist(vhdl_node_t n, uint16_t field);
vhdl_list_t vhdl__nodes_meta__get_iir_list(vhdl_node_t n, uint16_t field);
psltree_t vhdl__nodes_meta__get_psl_node(vhdl_node_t n, uint16_t field);
uint8_t vhdl__nodes_meta__get_boolean(vhdl_node_t n, uint16_t field);
ghdl_name_t vhdl__nodes_meta__get_name_id(vhdl_node_t n, uint16_t field);
int32_t vhdl__nodes_meta__get_int32(vhdl_node_t n, uint16_t field);
int64_t vhdl__nodes_meta__get_int64(vhdl_node_t n, uint16_t field);
uint8_t vhdl__nodes_meta__get_iir_mode(vhdl_node_t n, uint16_t field);

// Lists.
int32_t vhdl__flists__flast(vhdl_flist_t list);
vhdl_node_t vhdl__flists__get_nth_element(vhdl_flist_t list, int32_t i);
extern const vhdl_flist_t vhdl__flists__flist_all, vhdl__flists__flist_others;
extern const vhdl_list_t vhdl__lists__list_all;
ghdl_iterator_t vhdl__lists__iterate(vhdl_list_t list);
uint8_t vhdl__lists__is_valid(const ghdl_iterator_t *it);
vhdl_node_t vhdl__lists__get_element(const ghdl_iterator_t *it);
void vhdl__lists__next(ghdl_iterator_t *it);

// Fields of nodes.
#define GHDL_FIELD_(type, name)                                               \
    uint8_t vhdl__nodes_meta__has_##name(uint16_t kind);                      \
    type vhdl__nodes__get_##name(vhdl_node_t n);
#define NODE(name) GHDL_FIELD_(vhdl_node_t, name)
#define FLIST(name) GHDL_FIELD_(vhdl_flist_t, name)
#define LIST(name) GHDL_FIELD_(vhdl_list_t, name)
#define PSL(name) GHDL_FIELD_(psltree_t, name)
#define FLAG(name) GHDL_FIELD_(uint8_t, name)
#define WORD(name) GHDL_FIELD_(ghdl_name_t, name)
#include "frontend/vhdl-fields.def"
#undef NODE
#undef FLIST
#undef LIST
#undef PSL
#undef FLAG
#undef WORD

// PSL nodes.
uint8_t psl__nodes__get_kind(psltree_t n);
ghdl_location_t psl__nodes__get_location(psltree_t n);
ghdl_string_t psl__nodes_meta__get_nkind_image(uint8_t kind);
ghdl_string_t psl__nodes_meta__get_field_image(uint8_t field);
ghdl_bytes_t psl__nodes_meta__get_fields(uint8_t kind);

#define GHDL_PSL_FIELD_(type, name)                                           \
    uint8_t psl__nodes_meta__has_##name(uint8_t kind);                        \
    type psl__nodes__get_##name(psltree_t n);
#define PSL(name) GHDL_PSL_FIELD_(psltree_t, name)
#define NODE(name) GHDL_PSL_FIELD_(vhdl_node_t, name)
#define FLAG(name) GHDL_PSL_FIELD_(uint8_t, name)
#define NUMBER(name) GHDL_PSL_FIELD_(uint32_t, name)
#define WORD(name) GHDL_PSL_FIELD_(ghdl_name_t, name)
#include "frontend/psltree-fields.def"
#undef PSL
#undef NODE
#undef FLAG
#undef NUMBER
#undef WORD

static inline size_t ghdl_string_length(ghdl_string_t s)
{
    return s.bounds[1] >= s.bounds[0]
               ? (size_t)(s.bounds[1] - s.bounds[0]) + 1 : 0;
}

#endif
