// CANN's msOpST case definitions (JSON), read as operator cases.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// Reads the cases in `text`, the content of the file `name`. format, type, shape, data_distribute and value_range may
// list alternatives; every tensor that lists any lists equally many. The alternatives are crossed, and the sub-cases'
// names carry number, format and type.
//
// This reader is stricter than msOpST: it keeps error_threshold's limit, but not its share of wrong elements. A case
// without calc_expect_func_file is judged by the operator's expression or the other engine. `expect: failed` means that
// verification, inference or the kernel refuses.
//
// E2011 at file:line:column: broken JSON, unknown keys, alternatives that don't fit each other, fuzz and framework
// modes (with a hint).
Result<std::vector<OpCase>> ReadMsopstCases(const std::string& text, const std::string& name);

}  // namespace opdk::verify
