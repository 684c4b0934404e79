// The error catalogue: the text of `opdk errors` and sdk/docs/errors.md for every code of opdk/status.h.
#pragma once

#include <span>
#include <string>

#include "opdk/status.h"

namespace opdk::author {

struct ErrorEntry {
  ErrorCode code;
  const char* enumerator;  // "kOpInfoInvalid"
  const char* meaning;     // one line, no period
  const char* cause;       // the usual cause
  const char* next_step;
  const char* example;  // a message as it is printed, or the command that leads to it
};

// Returns all entries in the order of their numbers.
std::span<const ErrorEntry> ErrorCatalogue();
const ErrorEntry* FindError(int number);

// Describes the process's exit code: "4: nothing selected".
std::string DescribeExitCode(int exit_code);

// Formats one entry for a terminal. ErrorsAsMarkdown formats all entries as a page (sdk/docs/errors.md is this text).
std::string FormatError(const ErrorEntry& entry);
std::string ErrorsAsMarkdown();

}  // namespace opdk::author
