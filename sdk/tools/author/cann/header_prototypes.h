// Prototypes in headers that no source includes. CANN's builds read such headers; here REG_OP registers a prototype
// only if it is compiled.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/cann/cann_project.h"

namespace opdk::author {

// Returns sources to compile beside the project's own, one for each such header below op_proto. A prototype without
// inference whose outputs all have names of inputs (Assign's) gets a rule: a reference has its input's shape. Headers
// that only repeat built-in operators are left alone. Adds the new sources to `project.notes`.
std::vector<AddedSource> SourcesForHeaders(CannProject& project);

}  // namespace opdk::author
