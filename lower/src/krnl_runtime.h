/* The runtime of compiled operations of onnx-mlir's krnl dialect.
 *
 * `ovolo krnl-runtime` prints this file. One source file of a program that links an object which `ovolo optimize --emit obj` has
 * made of such operations defines OVOLO_KRNL_RUNTIME_IMPLEMENTATION before it includes this file; libraries of `--emit shared`
 * hold the implementation. The names that begin with `om`, `OM`, `find_index` and `get_random` are those of the runtime of
 * onnx-mlir, with the same parameters: with OVOLO_KRNL_RUNTIME_OF_ONNX_MLIR defined too, only the rest is implemented here, for
 * programs that link that runtime as well.
 *
 * In compiled code an address is an int64_t, a string is the address of a text that ends with a zero, and a sequence is an array
 * of addresses of tensors, zero where there is none.
 */
#ifndef OVOLO_KRNL_RUNTIME_H
#define OVOLO_KRNL_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef OVOLO_KRNL_RUNTIME_OF_ONNX_MLIR

/* The types of elements, by their numbers in ONNX. */
typedef enum {
  ONNX_TYPE_UNDEFINED = 0,
  ONNX_TYPE_FLOAT = 1,
  ONNX_TYPE_UINT8 = 2,
  ONNX_TYPE_INT8 = 3,
  ONNX_TYPE_UINT16 = 4,
  ONNX_TYPE_INT16 = 5,
  ONNX_TYPE_INT32 = 6,
  ONNX_TYPE_INT64 = 7,
  ONNX_TYPE_STRING = 8,
  ONNX_TYPE_BOOL = 9,
  ONNX_TYPE_FLOAT16 = 10,
  ONNX_TYPE_DOUBLE = 11,
  ONNX_TYPE_UINT32 = 12,
  ONNX_TYPE_UINT64 = 13,
  ONNX_TYPE_BFLOAT16 = 16
} OM_DATA_TYPE;

/* A tensor: memory with extents and a type, in row-major order. */
typedef struct OMTensor OMTensor;
/* Tensors, in order. */
typedef struct OMTensorList OMTensorList;

/* A tensor of memory of the caller, which outlives it; the extents are copied. */
OMTensor *omTensorCreate(void *data, const int64_t *shape, int64_t rank, OM_DATA_TYPE type);
/* The same; where `owning` is not zero the memory is freed with the tensor. */
OMTensor *omTensorCreateWithOwnership(void *data, const int64_t *shape, int64_t rank, OM_DATA_TYPE type, int64_t owning);
/* A tensor with memory of its own. */
OMTensor *omTensorCreateEmpty(const int64_t *shape, int64_t rank, OM_DATA_TYPE type);
void omTensorDestroy(OMTensor *tensor);
void *omTensorGetDataPtr(const OMTensor *tensor);
const int64_t *omTensorGetShape(const OMTensor *tensor);
const int64_t *omTensorGetStrides(const OMTensor *tensor);
int64_t omTensorGetRank(const OMTensor *tensor);
OM_DATA_TYPE omTensorGetDataType(const OMTensor *tensor);
int64_t omTensorGetNumElems(const OMTensor *tensor);
int64_t omTensorGetBufferSize(const OMTensor *tensor);
int64_t omTensorGetOwning(const OMTensor *tensor);
void omTensorSetOwning(OMTensor *tensor, int64_t owning);
/* Prints a tensor (`krnl.print_tensor`): `%s` in the message is its shape and type, `%t` its type alone, `%d` its elements. A
 * message without any of them is followed by the shape, the type and the elements. A line ends behind all but a type alone. */
void omTensorPrint(const char *message, const OMTensor *tensor);

/* The pointers are copied; the tensors belong to the list. */
OMTensorList *omTensorListCreate(OMTensor **tensors, int64_t count);
/* Destroys the tensors too. */
void omTensorListDestroy(OMTensorList *list);
void omTensorListDestroyShallow(OMTensorList *list);
OMTensor **omTensorListGetOmtArray(const OMTensorList *list);
int64_t omTensorListGetSize(const OMTensorList *list);
OMTensor *omTensorListGetOmtByIndex(const OMTensorList *list, int64_t index);

/* Instrumentation (`krnl.runtime_instrument_init`, `krnl.runtime_instrument`): each point prints a line on the standard output,
 * or into the file that ONNX_MLIR_INSTRUMENT_FILE names, with the seconds since the point before and since the first. */
void OMInstrumentPointInit(int64_t tag, const char *information);
void OMInstrumentPoint(const char *operation, int64_t tag, const char *node);

