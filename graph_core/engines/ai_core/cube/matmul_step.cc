#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

#include "graph_core/engines/ai_core/cube/byte_sums.h"
#include "graph_core/engines/ai_core/cube/capability.h"
#include "graph_core/engines/ai_core/cube/onednn_step.h"
#include "graph_core/engines/ai_core/cube/piecewise_step.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

using dnnl::memory;

// Describes a matrix operand with `rank` axes. Leading axes of 1 are added; a transposition is expressed by strides.
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
    // A matrix times a column is slow. The same numbers are a row times the transpose of the matrix.
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
  bool exchanged = false;  // a is the cube's right operand, b its left operand, both transposed
};

// Describes b in a layout that oneDNN chooses.
memory::desc Packed(const memory::desc& b) { return {b.dims(), b.data_type(), memory::format_tag::any}; }

dnnl::matmul::primitive_desc FloatPrimitive(const Operands& operands, bool with_bias, bool packed,
                                            const dnnl::post_ops& post_ops) {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  attr.set_post_ops(post_ops);
  // Packs b only if that is done once; packing at each call costs more than it brings.
  dnnl::matmul::desc desc(operands.a, packed ? Packed(operands.b) : operands.b,
                          with_bias ? operands.bias : memory::desc(), operands.y);
  return {desc, attr, CpuEngine()};
}

class MatmulStep : public OnednnStep {
 public:
  MatmulStep(const StepSpec& spec, const StepConstants& constants, const Operands& operands,
             const dnnl::matmul::primitive_desc& primitive) {
    const int a = spec.cube_inputs[operands.exchanged ? 1 : 0], b = spec.cube_inputs[operands.exchanged ? 0 : 1];
    AddInput(DNNL_ARG_SRC, a, operands.a, operands.a);
    AddInput(DNNL_ARG_WEIGHTS, b, operands.b, primitive.weights_desc(), &constants);
    if (spec.bias >= 0) AddInput(DNNL_ARG_BIAS, spec.bias, operands.bias, operands.bias);
    SetResult(spec.outputs[0], operands.y, operands.y);
    if (int added = AddedValue(spec); added >= 0) SetAdded(added, operands.y);
    Finish(dnnl::matmul(primitive), primitive.scratchpad_desc(), CubeName(spec),
           DescribeCube(primitive.impl_info_str(), spec));
  }
};

// The pieces of a product: tiles of one matrix, or some whole matrices where they are small.
class ProductPieces {
 public:
  ProductPieces(const StepSpec& spec, const Operands& operands)
      : spec_(spec), operands_(operands), shape_(operands.y.dims()), rank_(shape_.size()) {
    Add(DNNL_ARG_SRC, spec.cube_inputs[operands.exchanged ? 1 : 0], operands.a);
    Add(DNNL_ARG_WEIGHTS, spec.cube_inputs[operands.exchanged ? 0 : 1], operands.b);
    if (spec.bias >= 0) Add(DNNL_ARG_BIAS, spec.bias, operands.bias);
    if (const int post_op = PiecewiseStep::ReadsAdded(spec); post_op >= 0) {
      division_.added = static_cast<int>(wholes_.size());
      Add(DNNL_ARG_ATTR_MULTIPLE_POST_OP(post_op) | DNNL_ARG_SRC_1, AddedValue(spec), operands.y);
    }
    Add(DNNL_ARG_DST, spec.outputs[0], operands.y);
  }

  Division Divide() && {
    constexpr int64_t kRows = 192, kColumns = 384, kWork = int64_t{1} << 20;
    if (Product(shape_, 0) == 0) return std::move(division_);
    const ThreadScope scope(1);
    memory::dims extents(rank_, 1);
    extents[rank_ - 2] = std::min(kRows, shape_[rank_ - 2]);
    extents[rank_ - 1] = std::min(kColumns, shape_[rank_ - 1]);
    // Small matrices go together.
    int64_t work = extents[rank_ - 2] * extents[rank_ - 1] * std::max<int64_t>(1, operands_.a.dims().back());
    for (size_t axis = rank_ - 2; axis-- > 0 && extents[axis + 1] == shape_[axis + 1];) {
      if (axis + 3 == rank_ && extents[axis + 2] != shape_[axis + 2]) break;
      extents[axis] = std::clamp<int64_t>(kWork / work, 1, shape_[axis]);
      work *= extents[axis];
    }
    memory::dims first(rank_, 0);
    for (bool more = true; more;) {
      AddPiece(first, extents);
      more = false;
      for (size_t axis = rank_; axis-- > 0 && !more;) {
        first[axis] += extents[axis];
        more = first[axis] < shape_[axis];
        if (!more) first[axis] = 0;
      }
    }
    return std::move(division_);
  }

 private:
  void Add(int argument, int value, const memory::desc& whole) {
    arguments_.push_back(argument);
    division_.operands.push_back(value);
    wholes_.push_back(whole);
  }

