// Prototypes that stand in a header which no source includes. CANN's builds take them from there; here REG_OP registers
// where it is compiled.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/cann/cann_project.h"

namespace opdk::cli {

// Sources to compile beside the project's own, one for each such header below op_proto. A prototype without inference
// whose outputs are all named like inputs (Assign's) gets one: a reference has its input's shape. Headers that only
// repeat built-in operators are left alone. Says in `project.notes` what is added.
std::vector<AddedSource> SourcesForHeaders(CannProject& project);

}  // namespace opdk::cli
