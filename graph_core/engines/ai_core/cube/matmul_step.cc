#include <algorithm>
#include <numeric>
#include <utility>

#include "graph_core/engines/ai_core/cube/byte_sums.h"
#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/cube_step.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

using dnnl::memory;

// A matrix operand with `rank` axes: leading ones are added, a transposition is strides.
memory::desc MatrixDesc(std::vector<int64_t> shape, size_t rank, bool transposed, memory::data_type type) {
  shape.insert(shape.begin(), rank - shape.size(), 1);
  memory::dims strides(rank);
  int64_t stride = 1;
  for (size_t i = rank; i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  if (transposed) {
    std::swap(shape[rank - 1], shape[rank - 2]);
    std::swap(strides[rank - 1], strides[rank - 2]);
  }
  return {shape, type, strides};
}

int64_t Product(const std::vector<int64_t>& shape, size_t from_end) {
  return std::accumulate(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(from_end), int64_t{1},
                         std::multiplies<>());
}

memory::data_type TypeOf(const tbe::Tensor& tensor) {
  return tensor.dtype() == ge::DT_FLOAT  ? memory::data_type::f32
         : tensor.dtype() == ge::DT_INT8 ? memory::data_type::s8
                                         : memory::data_type::u8;
}

// The operands of a product as oneDNN takes them.
struct Operands {
  Operands(const tbe::TensorNode& cube, bool with_bias) {
    std::vector<int64_t> left = cube.inputs[0].shape(), right = cube.inputs[1].shape(), result = cube.shape;
    size_t rank = result.size();
    // One matrix for all batches: the batches are more rows.
    if (Product(right, 2) == 1 && !cube.trans_a && left.size() == rank && rank > 2) {
      const int64_t rows = Product(left, 1);
      left = {rows, left.back()};
      right = {right[right.size() - 2], right.back()};
      result = {rows, result.back()};
      rank = 2;
    }
    const bool bytes = cube.dtype == ge::DT_INT32;
    bool trans_a = cube.trans_a, trans_b = cube.trans_b;
    // A matrix times a column is slow; the same numbers are a row times the matrix's transpose.
    exchanged = !bytes && !with_bias && result.back() == 1 && result[rank - 2] > 1;
    if (exchanged) {
      std::swap(left, right);
      trans_a = !cube.trans_b;
      trans_b = !cube.trans_a;
      std::swap(result[rank - 1], result[rank - 2]);
    }
    a = MatrixDesc(left, rank, trans_a, TypeOf(cube.inputs[exchanged ? 1 : 0]));
    b = MatrixDesc(right, rank, trans_b, TypeOf(cube.inputs[exchanged ? 0 : 1]));
    y = PlainDesc(result, bytes ? memory::data_type::s32 : memory::data_type::f32);
    std::vector<int64_t> row(rank, 1);
    row.back() = result.back();
    bias = PlainDesc(row, y.data_type());
  }

  memory::desc a, b, y, bias;
  bool exchanged = false;  // a is the cube's right operand and b its left one, transposed
};

// Any layout of b.
memory::desc Packed(const memory::desc& b) { return {b.dims(), b.data_type(), memory::format_tag::any}; }

// How many threads multiply: 0, as many as there are. oneDNN's products for AVX2 round the last rows of a thread's share
// in another order, so that one that is too small to gain much is not shared, and its result depends on nothing else.
int ThreadsOf(const tbe::TensorNode& cube) {
  constexpr int64_t kSmall = int64_t{1} << 22;  // multiplications, about 0.1 ms
  if (dnnl::get_effective_cpu_isa() >= dnnl::cpu_isa::avx512_core) return 0;
  const int64_t depth = cube.trans_a ? *(cube.inputs[0].shape().end() - 2) : cube.inputs[0].shape().back();
  return Product(cube.shape, 0) <= kSmall / std::max<int64_t>(1, depth) ? 1 : 0;
}

class MatmulStep : public CubeStep {
 public:
  MatmulStep(const StepSpec& spec, const StepConstants& constants) : threads_(ThreadsOf(*spec.cube)) {
    const ThreadScope scope(threads_);
    const Operands operands(*spec.cube, spec.bias >= 0);
    const int a = spec.cube_inputs[operands.exchanged ? 1 : 0], b = spec.cube_inputs[operands.exchanged ? 0 : 1];
    const void* constant = constants[b];
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    attr.set_post_ops(MakePostOps(spec));
    // Packing pays when it is done once; per call it costs more than it brings.
    dnnl::matmul::desc desc(operands.a, constant == nullptr ? operands.b : Packed(operands.b),
                            spec.bias < 0 ? memory::desc() : operands.bias, operands.y);
    dnnl::matmul::primitive_desc primitive(desc, attr, CpuEngine());
    AddInput(DNNL_ARG_SRC, a, operands.a, operands.a);
    AddInput(DNNL_ARG_WEIGHTS, b, operands.b, primitive.weights_desc(), &constants);
    if (spec.bias >= 0) AddInput(DNNL_ARG_BIAS, spec.bias, operands.bias, operands.bias);
    SetResult(spec.outputs[0], operands.y, operands.y);
    if (int added = AddedValue(spec); added >= 0) SetAdded(added, operands.y);
    Finish(dnnl::matmul(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }

  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override {
    const ThreadScope scope(threads_);
    return CubeStep::Run(values, workspace, state);
  }

 private:
  int threads_;
};

dnnl::matmul::primitive_desc BytePrimitive(const Operands& operands, bool with_bias, bool packed) {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  dnnl::matmul::desc desc(operands.a, packed ? Packed(operands.b) : operands.b,
                          with_bias ? operands.bias : memory::desc(), operands.y);
  return {desc, attr, CpuEngine()};
}

class ByteMatmulStep : public CubeStep {
 public:
  ByteMatmulStep(const StepSpec& spec, const StepConstants& constants)
      : columns_(spec.cube->shape.back()), rows_(Product(spec.cube->shape, 1)), result_(spec.outputs[0]) {
    const Operands operands(*spec.cube, spec.bias >= 0);
    const void* constant = constants[spec.cube_inputs[1]];
    const void* bias = spec.bias < 0 ? nullptr : constants[spec.bias];
    const bool fused = bias != nullptr && StaysExact(*spec.cube, static_cast<const int32_t*>(bias), columns_);
    if (!fused) bias_ = spec.bias;
    const auto primitive = BytePrimitive(operands, fused, constant != nullptr || spec.cube->trans_b);
    AddInput(DNNL_ARG_SRC, spec.cube_inputs[0], operands.a, operands.a);
    AddInput(DNNL_ARG_WEIGHTS, spec.cube_inputs[1], operands.b, primitive.weights_desc(), &constants);
    if (fused) AddInput(DNNL_ARG_BIAS, spec.bias, operands.bias, operands.bias);
    SetResult(spec.outputs[0], operands.y, operands.y);
    Finish(dnnl::matmul(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }

  Status Run(std::span<void* const> values, std::byte* workspace, StepState* state) const override {
    OPDK_TRY(CubeStep::Run(values, workspace, state));
    if (bias_ >= 0) {
      AddToColumns(static_cast<int32_t*>(values[static_cast<size_t>(result_)]), rows_, columns_,
                   static_cast<const int32_t*>(values[static_cast<size_t>(bias_)]));
    }
    return Status();
  }

 private:
  int64_t columns_, rows_;
  int result_;
  int bias_ = -1;  // that oneDNN doesn't add
};

}  // namespace

Result<std::unique_ptr<KernelStep>> MakeMatmulStep(const StepSpec& spec, const StepConstants& constants) {
  return FencedCube("matmul",
                    [&]() -> std::unique_ptr<KernelStep> { return std::make_unique<MatmulStep>(spec, constants); });
}

Result<std::unique_ptr<KernelStep>> MakeByteMatmulStep(const StepSpec& spec, const StepConstants& constants) {
  return FencedCube("8-bit matmul",
                    [&]() -> std::unique_ptr<KernelStep> { return std::make_unique<ByteMatmulStep>(spec, constants); });
}

bool MultipliesBytesExactly(const tbe::TensorNode& cube) {
  if (!HasByteDotProduct() || cube.inputs[1].dtype() != ge::DT_INT8 || cube.trans_a) return false;
  if (cube.kind != tbe::Kind::kMatmul) return ConvolvesBytesExactly(cube);
  try {
    // Both layouts, since which one is used depends on b being a constant.
    const Operands operands(cube, true);
    return IsExact(cube, BytePrimitive(operands, false, true).impl_info_str()) &&
           IsExact(cube, BytePrimitive(operands, false, cube.trans_b).impl_info_str());
  } catch (const dnnl::error&) {
    return false;
  }
}

}  // namespace opdk
