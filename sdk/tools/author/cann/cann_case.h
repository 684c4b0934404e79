// The first operator case of an imported operator.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sdk/tools/author/cpp_scan.h"

namespace opdk::cli {

// What the inputs of a first case look like.
struct CaseForm {
  std::vector<int64_t> first = {2, 3};   // shape of the first input
  std::vector<int64_t> others = {2, 3};  // and of the others
  bool optional = false;                 // with the optional inputs
  size_t list_length = 2;                // of required attributes that are lists
};

// Forms to try one after the other: the usual one, then ranks 0 to 5, with lists of other lengths and with optional
// inputs where the prototype has such.
std::vector<CaseForm> FormsFor(const SourcePrototype& prototype);

// A case in the form of tests/op, with inputs that the prototype admits. What the operator gives only its author knows:
// the expectation fails, and its name says which file to edit. `remark`: a line of comment about the shapes, "" for
// none.
std::string CaseSkeleton(const SourcePrototype& prototype, const std::string& path, const CaseForm& form = {},
                         const std::string& remark = "");

}  // namespace opdk::cli
