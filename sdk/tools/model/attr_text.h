// Attribute values on the command line.
#pragma once

#include <string>
#include <vector>

#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

// Parses arguments "NAME=VALUE" with the type that the prototype declares for NAME: numbers, true/false, text, dtype
// names ("float16"), lists "1,2,3" (brackets may stand around them), lists of lists "1,2;3". E1001: an argument without
// this form, or a name that is given twice; E2009: the operator has no such attribute ("did you mean"), or no text form
// exists for the attribute's type.
Result<AttrMap> ParseAttrs(const OpDesc& prototype, const std::vector<std::string>& args);

}  // namespace opdk