/* The place of a key that is in a perfect hash table (`krnl.find_index`). */
uint64_t find_index_str(const char *key, const int32_t *g, const int32_t *v, int32_t count);
uint64_t find_index_i64(int64_t key, const int32_t *g, const int32_t *v, int32_t count);

/* Normally distributed numbers (`krnl.random_normal`), the same for the same seed. */
void get_random_normal_value_f32(float *out, int64_t count, float mean, float scale, float seed);
void get_random_normal_value_f64(double *out, int64_t count, double mean, double scale, double seed);

#endif /* OVOLO_KRNL_RUNTIME_OF_ONNX_MLIR */

/* The entry point of a model, where it has one; of several each is `run_` and the name of its function. The inputs stay with the
 * caller, the results are the caller's. */
OMTensorList *run_main_graph(OMTensorList *inputs);
/* The names of the entry points, then NULL, and how many there are where `count` is not NULL; what the text says of inputs and
 * results of an entry point, NULL where there is none of that name. Nothing of it is to be freed. */
const char *const *omQueryEntryPoints(int64_t *count);
const char *omInputSignature(const char *entry_point);
const char *omOutputSignature(const char *entry_point);

/* Strings in a row, each behind the zero of the one before, become a table of their addresses. */
void ovolo_krnl_strings(int64_t *table, const char *texts, int64_t count);
/* Prints by a format of printf (`krnl.print`). */
void ovolo_krnl_print_text(const char *format);
void ovolo_krnl_print_i64(const char *format, int64_t value);
void ovolo_krnl_print_f64(const char *format, double value);
void ovolo_krnl_print_string(const char *format, const char *value);
/* Sequences (`krnl.seqalloc`, `seqdealloc`, `seqstore`, `seqextract`). What is stored is copied; what is loaded is a copy for the
 * caller to free where `copied` is not zero, and else belongs to the sequence. */
void ovolo_krnl_sequence_begin(int64_t *sequence, int64_t length);
void ovolo_krnl_sequence_end(int64_t *sequence, int64_t length);
void ovolo_krnl_sequence_store(
    int64_t *sequence, int64_t index, const void *data, const int64_t *shape, int64_t rank, int32_t type);
int64_t ovolo_krnl_sequence_load(const int64_t *sequence, int64_t index, int64_t copied);
int64_t ovolo_krnl_sequence_extent(const int64_t *sequence, int64_t index, int64_t dimension);
/* What the functions above that tell of entry points are made of. */
const char *const *ovolo_krnl_entry_points(int64_t *table, const char *names, int64_t count, int64_t *out);
const char *ovolo_krnl_signature(const char *texts, int64_t count, const char *entry_point);

#ifdef __cplusplus
}
#endif

#endif /* OVOLO_KRNL_RUNTIME_H */

#if defined(OVOLO_KRNL_RUNTIME_IMPLEMENTATION) && !defined(OVOLO_KRNL_RUNTIME_IMPLEMENTED)
#define OVOLO_KRNL_RUNTIME_IMPLEMENTED

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

static void *ovolo_krnl_memory(size_t bytes) {
  void *memory = malloc(bytes > 0 ? bytes : 1);
  if (!memory) {
    fprintf(stderr, "there is no memory for %zu bytes\n", bytes);
    abort();
  }
  return memory;
}

#ifndef OVOLO_KRNL_RUNTIME_OF_ONNX_MLIR

struct OMTensor {
  void *data;
  int64_t *shape;
  int64_t *strides;
  int64_t rank;
  OM_DATA_TYPE type;
  int64_t owning;
};

struct OMTensorList {
  OMTensor **tensors;
  int64_t count;
};

static int64_t ovolo_krnl_width(OM_DATA_TYPE type) {
  switch (type) {
  case ONNX_TYPE_UINT8:
  case ONNX_TYPE_INT8:
  case ONNX_TYPE_BOOL:
    return 1;
  case ONNX_TYPE_UINT16:
  case ONNX_TYPE_INT16:
  case ONNX_TYPE_FLOAT16:
  case ONNX_TYPE_BFLOAT16:
    return 2;
  case ONNX_TYPE_FLOAT:
  case ONNX_TYPE_INT32:
  case ONNX_TYPE_UINT32:
    return 4;
  default:
    return 8;
  }
}

