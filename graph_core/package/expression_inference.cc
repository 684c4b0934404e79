#include "graph_core/package/expression_inference.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "graph_core/package/op_compute_call.h"

namespace opdk {
namespace {

using Dims = std::vector<int64_t>;

struct TensorType {
  ge::DataType dtype = ge::DT_UNDEFINED;
  Dims shape;
};
using Types = std::vector<TensorType>;

// Sizes that are tried for unknown extents: primes, because sums and quotients of them rarely hit another of them; one,
// which broadcasts; and powers of two, for extents that must be divisible.
constexpr int64_t kSizes[] = {7, 11, 13, 1, 2, 16, 64};
// Largest number of known extents of the inputs that are tried, too.
constexpr size_t kKnownSizes = 6;
constexpr int kHighestRank = 4;

class Inference {
 public:
  Inference(const OperatorProvider& provider, const OpDesc& op, const ConstInputFn& const_input)
      : provider_(provider), op_(op), const_input_(const_input) {
    for (Port& output : op_.outputs)
      output.desc = ge::TensorDesc(ge::Shape(ge::UNKNOWN_RANK), ge::FORMAT_ND, ge::DT_UNDEFINED);
    for (size_t i = 0; i < op_.inputs.size(); ++i) {
      const ge::TensorDesc& desc = op_.inputs[i].desc;
      shapes_.push_back(desc.GetShape().GetDims());
      if (desc.GetDataType() == ge::DT_UNDEFINED) continue;
      if (shapes_[i] == ge::UNKNOWN_RANK) {
        rankless_.push_back(i);
        continue;
      }
      for (size_t axis = 0; axis < shapes_[i].size(); ++axis) {
        if (shapes_[i][axis] < 0) unknown_.emplace_back(i, axis);
      }
    }
  }

  Result<Types> Infer() {
    if (!rankless_.empty()) return WithoutRank();
    if (!unknown_.empty()) return WithUnknownExtents();
    return Ask(shapes_);
  }

 private:
  // Returns the kernel's output types for inputs of these shapes.
  Result<Types> Ask(const std::vector<Dims>& shapes) {
    std::vector<tbe::Tensor> inputs(shapes.size());
    for (size_t i = 0; i < shapes.size(); ++i) {
      const ge::DataType dtype = op_.inputs[i].desc.GetDataType();
      op_.inputs[i].desc.SetShape(ge::Shape(shapes[i]));
      if (dtype == ge::DT_UNDEFINED) continue;
      OPDK_TRY(inputs[i], MakePlaceholder(static_cast<int>(i), shapes[i], dtype));
    }
    OPDK_TRY(const auto outputs, CallOpCompute(op_, provider_, inputs, const_input_));
    Types types;
    for (const tbe::Tensor& output : outputs) types.push_back({output.dtype(), output.shape()});
    return types;
  }

  // Returns the dtypes by any rank that the kernel takes. The shapes have an unknown rank.
  Result<Types> WithoutRank() {
    Result<Types> answer = Status(ErrorCode::kInferShape, "its kernel takes no rank");
    for (int rank = 2; rank <= kHighestRank + 2; ++rank) {
      const auto tried = static_cast<size_t>(rank % (kHighestRank + 1));
      std::vector<Dims> shapes = shapes_;
      for (const size_t i : rankless_) shapes[i] = Dims(tried, 1);
      for (const auto& [i, axis] : unknown_) shapes[i][axis] = 1;
      answer = Ask(shapes);
      if (!answer.ok()) continue;
      Types types = *std::move(answer);
      for (TensorType& type : types) type.shape = ge::UNKNOWN_RANK;
      return types;
    }
    return answer;
  }

  std::vector<int64_t> Candidates() const {
    std::vector<int64_t> sizes(std::begin(kSizes), std::end(kSizes));
    const size_t most = sizes.size() + kKnownSizes;
    for (const Dims& shape : shapes_) {
      for (const int64_t extent : shape) {
        const bool is_new = std::find(sizes.begin(), sizes.end(), extent) == sizes.end();
        if (extent > 0 && is_new && sizes.size() < most) sizes.push_back(extent);
      }
    }
    return sizes;
  }

