// Names that mean something else already where the generated C is compiled: in the generated header
// itself, or in the headers that it and its tests include.
#include <string.h>

#include "model.h"

// clang-format off

// The symbols of the generated header beside its enumerators. The functions count only where the
// prefix is in capitals itself.
static const char *const own_macros[] = {
    "DLPACK_MAJOR", "DLPACK_MINOR", "KEY", "DTYPES_H", "INLINE", "CAST", NULL,
};
static const char *const own_functions[] = {
    "scalar_type", "scalar_type_from_dlpack", "scalar_type_to_dlpack",
    "scalar_type_from_dlpack_fast", "scalar_type_to_dlpack_fast", "scalar_type_name",
    "dtype_name", "scalar_type_from_name", "itemsize", "nbytes", "packed_bits", "dlpack_code_name",
    "set_dtype", NULL,
};

// What dlpack.h, dltab_framework.h, Check and C's own headers begin macros with. Which ones there are differs between
// releases and machines, so that none of those names is free.
static const char *const foreign_words[] = {
    "CHECK", "CK", "DBL", "DEC", "DEC128", "DEC32", "DEC64", "DLPACK", "DLTAB", "EXIT", "FD", "FLT", "FP",
    "INT", "INT16", "INT32", "INT64", "INT8", "INTMAX", "INTPTR", "LDBL", "MATH", "MB", "PTRDIFF",
    "SEEK", "SIG", "SIZE", "SSIZE", "STDERR", "STDIN", "STDOUT", "UINT", "UINT16", "UINT32",
    "UINT64", "UINT8", "UINTMAX", "UINTPTR", "WCHAR", "WINT", NULL,
};

// Their other macros: the word before the underscore is free but for these.
static const char *const foreign_macros[] = {
    "DECIMAL_DIG", "END_TEST", "FILENAME_MAX", "FOPEN_MAX", "F_LOCK", "F_OK", "F_TEST", "F_TLOCK",
    "F_ULOCK", "HUGE_VAL", "HUGE_VALF", "HUGE_VALL", "L_ctermid", "L_tmpnam", "P_tmpdir",
    "RAND_MAX", "R_OK", "START_TEST", "TMP_MAX", "W_OK", "X_OK", NULL,
};

// clang-format on

static bool is_one_of(const char *word, size_t length, const char *const *words) {
  for (; *words; words++)
    if (strlen(*words) == length && memcmp(word, *words, length) == 0) return true;
  return false;
}

static bool check_prefix(const struct framework *framework, struct report *report) {
  const char *upper = framework->upper_prefix;
  size_t first_word = strcspn(upper, "_");
  if (first_word == 0)
    report_add(report, RULE_RESERVED, framework->place,
               "framework: prefix \"%s\": C and C++ reserve names that begin with an underscore; "
               "another prefix is needed",
               framework->prefix);
  else if (is_one_of(upper, first_word, foreign_words))
    report_add(
        report, RULE_RESERVED, framework->place,
        "framework: prefix \"%s\": names that begin with %.*s_ are macros of dlpack.h, Check "
        "or C's own headers; another prefix is needed",
        framework->prefix, (int)first_word, upper);
  else return true;
  return false;
}

static const char *other_meaning(const struct framework *framework, const char *word) {
  bool capitals = strcmp(framework->prefix, framework->upper_prefix) == 0;
  if (is_one_of(word, strlen(word), own_macros) ||
      (capitals && is_one_of(word, strlen(word), own_functions)))
    return "something else in the generated header";
  struct text whole = {0};
  text_format(&whole, "%s_%s", framework->upper_prefix, word);
  bool foreign = is_one_of(text_string(&whole), whole.length, foreign_macros);
  text_free(&whole);
  return foreign ? "a macro of Check or C's own headers" : NULL;
}

static void check_enumerator(const struct framework *framework, const char *label,
                             struct place place, const char *word, struct report *report) {
  const char *meaning = word ? other_meaning(framework, word) : NULL;
  if (meaning)
    report_add(report, RULE_RESERVED, place,
               "%s: %s_%s would be an enumerator and %s; another name or prefix is needed", label,
               framework->upper_prefix, word, meaning);
}

void model_check_reserved(const struct model *model, struct report *report) {
  const struct framework *framework = &model->framework;
  if (!framework->prefix || !check_prefix(framework, report)) return;
  check_enumerator(framework, "framework", framework->place, framework->undefined, report);
  for (size_t i = 0; i < model->dtype_count; i++) {
    const struct dtype *row = &model->dtypes[i];
    check_enumerator(framework, row->label, row->place, row->scalar_type, report);
  }
}