OMTensor *omTensorCreateWithOwnership(void *data, const int64_t *shape, int64_t rank, OM_DATA_TYPE type, int64_t owning) {
  OMTensor *tensor = (OMTensor *)ovolo_krnl_memory(sizeof(OMTensor));
  int64_t stride = 1;
  tensor->data = data;
  tensor->shape = (int64_t *)ovolo_krnl_memory(sizeof(int64_t) * (size_t)rank);
  tensor->strides = (int64_t *)ovolo_krnl_memory(sizeof(int64_t) * (size_t)rank);
  tensor->rank = rank;
  tensor->type = type;
  tensor->owning = owning;
  for (int64_t d = rank - 1; d >= 0; d--) {
    tensor->shape[d] = shape[d];
    tensor->strides[d] = stride;
    stride *= shape[d];
  }
  return tensor;
}

OMTensor *omTensorCreate(void *data, const int64_t *shape, int64_t rank, OM_DATA_TYPE type) {
  return omTensorCreateWithOwnership(data, shape, rank, type, 0);
}

OMTensor *omTensorCreateEmpty(const int64_t *shape, int64_t rank, OM_DATA_TYPE type) {
  int64_t count = 1;
  for (int64_t d = 0; d < rank; d++)
    count *= shape[d];
  return omTensorCreateWithOwnership(
      ovolo_krnl_memory((size_t)(count * ovolo_krnl_width(type))), shape, rank, type, 1);
}

void omTensorDestroy(OMTensor *tensor) {
  if (!tensor)
    return;
  if (tensor->owning)
    free(tensor->data);
  free(tensor->shape);
  free(tensor->strides);
  free(tensor);
}

void *omTensorGetDataPtr(const OMTensor *tensor) { return tensor->data; }
const int64_t *omTensorGetShape(const OMTensor *tensor) { return tensor->shape; }
const int64_t *omTensorGetStrides(const OMTensor *tensor) { return tensor->strides; }
int64_t omTensorGetRank(const OMTensor *tensor) { return tensor->rank; }
OM_DATA_TYPE omTensorGetDataType(const OMTensor *tensor) { return tensor->type; }
int64_t omTensorGetOwning(const OMTensor *tensor) { return tensor->owning; }
void omTensorSetOwning(OMTensor *tensor, int64_t owning) { tensor->owning = owning; }

int64_t omTensorGetNumElems(const OMTensor *tensor) {
  int64_t count = 1;
  for (int64_t d = 0; d < tensor->rank; d++)
    count *= tensor->shape[d];
  return count;
}

int64_t omTensorGetBufferSize(const OMTensor *tensor) {
  return omTensorGetNumElems(tensor) * ovolo_krnl_width(tensor->type);
}

static const char *ovolo_krnl_type_name(OM_DATA_TYPE type) {
  static const char *const names[] = {"undefined", "float", "uint8", "int8", "uint16", "int16", "int32", "int64", "string",
      "bool", "float16", "double", "uint32", "uint64", "undefined", "undefined", "bfloat16"};
  return (unsigned)type < sizeof names / sizeof *names ? names[type] : "undefined";
}

static double ovolo_krnl_half(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value = exponent == 0 ? ldexp(fraction, -24) : ldexp(fraction + 1024, exponent - 25);
  if (exponent == 31)
    value = fraction ? NAN : INFINITY;
  return bits >> 15 ? -value : value;
}

static void ovolo_krnl_print_element(const OMTensor *tensor, int64_t place) {
  const char *at = (const char *)tensor->data + place * ovolo_krnl_width(tensor->type);
  uint32_t bits;
  float single;
  switch (tensor->type) {
  case ONNX_TYPE_FLOAT: printf("%g", *(const float *)at); break;
  case ONNX_TYPE_DOUBLE: printf("%g", *(const double *)at); break;
  case ONNX_TYPE_FLOAT16: printf("%g", ovolo_krnl_half(*(const uint16_t *)at)); break;
  case ONNX_TYPE_BFLOAT16:
    bits = (uint32_t) * (const uint16_t *)at << 16;
    memcpy(&single, &bits, sizeof single);
    printf("%g", single);
    break;
  case ONNX_TYPE_UINT8: printf("%u", *(const uint8_t *)at); break;
  case ONNX_TYPE_BOOL: printf("%u", *(const uint8_t *)at & 1); break;
  case ONNX_TYPE_INT8: printf("%d", *(const int8_t *)at); break;
  case ONNX_TYPE_UINT16: printf("%u", *(const uint16_t *)at); break;
  case ONNX_TYPE_INT16: printf("%d", *(const int16_t *)at); break;
  case ONNX_TYPE_UINT32: printf("%u", *(const uint32_t *)at); break;
  case ONNX_TYPE_INT32: printf("%d", *(const int32_t *)at); break;
  case ONNX_TYPE_UINT64: printf("%llu", (unsigned long long)*(const uint64_t *)at); break;
  case ONNX_TYPE_STRING: printf("\"%s\"", *(const char *const *)at); break;
  default: printf("%lld", (long long)*(const int64_t *)at); break;
  }
}

