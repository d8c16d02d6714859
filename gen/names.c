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

static const char *const keywords[] = {
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_BitInt",
    "_Bool",
    "_Complex",
    "_Decimal128",
    "_Decimal32",
    "_Decimal64",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Pragma",
    "_Static_assert",
    "_Thread_local",
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "typeof_unqual",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
};

bool name_is_keyword(const char *name) {
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (strcmp(name, keywords[i]) == 0) return true;
  return false;
}

enum { longest_compared = 48 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

// Levenshtein's distance: two for each edit, but one for a letter of the wrong case and for each that
// was left off at the end. Long names are not compared: a hint for them helps nobody, and a
// stranger's spec must not make us spend time.
static size_t distance(const char *a, const char *b) {
  size_t a_length = strlen(a), b_length = strlen(b);
  if (a_length > longest_compared || b_length > longest_compared) return SIZE_MAX;
  size_t row[longest_compared + 1];
  for (size_t j = 0; j <= b_length; j++) row[j] = 2 * j;
  for (size_t i = 1; i <= a_length; i++) {
    size_t diagonal = row[0];
    row[0] = 2 * i;
    for (size_t j = 1; j <= b_length; j++) {
      char x = a[i - 1], y = b[j - 1];
      size_t above = row[j];
      size_t changed = diagonal + (x == y ? 0 : lower(x) == lower(y) ? 1 : 2);
      row[j] = least(changed, least(above, row[j - 1]) + 2);
      diagonal = above;
    }
  }
  bool cut_short = a_length < b_length && strncmp(a, b, a_length) == 0;
  return cut_short ? b_length - a_length : row[b_length];
}

struct nearest nearest_to(const char *wanted) {
  return (struct nearest){.wanted = wanted, .name = NULL, .distance = 0};
}

void nearest_offer(struct nearest *nearest, const char *candidate) {
  size_t near = distance(nearest->wanted, candidate);
  size_t allowed = 2 + 2 * (strlen(nearest->wanted) / 3);
  if (near > allowed || (nearest->name && near >= nearest->distance)) return;
  nearest->name = candidate;
  nearest->distance = near;
}
