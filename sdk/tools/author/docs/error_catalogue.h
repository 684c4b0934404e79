// The error catalogue: what `opdk errors` and sdk/docs/errors.md say of every code of opdk/status.h.
#pragma once

#include <span>
#include <string>

#include "opdk/status.h"

namespace opdk::cli {

struct ErrorEntry {
  ErrorCode code;
  const char* enumerator;  // "kOpInfoInvalid"
  const char* meaning;     // one line, no period
  const char* cause;       // what usually brings it about
  const char* next_step;
  const char* example;  // a message as it is printed, or the command that leads to it
};

// In the order of their numbers.
std::span<const ErrorEntry> ErrorCatalogue();
const ErrorEntry* FindError(int number);

// "4: nothing selected": what the process ends with.
std::string DescribeExitCode(int exit_code);

// One entry for a terminal; all of them as a page of Markdown (sdk/docs/errors.md is this text).
std::string FormatError(const ErrorEntry& entry);
std::string ErrorsAsMarkdown();

}  // namespace opdk::cli
