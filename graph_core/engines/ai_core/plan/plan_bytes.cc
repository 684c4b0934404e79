#include "graph_core/engines/ai_core/plan/plan_bytes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "graph_core/base/archive.h"
#include "graph_core/engines/ai_core/cube/attention.h"
#include "graph_core/engines/ai_core/cube/capability.h"

namespace opdk {
namespace {

// A scalar expression whose operands stand before it in a list; several scalars may share an operand.
struct ScalarRecord {
  tbe::ExprNode node;
  std::vector<int> operands;
};

// The bodies of a kernel's nodes: all their scalars, and which of them each node's is, -1: it has none.
struct Bodies {
  std::vector<ScalarRecord> scalars;
  std::vector<int> roots;
};

class BodyCollector {
 public:
  explicit BodyCollector(const KernelIr& ir) {
    for (const KernelNode& node : ir.nodes) bodies_.roots.push_back(NumberOf(node.body));
  }
  Bodies Take() { return std::move(bodies_); }

 private:
  int NumberOf(const tbe::ExprPtr& scalar) {
    if (scalar == nullptr) return -1;
    if (const auto known = numbers_.find(scalar.get()); known != numbers_.end()) return known->second;
    ScalarRecord record{*scalar, {}};
    record.node.operands.clear();
    for (const tbe::ExprPtr& operand : scalar->operands) record.operands.push_back(NumberOf(operand));
    bodies_.scalars.push_back(std::move(record));
    return numbers_[scalar.get()] = static_cast<int>(bodies_.scalars.size()) - 1;
  }

