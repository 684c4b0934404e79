// Attribute values on the command line.
#pragma once

#include <string>
#include <vector>

#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

// "NAME=VALUE", typed as the prototype declares NAME: numbers, true/false, text, dtype names ("float16"), lists
// "1,2,3" (brackets may stand around them), lists of lists "1,2;3". E1001: not of that form or given twice; E2009: the
// operator has no such attribute ("did you mean"), or its type can't be written.
Result<AttrMap> ParseAttrs(const OpDesc& prototype, const std::vector<std::string>& args);

}  // namespace opdk
