// Cases of an imported package whose shapes its operators take.
#pragma once

#include <string>

#include "opdk/status.h"
#include "sdk/tools/author/cann/cann_project.h"

namespace opdk::cli {

// Whether the operator gets a case: it has a prototype here and a kernel that is brought.
bool HasCase(const CannProject& project, const CannOperator& op);
// "tests/op/add_dsl.yaml".
std::string CasePath(const CannOperator& op);

// Builds the imported package at `root` and writes each case with the first shapes that verification and inference
// take, tried in a process of its own. Where none is taken, or the package doesn't build, the case says so, and a note
// of the project says why. E1006: a case can't be written.
Status FitCases(CannProject& project, const std::string& root);

}  // namespace opdk::cli
