// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What a program in Embedded Swift needs of a board: the start, memory, and here, on an emulated board, input, output and the end by
// semihosting. Nothing of a C library.

#include <stddef.h>
#include <stdint.h>

extern int main(int, char **);
extern char text_end[], data_start[], data_end[], bss_start[], bss_end[], heap_start[], stack_bottom[], stack_top[];

// MARK: Semihosting, as Arm defines it

enum { OPEN = 0x01, WRITE = 0x05, READ = 0x06, EXIT = 0x18 };
enum { READING = 0, WRITING = 4, APPENDING = 8 };
enum { EXITED = 0x20026, FAILED = 0x20024 };

static uintptr_t ask(uintptr_t operation, uintptr_t argument) {
  register uintptr_t first __asm__("r0") = operation;
  register uintptr_t second __asm__("r1") = argument;
  __asm__ volatile("bkpt 0xab" : "+r"(first) : "r"(second) : "memory");
  return first;
}

// The file ":tt" is standard input, output or error, by the mode in which it is opened.
static uintptr_t terminal(uintptr_t mode) {
  uintptr_t arguments[] = {(uintptr_t)":tt", mode, 3};
  return ask(OPEN, (uintptr_t)arguments);
}

static void put(uintptr_t file, const void *bytes, size_t count) {
  uintptr_t arguments[] = {file, (uintptr_t)bytes, count};
  ask(WRITE, (uintptr_t)arguments);
}

intptr_t board_read(void *bytes, intptr_t count) {
  static uintptr_t input;
  if (!input) input = terminal(READING);
  uintptr_t arguments[] = {input, (uintptr_t)bytes, count};
  return count - (intptr_t)ask(READ, (uintptr_t)arguments);
}

intptr_t board_write(const void *bytes, intptr_t count) {
  static uintptr_t output;
  if (!output) output = terminal(WRITING);
  put(output, bytes, count);
  return count;
}

// What Swift says before it stops.
int putchar(int character) {
  static uintptr_t error;
  if (!error) error = terminal(APPENDING);
  char byte = character;
  put(error, &byte, 1);
  return character;
}

// The display of docs/examples/Microcontroller, which this board does not have.
void board_show(intptr_t row, double value) { (void)row, (void)value; }

static void fail(const char *reason, size_t count) {
  put(terminal(APPENDING), reason, count);
  ask(EXIT, FAILED);
  for (;;) {}
}

#define FAIL(reason) fail(reason "\n", sizeof(reason))

// MARK: Memory

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) ((char *)to)[i] = ((const char *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  if (to < from) return memcpy(to, from, count);
  while (count--) ((char *)to)[count] = ((const char *)from)[count];
  return to;
}

void *memset(void *to, int byte, size_t count) {
  for (size_t i = 0; i < count; i++) ((char *)to)[i] = byte;
  return to;
}

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (; count--; a++, b++) if (*a != *b) return *a - *b;
  return 0;
}

void __aeabi_memcpy(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy4(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memcpy8(void *to, const void *from, size_t count) { memcpy(to, from, count); }
void __aeabi_memmove(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memmove4(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memmove8(void *to, const void *from, size_t count) { memmove(to, from, count); }
void __aeabi_memset(void *to, size_t count, int byte) { memset(to, byte, count); }
void __aeabi_memset4(void *to, size_t count, int byte) { memset(to, byte, count); }
void __aeabi_memset8(void *to, size_t count, int byte) { memset(to, byte, count); }
void __aeabi_memclr(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr4(void *to, size_t count) { memset(to, 0, count); }
void __aeabi_memclr8(void *to, size_t count) { memset(to, 0, count); }

// Blocks have sizes of powers of two, and one that is freed is used again for its size. What is counted are the bytes asked for, as
// an allocator that wastes nothing would need them.
typedef union block {
  struct { union block *next; uint32_t order, count; } used;
  uint64_t alignment[2];
} block;
static block *unused[32];
static char *heap = heap_start;
static size_t allocated, most_allocated;

int posix_memalign(void **result, size_t alignment, size_t count) {
  if (alignment > sizeof(block)) FAIL("an alignment of more than 16 bytes");
  uint32_t order = 5;
  while (((size_t)1 << order) < count + sizeof(block)) order++;
  block *found = unused[order];
  if (found) {
    unused[order] = found->used.next;
  } else {
    found = (block *)heap;
    heap += (size_t)1 << order;
    if (heap > stack_bottom) FAIL("out of memory");
  }
  found->used.order = order;
  found->used.count = count;
  allocated += count;
  if (allocated > most_allocated) most_allocated = allocated;
  *result = found + 1;
  return 0;
}

void free(void *bytes) {
  if (!bytes) return;
  block *freed = (block *)bytes - 1;
  allocated -= freed->used.count;
  freed->used.next = unused[freed->used.order];
  unused[freed->used.order] = freed;
}

// Nothing here is secret: the seed of hashing may be the same each time.
void arc4random_buf(void *bytes, size_t count) { memset(bytes, 0x55, count); }

uintptr_t __stack_chk_guard = 0x5AFE57AC;
void __stack_chk_fail(void) { FAIL("the stack is damaged"); }

// Division in libgcc refers to it, but nothing is unwound.
void __aeabi_unwind_cpp_pr0(void) {}

// MARK: Start and end

enum { UNTOUCHED = 0xC5C5C5C5 };

/// Bytes of RAM that were used: variables, heap and stack.
static void report(void) {
  uint32_t *lowest = (uint32_t *)stack_bottom;
  while (*lowest == UNTOUCHED) lowest++;
  size_t figures[] = {data_end - data_start + (bss_end - bss_start), most_allocated, stack_top - (char *)lowest};
  uintptr_t error = terminal(APPENDING);
  for (int i = 0; i < 3; i++) {
    char text[12];
    int position = sizeof text;
    text[--position] = i < 2 ? ' ' : '\n';
    do text[--position] = '0' + figures[i] % 10; while (figures[i] /= 10);
    put(error, text + position, sizeof text - position);
  }
}

void reset(void) {
  memcpy(data_start, text_end, data_end - data_start);
  memset(bss_start, 0, bss_end - bss_start);
  for (volatile uint32_t *word = (uint32_t *)stack_bottom; (char *)word < (char *)__builtin_frame_address(0) - 64; word++)
    *word = UNTOUCHED;
  // The floating-point unit, which is off at first: the compiler uses its registers.
  *(volatile uint32_t *)0xE000ED88 |= 0xF << 20;
  __asm__ volatile("dsb\n\tisb");
  main(0, 0);
  report();
  ask(EXIT, EXITED);
  for (;;) {}
}

void fault(void) { FAIL("the processor has stopped at a fault"); }

__attribute__((section(".vectors"), used)) static void *const vectors[16] = {
    stack_top, reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault,
};
