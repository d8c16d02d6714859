% local p, P = framework.prefix, framework.PREFIX
% local lowest, highest = framework.undefined_id, framework.undefined_id
% for _, row in ipairs(dtypes) do
%   lowest, highest = math.min(lowest, row.id), math.max(highest, row.id)
% end
% local function cells(row)
%   local form = row.has_form and { row.form.code.value, row.form.bits, row.form.lanes } or { 0, 0, 0 }
%   return ("%s_%s, %d, %d, %d, %d, %d, %s"):format(P, row.scalar_type, form[1], form[2], form[3],
%     row.element_bits, row.itemsize, row.storage == "padded" and "true" or "false")
% end
% local cell_width = width(dtypes, cells)
// ${banner[1]}
// Do not edit: change the spec and run: ${banner[2]}
//
// The dtypes of ${framework.name} under the names that libdltab uses for those of any framework.
#ifndef DLTAB_FRAMEWORK_H
#define DLTAB_FRAMEWORK_H

#include "dltab_dtypes.h"

#define DLTAB_FRAMEWORK_NAME ${json(framework.name)}
#define DLTAB_UNDEFINED ${P}_${framework.undefined}
#define DLTAB_DLPACK_MAJOR ${P}_DLPACK_MAJOR
#define DLTAB_DLPACK_MINOR ${P}_DLPACK_MINOR
% if p ~= "dlt" then

typedef ${p}_scalar_type dlt_scalar_type;
%   for _, name in ipairs { "scalar_type_from_dlpack", "scalar_type_to_dlpack", "scalar_type_from_dlpack_fast", "scalar_type_to_dlpack_fast", "scalar_type_name", "dtype_name", "scalar_type_from_name", "itemsize", "nbytes", "dlpack_code_name" } do
#define dlt_${name} ${p}_${name}
%   end
% end

// The ids lie from the first to the second, ${framework.undefined}'s own included.
#define DLTAB_LOWEST_ID (${lowest})
#define DLTAB_HIGHEST_ID (${highest})

// Every dtype, as ROW(enumerator, code, bits, lanes, element bits, itemsize, padded). Without a DLPack
// form code, bits and lanes are 0; an itemsize of 0 says that elements are packed.
#define DLTAB_ROWS(ROW) \
% for _, row in ipairs(dtypes) do
  ${pad("ROW(" .. cells(row) .. ")", cell_width + 5)} \
% end
  // the end of the list

#endif
