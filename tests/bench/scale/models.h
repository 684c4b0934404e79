// Models of a given number of nodes, in the forms that large models have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace opdk::bench {

struct ScaleForm {
  const char* name;
  const char* extension;               // of the model's file
  std::string (*make)(int64_t nodes);  // the file's bytes
};

const std::vector<ScaleForm>& ScaleForms();

}  // namespace opdk::bench