static void ovolo_krnl_print_rows(const OMTensor *tensor, int64_t dimension, int64_t place) {
  if (dimension == tensor->rank) {
    ovolo_krnl_print_element(tensor, place);
    return;
  }
  putchar('[');
  for (int64_t i = 0; i < tensor->shape[dimension]; i++) {
    if (i > 0)
      fputs(", ", stdout);
    ovolo_krnl_print_rows(tensor, dimension + 1, place + i * tensor->strides[dimension]);
  }
  putchar(']');
}

static void ovolo_krnl_print_type(const OMTensor *tensor) {
  for (int64_t d = 0; d < tensor->rank; d++)
    printf("%lldx", (long long)tensor->shape[d]);
  fputs(ovolo_krnl_type_name(tensor->type), stdout);
}

void omTensorPrint(const char *message, const OMTensor *tensor) {
  int has_type = 0, has_more = 0;
  const char *at;
  for (at = message; *at; at++) {
    if (at[0] != '%' || (at[1] != 's' && at[1] != 't' && at[1] != 'd')) {
      putchar(*at);
      continue;
    }
    at++;
    has_type |= *at == 't';
    has_more |= *at != 't';
    if (*at == 'd') {
      ovolo_krnl_print_rows(tensor, 0, 0);
    } else {
      if (*at == 's')
        fputs("tensor ", stdout);
      ovolo_krnl_print_type(tensor);
    }
  }
  if (!has_type && !has_more) {
    fputs("tensor ", stdout);
    ovolo_krnl_print_type(tensor);
    putchar(' ');
    ovolo_krnl_print_rows(tensor, 0, 0);
  }
  if (has_more || !has_type)
    putchar('\n');
  fflush(stdout);
}

OMTensorList *omTensorListCreate(OMTensor **tensors, int64_t count) {
  OMTensorList *list = (OMTensorList *)ovolo_krnl_memory(sizeof(OMTensorList));
  list->tensors = (OMTensor **)ovolo_krnl_memory(sizeof(OMTensor *) * (size_t)count);
  for (int64_t i = 0; i < count; i++)
    list->tensors[i] = tensors[i];
  list->count = count;
  return list;
}

void omTensorListDestroyShallow(OMTensorList *list) {
  if (list)
    free(list->tensors);
  free(list);
}

void omTensorListDestroy(OMTensorList *list) {
  for (int64_t i = 0; list && i < list->count; i++)
    omTensorDestroy(list->tensors[i]);
  omTensorListDestroyShallow(list);
}

OMTensor **omTensorListGetOmtArray(const OMTensorList *list) { return list->tensors; }
int64_t omTensorListGetSize(const OMTensorList *list) { return list->count; }
OMTensor *omTensorListGetOmtByIndex(const OMTensorList *list, int64_t index) { return list->tensors[index]; }

static double ovolo_krnl_first, ovolo_krnl_last;

static double ovolo_krnl_seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void OMInstrumentPointInit(int64_t tag, const char *information) {
  (void)tag;
  (void)information;
  ovolo_krnl_first = ovolo_krnl_last = ovolo_krnl_seconds();
}

void OMInstrumentPoint(const char *operation, int64_t tag, const char *node) {
  const char *name = getenv("ONNX_MLIR_INSTRUMENT_FILE");
  FILE *file = name ? fopen(name, "a") : stdout;
  double now = ovolo_krnl_seconds();
  if (ovolo_krnl_first == 0)
    ovolo_krnl_first = ovolo_krnl_last = now;
  if (file) {
    fprintf(file, "instrument %s %lld %s %.6f %.6f\n", operation, (long long)tag, node, now - ovolo_krnl_last,
        now - ovolo_krnl_first);
    if (name)
      fclose(file);
  }
  ovolo_krnl_last = now;
}

/* The 32-bit hash of Fowler, Noll and Vo that multiplies first, with another start; zero starts at the prime. */
static uint32_t ovolo_krnl_hash(uint32_t start, const char *key) {
  uint32_t prime = 16777619u, hash = start ? start : prime;
  for (; *key; key++)
    hash = hash * prime ^ (uint32_t)(int32_t)(signed char)*key;
  return hash;
}

uint64_t find_index_str(const char *key, const int32_t *g, const int32_t *v, int32_t count) {
  int32_t d = g[ovolo_krnl_hash(0, key) % (uint32_t)count];
  return (uint64_t)(int64_t)(d < 0 ? v[-d - 1] : v[ovolo_krnl_hash((uint32_t)d, key) % (uint32_t)count]);
}

