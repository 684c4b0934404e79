#include "graph_core/package/framework_info.h"

#include <fmt/format.h>

namespace opdk {
namespace {

struct FrameworkInfo {
  domi::FrameworkType type;
  std::string_view key;
  std::string_view title;
};

// The most common framework comes first, because it is asked first.
constexpr FrameworkInfo kFrameworks[] = {
    {domi::ONNX, "onnx", "ONNX"},
    {domi::CAFFE, "caffe", "Caffe"},
    {domi::MINDSPORE, "mindspore", "MindSpore"},
    {domi::TENSORFLOW, "tensorflow", "TensorFlow"},
    {domi::ANDROID_NN, "android_nn", "Android NN"},
};

const FrameworkInfo* Find(domi::FrameworkType type) {
  for (const FrameworkInfo& info : kFrameworks) {
    if (info.type == type) return &info;
  }
  return nullptr;
}

}  // namespace

std::string FrameworkTitle(domi::FrameworkType framework) {
  const FrameworkInfo* info = Find(framework);
  return info == nullptr ? fmt::format("framework {}", static_cast<int>(framework)) : std::string(info->title);
}

std::string FrameworkKey(domi::FrameworkType framework) {
  const FrameworkInfo* info = Find(framework);
  return info == nullptr ? fmt::format("framework{}", static_cast<int>(framework)) : std::string(info->key);
}

std::optional<domi::FrameworkType> FrameworkOfKey(std::string_view key) {
  for (const FrameworkInfo& info : kFrameworks) {
    if (info.key == key) return info.type;
  }
  return std::nullopt;
}

std::vector<domi::FrameworkType> NamedFrameworks() {
  std::vector<domi::FrameworkType> types;
  for (const FrameworkInfo& info : kFrameworks) types.push_back(info.type);
  return types;
}

}  // namespace opdk
