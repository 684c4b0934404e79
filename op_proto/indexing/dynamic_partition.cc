#include "op_proto/indexing/dynamic_partition.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "opdk/infer.h"

namespace ge {
namespace {

// Largest number of tensors; a model that asks for more is faulty.
constexpr int64_t kMostPartitions = 65536;

// Returns the axes of x behind those that its indices have, as precisely as they are known. Reports shapes that don't
// fit.
std::optional<opdk::Dims> SliceDims(const Operator& op, const std::string& indices_name, const opdk::Dims& indices,
                                    const std::string& x_name, const opdk::Dims& x) {
  if (opdk::IsUnknownRank(indices) || opdk::IsUnknownRank(x)) return opdk::kUnknownRank;
  const size_t rank = indices.size();
  if (rank <= x.size() && opdk::MergeDims(indices, opdk::Dims(x.begin(), x.begin() + static_cast<int64_t>(rank)))) {
    return opdk::Dims(x.begin() + static_cast<int64_t>(rank), x.end());
  }
  (void)opdk::ReportInferError(op, indices_name + " " + opdk::ShapeText(indices) + " isn't the start of the shape of " +
                                       x_name + ", " + opdk::ShapeText(x));
  return std::nullopt;
}

opdk::Dims Rows(int64_t extent, const opdk::Dims& slice) {
  if (opdk::IsUnknownRank(slice)) return slice;
  opdk::Dims dims = {extent};
  dims.insert(dims.end(), slice.begin(), slice.end());
  return dims;
}

}  // namespace

IMPLEMT_INFERFUNC(DynamicPartition, DynamicPartitionInfer) {
  const auto slice = SliceDims(op, "partitions", opdk::InputDims(op, "partitions"), "x", opdk::InputDims(op, "x"));
  if (!slice) return GRAPH_FAILED;
  const auto count = static_cast<size_t>(op.GetDynamicOutputNum("y"));
  opdk::Dims extents(count, UNKNOWN_DIM);
  if (const auto places = opdk::ConstInts(op, "partitions")) {
    extents.assign(count, 0);
    for (const int64_t place : *places) {
      if (place >= 0 && place < static_cast<int64_t>(count)) ++extents[static_cast<size_t>(place)];
    }
  }
  for (size_t i = 0; i < count; ++i) {
    const opdk::Dims dims = Rows(extents[i], *slice);
    if (opdk::SetDynamicOutput(op, "y", static_cast<uint32_t>(i), dims, opdk::InputType(op, "x")) != GRAPH_SUCCESS) {
      return GRAPH_FAILED;
    }
  }
  return GRAPH_SUCCESS;
}

IMPLEMT_VERIFIER(DynamicPartition, DynamicPartitionVerify) {
  const int64_t count = op.get_attr_num_partitions();
  if (count < 1 || count > kMostPartitions) {
    return opdk::ReportInferError(
        op, "num_partitions is " + std::to_string(count) + ", it must be from 1 to " + std::to_string(kMostPartitions));
  }
  if (count == op.GetDynamicOutputNum("y")) return GRAPH_SUCCESS;
  return opdk::ReportInferError(op, "num_partitions is " + std::to_string(count) + ", but it has " +
                                        std::to_string(op.GetDynamicOutputNum("y")) + " outputs");
}

INFER_FUNC_REG(DynamicPartition, DynamicPartitionInfer);
VERIFY_FUNC_REG(DynamicPartition, DynamicPartitionVerify);

IMPLEMT_COMMON_INFERFUNC(DynamicStitchInfer) {
  const int count = op.GetDynamicInputNum("indices");
  if (count < 1 || count != op.GetDynamicInputNum("x")) {
    return opdk::ReportInferError(op, "it has " + std::to_string(count) + " indices and " +
                                          std::to_string(op.GetDynamicInputNum("x")) + " tensors x");
  }
  opdk::Dims slice = opdk::kUnknownRank;
  int64_t extent = 0;
  for (uint32_t i = 0; i < static_cast<uint32_t>(count); ++i) {
    const std::string indices = "indices" + std::to_string(i), x = "x" + std::to_string(i);
    const auto own = SliceDims(op, indices, op.GetDynamicInputDesc("indices", i).GetShape().GetDims(), x,
                               op.GetDynamicInputDesc("x", i).GetShape().GetDims());
    if (!own) return GRAPH_FAILED;
    const auto merged = opdk::MergeDims(slice, *own);
    if (!merged) {
      return opdk::ReportInferError(
          op, "the slices of " + x + " are " + opdk::ShapeText(*own) + ", of those before " + opdk::ShapeText(slice));
    }
    slice = *merged;
    const auto places = opdk::ConstInts(op, indices.c_str());
    if (!places) extent = UNKNOWN_DIM;
    if (extent < 0) continue;
    for (const int64_t place : *places) extent = std::max(extent, place + 1);
  }
  return opdk::SetOutput(op, "y", Rows(extent, slice), op.GetDynamicInputDesc("x", 0).GetDataType());
}

static graphStatus DynamicStitchVerify(const Operator& op) { return opdk::CheckSameDynamicType(op, "x"); }

COMMON_INFER_FUNC_REG(DynamicStitch, DynamicStitchInfer);
VERIFY_FUNC_REG(DynamicStitch, DynamicStitchVerify);
COMMON_INFER_FUNC_REG(ParallelDynamicStitch, DynamicStitchInfer);
VERIFY_FUNC_REG(ParallelDynamicStitch, DynamicStitchVerify);

}  // namespace ge
