#include "graph_core/engines/ai_core/plan/plan_work.h"

#include <algorithm>

#include "graph_core/base/machine.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/base/type_names.h"

namespace opdk {
namespace {

// Speed of one core of a server. Only ratios count, and how they compare to the cost of threads.
constexpr double kBytesPerMicrosecond = 20e3;
constexpr double kCallMicroseconds = 0.3;
// Below it a vector kernel is one task.
constexpr int64_t kSerialElements = int64_t{16} << 10;
// Gain of more threads (KernelWork::spread), measured with two: a product, Winograd's three passes, a pool whose input
// another core has written, a loop over memory.
constexpr double kProductSpread = 0.95, kWinogradSpread = 0.7, kPoolSpread = 0.65, kVectorSpread = 0.85;
// Its multiplications, of the direct algorithm's.
constexpr double kWinogradShare = 0.45;

double OperationsPerMicrosecond() {
  const auto isa = TargetIsa();
  if (!isa.ok() || *isa == Isa::kBaseline) return 10e3;
  return *isa == Isa::kAvx512 ? 200e3 : 90e3;
}

// Returns the multiplications and additions of a cube node; for a pool, the elements read.
double OperationsOf(const tbe::TensorNode& node) {
  const auto elements = static_cast<double>(ElementCount(node.shape));
  switch (node.kind) {
    case tbe::Kind::kMatmul: {
      const std::vector<int64_t>& a = node.inputs[0].shape();
      return 2 * elements * static_cast<double>(node.trans_a ? a[a.size() - 2] : a.back());
    }
    case tbe::Kind::kConv:
    case tbe::Kind::kConvTranspose: {
      const std::vector<int64_t>& filter = node.inputs[1].shape();
      const double depth = filter[0] == 0 ? 0 : static_cast<double>(ElementCount(filter) / filter[0]);
      const bool forward = node.kind == tbe::Kind::kConv;
      return 2 * depth * (forward ? elements : static_cast<double>(ElementCount(node.inputs[0].shape())));
    }
    case tbe::Kind::kConvBackpropFilter: {
      const std::vector<int64_t>& gradient = node.inputs[1].shape();
      return 2 * elements * static_cast<double>(ElementCount(gradient) / std::max<int64_t>(gradient[1], 1));
    }
    default:
      return elements * static_cast<double>(ElementCount(node.pool.window));
  }
}

// Returns whether Winograd's algorithm is estimated for the node: 3x3, one by one, in one group, with more than a few
// channels.
bool SuitsWinograd(const tbe::TensorNode& node) {
  if (node.kind != tbe::Kind::kConv || node.conv.groups != 1) return false;
  const std::vector<int64_t>& filter = node.inputs[1].shape();
  const auto all_ones = [](const std::vector<int64_t>& steps) {
    return std::all_of(steps.begin(), steps.end(), [](int64_t step) { return step == 1; });
  };
  return filter.size() == 4 && filter[2] == 3 && filter[3] == 3 && filter[0] >= 32 && filter[1] >= 32 &&
         all_ones(node.conv.strides) && all_ones(node.conv.dilations);
}

double BytesOf(const PlanValue& value) {
  const auto bytes = TensorBytes(value.dtype, value.shape);
  return bytes.ok() ? static_cast<double>(*bytes) : 0;
}

double CostOf(const KernelNode& node) {
  switch (node.op) {
    case KernelOp::kUnary:
      return node.unary == tbe::UnaryOp::kNeg || node.unary == tbe::UnaryOp::kAbs ? 1 : 12;
    case KernelOp::kBinary:
      return node.binary == tbe::BinaryOp::kPow ? 30 : node.binary == tbe::BinaryOp::kDiv ? 6 : 1;
    case KernelOp::kInput:
    case KernelOp::kNumber:
    case KernelOp::kParam:
      return 0;
    case KernelOp::kGather:
    case KernelOp::kScatter:
    case KernelOp::kCompute:
      return 16;
    default:
      return 1;
  }
}

KernelWork WorkOfVector(const StepPlan& plan, const StepSpec& spec) {
  double bytes = 0, operations = 0;
  for (const CanonicalKernel::Argument& input : spec.kernel.inputs) {
    bytes += BytesOf(plan.values[static_cast<size_t>(input.input)]);
  }
  for (const int output : spec.outputs) bytes += BytesOf(plan.values[static_cast<size_t>(output)]);
  for (const KernelNode& node : spec.kernel.ir.nodes) operations += CostOf(node);
  // A vector kernel reaches half the speed of products: one operation, not two, for each element.
  const double computing = operations * static_cast<double>(spec.kernel.elements) / (OperationsPerMicrosecond() / 2);
  return {std::max(bytes / kBytesPerMicrosecond, computing),
          spec.kernel.elements < kSerialElements ? 0 : kVectorSpread};
}

KernelWork WorkOfCube(const StepPlan& plan, const StepSpec& spec, bool winograd) {
  double bytes = BytesOf(plan.values[static_cast<size_t>(spec.outputs[0])]);
  for (const int input : spec.cube_inputs) bytes += BytesOf(plan.values[static_cast<size_t>(input)]);
  const bool faster = winograd && SuitsWinograd(*spec.cube);
  const bool pool = spec.cube->kind == tbe::Kind::kPool;
  // A pool's elements come and go, one by one.
  const double rate = pool ? OperationsPerMicrosecond() / 10 : OperationsPerMicrosecond();
  const double computing = OperationsOf(*spec.cube) * (faster ? kWinogradShare : 1) / rate;
  return {std::max(bytes / kBytesPerMicrosecond, computing), pool     ? kPoolSpread
                                                             : faster ? kWinogradSpread
                                                                      : kProductSpread};
}

// Adds the work of a step. An attention counts as its parts, although some of its bytes stay in the caches.
void AddWork(const StepPlan& plan, const StepSpec& spec, bool winograd, KernelWork& all, double& spread) {
  for (const StepSpec& part : spec.parts) AddWork(plan, part, winograd, all, spread);
  if (spec.is_attention()) return;
  const KernelWork one = spec.is_cube() ? WorkOfCube(plan, spec, winograd) : WorkOfVector(plan, spec);
  all.microseconds += one.microseconds + kCallMicroseconds;
  spread += one.spread * one.microseconds;
}

}  // namespace

KernelWork WorkOfPlan(const StepPlan& plan, bool winograd) {
  KernelWork all;
  double spread = 0;
  for (const StepSpec& spec : plan.steps) AddWork(plan, spec, winograd, all, spread);
  if (all.microseconds > 0) all.spread = spread / all.microseconds;
  return all;
}

}  // namespace opdk
