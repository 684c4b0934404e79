#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

int64_t ProductOf(const Ints& dims, size_t from, size_t to) {
  return std::accumulate(dims.begin() + static_cast<std::ptrdiff_t>(from),
                         dims.begin() + static_cast<std::ptrdiff_t>(to), int64_t{1}, std::multiplies<>());
}

// The axes from `axis` on are one row each.
Status UpgradeInnerProduct(UpgradeContext& context) {
  OPDK_TRY(const Ints x, DimsOf(context, context.Input(0)));
  OPDK_TRY(const int64_t axis, AxisOf(context, "axis", 1, x.size()));
  const auto first = static_cast<size_t>(axis);
  const int64_t rows = ProductOf(x, 0, first), columns = ProductOf(x, first, x.size());
  const int64_t outputs = IntOf(context, "num_output", 0);
  const bool transposed = BoolOf(context, "transpose", false);
  std::vector<std::string> inputs = {AddReshape(context, context.Input(0), {rows, columns})};
  // Old files have four axes.
  const Ints weight = transposed ? Ints{columns, outputs} : Ints{outputs, columns};
  OPDK_TRY(inputs.emplace_back(), BlobOf(context, 1, 0, weight));
  if (BoolOf(context, "bias_term", true)) {
    const Ints flat = {outputs};
    OPDK_TRY(inputs.emplace_back(), BlobOf(context, 1, 1, flat));
  }
  if (axis != 1) {
    Ints dims(x.begin(), x.begin() + axis);
    dims.push_back(outputs);
    const std::string product = AddIrStep(context, "MatMul", inputs, {{"transpose_x2", !transposed}});
    BecomeIr(context, "Reshape", {product, context.AddInts("shape", dims)});
  } else {
    BecomeIr(context, "MatMul", inputs, {{"transpose_x2", !transposed}});
  }
  return {};
}

// Rows of a table, whose numbers come as floats.
Status UpgradeEmbed(UpgradeContext& context) {
  const std::string rows =
      AddIrStep(context, "Cast", {context.Input(0)}, {{"dst_type", static_cast<int64_t>(ge::DT_INT32)}});
  OPDK_TRY(const std::string table, BlobOf(context, 1, 0));
  if (!BoolOf(context, "bias_term", true)) {
    BecomeIr(context, "Gather", {table, rows});
    return {};
  }
  OPDK_TRY(const std::string bias, BlobOf(context, 1, 1));
  BecomeIr(context, "Add", {AddIrStep(context, "Gather", {table, rows}), bias});
  return {};
}

}  // namespace

OPDK_MAP_CAFFE_AS(MatMul, InnerProduct);
OPDK_MAP_CAFFE_AS(Gather, Embed);
OPDK_UPGRADE_CAFFE(UpgradeInnerProduct, "InnerProduct");
OPDK_UPGRADE_CAFFE(UpgradeEmbed, "Embed");

}  // namespace opdk::caffe_plugin
