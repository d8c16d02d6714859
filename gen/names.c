#include "names.h"

#include <stdint.h>
#include <string.h>

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool name_is_identifier(const char *name, size_t length) {
  if (length == 0 || !is_letter(name[0])) return false;
  for (size_t i = 1; i < length; i++)
    if (!is_letter(name[i]) && !is_digit(name[i])) return false;
  return true;
}

// clang-format off
static const char *const keywords[] = {
    "_Alignas", "_Alignof", "_Atomic", "_BitInt", "_Bool", "_Complex", "_Decimal128", "_Decimal32",
    "_Decimal64", "_Generic", "_Imaginary", "_Noreturn", "_Static_assert", "_Thread_local",
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
    "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return",
    "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
    "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline",
    "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
    "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
    "requires", "restrict", "return", "short", "signed", "sizeof", "static", "static_assert",
    "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true", "try",
    "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union", "unsigned", "using",
    "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
};
// clang-format on

bool name_is_keyword(const char *name) {
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (strcmp(name, keywords[i]) == 0) return true;
  return false;
}

enum { longest_compared = 48 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static size_t change_cost(char x, char y) { return x == y ? 0 : lower(x) == lower(y) ? 1 : 2; }

// Edits from a to b, two for each (a letter more, less, another one, or two that changed places), but
// one for a letter of the wrong case and for each that was left off at the end. Long names are not
// compared: a hint for them helps nobody, and a stranger's spec must not make us spend time.
static size_t distance(const char *a, const char *b) {
  size_t a_length = strlen(a), b_length = strlen(b);
  if (a_length > longest_compared || b_length > longest_compared) return SIZE_MAX;
  if (a_length < b_length && strncmp(a, b, a_length) == 0) return b_length - a_length;
  size_t rows[3][longest_compared + 1]; // of the table, the last three in turn
  for (size_t j = 0; j <= b_length; j++) rows[0][j] = 2 * j;
  for (size_t i = 1; i <= a_length; i++) {
    size_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *second_above = rows[(i + 1) % 3];
    row[0] = 2 * i;
    for (size_t j = 1; j <= b_length; j++) {
      row[j] =
          least(above[j - 1] + change_cost(a[i - 1], b[j - 1]), least(above[j], row[j - 1]) + 2);
      bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = least(row[j], second_above[j - 2] + 2);
    }
  }
  return rows[a_length % 3][b_length];
}

static bool differ_in_case_alone(const char *a, const char *b) {
  while (*a && lower(*a) == lower(*b)) a++, b++;
  return *a == *b;
}

struct nearest nearest_to(const char *wanted) {
  return (struct nearest){.wanted = wanted, .name = NULL, .distance = 0};
}

void nearest_offer(struct nearest *nearest, const char *candidate) {
  size_t near = distance(nearest->wanted, candidate);
  size_t letters = strlen(nearest->wanted);
  size_t allowed = letters < 8 ? 2 : 2 * (letters / 4);
  if (near > allowed && !differ_in_case_alone(nearest->wanted, candidate)) return;
  if (nearest->name && near >= nearest->distance) return;
  nearest->name = candidate;
  nearest->distance = near;
}
