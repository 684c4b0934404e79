#include <numeric>
#include <utility>

#include "graph_core/ai_core/cube_step.h"

namespace opdk {
namespace {

using dnnl::memory;

// A matrix operand with `rank` axes: leading ones are added, a transposition is strides.
memory::desc MatrixDesc(std::vector<int64_t> shape, size_t rank, bool transposed) {
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
  return {shape, memory::data_type::f32, strides};
}

class MatmulStep : public CubeStep {
 public:
  MatmulStep(const StepSpec& spec, std::span<const void* const> constants) {
    const tbe::TensorNode& cube = *spec.cube;
    std::vector<int64_t> a = cube.inputs[0].shape(), b = cube.inputs[1].shape(), y = cube.shape;
    size_t rank = y.size();
    // One matrix for all batches: the batches are more rows.
    bool one_b = std::accumulate(b.begin(), b.end() - 2, int64_t{1}, std::multiplies<>()) == 1;
    if (one_b && !cube.trans_a && a.size() == rank && rank > 2) {
      int64_t rows = std::accumulate(a.begin(), a.end() - 1, int64_t{1}, std::multiplies<>());
      a = {rows, a.back()};
      b = {b[b.size() - 2], b.back()};
      y = {rows, y.back()};
      rank = 2;
    }
    memory::desc a_plain = MatrixDesc(a, rank, cube.trans_a), b_plain = MatrixDesc(b, rank, cube.trans_b);
    memory::desc result = PlainDesc(y);
    const void* constant = constants[static_cast<size_t>(spec.cube_inputs[1])];
    // Only a constant is worth packing.
    memory::desc b_wanted = b_plain;
    if (constant != nullptr) b_wanted = {b_plain.dims(), memory::data_type::f32, memory::format_tag::any};
    memory::desc bias;
    if (spec.bias >= 0) {
      std::vector<int64_t> bias_shape(rank, 1);
      bias_shape.back() = y.back();
      bias = PlainDesc(bias_shape);
    }
    dnnl::primitive_attr attr;
    attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    attr.set_post_ops(MakePostOps(spec));
    dnnl::matmul::desc desc(a_plain, b_wanted, bias, result);
    dnnl::matmul::primitive_desc primitive(desc, attr, CpuEngine());
    AddInput(DNNL_ARG_SRC, spec.cube_inputs[0], a_plain, a_plain);
    AddInput(DNNL_ARG_WEIGHTS, spec.cube_inputs[1], b_plain, primitive.weights_desc(), constant);
    if (spec.bias >= 0) AddInput(DNNL_ARG_BIAS, spec.bias, bias, bias);
    SetResult(spec.outputs[0], result, result);
    if (int added = AddedValue(spec); added >= 0) SetAdded(added, result);
    Finish(dnnl::matmul(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }
};

}  // namespace

Result<std::unique_ptr<KernelStep>> MakeMatmulStep(const StepSpec& spec, std::span<const void* const> constants) {
  return FencedCube("matmul",
                    [&]() -> std::unique_ptr<KernelStep> { return std::make_unique<MatmulStep>(spec, constants); });
}

}  // namespace opdk
