// Facts about an operator that only its sources hold, if they are at hand.
#pragma once

#include <string>
#include <vector>

#include "opdk/registrations.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::author {

struct OperatorSources {
  std::string description;      // the comment above REG_OP, or at the head of its file; "" for none
  std::string prototype_place;  // "op_proto/activation/mish.h:8"
  std::string inference_place;  // "op_proto/activation/mish.cc:4", "" when it wasn't found
  std::vector<verify::OpCase> cases;
};

// Looks for the operator's files below `roots` (source trees of packages), then at the paths that the compiler saw.
OperatorSources FindSources(const PrototypeEntry& prototype, const std::vector<std::string>& roots);

}  // namespace opdk::author
