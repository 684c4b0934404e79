#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "plugins/onnx/ml/constants.h"
#include "plugins/onnx/ml/samples.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Numbers of one element type.
struct NumberList {
  std::vector<double> reals;
  std::vector<int64_t> integers;
  ge::DataType type = ge::DT_UNDEFINED;

  int64_t size() const { return static_cast<int64_t>(type == ge::DT_INT64 ? integers.size() : reals.size()); }
  std::string Add(UpgradeContext& context, const char* hint, const std::vector<int64_t>& dims) const {
    return type == ge::DT_INT64 ? AddNumbers(context, hint, dims, integers, type)
                                : AddNumbers(context, hint, dims, reals, type);
  }
};

Status RefuseStrings(const UpgradeContext& context) {
  return context.Refuse("it encodes strings, which are not supported: only numbers are");
}

// Attributes `prefix`_tensor, `prefix`_int64s, `prefix`_floats.
Result<NumberList> TakeNumberList(UpgradeContext& context, const std::string& prefix) {
  if (context.Has(prefix + "_strings")) return RefuseStrings(context);
  NumberList list;
  if (auto tensor = context.Take<ge::Tensor>(prefix + "_tensor")) {
    list.type = tensor->GetTensorDesc().GetDataType();
    if (list.type == ge::DT_STRING) return RefuseStrings(context);
    OPDK_TRY(list.reals, NumbersOf(context, *tensor));
    if (list.type == ge::DT_INT64) {
      const auto* numbers = reinterpret_cast<const int64_t*>(tensor->GetData());
      list.integers.assign(numbers, numbers + list.reals.size());
    }
    return list;
  }
  if (context.Has(prefix + "_int64s")) {
    list.integers = TakeList<int64_t>(context, (prefix + "_int64s").c_str());
    list.type = ge::DT_INT64;
    return list;
  }
  const auto floats = TakeList<float>(context, (prefix + "_floats").c_str());
  list.reals.assign(floats.begin(), floats.end());
  list.type = ge::DT_FLOAT;
  return list;
}

// Takes the value that a key gets which isn't listed.
Result<std::string> TakeDefault(UpgradeContext& context, ge::DataType type) {
  const auto real = context.Take<float>("default_float");
  const auto integer = context.Take<int64_t>("default_int64");
  context.Drop("default_string");
  if (const auto tensor = context.Take<ge::Tensor>("default_tensor")) {
    if (tensor->GetTensorDesc().GetDataType() != type)
      return context.Refuse("default_tensor has another type than its values");
    ge::Tensor scalar(ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, type), tensor->GetData(), tensor->GetSize());
    return context.values().NewConstant("default", scalar);
  }
  if (type == ge::DT_INT64) return context.AddInt("default", integer.value_or(-1));
  return AddNumbers(context, "default", {}, std::vector<float>{real.value_or(-0.0F)}, type);
}

// Compares each element with each key, [..., keys]; a NaN is equal to a NaN.
Result<std::string> AddHits(UpgradeContext& context, const std::string& x, const NumberList& keys) {
  const ge::DataType type = context.values().ElementType(x);
  if (type != keys.type) return context.Refuse("its input has another element type than its keys");
  const std::string apart = AddStep(context, "Unsqueeze", {x, context.AddInts("axes", {-1})});
  const std::string hits = AddStep(context, "Equal", {apart, keys.Add(context, "keys", {keys.size()})});
  std::vector<int64_t> is_nan;
  for (const double key : keys.reals) is_nan.push_back(std::isnan(key) ? 1 : 0);
  if (std::find(is_nan.begin(), is_nan.end(), 1) == is_nan.end()) return hits;
  const std::string nan_keys =
      AddCast(context, AddNumbers(context, "nan_keys", {keys.size()}, is_nan, ge::DT_INT32), ge::DT_INT32, ge::DT_BOOL);
  const std::string nan_hits = AddStep(context, "And", {AddStep(context, "IsNaN", {apart}), nan_keys});
  return AddStep(context, "Or", {hits, nan_hits});
}

Status UpgradeLabelEncoder(UpgradeContext& context) {
  if (context.Has("classes_strings")) return RefuseStrings(context);
  const std::string x = context.Input(0);
  OPDK_TRY(const NumberList keys, TakeNumberList(context, "keys"));
  OPDK_TRY(const NumberList values, TakeNumberList(context, "values"));
  if (keys.size() == 0 || keys.size() != values.size()) {
    return context.Refuse(fmt::format("it has {} keys and {} values", keys.size(), values.size()));
  }
  OPDK_TRY(const std::string otherwise, TakeDefault(context, values.type));
  OPDK_TRY(const std::string hits, AddHits(context, x, keys));
  const std::string counted = AddCast(context, hits, ge::DT_BOOL, ge::DT_INT32);
  const AttrMap last = {{"axis", int64_t{-1}}, {"keepdims", int64_t{0}}};
  const std::string place = AddStep(context, "ArgMax", {counted}, last);
  const std::string any =
      AddStep(context, "ReduceMax", {counted, context.AddInts("axis", {-1})}, {{"keepdims", int64_t{0}}});
  const std::string found = AddGather(context, values.Add(context, "values", {values.size()}), place);
  Become(context, "Identity",
         {AddStep(context, "Where", {AddCast(context, any, ge::DT_INT32, ge::DT_BOOL), found, otherwise})});
  return {};
}

// Adds a last axis with 1 at the category's place. An unknown category has zeros, even where the attribute zeros
// forbids it.
Status UpgradeOneHotEncoder(UpgradeContext& context) {
  if (context.Has("cats_strings")) return RefuseStrings(context);
  context.Drop("zeros");
  const auto categories = TakeList<int64_t>(context, "cats_int64s");
  if (categories.empty()) return context.Refuse("it has no categories");
  OPDK_TRY(const ge::DataType type, KnownType(context));
  const std::string x = AddCast(context, context.Input(0), type, ge::DT_INT64);
  const auto count = static_cast<int64_t>(categories.size());
  const std::string apart = AddStep(context, "Unsqueeze", {x, context.AddInts("axes", {-1})});
  const std::string hits =
      AddStep(context, "Equal", {apart, AddNumbers(context, "categories", {count}, categories, ge::DT_INT64)});
  Become(context, "Identity", {AddCast(context, hits, ge::DT_BOOL, ge::DT_FLOAT)});
  return {};
}

}  // namespace

OPDK_MAP_ONNX_OF(ai.onnx.ml, GatherV2, LabelEncoder, 1);
OPDK_MAP_ONNX_OF(ai.onnx.ml, Equal, OneHotEncoder, 1);
// A sequence of maps, of labels to scores, is the tensor of the scores.
OPDK_MAP_ONNX_OF(ai.onnx.ml, Identity, ZipMap, 1).IgnoreAttrs({"classlabels_strings", "classlabels_int64s"});
OPDK_UPGRADE_ONNX(UpgradeLabelEncoder, "ai.onnx.ml::LabelEncoder");
OPDK_UPGRADE_ONNX(UpgradeOneHotEncoder, "ai.onnx.ml::OneHotEncoder");

}  // namespace opdk::onnx_plugin
