//   matmul(a, b) of float16     cast(matmul(cast(a), cast(b))), the product in float
//   matmul(a, b) of double      compute(): a sum of products over the inner axis (generated_cube.h)
//   int8 a, uint8 b             oneDNN takes a signed b only. With a = [1 2 3] and a column b = [200 0 5]:
//                                 a * b                       200 + 0 + 15             = 215
//                                 b - 128 as int8             [72 -128 -123]
//                                 a * (b - 128)               72 - 256 - 369           = -553
//                                 + 128 * (1 + 2 + 3)         the sum of a's row: 768, = 215
#include "graph_core/engines/ai_core/plan/cube_lowering.h"

#include <algorithm>
#include <set>
#include <utility>

#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/plan/generated_cube.h"
#include "graph_core/engines/ai_core/plan/passes.h"
#include "graph_core/engines/ai_core/plan/requantization.h"
#include "tbe/array.h"
#include "tbe/reduce.h"
#include "tbe/walk.h"

namespace opdk {
namespace {

using tbe::Dims;
using tbe::Kind;
using tbe::Tensor;
using tbe::TensorNode;

Tensor With(const TensorNode& node, ge::DataType dtype, std::vector<Tensor> inputs) {
  auto copy = std::make_shared<TensorNode>(node);
  copy->dtype = dtype;
  copy->inputs = std::move(inputs);
  return Tensor(std::move(copy));
}

Tensor LowerCube(const Tensor& tensor);

Tensor BetweenCasts(const TensorNode& cube) {
  std::vector<Tensor> inputs;
  for (const Tensor& input : cube.inputs) inputs.push_back(tbe::cast_to(input, ge::DT_FLOAT));
  return tbe::cast_to(LowerCube(With(cube, ge::DT_FLOAT, std::move(inputs))), cube.dtype);
}

// Returns x - 128 as int8, which only inverts the highest bit.
Tensor Signed(const Tensor& x) { return tbe::cast_to(tbe::vxor(x, 128), ge::DT_INT8); }

// Adds up the rows of a product's left operand along its inner axis: [..., M, 1].
Tensor RowSums(const TensorNode& cube) {
  const Tensor& a = cube.inputs[0];
  Tensor sums = tbe::reduce_sum(tbe::cast_to(a, ge::DT_INT32), {cube.trans_a ? -2 : -1});
  Dims column = sums.shape();
  column.push_back(1);
  return tbe::reshape(sums, column);
}

// Returns the result of a filter of ones. It is equal for all outputs of a group.
Tensor WindowSums(const TensorNode& cube) {
  Dims ones = cube.inputs[1].shape();
  ones[0] = cube.conv.groups;
  auto node = std::make_shared<TensorNode>(cube);
  node->shape[1] = cube.conv.groups;
  node->inputs = {cube.inputs[0], tbe::broadcast(tbe::Const(int64_t{1}, ge::DT_INT8), ones)};
  Dims split = node->shape;
  split.insert(split.begin() + 2, 1);
  Dims repeated = split;
  repeated[2] = cube.shape[1] / cube.conv.groups;
  return tbe::reshape(tbe::broadcast(tbe::reshape(Tensor(std::move(node)), split), repeated), cube.shape);
}

Tensor LowerBytes(const TensorNode& cube) {
  if (cube.kind == Kind::kConvTranspose || cube.kind == Kind::kConvBackpropFilter) return GeneratedCube(cube);
  // A hand-written kernel multiplies unchanged operands if oneDNN doesn't take the ones made below.
  const auto as_it_is = std::make_shared<TensorNode>(cube);
  auto node = std::make_shared<TensorNode>(cube);
  if (cube.kind == Kind::kMatmul && cube.trans_a) {
    // Transposes the left operand, because oneDNN multiplies only rows of bytes.
    Dims axes(node->inputs[0].shape().size());
    for (size_t i = 0; i < axes.size(); ++i) axes[i] = static_cast<int64_t>(i);
    std::swap(axes[axes.size() - 1], axes[axes.size() - 2]);
    node->inputs[0] = tbe::transpose(node->inputs[0], axes);
    node->trans_a = false;
  }
  const bool shifted = cube.inputs[1].dtype() == ge::DT_UINT8;
  if (shifted) node->inputs[1] = Signed(node->inputs[1]);
  if (!MultipliesBytesExactly(*node)) return Tensor(as_it_is);
  Tensor result(node);
  if (!shifted) return result;
  return result + 128 * (cube.kind == Kind::kMatmul ? RowSums(cube) : WindowSums(cube));
}

bool TakesFloat(const TensorNode& cube) {
  if (cube.kind == Kind::kConvTranspose) return TakesConvTranspose(cube);
  return cube.kind != Kind::kConvBackpropFilter || TakesConvBackpropFilter(cube);
}

// Lowers a cube of float. Moves the bias of a transposed convolution into a vector kernel, which takes the operations
// behind it too. oneDNN would add that bias several times slower.
Tensor LowerFloat(const Tensor& tensor) {
  const TensorNode& cube = *tensor;
  if (!TakesFloat(cube)) return GeneratedCube(cube);
  if (cube.kind != Kind::kConvTranspose || cube.inputs.size() < 3) return tensor;
  return AddBias(cube, With(cube, cube.dtype, {cube.inputs[0], cube.inputs[1]}), 1);
}

Tensor LowerCube(const Tensor& tensor) {
  const TensorNode& cube = *tensor;
  switch (cube.inputs[0].dtype()) {
    case ge::DT_FLOAT:
      return LowerFloat(tensor);
    case ge::DT_FLOAT16:
    case ge::DT_BF16:
      return BetweenCasts(cube);
    case ge::DT_INT8:
    case ge::DT_UINT8:
      if (cube.kind != Kind::kPool) return LowerBytes(cube);
      break;
    default:
      if (cube.kind != Kind::kPool) return GeneratedCube(cube);
      break;
  }
  return tensor;
}

}  // namespace

bool IsCube(const TensorNode& node) {
  return node.kind == Kind::kMatmul || node.kind == Kind::kConv || node.kind == Kind::kConvTranspose ||
         node.kind == Kind::kConvBackpropFilter || node.kind == Kind::kPool;
}

std::vector<Tensor> LowerCubes(std::span<const Tensor> outputs) {
  // A step that quantizes its sums takes operands of any sign.
  const std::set<const TensorNode*> quantized = RequantizedCubes(outputs);
  const auto lower = [&quantized](const Tensor& node, const std::vector<Tensor>& inputs) {
    const bool lowered = IsCube(*node) && quantized.count(node.get()) == 0;
    return lowered ? LowerCube(tbe::WithInputs(node, inputs)) : Tensor();
  };
  return tbe::Rewrite(outputs, lower).value();
}

Result<Changed> LowerCubes(ExpressionDraft& draft) {
  bool changed = false;
  std::vector<Tensor> all = draft.outputs;
  for (const IndexCheckDraft& check : draft.checks) all.push_back(check.indices);
  const std::vector<Tensor> lowered = LowerCubes(all);
  for (size_t i = 0; i < lowered.size(); ++i) changed = changed || lowered[i].get() != all[i].get();
  for (size_t i = 0; i < draft.checks.size(); ++i) draft.checks[i].indices = lowered[draft.outputs.size() + i];
  std::copy_n(lowered.begin(), draft.outputs.size(), draft.outputs.begin());
  return Changed{changed};
}

}  // namespace opdk
