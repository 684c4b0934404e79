// Cases of an imported package with shapes that its operators accept.
#pragma once

#include <string>

#include "opdk/status.h"
#include "sdk/tools/author/cann/cann_project.h"

namespace opdk::author {

// Returns whether the operator gets a case: it has a prototype here and an imported kernel.
bool HasCase(const CannProject& project, const CannOperator& op);
// Returns "tests/op/add_dsl.yaml".
std::string CasePath(const CannOperator& op);

// Builds the imported package at `root` and writes each case with the first shapes that verification and inference
// accept, tried in a process of its own. If no shapes are accepted, or the package doesn't build, the case says so, and
// a note of the project says why. E1006: a case can't be written.
Status FitCases(CannProject& project, const std::string& root);

}  // namespace opdk::author