uint64_t find_index_i64(int64_t key, const int32_t *g, const int32_t *v, int32_t count) {
  char digits[24];
  snprintf(digits, 20, "%lld", (long long)key);
  return find_index_str(digits, g, v, count);
}

/* Pairs of numbers by the method of Box and Muller, of the generator `splitmix64`. */
static double ovolo_krnl_uniform(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return ((double)((z ^ z >> 31) >> 11) + 0.5) / 9007199254740992.0;
}

void get_random_normal_value_f64(double *out, int64_t count, double mean, double scale, double seed) {
  uint64_t state;
  memcpy(&state, &seed, sizeof state);
  for (int64_t i = 0; i < count; i += 2) {
    double radius = sqrt(-2.0 * log(ovolo_krnl_uniform(&state)));
    double angle = 6.283185307179586 * ovolo_krnl_uniform(&state);
    out[i] = mean + scale * radius * cos(angle);
    if (i + 1 < count)
      out[i + 1] = mean + scale * radius * sin(angle);
  }
}

void get_random_normal_value_f32(float *out, int64_t count, float mean, float scale, float seed) {
  double pair[2];
  double start = seed;
  for (int64_t i = 0; i < count; i += 2, start += 1.0) {
    get_random_normal_value_f64(pair, 2, mean, scale, start);
    out[i] = (float)pair[0];
    if (i + 1 < count)
      out[i + 1] = (float)pair[1];
  }
}

#endif /* OVOLO_KRNL_RUNTIME_OF_ONNX_MLIR */

void ovolo_krnl_strings(int64_t *table, const char *texts, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    table[i] = (int64_t)(intptr_t)texts;
    texts += strlen(texts) + 1;
  }
}

void ovolo_krnl_print_text(const char *format) { printf("%s", format); fflush(stdout); }
void ovolo_krnl_print_f64(const char *format, double value) { printf(format, value); fflush(stdout); }
void ovolo_krnl_print_string(const char *format, const char *value) { printf(format, value); fflush(stdout); }
void ovolo_krnl_print_i64(const char *format, int64_t value) { printf(format, (long long)value); fflush(stdout); }

void ovolo_krnl_sequence_begin(int64_t *sequence, int64_t length) {
  for (int64_t i = 0; i < length; i++)
    sequence[i] = 0;
}

void ovolo_krnl_sequence_end(int64_t *sequence, int64_t length) {
  for (int64_t i = 0; i < length; i++)
    omTensorDestroy((OMTensor *)(intptr_t)sequence[i]);
}

void ovolo_krnl_sequence_store(
    int64_t *sequence, int64_t index, const void *data, const int64_t *shape, int64_t rank, int32_t type) {
  OMTensor *tensor = omTensorCreateEmpty(shape, rank, (OM_DATA_TYPE)type);
  memcpy(omTensorGetDataPtr(tensor), data, (size_t)omTensorGetBufferSize(tensor));
  omTensorDestroy((OMTensor *)(intptr_t)sequence[index]);
  sequence[index] = (int64_t)(intptr_t)tensor;
}

int64_t ovolo_krnl_sequence_load(const int64_t *sequence, int64_t index, int64_t copied) {
  const OMTensor *tensor = (const OMTensor *)(intptr_t)sequence[index];
  void *data = omTensorGetDataPtr(tensor);
  if (copied) {
    void *copy = ovolo_krnl_memory((size_t)omTensorGetBufferSize(tensor));
    memcpy(copy, data, (size_t)omTensorGetBufferSize(tensor));
    data = copy;
  }
  return (int64_t)(intptr_t)data;
}

int64_t ovolo_krnl_sequence_extent(const int64_t *sequence, int64_t index, int64_t dimension) {
  return omTensorGetShape((const OMTensor *)(intptr_t)sequence[index])[dimension];
}

const char *const *ovolo_krnl_entry_points(int64_t *table, const char *names, int64_t count, int64_t *out) {
  ovolo_krnl_strings(table, names, count);
  table[count] = 0;
  if (out)
    *out = count;
  return (const char *const *)table;
}

const char *ovolo_krnl_signature(const char *texts, int64_t count, const char *entry_point) {
  for (int64_t i = 0; i < count; i++) {
    const char *signature = texts + strlen(texts) + 1;
    if (strcmp(texts, entry_point) == 0)
      return signature;
    texts = signature + strlen(signature) + 1;
  }
  return NULL;
}

#ifdef __cplusplus
}
#endif

#endif /* OVOLO_KRNL_RUNTIME_IMPLEMENTATION */
