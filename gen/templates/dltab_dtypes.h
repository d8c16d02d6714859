% local p, P = framework.prefix, framework.PREFIX
% local undefined = P .. "_" .. framework.undefined
% local function enumerator(row) return P .. "_" .. row.scalar_type end
% local function label(row) return "case " .. enumerator(row) .. ":" end
% local function key(form)
%   return ("%s_KEY(%s, %d, %d)"):format(P, form.code.spelling, form.bits, form.lanes)
% end
% local function code_note(form)
%   return form.code.spelling == form.code.name and "" or " // " .. form.code.name
% end
% local label_width = width(dtypes, label)
% -- the cases of the importer, in file order: a row's own form, then those it also imports
% local imports, mapped, packed = {}, 0, 0
% for _, row in ipairs(dtypes) do
%   if row.has_form then mapped = mapped + 1 end
%   if row.packed then packed = packed + 1 end
%   if row.has_form and not row.export_only then
%     imports[#imports + 1] = { form = row.form, row = row }
%   end
%   for _, form in ipairs(row.also_import) do imports[#imports + 1] = { form = form, row = row } end
% end
% -- tables by id, where ids are dense enough; `lowest` and `span` count Undefined in
% local lowest, highest = framework.undefined_id, framework.undefined_id
% for _, row in ipairs(dtypes) do
%   lowest, highest = math.min(lowest, row.id), math.max(highest, row.id)
% end
% local span = highest - lowest + 1
% local forms, by_id = {}, {}
% for _, row in ipairs(dtypes) do
%   if row.has_form then
%     forms[row.id] = ("{%s, %d, %d}"):format(row.form.code.spelling, row.form.bits, row.form.lanes)
%   end
% end
% if span <= 1024 then
%   for id = lowest, highest do by_id[#by_id + 1] = forms[id] or "{0, 0, 0}" end
% end
% local function slot_key(slot) return ("0x%xu"):format(slot.key) end
% local function slot_value(slot)
%   return P .. "_" .. (slot.scalar_type or framework.undefined)
% end
% local function rows_of(list, per_line, text)
%   local lines, line = {}, {}
%   local longest = 0
%   for i = 1, #list do longest = math.max(longest, #text(list[i])) end
%   for i = 1, #list do
%     line[#line + 1] = i % per_line == 0 and text(list[i]) .. "," or pad(text(list[i]) .. ",", longest + 1)
%     if i % per_line == 0 or i == #list then
%       lines[#lines + 1] = table.concat(line, " ")
%       line = {}
%     end
%   end
%   return lines
% end
% local import_width = width(imports, function(import) return key(import.form) end)
// ${banner[1]}
// Do not edit: change the spec and run: ${banner[2]}
//
// The dtypes of ${framework.name} (its enum ${framework.enum}) and what they are in DLPack.
// Header-only, C11 and C++17; needs nothing but <dlpack/dlpack.h>, ${version.text} or a later ${version.major}.x.
//
// Any int is a legal ${p}_scalar_type. One that is no ${framework.enum} gives ${undefined},
// false, NULL or 0. No function allocates, fails in another way, or touches *out when it returns
// false.
#ifndef ${P}_DTYPES_H
#define ${P}_DTYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <dlpack/dlpack.h>

// The DLPack version that these tables need, and that a versioned capsule made with them carries:
// the newest that any dtype below needs, and at least 1.0, the first with versioned capsules.
#define ${P}_DLPACK_MAJOR ${version.major}
#define ${P}_DLPACK_MINOR ${version.minor}

#if !defined(DLPACK_MAJOR_VERSION) || !defined(DLPACK_MINOR_VERSION)
#error "this dlpack.h has no DLPACK_MAJOR_VERSION: it is older than 1.0; put the folder of DLPack ${version.text} or a later ${version.major}.x first among the include folders"
#elif DLPACK_MAJOR_VERSION != ${P}_DLPACK_MAJOR
#error "this dlpack.h is of another major version; put the folder of DLPack ${version.text} or a later ${version.major}.x first among the include folders"
#elif DLPACK_MINOR_VERSION < ${P}_DLPACK_MINOR
#error "this dlpack.h is too old; put the folder of DLPack ${version.text} or a later ${version.major}.x first among the include folders"
#endif

#ifdef __cplusplus
#define ${P}_INLINE inline
#define ${P}_CAST(type, value) static_cast<type>(value)
#else
#define ${P}_INLINE static inline
#define ${P}_CAST(type, value) ((type)(value))
#endif

// The ids of ${framework.enum}. In C++ the underlying type is fixed: without, loading an int that is no
// enumerator would be undefined.
#ifdef __cplusplus
typedef enum ${p}_scalar_type : int32_t {
#else
typedef enum ${p}_scalar_type {
#endif
% for _, row in ipairs(dtypes) do
  ${enumerator(row)} = ${row.id},
% end
  ${undefined} = ${framework.undefined_id}
} ${p}_scalar_type;

#ifdef __cplusplus
static_assert(sizeof(${p}_scalar_type) == 4, "${p}_scalar_type has to be 32 bits wide");
#else
_Static_assert(sizeof(${p}_scalar_type) == 4, "${p}_scalar_type has to be 32 bits wide");
#endif

// (code, bits, lanes) as one number; all 2^32 are different. A triple that two dtypes import is a
// duplicate case, which does not compile.
#define ${P}_KEY(code, bits, lanes) ((code) + (bits) * 0x100u + (lanes) * 0x10000u)

// The dtype that a DLDataType means; ${undefined} when there is none. All of code, bits and lanes
// have to match.
${P}_INLINE ${p}_scalar_type ${p}_scalar_type_from_dlpack(DLDataType dtype) {
% if #imports == 0 then
  (void)dtype;
% else
  switch (${P}_KEY(dtype.code, dtype.bits, dtype.lanes)) {
%   for _, import in ipairs(imports) do
    case ${pad(key(import.form) .. ":", import_width + 1)} return ${enumerator(import.row)};${code_note(import.form)}
%   end
  }
% end
  return ${undefined};
}

${P}_INLINE bool ${p}_set_dtype(DLDataType *out, uint8_t code, uint8_t bits, uint16_t lanes) {
  out->code = code;
  out->bits = bits;
  out->lanes = lanes;
  return true;
}

// Writes the DLPack form of a dtype to *out; out is not NULL. False when it has none.
${P}_INLINE bool ${p}_scalar_type_to_dlpack(${p}_scalar_type t, DLDataType *out) {
% if mapped == 0 then
  (void)out;
% end
  switch (t) {
% for _, row in ipairs(dtypes) do
%   if row.has_form then
    ${pad(label(row), label_width)} return ${p}_set_dtype(out, ${row.form.code.spelling}, ${row.form.bits}, ${row.form.lanes});${code_note(row.form)}
%   else
    ${pad(label(row), label_width)} return false;
%   end
% end
    ${pad("case " .. undefined .. ":", label_width)} return false;
  }
  return false;
}

// The same as ${p}_scalar_type_from_dlpack, which is the readable form, in the same time for every
// dtype: a perfect hash, without a branch.
${P}_INLINE ${p}_scalar_type ${p}_scalar_type_from_dlpack_fast(DLDataType dtype) {
% if hash.found then
  // A slot of no triple has the key 0, which none has.
  static const uint32_t keys[${#hash.slots}] = {
%   for _, line in ipairs(rows_of(hash.slots, 8, slot_key)) do
      ${line}
%   end
  };
  static const int32_t values[${#hash.slots}] = {
%   for _, line in ipairs(rows_of(hash.slots, 4, slot_value)) do
      ${line}
%   end
  };
  const uint32_t none = ${P}_CAST(uint32_t, ${undefined});
  const uint32_t key = ${P}_KEY(dtype.code, dtype.bits, dtype.lanes);
  const uint32_t slot = (key * ${hash.multiplier}u) >> ${hash.shift};
  // All ones where the keys are equal, else zero.
  const uint32_t hit = ${P}_CAST(uint32_t, (${P}_CAST(uint64_t, keys[slot] ^ key) - 1u) >> 32);
  return ${P}_CAST(${p}_scalar_type, none ^ ((${P}_CAST(uint32_t, values[slot]) ^ none) & hit));
% else
  return ${p}_scalar_type_from_dlpack(dtype);
% end
}

// The same as ${p}_scalar_type_to_dlpack, by a table.
${P}_INLINE bool ${p}_scalar_type_to_dlpack_fast(${p}_scalar_type t, DLDataType *out) {
% if mapped > 0 and span <= 1024 then
  static const DLDataType forms[${span}] = {
%   for _, line in ipairs(rows_of(by_id, 4, tostring)) do
      ${line}
%   end
  };
  const uint32_t index = ${P}_CAST(uint32_t, t)${lowest == 0 and "" or (" - %s_CAST(uint32_t, %s)"):format(P, lowest == -2147483648 and "INT32_MIN" or lowest)};
  if (index >= ${span}u || forms[index].bits == 0) return false;
  *out = forms[index];
  return true;
% else
  return ${p}_scalar_type_to_dlpack(t, out);
% end
}

// The enumerator without its prefix, such as "${dtypes[1].scalar_type}". Static; NULL when t is no ${framework.enum}.
${P}_INLINE const char *${p}_scalar_type_name(${p}_scalar_type t) {
  switch (t) {
% for _, row in ipairs(dtypes) do
    ${pad(label(row), label_width)} return "${row.scalar_type}";
% end
    ${pad("case " .. undefined .. ":", label_width)} return "${framework.undefined}";
  }
  return NULL;
}

// The dtype's name, such as "${dtypes[1].name}". Static; NULL for ${undefined}.
${P}_INLINE const char *${p}_dtype_name(${p}_scalar_type t) {
  switch (t) {
% for _, row in ipairs(dtypes) do
    ${pad(label(row), label_width)} return "${row.name}";
% end
    ${pad("case " .. undefined .. ":", label_width)} return NULL;
  }
  return NULL;
}

// The dtype of that name, letter by letter, in either spelling: "${dtypes[1].name}" or "${dtypes[1].scalar_type}".
// ${undefined} when there is none; NULL is no name.
${P}_INLINE ${p}_scalar_type ${p}_scalar_type_from_name(const char *name) {
  static const struct {
    const char *dtype;
    const char *scalar_type;
    ${p}_scalar_type value;
  } rows[] = {
% for _, row in ipairs(dtypes) do
      {"${row.name}", "${row.scalar_type}", ${enumerator(row)}},
% end
  };
  for (size_t i = 0; name && i < sizeof rows / sizeof rows[0]; i++)
    if (strcmp(name, rows[i].dtype) == 0 || strcmp(name, rows[i].scalar_type) == 0)
      return rows[i].value;
  return ${undefined};
}

// Bytes of one element in memory. 0 for ${undefined}, and where elements are packed into less than
// a byte or across bytes.
${P}_INLINE size_t ${p}_itemsize(${p}_scalar_type t) {
  switch (t) {
% for _, row in ipairs(dtypes) do
    ${pad(label(row), label_width)} return ${row.itemsize};
% end
    ${pad("case " .. undefined .. ":", label_width)} return 0;
  }
  return 0;
}

% if packed > 0 then
// Bits of one element that is packed without gaps; 0 for all others.
${P}_INLINE int64_t ${p}_packed_bits(${p}_scalar_type t) {
  switch (t) {
%   for _, row in ipairs(dtypes) do
    ${pad(label(row), label_width)} return ${row.packed and row.element_bits or 0};
%   end
    ${pad("case " .. undefined .. ":", label_width)} return 0;
  }
  return 0;
}

% end
// Bytes of `elements` elements, written to *out. Where elements are packed, that is their bits over
// the whole tensor, rounded up once. False when t has no size, elements is negative, or the result
// exceeds INT64_MAX.
${P}_INLINE bool ${p}_nbytes(${p}_scalar_type t, int64_t elements, int64_t *out) {
  if (elements < 0) return false;
  const int64_t itemsize = ${P}_CAST(int64_t, ${p}_itemsize(t));
  if (itemsize > 0) {
    if (elements > INT64_MAX / itemsize) return false;
    *out = elements * itemsize;
    return true;
  }
% if packed > 0 then
  const int64_t bits = ${p}_packed_bits(t);
  const int64_t rest = (elements % 8 * bits + 7) / 8; // eight elements fill `bits` whole bytes
  if (bits == 0 || elements / 8 > (INT64_MAX - rest) / bits) return false;
  *out = elements / 8 * bits + rest;
  return true;
% else
  return false;
% end
}

// The name of a DLPack type code, of whatever release. Static; NULL for a code that has none.
${P}_INLINE const char *${p}_dlpack_code_name(uint8_t code) {
  switch (code) {
% for _, code in ipairs(codes) do
    case ${pad(code.value .. ":", 4)} return "${code.name}";
% end
  }
  return NULL;
}

#endif