  // Adds the piece that begins at `first` of the result and has at most these `extents`.
  void AddPiece(const memory::dims& first, memory::dims extents) {
    for (size_t axis = 0; axis < rank_; ++axis) extents[axis] = std::min(extents[axis], shape_[axis] - first[axis]);
    std::vector<memory::desc> parts;
    std::vector<int64_t> offsets;
    for (size_t i = 0; i < wholes_.size(); ++i) offsets.push_back(Part(i, first, extents, parts));
    division_.Add(forms_, extents, std::move(offsets), [&] { return MakeForm(parts); });
  }

  PieceForm MakeForm(const std::vector<memory::desc>& parts) {
    Operands part = operands_;
    part.a = parts[0];
    part.b = parts[1];
    if (spec_.bias >= 0) part.bias = parts[2];
    part.y = parts.back();
    const auto primitive = FloatPrimitive(part, spec_.bias >= 0, false, PiecewiseStep::PostOps(spec_, part.y));
    division_.implementation = primitive.impl_info_str();
    PieceForm form;
    std::vector<std::pair<int, size_t>> arguments;
    for (size_t i = 0; i < parts.size(); ++i) {
      arguments.emplace_back(arguments_[i], form.Part(parts[i], static_cast<int>(i)));
    }
    form.Call(dnnl::matmul(primitive), primitive.scratchpad_desc(), std::move(arguments));
    return form;
  }

  // Appends a piece's part of an operand; returns where the part begins. Extents of 1 are repeated. Of the left
  // operand's columns and of the right operand's rows each piece reads all.
  int64_t Part(size_t operand, const memory::dims& first, const memory::dims& extents,
               std::vector<memory::desc>& parts) const {
    const memory::desc& whole = wholes_[operand];
    memory::dims dims = whole.dims(), strides(rank_);
    int64_t offset = 0;
    for (size_t axis = 0; axis < rank_; ++axis) {
      strides[axis] = whole.data.format_desc.blocking.strides[axis];
      const bool is_depth = (operand == 0 && axis + 1 == rank_) || (operand == 1 && axis + 2 == rank_);
      const bool is_repeated = dims[axis] == 1 && shape_[axis] != 1;
      if (is_depth || is_repeated) continue;
      dims[axis] = extents[axis];
      offset += first[axis] * strides[axis];
    }
    parts.emplace_back(dims, whole.data_type(), strides);
    return offset;
  }

  const StepSpec& spec_;
  const Operands& operands_;
  memory::dims shape_;  // the result's
  size_t rank_;
  std::vector<int> arguments_;  // of each operand
  std::vector<memory::desc> wholes_;
  std::map<memory::dims, size_t> forms_;
  Division division_;
};

std::unique_ptr<KernelStep> MakeFloatProduct(const StepSpec& spec, const StepConstants& constants) {
  const Operands operands(*spec.cube, spec.bias >= 0);
  const bool packed = constants[spec.cube_inputs[operands.exchanged ? 0 : 1]] != nullptr;
  const auto primitive = FloatPrimitive(operands, spec.bias >= 0, packed, MakePostOps(spec));
  const std::string_view implementation = primitive.impl_info_str();
  if (!RoundsByThreads(implementation) && !IsReference(implementation)) {
    return std::make_unique<MatmulStep>(spec, constants, operands, primitive);
  }
  return std::make_unique<PiecewiseStep>(spec, ProductPieces(spec, operands).Divide());
}

dnnl::matmul::primitive_desc BytePrimitive(const Operands& operands, bool with_bias, bool packed) {
  dnnl::primitive_attr attr;
  attr.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  dnnl::matmul::desc desc(operands.a, packed ? Packed(operands.b) : operands.b,
                          with_bias ? operands.bias : memory::desc(), operands.y);
  return {desc, attr, CpuEngine()};
}

class ByteMatmulStep : public OnednnStep {
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
    OPDK_TRY(OnednnStep::Run(values, workspace, state));
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
  return FencedCube("matmul", [&] { return MakeFloatProduct(spec, constants); });
}

Result<std::unique_ptr<KernelStep>> MakeByteMatmulStep(const StepSpec& spec, const StepConstants& constants) {
  return FencedCube("8-bit matmul",
                    [&]() -> std::unique_ptr<KernelStep> { return std::make_unique<ByteMatmulStep>(spec, constants); });
}

bool MultipliesBytesExactly(const tbe::TensorNode& cube) {
  if (!HasByteDotProduct() || cube.inputs[1].dtype() != ge::DT_INT8 || cube.trans_a) return false;
  if (cube.kind != tbe::Kind::kMatmul) return ConvolvesBytesExactly(cube);
  try {
    // Checks both layouts of b, since a constant b is packed and any other isn't.
    const Operands operands(cube, true);
    return IsExact(cube, BytePrimitive(operands, false, true).impl_info_str()) &&
           IsExact(cube, BytePrimitive(operands, false, cube.trans_b).impl_info_str());
  } catch (const dnnl::error&) {
    return false;
  }
}

}  // namespace opdk
