#include "plugins/caffe/parser/layer.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

namespace opdk::caffe_plugin {
namespace {

class Caffe : public importer::Framework {
 public:
  domi::FrameworkType type() const override { return domi::CAFFE; }
};

constexpr std::array<std::pair<const char*, const char*>, 38> kOldTypes = {{
    {"ABSVAL", "AbsVal"},
    {"ACCURACY", "Accuracy"},
    {"ARGMAX", "ArgMax"},
    {"BNLL", "BNLL"},
    {"CONCAT", "Concat"},
    {"CONTRASTIVE_LOSS", "ContrastiveLoss"},
    {"CONVOLUTION", "Convolution"},
    {"DATA", "Data"},
    {"DECONVOLUTION", "Deconvolution"},
    {"DROPOUT", "Dropout"},
    {"DUMMY_DATA", "DummyData"},
    {"ELTWISE", "Eltwise"},
    {"EUCLIDEAN_LOSS", "EuclideanLoss"},
    {"EXP", "Exp"},
    {"FLATTEN", "Flatten"},
    {"HDF5_DATA", "HDF5Data"},
    {"HDF5_OUTPUT", "HDF5Output"},
    {"HINGE_LOSS", "HingeLoss"},
    {"IM2COL", "Im2col"},
    {"IMAGE_DATA", "ImageData"},
    {"INFOGAIN_LOSS", "InfogainLoss"},
    {"INNER_PRODUCT", "InnerProduct"},
    {"LRN", "LRN"},
    {"MEMORY_DATA", "MemoryData"},
    {"MULTINOMIAL_LOGISTIC_LOSS", "MultinomialLogisticLoss"},
    {"MVN", "MVN"},
    {"POOLING", "Pooling"},
    {"POWER", "Power"},
    {"RELU", "ReLU"},
    {"SIGMOID", "Sigmoid"},
    {"SIGMOID_CROSS_ENTROPY_LOSS", "SigmoidCrossEntropyLoss"},
    {"SILENCE", "Silence"},
    {"SLICE", "Slice"},
    {"SOFTMAX", "Softmax"},
    {"SOFTMAX_LOSS", "SoftmaxWithLoss"},
    {"SPLIT", "Split"},
    {"TANH", "TanH"},
    {"THRESHOLD", "Threshold"},
}};

bool NamesTest(const Field& rule) {
  const std::string phase = rule.TextOf("phase");
  return phase.empty() || phase == "TEST";
}

void Collect(const Field& block, std::map<std::string, std::vector<Attr>>& values) {
  for (const Field& field : block.fields) {
    // How weights begin is training's concern.
    if (field.name.ends_with("_filler")) continue;
    if (field.IsMessage()) {
      Collect(field, values);
    } else {
      values[field.name].push_back(field.value);
    }
  }
}

template <typename T>
Attr ListOf(const std::vector<Attr>& values) {
  std::vector<T> list;
  for (const Attr& value : values) {
    if (const auto* held = std::get_if<T>(&value)) list.push_back(*held);
  }
  return list;
}

Attr Joined(const std::vector<Attr>& values) {
  if (values.size() == 1) return values.front();
  const auto any = [&values](auto kind) {
    return std::any_of(values.begin(), values.end(),
                       [](const Attr& value) { return std::holds_alternative<decltype(kind)>(value); });
  };
  if (any(std::string())) return ListOf<std::string>(values);
  if (any(bool())) return ListOf<bool>(values);
  if (!any(float())) return ListOf<int64_t>(values);
  std::vector<float> numbers;  // 1 among 0.5s is a number like them
  for (const Attr& value : values) {
    const auto* whole = std::get_if<int64_t>(&value);
    numbers.push_back(whole == nullptr ? std::get<float>(value) : static_cast<float>(*whole));
  }
  return numbers;
}

}  // namespace

const importer::Framework& CaffeFramework() {
  static const Caffe framework;
  return framework;
}

std::string TypeOf(const Field& layer) {
  const std::string type = layer.TextOf("type");
  const auto old =
      std::find_if(kOldTypes.begin(), kOldTypes.end(), [&type](const auto& row) { return type == row.first; });
  return old == kOldTypes.end() ? type : old->second;
}

bool IsForTest(const Field& layer) {
  bool includes = false, included = false;
  for (const Field& rule : layer.fields) {
    if (rule.name == "exclude" && rule.Find("phase") != nullptr && NamesTest(rule)) return false;
    if (rule.name != "include") continue;
    includes = true;
    included = included || NamesTest(rule);
  }
  return !includes || included;
}

AttrMap AttributesOf(const Field& layer) {
  std::map<std::string, std::vector<Attr>> values;
  for (const Field& block : layer.fields) {
    const bool own = block.IsMessage() && block.name.ends_with("_param");
    if (own && block.name != "transform_param" && block.name != "loss_param") Collect(block, values);
  }
  AttrMap attributes;
  for (const auto& [name, list] : values) attributes[name] = Joined(list);
  return attributes;
}

}  // namespace opdk::caffe_plugin