  std::vector<Dims> With(const std::vector<int64_t>& extents) const {
    std::vector<Dims> shapes = shapes_;
    for (size_t u = 0; u < unknown_.size(); ++u) shapes[unknown_[u].first][unknown_[u].second] = extents[u];
    return shapes;
  }

  // Returns sizes that the kernel takes: one size for all unknown extents, else a different size for each. The error is
  // that of the first try.
  Result<std::vector<int64_t>> Base(const std::vector<int64_t>& sizes, Types& types) {
    std::optional<Status> first;
    const auto takes = [&](const std::vector<int64_t>& extents) {
      auto answer = Ask(With(extents));
      if (answer.ok())
        types = *std::move(answer);
      else if (!first)
        first = std::move(answer).status();
      return !types.empty();
    };
    for (const int64_t size : sizes) {
      std::vector<int64_t> extents(unknown_.size(), size);
      if (takes(extents)) return extents;
    }
    std::vector<int64_t> extents;
    for (size_t u = 0; u < unknown_.size(); ++u) extents.push_back(sizes[u % sizes.size()]);
    if (takes(extents)) return extents;
    return *std::move(first);
  }

  // Starts from sizes that fit, and varies each unknown extent alone and all of them together.
  Result<Types> WithUnknownExtents() {
    const std::vector<int64_t> sizes = Candidates();
    Types types;
    OPDK_TRY(const std::vector<int64_t> base, Base(sizes, types));
    const Types first = types;
    bool varied = false;
    const auto vary = [&](const std::vector<int64_t>& extents) {
      if (extents == base) return;
      auto answer = Ask(With(extents));
      if (!answer.ok()) return;
      varied = true;
      Merge(*answer, first, types);
    };
    for (const int64_t size : sizes) {
      vary(std::vector<int64_t>(unknown_.size(), size));
      for (size_t u = 0; u < unknown_.size(); ++u) {
        std::vector<int64_t> extents = base;
        extents[u] = size;
        vary(extents);
      }
    }
    if (!varied) {
      for (TensorType& type : types) std::fill(type.shape.begin(), type.shape.end(), ge::UNKNOWN_DIM);
    }
    return types;
  }

  // Makes extents unknown in which the answer differs from the first answer.
  static void Merge(const Types& answer, const Types& first, Types& types) {
    for (size_t i = 0; i < types.size(); ++i) {
      if (types[i].shape == ge::UNKNOWN_RANK) continue;
      if (answer[i].shape.size() != first[i].shape.size()) {
        types[i].shape = ge::UNKNOWN_RANK;
        continue;
      }
      for (size_t axis = 0; axis < first[i].shape.size(); ++axis) {
        if (answer[i].shape[axis] != first[i].shape[axis]) types[i].shape[axis] = ge::UNKNOWN_DIM;
      }
    }
  }

  const OperatorProvider& provider_;
  OpDesc op_;
  const ConstInputFn& const_input_;
  std::vector<Dims> shapes_;
  std::vector<size_t> rankless_;                    // inputs
  std::vector<std::pair<size_t, size_t>> unknown_;  // input, axis
};

}  // namespace

Status InferFromExpression(const OperatorProvider& provider, OpDesc& op, const ConstInputFn& const_input) {
  auto types = Inference(provider, op, const_input).Infer();
  if (!types.ok()) {
    Status status = std::move(types).status();
    if (status.code() != ErrorCode::kInferShape && status.code() != ErrorCode::kExpression) return status;
    return Status(
        ErrorCode::kInferShape,
        fmt::format("the prototype has no shape rule, and its kernel's expression refuses it: {}", status.message()));
  }
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    op.outputs[i].desc.SetDataType((*types)[i].dtype);
    op.outputs[i].desc.SetShape(ge::Shape((*types)[i].shape));
  }
  return {};
}

}  // namespace opdk
