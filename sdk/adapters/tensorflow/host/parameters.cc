#include "sdk/adapters/tensorflow/host/parameters.h"

#include <algorithm>
#include <vector>

#include "sdk/adapters/tensorflow/host/engine_library.h"
#include "tensorflow/core/framework/attr_value.pb.h"

namespace opdk_tensorflow {
namespace {

// Returns a value as Python prints it: "True", "3", "text".
std::string TextOf(const tensorflow::AttrValue& value) {
  switch (value.value_case()) {
    case tensorflow::AttrValue::kB:
      return value.b() ? "True" : "False";
    case tensorflow::AttrValue::kI:
      return std::to_string(value.i());
    case tensorflow::AttrValue::kF:
      return std::to_string(value.f());
    default:
      return value.s();
  }
}

}  // namespace

std::string OptionsOf(const tensorflow::RewriterConfig_CustomGraphOptimizer& optimizer) {
  std::vector<std::string> names, list;
  for (const auto& parameter : optimizer.parameter_map()) names.push_back(parameter.first);
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    list.push_back(name);
    list.push_back(TextOf(optimizer.parameter_map().at(name)));
  }
  return ListOf(list);
}

const tensorflow::RewriterConfig_CustomGraphOptimizer* FindNpuOptimizer(const tensorflow::RewriterConfig& config) {
  for (const auto& optimizer : config.custom_optimizers()) {
    if (optimizer.name() == "NpuOptimizer") return &optimizer;
  }
  return nullptr;
}

}  // namespace opdk_tensorflow
