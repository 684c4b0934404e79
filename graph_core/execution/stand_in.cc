#include "graph_core/execution/stand_in.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "graph_core/base/tensor_size.h"
#include "graph_core/engines/node_runner.h"
#include "graph_core/ir/data_index.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/package/running_step.h"
#include "opdk/log.h"

namespace opdk {
namespace {

// A graph of a step's operators, and the step's inputs that feed it, in the order of the graph's inputs.
struct StandInGraph {
  Graph graph;
  std::vector<size_t> fed;
};

using Constants = std::vector<std::optional<ge::Tensor>>;

// Returns the inputs that are constants of the stand-in: the step's own, and those that its kernel is built from.
Result<Constants> ConstantsOf(const Node& node, std::span<const int> values, const KernelArgs& args) {
  Constants constants(args.inputs.size());
  for (size_t i = 0; i < args.inputs.size(); ++i) {
    const Node* source = node.input(static_cast<int>(i)).node;
    if (source == nullptr) continue;
    if (const ge::Tensor* value = source->ConstValue()) {
      constants[i] = *value;
    } else if (std::find(values.begin(), values.end(), static_cast<int>(i)) != values.end()) {
      ge::TensorDesc desc = node.op().inputs[i].desc;
      desc.SetShape(ge::Shape(*args.inputs[i].shape));
      OPDK_TRY(const size_t bytes, TensorBytes(desc.GetDataType(), *args.inputs[i].shape));
      constants[i] = ge::Tensor(desc, static_cast<const uint8_t*>(args.inputs[i].data), bytes);
    }
  }
  return constants;
}

StandInGraph OfOneOperator(const Node& node, const Constants& constants, const KernelArgs& args) {
  StandInGraph result{Graph(node.name()), {}};
  OpDesc op = node.op();
  for (size_t i = 0; i < args.inputs.size(); ++i) {
    if (node.input(static_cast<int>(i)).node == nullptr) continue;
    op.inputs[i].desc.SetShape(ge::Shape(*args.inputs[i].shape));
    if (!constants[i]) result.fed.push_back(i);
  }
  AddSingleOp(result.graph, std::move(op),
              [&](size_t input) { return constants[input] ? &*constants[input] : nullptr; });
  return result;
}

StandInGraph OfFusedOperators(const Node& node, const Constants& constants, const KernelArgs& args) {
  StandInGraph result{std::move(*node.body()->Clone()), {}};
  Graph& graph = result.graph;
  const std::vector<Node*> data = graph.inputs();
  for (size_t i = 0; i < data.size(); ++i) {
    if (constants[i]) {
      graph.ReplaceUses({data[i], 0}, {graph.AddConst(data[i]->name() + "_value", *constants[i]), 0});
      graph.Remove(data[i]);
      continue;
    }
    data[i]->op().outputs[0].desc.SetShape(ge::Shape(*args.inputs[i].shape));
    SetDataIndex(data[i]->op(), result.fed.size());
    result.fed.push_back(i);
  }
  for (Node* each : graph.nodes()) each->placement() = Placement();
  return result;
}

// Runs a model as if it were a kernel.
class StandIn : public PreparedKernel, public std::enable_shared_from_this<StandIn> {
 public:
  StandIn(Executable model, std::vector<size_t> fed, std::string refusal)
      : model_(std::move(model)), fed_(std::move(fed)), refusal_(std::move(refusal)) {}

  Result<std::unique_ptr<KernelCall>> NewCall() const override;
  std::string kernel_name() const override {
    return Joined([](const StepName& step) { return step.kernel; });
  }
  std::string description() const override {
    return fmt::format("{}; {}", Joined([](const StepName& step) { return step.description; }), refusal_);
  }
  std::string engines() const {
    std::set<std::string> engines;
    for (const StepName& step : model_.steps()) engines.insert(step.engine);
    return fmt::format("{}", fmt::join(engines, "+"));
  }

 private:
  friend class StandInCall;
  template <typename Text>
  std::string Joined(const Text& text_of) const {
    std::vector<std::string> texts;
    for (const StepName& step : model_.steps()) {
      if (!step.kernel.empty()) texts.push_back(text_of(step));
    }
    return fmt::format("{}", fmt::join(texts, ", "));
  }

