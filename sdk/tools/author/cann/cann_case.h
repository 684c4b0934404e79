// The first operator case of an imported operator.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sdk/tools/author/cpp_scan.h"

namespace opdk::author {

// The form of a first case's inputs.
struct CaseForm {
  std::vector<int64_t> first = {2, 3};   // shape of the first input
  std::vector<int64_t> others = {2, 3};  // and of the others
  bool optional = false;                 // with the optional inputs
  size_t list_length = 2;                // of required attributes that are lists
};

// Returns forms to try one after the other: the usual one, then ranks 0 to 5. Lists of other lengths and optional
// inputs are tried if the prototype has any.
std::vector<CaseForm> FormsFor(const SourcePrototype& prototype);

// Returns a case in the form of tests/op, with inputs that the prototype accepts. Only the author knows the operator's
// results: the expectation fails, and the case's name says which file to edit. `remark`: a line of comment about the
// shapes, "" for none.
std::string CaseSkeleton(const SourcePrototype& prototype, const std::string& path, const CaseForm& form = {},
                         const std::string& remark = "");

}  // namespace opdk::author
