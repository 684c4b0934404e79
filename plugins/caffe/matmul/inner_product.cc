#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

// Makes one row of the axes from `axis` on. The product, which is called as the layer, compares its length with that of
// the weights' rows.
Status UpgradeInnerProduct(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", 1, x.size()));
  const int64_t outputs = IntOf(context, "num_output", 0);
  if (outputs < 1) return context.Refuse("it has no num_output");
  const bool transposed = BoolOf(context, "transpose", false);
  const Ints weight = transposed ? Ints{-1, outputs} : Ints{outputs, -1};
  Ints rows(static_cast<size_t>(axis), 0);
  if (axis == 0) rows.push_back(1);
  rows.push_back(-1);
  std::vector<std::string> inputs = {AddReshape(context, context.Input(0), rows)};
  OPDK_TRY(inputs.emplace_back(), BlobOf(context, 0, weight));
  if (BoolOf(context, "bias_term", true)) {
    const Ints flat = {outputs};
    OPDK_TRY(inputs.emplace_back(), BlobOf(context, 1, flat));
  }
  if (axis == 0) {
    const std::string product = AddIrStep(context, "MatMul", inputs, {{"transpose_x2", !transposed}});
    BecomeIr(context, "Reshape", {product, context.AddInts("shape", {outputs})});
  } else {
    BecomeIr(context, "MatMul", inputs, {{"transpose_x2", !transposed}});
  }
  return {};
}

// Gathers rows of a table. The rows' numbers come as floats.
Status UpgradeEmbed(UpgradeContext& context) {
  const std::string rows =
      AddIrStep(context, "Cast", {context.Input(0)}, {{"dst_type", static_cast<int64_t>(ge::DT_INT32)}});
  const int64_t outputs = IntOf(context, "num_output", -1);
  OPDK_TRY(const std::string table, BlobOf(context, 0, {IntOf(context, "input_dim", -1), outputs}));
  if (!BoolOf(context, "bias_term", true)) {
    BecomeIr(context, "Gather", {table, rows});
    return {};
  }
  OPDK_TRY(const std::string bias, BlobOf(context, 1, {outputs}));
  BecomeIr(context, "Add", {AddIrStep(context, "Gather", {table, rows}), bias});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(MatMul, InnerProduct);
OPDK_MAP_CAFFE_AS(Gather, Embed);
OPDK_UPGRADE_CAFFE(UpgradeInnerProduct, "InnerProduct");
OPDK_UPGRADE_CAFFE(UpgradeEmbed, "Embed");
OPDK_CAFFE_FIELDS("inner_product_param", "InnerProduct");
OPDK_CAFFE_FIELDS("embed_param", "Embed");

}  // namespace opdk::caffe_plugin