  const Executable model_;
  const std::vector<size_t> fed_;
  const std::string refusal_;
};

// The arguments of one run.
class StandInCall : public KernelCall {
 public:
  explicit StandInCall(std::shared_ptr<const StandIn> kernel)
      : kernel_(std::move(kernel)), inputs_(kernel_->fed_.size()), outputs_(kernel_->model_.outputs().size()) {}

  Status Run(const KernelArgs& args) override {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const TensorArg& arg = args.inputs[kernel_->fed_[i]];
      inputs_[i] = {arg.data, arg.capacity, arg.dtype, *arg.shape};
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const TensorArg& arg = args.outputs[i];
      // The model may write an output while it still reads the input that lies there.
      outputs_[i] = Overlaps(args, arg) ? RunOutput() : RunOutput{arg.data, arg.capacity};
    }
    Status delivered;
    OPDK_TRY(kernel_->model_.Run(inputs_, outputs_, nullptr, [&] { delivered = Deliver(args); }));
    return delivered;
  }

 private:
  static bool Overlaps(const KernelArgs& args, const TensorArg& output) {
    const auto* begin = static_cast<const std::byte*>(output.data);
    return std::any_of(args.inputs.begin(), args.inputs.end(), [&](const TensorArg& input) {
      const auto* other = static_cast<const std::byte*>(input.data);
      return other != nullptr && begin < other + input.capacity && other < begin + output.capacity;
    });
  }

  Status Deliver(const KernelArgs& args) const {
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const RunOutput& from = outputs_[i];
      TensorArg& to = args.outputs[i];
      to.shape->assign(from.shape.begin(), from.shape.end());
      if (to.data == nullptr && args.memory != nullptr) {
        OPDK_TRY(to.data, args.memory->Take(i, from.bytes));
      }
      if (to.data != from.data && from.bytes > 0) std::memcpy(to.data, from.data, from.bytes);
    }
    return Status();
  }

  std::shared_ptr<const StandIn> kernel_;
  std::vector<RunInput> inputs_;
  std::vector<RunOutput> outputs_;
};

Result<std::unique_ptr<KernelCall>> StandIn::NewCall() const {
  return std::unique_ptr<KernelCall>(std::make_unique<StandInCall>(shared_from_this()));
}

// Prepares the step's kernel, which may try several algorithms of oneDNN and take long.
Result<std::shared_ptr<const PreparedKernel>> Prepare(const LoadedStep& step, const KernelArgs& args) {
  if (!steps_are_named.load(std::memory_order_relaxed)) return step.kernel->Prepare(args);
  Result<std::shared_ptr<const PreparedKernel>> prepared = Status(ErrorCode::kInternal, "the kernel was not prepared");
  OPDK_TRY(RunNamed(
      [&] {
        prepared = step.kernel->Prepare(args);
        return Status();
      },
      [&] { return "preparing " + StepPlace(*step.node); }));
  return prepared;
}

}  // namespace

Result<std::shared_ptr<const PreparedKernel>> PrepareOrStandIn(const LoadedModel& model, const LoadedStep& step,
                                                               std::span<const int> values, const KernelArgs& args) {
  auto prepared = Prepare(step, args);
  // A changed program is an error of its own, not a refusal of shapes.
  const bool is_changed = !prepared.ok() && prepared.status().code() == ErrorCode::kModelInvalid;
  if (prepared.ok() || is_changed || !model.compile_stand_in) return prepared;
  Status refusal = std::move(prepared).status();
  const Node& node = *step.node;
  OPDK_TRY(const Constants constants, ConstantsOf(node, values, args));
  StandInGraph made =
      node.body() == nullptr ? OfOneOperator(node, constants, args) : OfFusedOperators(node, constants, args);
  auto compiled = model.compile_stand_in(made.graph, node.placement().engine);
  if (!compiled.ok()) {
    return std::move(refusal).Hint(fmt::format("no other engine takes it: {}", compiled.status().message()));
  }
  std::string why = fmt::format("{} refused these shapes: {}", node.placement().engine, refusal.message());
  Log(LogLevel::kInfo, "run", "node %s (%s): %s", node.name().c_str(), node.type().c_str(), why.c_str());
  return std::shared_ptr<const PreparedKernel>(
      std::make_shared<StandIn>(*std::move(compiled), std::move(made.fed), std::move(why)));
}

std::string EnginesOf(const PreparedKernel& prepared, const Node& node) {
  const auto* stand_in = dynamic_cast<const StandIn*>(&prepared);
  return stand_in == nullptr ? node.placement().engine : stand_in->engines();
}

}  // namespace opdk