  Bodies bodies_;
  std::map<const tbe::ExprNode*, int> numbers_;
};

// Puts the bodies into the kernel's nodes. Returns false if a number of a scalar or of a root is wrong.
bool GiveBodies(Bodies bodies, KernelIr& ir) {
  std::vector<tbe::ExprPtr> made;
  const auto at = [&](int number) { return made[static_cast<size_t>(number)]; };
  const auto exists = [&](int number) { return number >= 0 && static_cast<size_t>(number) < made.size(); };
  for (ScalarRecord& record : bodies.scalars) {
    if (!std::all_of(record.operands.begin(), record.operands.end(), exists)) return false;
    for (const int operand : record.operands) record.node.operands.push_back(at(operand));
    made.push_back(std::make_shared<const tbe::ExprNode>(std::move(record.node)));
  }
  if (bodies.roots.size() != ir.nodes.size()) return false;
  for (size_t i = 0; i < ir.nodes.size(); ++i) {
    if (bodies.roots[i] == -1) continue;
    if (!exists(bodies.roots[i])) return false;
    ir.nodes[i].body = at(bodies.roots[i]);
  }
  return true;
}

struct DtypeRecord {
  ge::DataType dtype = ge::DT_FLOAT;
};

// A cube node. Only the dtypes and shapes of its inputs count.
struct CubeRecord {
  tbe::TensorNode node;
  std::vector<PlanValue> inputs;
};

CubeRecord RecordOf(const tbe::Tensor& cube) {
  CubeRecord record{*cube, {}};
  record.node.inputs.clear();
  for (const tbe::Tensor& input : cube->inputs) record.inputs.push_back({input.dtype(), input.shape()});
  return record;
}

tbe::Tensor CubeOf(CubeRecord record) {
  for (size_t i = 0; i < record.inputs.size(); ++i) {
    PlanValue& input = record.inputs[i];
    tbe::TensorNode placeholder;
    placeholder.dtype = input.dtype;
    placeholder.shape = std::move(input.shape);
    placeholder.input_index = static_cast<int>(i);
    record.node.inputs.emplace_back(std::make_shared<const tbe::TensorNode>(std::move(placeholder)));
  }
  return tbe::Tensor(std::make_shared<const tbe::TensorNode>(std::move(record.node)));
}

bool Below(int number, size_t count) { return number >= 0 && static_cast<size_t>(number) < count; }

bool AllBelow(const std::vector<int>& numbers, size_t count) {
  return std::all_of(numbers.begin(), numbers.end(), [&](int number) { return Below(number, count); });
}

// Returns the least number of operands of a node, which its readers access unchecked.
size_t LeastOperands(KernelOp op) {
  switch (op) {
    case KernelOp::kInput:
    case KernelOp::kNumber:
    case KernelOp::kParam:
    case KernelOp::kCompute:
      return 0;
    case KernelOp::kBinary:
    case KernelOp::kPad:
    case KernelOp::kGather:
      return 2;
    case KernelOp::kSelect:
    case KernelOp::kScatter:
      return 3;
    default:
      return 1;
  }
}

// Returns the least number of `axes` of a node, which its readers access unchecked.
size_t LeastAxes(KernelOp op) {
  const bool along_one = op == KernelOp::kConcat || op == KernelOp::kScatter || op == KernelOp::kScan;
  return op == KernelOp::kGather ? 2 : along_one || op == KernelOp::kReduce ? 1 : 0;
}

// Returns whether all numbers in node `i` are valid. The nodes before it are known to be.
bool HangsTogether(const KernelIr& ir, size_t i, size_t symbols) {
  const KernelNode& node = ir.nodes[i];
  if (!AllBelow(node.inputs, i) || !AllBelow(node.dims, symbols) || !AllBelow(node.reduce_dims, symbols)) return false;
  if (node.inputs.size() < LeastOperands(node.op) || node.axes.size() < LeastAxes(node.op)) return false;
  if (node.op == KernelOp::kInput) return Below(node.index, static_cast<size_t>(std::max(ir.inputs, 0)));
  if (node.op == KernelOp::kParam) return Below(node.index, ir.params.size());
  if (node.op == KernelOp::kConcat && node.starts.size() != node.inputs.size()) return false;
  const size_t rank = node.inputs.empty() ? 0 : ir.nodes[static_cast<size_t>(node.inputs[0])].dims.size();
  if (node.op == KernelOp::kReduce && !AllBelow(node.axes, rank)) return false;
  if (node.op != KernelOp::kMap && node.op != KernelOp::kPad) return true;
  const auto fits = [&](const AxisMap& map) {
    return (map.axis == -1 || Below(map.axis, node.dims.size())) && (map.start == -1 || Below(map.start, symbols));
  };
  // A pad has more of them, with a start: for axes that its input lacks, since their extent is 1 there.
  const bool enough = node.op == KernelOp::kPad ? node.maps.size() >= rank : node.maps.size() == rank;
  const auto starts = [](const AxisMap& map) { return map.start >= 0; };
  return enough && std::all_of(node.maps.begin(), node.maps.end(), fits) &&
         std::all_of(node.maps.begin() + static_cast<std::ptrdiff_t>(rank), node.maps.end(), starts);
}

bool HangsTogether(const CanonicalKernel& kernel) {
  const KernelIr& ir = kernel.ir;
  if (kernel.symbols.size() != static_cast<size_t>(ir.symbols) || kernel.params.size() != ir.params.size())
    return false;
  for (size_t i = 0; i < ir.nodes.size(); ++i) {
    if (!HangsTogether(ir, i, kernel.symbols.size())) return false;
  }
  return AllBelow(ir.outputs, ir.nodes.size());
}

}  // namespace

// Lists the fields of each type. The archives find these functions in their own namespace.

template <typename A>
void Fields(A& archive, ScalarRecord& scalar) {
  tbe::ExprNode& node = scalar.node;
  archive.Enum(node.kind, tbe::ExprKind::kCast);
  archive.Enum(node.dtype, ge::DT_MAX);
  archive(node.index, node.axis, node.value);
  archive.Enum(node.unary, tbe::kLastUnaryOp);
  archive.Enum(node.binary, tbe::kLastBinaryOp);
  archive(scalar.operands);
}

template <typename A>
void Fields(A& archive, AxisMap& map) {
  archive(map.axis, map.start, map.step);
}

template <typename A>
void Fields(A& archive, TileHint& tile) {
  archive(tile.symbol, tile.size);
}

template <typename A>
void Fields(A& archive, KernelNode& node) {
  archive.Enum(node.op, KernelOp::kReshape);
  archive.Enum(node.dtype, ge::DT_MAX);
  archive(node.inputs, node.dims, node.index, node.value);
  archive.Enum(node.unary, tbe::kLastUnaryOp);
  archive.Enum(node.binary, tbe::kLastBinaryOp);
  archive.Enum(node.reduce, tbe::ReduceOp::kAll);
  archive(node.overwrite);
  archive.Enum(node.rounding, tbe::Rounding::kHalfUp);
  archive(node.maps, node.axes, node.starts, node.reduce_dims);
  archive.Enum(node.storing, StoringHint::kRecompute);
}

template <typename A>
void Fields(A& archive, Bodies& bodies) {
  archive(bodies.scalars, bodies.roots);
}

// Archives a dtype in a record, because `Fields` could not be found for ge::DataType itself.
template <typename A>
void Fields(A& archive, DtypeRecord& record) {
  archive.Enum(record.dtype, ge::DT_MAX);
}

template <typename A>
void Fields(A& archive, KernelIr& ir) {
  archive(ir.nodes, ir.outputs, ir.symbols, ir.inputs, ir.large, ir.tiles, ir.parallel_above);
  std::vector<DtypeRecord> params;
  Bodies bodies;
  if constexpr (A::kReads) {
    archive(params, bodies);
    for (const DtypeRecord& param : params) ir.params.push_back(param.dtype);
    if (!GiveBodies(std::move(bodies), ir)) archive.Fail();
  } else {
    for (const ge::DataType dtype : ir.params) params.push_back({dtype});
    bodies = BodyCollector(ir).Take();
    archive(params, bodies);
  }
}

template <typename A>
void Fields(A& archive, CanonicalKernel::Argument& argument) {
  archive(argument.input, argument.dims);
}

template <typename A>
void Fields(A& archive, CanonicalKernel& kernel) {
  archive(kernel.ir, kernel.symbols, kernel.params, kernel.inputs, kernel.outputs, kernel.output_dims, kernel.elements,
          kernel.unheeded);
}

template <typename A>
void Fields(A& archive, PlanValue& value) {
  archive.Enum(value.dtype, ge::DT_MAX);
  archive(value.shape, value.c0);
}

template <typename A>
void Fields(A& archive, tbe::ConvParams& conv) {
  archive(conv.strides, conv.pads_begin, conv.pads_end, conv.dilations, conv.groups);
}

template <typename A>
void Fields(A& archive, tbe::PoolParams& pool) {
  archive.Enum(pool.mode, tbe::PoolMode::kAverageIncludePad);
  archive(pool.window, pool.strides, pool.pads_begin, pool.pads_end, pool.dilations);
}

template <typename A>
void Fields(A& archive, CubeRecord& cube) {
  archive.Enum(cube.node.kind, tbe::Kind::kConvBackpropFilter);
  archive.Enum(cube.node.dtype, ge::DT_MAX);
  archive(cube.node.shape, cube.node.trans_a, cube.node.trans_b, cube.node.conv, cube.node.pool, cube.inputs);
}

template <typename A>
void Fields(A& archive, Epilogue& epilogue) {
  archive.Enum(epilogue.kind, Epilogue::Kind::kAdd);
  archive(epilogue.alpha, epilogue.beta, epilogue.value);
}

template <typename A>
void Fields(A& archive, Requantization& quantized) {
  archive(quantized.scale, quantized.zero_point, quantized.taken, quantized.fill, quantized.scale_by_channel,
          quantized.taken_by_channel, quantized.is_signed);
}

template <typename A>
void Fields(A& archive, StepSpec& step) {
  archive(step.outputs, step.bias, step.cube_inputs, step.epilogues, step.requantization, step.x_c0, step.y_c0,
          step.unheeded);
  archive(step.parts);
  bool is_cube = step.is_cube(), by_hand = step.direct != nullptr;
  archive(is_cube, by_hand);
  if (is_cube) {
    CubeRecord cube;
    if constexpr (!A::kReads) cube = RecordOf(step.cube);
    archive(cube);
    if constexpr (A::kReads) step.cube = CubeOf(std::move(cube));
    return;
  }
  archive(step.kernel);
  if constexpr (A::kReads) {
    if (!by_hand || archive.failed()) return;
    if (HangsTogether(step.kernel)) step.direct = FindDirectPattern(step.kernel.ir);
    if (step.direct == nullptr) archive.Fail();
  }
}

template <typename A>
void Fields(A& archive, IndexCheck& check) {
  archive.Enum(check.dtype, ge::DT_MAX);
  archive(check.value, check.number, check.shape, check.extents, check.from_end, check.member, check.input);
}

template <typename A>
void Fields(A& archive, StepPlan& plan) {
  archive(plan.steps, plan.values, plan.inputs, plan.outputs, plan.no_fuse, plan.checks);
}

template <typename A>
void Fields(A& archive, NodePlan& plan) {
  archive(plan.exact, plan.winograd, plan.measures);
}

namespace {

bool HangsTogether(const StepSpec& step, size_t values) {
  if (!AllBelow(step.outputs, values) || !AllBelow(step.cube_inputs, values) || step.bias >= static_cast<int>(values)) {
    return false;
  }
  for (const Epilogue& epilogue : step.epilogues) {
    if (epilogue.value >= static_cast<int>(values)) return false;
  }
  const Requantization& quantized = step.requantization;
  const bool with_zero_point = !quantized.present() || Below(quantized.zero_point, values);
  const auto numbers = {quantized.scale, quantized.zero_point, quantized.taken, quantized.fill};
  const auto fits = [&](int number) { return number < static_cast<int>(values); };
  if (!with_zero_point || !std::all_of(numbers.begin(), numbers.end(), fits)) return false;
  if (step.is_attention()) {
    const auto part_fits = [&](const StepSpec& part) { return !part.is_attention() && HangsTogether(part, values); };
    return std::all_of(step.parts.begin(), step.parts.end(), part_fits) && FormsAttention(step.parts) &&
           step.outputs == step.parts.back().outputs;
  }
  if (step.is_cube()) {
    return step.cube->inputs.size() >= step.cube_inputs.size() && step.outputs.size() == 1 &&
           ((step.epilogues.empty() && step.bias < 0) || TakesEpilogues(*step.cube));
  }
  const CanonicalKernel& kernel = step.kernel;
  const auto reads = [&](const CanonicalKernel::Argument& argument) { return Below(argument.input, values); };
  return std::all_of(kernel.inputs.begin(), kernel.inputs.end(), reads) &&
         kernel.inputs.size() == static_cast<size_t>(kernel.ir.inputs) &&
         kernel.outputs.size() == kernel.ir.outputs.size() && kernel.output_dims.size() == kernel.outputs.size() &&
         AllBelow(kernel.outputs, step.outputs.size()) && HangsTogether(kernel);
}

bool HangsTogether(const IndexCheck& check, size_t values) {
  const bool is_index = check.dtype == ge::DT_INT32 || check.dtype == ge::DT_INT64;
  const bool by_axis = !check.shape.empty() && static_cast<int64_t>(check.extents.size()) == check.shape.back();
  return is_index && check.value < static_cast<int>(values) && check.member >= 0 && !check.extents.empty() &&
         (check.extents.size() == 1 || by_axis);
}

bool HangsTogether(const StepPlan& plan) {
  if (plan.inputs < 0 || plan.outputs < 0) return false;
  const size_t values = plan.values.size();
  const auto fits = [&](const IndexCheck& check) { return HangsTogether(check, values); };
  if (!std::all_of(plan.checks.begin(), plan.checks.end(), fits)) return false;
  return values >= static_cast<size_t>(plan.inputs) + static_cast<size_t>(plan.outputs) &&
         std::all_of(plan.steps.begin(), plan.steps.end(),
                     [&](const StepSpec& step) { return HangsTogether(step, values); });
}

}  // namespace

std::string WriteNodePlan(const NodePlan& plan) {
  ArchiveWriter archive;
  archive(plan, *plan.steps);
  return archive.Take();
}

Result<NodePlan> ReadNodePlan(std::string_view bytes) {
  NodePlan plan;
  StepPlan steps;
  ArchiveReader archive(bytes);
  archive(plan, steps);
  if (!archive.Finish() || !HangsTogether(steps)) {
    return Status(ErrorCode::kModelInvalid, "a kernel image has no valid AI Core kernel");
  }
  plan.steps = std::make_shared<const StepPlan>(std::move(steps));
  return plan;
}

}  // namespace opdk
