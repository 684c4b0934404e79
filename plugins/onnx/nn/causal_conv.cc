#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugins/onnx/parser/extent_steps.h"
#include "plugins/onnx/parser/mapping.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Computes a CausalConvWithState. In front of x are the kernel's extent less one elements, from the past input or
// zeros. The last such elements of both are the next call's past.
class CausalConv {
 public:
  explicit CausalConv(UpgradeContext& context)
      : context_(context), x_(context.Input(0)), weight_(context.Input(1)), bias_(context.Input(2)) {}

  Status Add() {
    const std::string activation = context_.Get<std::string>("activation").value_or("none");
    if (activation != "none" && activation != "silu" && activation != "swish") {
      return context_.Refuse("activation '" + activation + "' is not none, silu or swish");
    }
    if (kernel_ && *kernel_ < 1) return context_.Refuse("weight has no elements");
    const std::string padded = Padded();
    std::vector<std::string>& outputs = context_.node().outputs;
    if (outputs.size() > 1 && !outputs[1].empty()) AddPresent(padded, outputs[1]);
    outputs.resize(1);
    Convolve(padded);
    if (activation == "none") return {};
    const std::string y = outputs[0];
    outputs[0] = context_.values().NewName(y + "/linear");
    context_.AddAfter("Swish", {outputs[0]}, {y});
    return {};
  }

 private:
  std::string Step(const std::string& type, std::vector<std::string> inputs, AttrMap attributes = {}) {
    return AddStep(context_, type, std::move(inputs), std::move(attributes));
  }
  std::string Ints(const char* hint, const std::vector<int64_t>& numbers) { return context_.AddInts(hint, numbers); }

  // Returns the first known number of channels among the inputs.
  std::optional<int64_t> Channels() {
    for (const auto& [value, axis] : {std::pair(weight_, 0), {x_, 1}, {bias_, 0}, {context_.Input(3), 1}}) {
      if (value.empty()) continue;
      if (const auto channels = context_.values().Dim(value, axis)) return channels;
    }
    return std::nullopt;
  }

  std::string Padded() {
    const std::string past = context_.Input(3);
    if (!past.empty()) return AddConcat(context_, {past, x_}, 2);
    if (kernel_) return Step("Pad", {x_, Ints("pads", {0, 0, *kernel_ - 1, 0, 0, 0})});
    const std::string before =
        Step("Sub", {AddGather(context_, Step("Shape", {weight_}), Ints("axis", {2})), Ints("one", {1})});
    return Step("Pad", {x_, AddConcat(context_, {Ints("front", {0, 0}), before, Ints("behind", {0, 0, 0})}, 0)});
  }

  void AddPresent(const std::string& padded, const std::string& output) {
    const int64_t last = std::numeric_limits<int64_t>::max();
    // Behind as many elements as x has.
    const std::string start = kernel_ ? Ints("start", {*kernel_ == 1 ? last : 1 - *kernel_})
                                      : AddGather(context_, Step("Shape", {x_}), Ints("axis", {2}));
    const std::string end = Ints("end", {last});
    context_.AddBefore("Slice", {padded, start, end, Ints("axis", {2})}, {output});
  }

  // Convolves each channel. Where no number of channels is known, no convolution can have as many groups: each window
  // is gathered and multiplied.
  void Convolve(const std::string& padded) {
    if (const auto channels = Channels()) {
      AttrMap attributes = {{"group", *channels}};
      if (kernel_) attributes["kernel_shape"] = std::vector<int64_t>{*kernel_};
      std::vector<std::string> inputs = {padded, weight_};
      if (!bias_.empty()) inputs.push_back(bias_);
      return Become(context_, "Conv", std::move(inputs), attributes);
    }
    const ge::DataType type = context_.values().ElementType(x_);
    const ge::DataType wide = type == ge::DT_DOUBLE ? ge::DT_DOUBLE : ge::DT_FLOAT;
    const auto widened = [&](const std::string& value) { return AddCast(context_, value, type, wide); };
    const std::string places = AddPlaces(context_, AddScalarExtent(context_, x_, 2));
    const std::string taps = AddPlaces(context_, AddScalarExtent(context_, weight_, 2));
    const std::string table = Step("Add", {Step("Unsqueeze", {places, Ints("axis", {1})}), taps});
    const std::string windows = AddGather(context_, widened(padded), table, 2);
    std::string sums =
        Step("ReduceSum", {Step("Mul", {windows, widened(weight_)}), Ints("axis", {3})}, {{"keepdims", int64_t{0}}});
    if (!bias_.empty()) sums = Step("Add", {sums, Step("Unsqueeze", {widened(bias_), Ints("axis", {1})})});
    Become(context_, "Identity", {AddCast(context_, sums, wide, type)});
  }

  UpgradeContext& context_;
  const std::string x_, weight_, bias_;
  const std::optional<int64_t> kernel_ = context_.values().Dim(weight_, 2);
};

Status UpgradeCausalConv(UpgradeContext& context) { return CausalConv(context).Add(); }

}  // namespace

OPDK_MAP_ONNX_AS(Conv, CausalConvWithState, 27);
OPDK_UPGRADE_ONNX(UpgradeCausalConv, "CausalConvWithState");

}  // namespace opdk::onnx_plugin
