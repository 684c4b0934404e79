// Parts of a tensor: numpy's begin:end:stride, with TensorFlow's masks.
#include <string>

#include "op_proto/array/slice_plan.h"
#include "tbe/dsl.h"

namespace tbe {
namespace {

std::vector<Tensor> Sliced(const OpParams& op, bool has_axes, bool has_strides) {
  const Tensor x = op.Input("x");
  opdk::SliceRequest request;
  request.begin = op.InputInts("begin");
  request.end = op.InputInts("end");
  request.entries = request.begin->size();
  request.has_axes = has_axes;
  if (has_axes) request.axes = op.InputInts("axes");
  request.strides = has_strides ? op.InputInts("strides") : Dims(request.entries, 1);
  request.begin_mask = op.Int("begin_mask");
  request.end_mask = op.Int("end_mask");
  request.ellipsis_mask = op.Int("ellipsis_mask");
  request.new_axis_mask = op.Int("new_axis_mask");
  request.shrink_axis_mask = op.Int("shrink_axis_mask");
  std::string why;
  // Shape inference has made the same plan.
  const opdk::SlicePlan plan = opdk::PlanSlice(x.shape(), request, why).value();
  Dims starts, sizes, steps;
  for (const opdk::SlicePlan::Axis& axis : plan.axes) {
    starts.push_back(axis.start);
    sizes.push_back(axis.size);
    steps.push_back(axis.step);
  }
  const Tensor taken = slice(x, starts, sizes, steps);
  return {plan.Shape() == sizes ? taken : reshape(taken, plan.Shape())};
}

std::vector<Tensor> StridedSliceCompute(const OpParams& op) { return Sliced(op, false, true); }

std::vector<Tensor> StridedSliceV2Compute(const OpParams& op) {
  return Sliced(op, op.HasInput("axes"), op.HasInput("strides"));
}

std::vector<Tensor> SliceCompute(const OpParams& op) {
  const Dims& sizes = op.OutputShape("y");
  return {slice(op.Input("x"), op.InputInts("offsets"), sizes, Dims(sizes.size(), 1))};
}

REGISTER_OP_COMPUTE(StridedSliceV2, StridedSliceV2Compute);
REGISTER_OP_COMPUTE(StridedSlice, StridedSliceCompute);
REGISTER_OP_COMPUTE(StridedSliceD, StridedSliceCompute);
REGISTER_OP_COMPUTE(Slice, SliceCompute);
REGISTER_OP_COMPUTE(SliceD, SliceCompute);

}  // namespace
}  // namespace tbe
