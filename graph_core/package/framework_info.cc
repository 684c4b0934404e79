#include "graph_core/package/framework_info.h"

#include <fmt/format.h>

namespace opdk {
namespace {

struct FrameworkInfo {
  domi::FrameworkType type;
  std::string_view key;
  std::string_view title;
  std::string_view check;  // next step where a model is at fault
};

// The most common framework comes first, because it is asked first.
constexpr FrameworkInfo kFrameworks[] = {
    {domi::ONNX, "onnx", "ONNX", "check it with ONNX's own checker, onnx.checker.check_model"},
    {domi::CAFFE, "caffe", "Caffe", "see whether Caffe itself loads it, with caffe.Net"},
    {domi::MINDSPORE, "mindspore", "MindSpore", "see whether MindSpore itself loads it, with mindspore.load"},
    {domi::TENSORFLOW, "tensorflow", "TensorFlow",
     "see whether TensorFlow itself loads it, with tf.import_graph_def or tf.saved_model.load"},
    {domi::ANDROID_NN, "android_nn", "Android NN", ""},
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

std::string HowToCheckModel(domi::FrameworkType framework) {
  const FrameworkInfo* info = Find(framework);
  return info == nullptr ? "" : std::string(info->check);
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
