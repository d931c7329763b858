// SPDX-License-Identifier: Apache-2.0
// The C functions that Embedded Swift calls on bare WebAssembly. Memory comes from size classes over memory.grow.

typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;
typedef unsigned long long u64;

extern byte __heap_base;
static byte *top, *limit;
static struct free_block { struct free_block *next; } *classes[32];

// A block is preceded by 16 bytes that hold its class, which keeps what is handed out aligned to 16.
void *malloc(size_t size) {
  unsigned class = 5;
  while (class < 31 && ((size_t)1 << class) < size + 16) class++;
  if (((size_t)1 << class) < size + 16) __builtin_trap();
  byte *block = (byte *)classes[class];
  if (block) {
    classes[class] = classes[class]->next;
  } else {
    size_t length = (size_t)1 << class;
    if (!top) {
      top = (byte *)(((size_t)&__heap_base + 15) & ~(size_t)15);
      limit = (byte *)(__builtin_wasm_memory_size(0) << 16);
    }
    if (length > (size_t)(limit - top)) {
      size_t pages = (length + 65535) >> 16;
      if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) __builtin_trap();
      limit += pages << 16;
    }
    block = top;
    top += length;
  }
  *(unsigned *)block = class;
  return block + 16;
}

void free(void *pointer) {
  if (!pointer) return;
  byte *block = (byte *)pointer - 16;
  unsigned class = *(unsigned *)block;
  struct free_block *freed = (struct free_block *)block;
  freed->next = classes[class];
  classes[class] = freed;
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  if (alignment > 16) __builtin_trap();
  *out = malloc(size);
  return 0;
}

// Segments are copied several times on their way: the engine's own instructions do it at the speed of memory. They are calls in some
// engines, so a loop is faster for a few bytes.
enum { few = 32 };

void *memmove(void *to, const void *from, size_t count) {
  byte *t = to;
  const byte *f = from;
  if (count > few) __builtin_memmove(to, from, count);
  else if (t < f) while (count--) *t++ = *f++;
  else while (count--) t[count] = f[count];
  return to;
}

void *memcpy(void *to, const void *from, size_t count) {
  byte *t = to;
  const byte *f = from;
  if (count > few) __builtin_memcpy(to, from, count);
  else while (count--) *t++ = *f++;
  return to;
}

void *memset(void *to, int value, size_t count) {
  byte *t = to;
  if (count > few) __builtin_memset(to, value, count);
  else while (count--) *t++ = (byte)value;
  return to;
}

int memcmp(const void *left, const void *right, size_t count) {
  const byte *l = left, *r = right;
  for (; count; count--, l++, r++) if (*l != *r) return *l - *r;
  return 0;
}

// Half away from zero, as C has it; `nearest` alone rounds half to even.
double round(double value) {
  double cut = __builtin_trunc(value);
  double rest = value - cut;
  return rest >= 0.5 ? cut + 1 : rest <= -0.5 ? cut - 1 : cut;
}

double scalbn(double value, int exponent) {
  for (; exponent > 1000; exponent -= 1000) value *= 0x1p1000;
  for (; exponent < -1000; exponent += 1000) value *= 0x1p-1000;
  union { u64 bits; double number; } power = {.bits = (u64)(1023 + exponent) << 52};
  return value * power.number;
}

// The 128-bit product of two 128-bit numbers, by its address as the ABI of the target returns it.
void __multi3(u64 *result, u64 al, u64 ah, u64 bl, u64 bh) {
  u64 a0 = al & 0xFFFFFFFF, a1 = al >> 32, b0 = bl & 0xFFFFFFFF, b1 = bl >> 32;
  u64 low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (middle & 0xFFFFFFFF);
  result[0] = (other << 32) | (low & 0xFFFFFFFF);
  result[1] = a1 * b1 + (middle >> 32) + (other >> 32) + al * bh + ah * bl;
}

size_t __stack_chk_guard = 0x595e9fbd;
void __stack_chk_fail(void) { __builtin_trap(); }

// Seeds hash tables. A constant keeps each run alike.
void arc4random_buf(void *to, size_t count) {
  byte *t = to;
  unsigned state = 0x9e3779b9;
  while (count--) {
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    *t++ = (byte)state;
  }
}

int putchar(int character) { return character; }
