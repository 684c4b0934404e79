// CANN's msOpST case definitions (JSON), read as operator cases.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

// `text` stands for the file `name`. format, type, shape, data_distribute and value_range may list alternatives, as
// many in every tensor that lists any; they are crossed, and the sub-cases' names carry number, format and type.
//
// Where msOpST forgives, this doesn't: error_threshold's limit is kept, its share of wrong elements isn't; without
// calc_expect_func_file the case is judged by the operator's expression or the other engine. `expect: failed` means
// that verification, inference or the kernel refuses.
//
// E2011 at file:line:column: broken JSON, unknown keys, alternatives that don't fit each other, fuzz and framework
// modes (with a hint).
Result<std::vector<OpCase>> ReadMsopstCases(const std::string& text, const std::string& name);

}  // namespace opdk::verify
