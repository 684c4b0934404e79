// The few questions of `opdk new` without options.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "sdk/tools/author/operator_choice.h"

namespace opdk::author {

struct Answers {
  std::string directory;
  std::string vendor;
  OperatorChoice choice;
};

// Asks on stderr for everything that `answers` doesn't hold yet, and reads answers from stdin. An empty line takes the
// default in brackets. A wrong answer is explained and asked for again. E1001: the input ends.
Status AskForPackage(const TemplateSet& templates,
                     const std::function<Status(const std::filesystem::path&)>& check_folder, Answers& answers);

// Returns whether the answer to a question begins with y; false at the end of input.
bool AskYesNo(const std::string& question);

}  // namespace opdk::author
