// The few questions of `opdk new` without options.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "sdk/tools/author/operator_choice.h"

namespace opdk::cli {

struct Answers {
  std::string directory;
  std::string vendor;
  OperatorChoice choice;
};

// Asks on stderr and reads answers from stdin, for what `answers` doesn't hold yet; an empty line takes what stands in
// brackets. A wrong answer is explained and asked for again. E1001 when the input ends.
Status AskForPackage(const TemplateSet& templates,
                     const std::function<Status(const std::filesystem::path&)>& check_folder, Answers& answers);

// Whether the answer to a question begins with y; false at the end of input.
bool AskYesNo(const std::string& question);

}  // namespace opdk::cli
