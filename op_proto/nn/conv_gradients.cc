#include "op_proto/nn/conv_gradients.h"

#include <algorithm>
#include <string>

#include "op_proto/nn/convolution.h"
#include "op_proto/nn/images.h"

namespace ge {

namespace {

// The axes of a shape in another order; an unknown rank has four axes, too. Reports another number of axes.
std::optional<Dims> Reordered(const Operator& op, const char* name, const Dims& dims, const Dims& order) {
  if (opdk::IsUnknownRank(dims)) return Dims(4, -1);
  if (dims.size() != 4) {
    opdk::ReportInferError(op, std::string(name) + " " + opdk::ShapeText(dims) + " has not four axes");
    return std::nullopt;
  }
  Dims reordered;
  for (const int64_t axis : order) reordered.push_back(dims[static_cast<size_t>(axis)]);
  return reordered;
}

// Where N, C, H, W are in images, O, C, H, W in a filter, and back.
const Dims kPlain = {0, 1, 2, 3}, kFromImage = {0, 3, 1, 2}, kToImage = {0, 2, 3, 1}, kFilter = {3, 2, 0, 1};

bool ReadConvolution(const Operator& op, size_t first, WindowAttrs& attrs) {
  const auto strides = SpatialList(op, "strides", first), dilations = SpatialList(op, "dilations", first);
  if (!strides || !dilations) return false;
  attrs.strides = *strides;
  attrs.dilations = *dilations;
  const Dims pads = opdk::ListIntAttr(op, "pads");
  if (pads.size() != 4 || std::any_of(pads.begin(), pads.end(), [](int64_t pad) { return pad < 0; })) {
    (void)opdk::ReportInferError(
        op, "pads " + opdk::ShapeText(pads) + " are not four numbers from 0 on; write out what SAME would give");
    return false;
  }
  attrs.pads = {pads[0], pads[2], pads[1], pads[3]};
  return true;
}

// Reports shapes that are not those of one convolution's input, filter and output.
graphStatus CheckConvolution(const Operator& op, const Dims& x_dims, const Dims& filter_dims) {
  const auto first = FirstSpatialAxis(op);
  if (!first) return GRAPH_FAILED;
  const bool last = *first == 1;
  const Dims given = opdk::InputDims(op, "out_backprop");
  const auto x = Reordered(op, "the input", x_dims, last ? kFromImage : kPlain);
  const auto filter = Reordered(op, "the filter", filter_dims, last ? kFilter : kPlain);
  const auto y = Reordered(op, "out_backprop", given, last ? kFromImage : kPlain);
  WindowAttrs attrs;
  if (!x || !filter || !y || !ReadConvolution(op, *first, attrs)) return GRAPH_FAILED;
  const std::string problem = CheckFilter(*x, *filter, opdk::IntAttr(op, "groups"));
  if (!problem.empty()) return opdk::ReportInferError(op, problem);
  attrs.kernel.assign(filter->begin() + 2, filter->end());
  Dims spatial;
  if (!WindowOutput(op, attrs, Dims(x->begin() + 2, x->end()), spatial)) return GRAPH_FAILED;
  const Dims convolved = {(*x)[0], (*filter)[0], spatial[0], spatial[1]};
  if (opdk::MergeDims(convolved, *y)) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "out_backprop " + opdk::ShapeText(given) + " has not the convolution's shape " +
                                        opdk::ShapeText(*Reordered(op, "", convolved, last ? kToImage : kPlain)));
}

graphStatus InferInputGradient(Operator& op, Dims x) {
  const Dims filter = opdk::InputDims(op, "filter"), y = opdk::InputDims(op, "out_backprop");
  if (!opdk::IsUnknownRank(y) && y.size() == 4 && x[0] < 0) x[0] = y[0];
  if (CheckConvolution(op, x, filter) != GRAPH_SUCCESS ||
      opdk::CheckSameType(op, {"filter", "out_backprop"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  const DataType type = opdk::InputType(op, "filter");
  return opdk::SetOutput(op, "y", x, type == DT_INT8 ? DT_INT32 : type);
}

graphStatus InferFilterGradient(Operator& op, const Dims& filter, DataType type) {
  if (CheckConvolution(op, opdk::InputDims(op, "x"), filter) != GRAPH_SUCCESS ||
      opdk::CheckSameType(op, {"x", "out_backprop"}) != GRAPH_SUCCESS) {
    return GRAPH_FAILED;
  }
  return opdk::SetOutput(op, "y", filter, type);
}

// Reports an attribute that is no shape of four axes.
std::optional<Dims> FourSizesOf(const Operator& op, const char* attr) {
  const Dims sizes = opdk::ListIntAttr(op, attr);
  if (sizes.size() == 4 && opdk::IsStatic(sizes)) return sizes;
  opdk::ReportInferError(op, std::string(attr) + " " + opdk::ShapeText(sizes) + " is not four numbers from 0 on");
  return std::nullopt;
}

}  // namespace

IMPLEMT_COMMON_INFERFUNC(Conv2DBackpropInputInfer) {
  const auto x = FourSizes(op, "input_size");
  return x ? InferInputGradient(op, *x) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(Conv2DBackpropInput, Conv2DBackpropInputInfer);

IMPLEMT_COMMON_INFERFUNC(Conv2DBackpropInputDInfer) {
  const auto x = FourSizesOf(op, "input_size");
  return x ? InferInputGradient(op, *x) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(Conv2DBackpropInputD, Conv2DBackpropInputDInfer);

IMPLEMT_COMMON_INFERFUNC(Conv2DBackpropFilterInfer) {
  const auto filter = FourSizes(op, "filter_size");
  const DataType type = opdk::InputType(op, "x");
  return filter ? InferFilterGradient(op, *filter, type == DT_BF16 ? DT_FLOAT : type) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(Conv2DBackpropFilter, Conv2DBackpropFilterInfer);

IMPLEMT_COMMON_INFERFUNC(Conv2DBackpropFilterDInfer) {
  const auto filter = FourSizesOf(op, "filter_size");
  return filter ? InferFilterGradient(op, *filter, DT_FLOAT) : GRAPH_FAILED;
}
COMMON_INFER_FUNC_REG(Conv2DBackpropFilterD, Conv2DBackpropFilterDInfer);

}  // namespace ge
