#include "opdk/single_op.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph_core/debugging/tensor_dump.h"
#include "graph_core/engines/node_runner.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/session.h"
#include "opdk/declaration.h"

namespace opdk {
namespace {

// Number of shapes that stay prepared, enough for the usual buckets of a caller. The least recently used is dropped.
constexpr size_t kPrepared = 16;

}  // namespace

struct SingleOp::Impl {
  struct Prepared {
    std::vector<ge::DataType> dtypes;
    std::vector<std::vector<int64_t>> shapes;
    CompiledSession compiled;
    std::vector<SingleOpPort> outputs;
    StepName step;
  };

  std::unique_ptr<Session> session;
  OpDesc op;  // the inputs, then the constants; the requested outputs
  std::vector<ge::Tensor> constants;
  std::vector<std::unique_ptr<Prepared>> prepared;  // the last used one first
  std::vector<TensorDumpOptions> dumps;             // of every one

  size_t fed() const { return op.inputs.size() - constants.size(); }
  Graph MakeGraph(std::span<const RunInput> inputs) const;
  Status Prepare(std::span<const RunInput> inputs);
  // Moves the model for these shapes to the front. Returns whether there is one.
  bool Find(std::span<const RunInput> inputs);

  static bool Fits(const Prepared& candidate, std::span<const RunInput> inputs) {
    if (inputs.size() != candidate.shapes.size()) return false;
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].dtype != candidate.dtypes[i] || !std::ranges::equal(inputs[i].shape, candidate.shapes[i])) {
        return false;
      }
    }
    return true;
  }
};

Graph SingleOp::Impl::MakeGraph(std::span<const RunInput> inputs) const {
  Graph graph("single_op");
  OpDesc instance = op;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ge::Shape shape(std::vector<int64_t>(inputs[i].shape.begin(), inputs[i].shape.end()));
    instance.inputs[i].desc.SetShape(shape);
    instance.inputs[i].desc.SetOriginShape(shape);
    instance.inputs[i].desc.SetDataType(inputs[i].dtype);
  }
  AddSingleOp(graph, std::move(instance), [this](size_t i) { return i < fed() ? nullptr : &constants[i - fed()]; });
  return graph;
}

Status SingleOp::Impl::Prepare(std::span<const RunInput> inputs) {
  if (inputs.size() != fed()) {
    return Status(ErrorCode::kInputMissing,
                  fmt::format("{} was made with {} inputs, {} are given", op.type, fed(), inputs.size()));
  }
  OPDK_TRY(CompiledSession compiled, session->Compile(MakeGraph(inputs)));
  auto fresh = std::make_unique<Prepared>(Prepared{{}, {}, std::move(compiled), {}, {}});
  for (const RunInput& input : inputs) {
    fresh->dtypes.push_back(input.dtype);
    fresh->shapes.emplace_back(input.shape.begin(), input.shape.end());
  }
  const Executable& model = fresh->compiled.model;
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    const PortSpec& spec = model.outputs()[i];
    fresh->outputs.push_back({op.outputs[i].name, ge::TensorDesc(ge::Shape(spec.shape), ge::FORMAT_ND, spec.dtype)});
  }
  for (const StepName& step : model.steps()) {
    if (!step.kernel.empty()) fresh->step = step;
  }
  for (const TensorDumpOptions& options : dumps) {
    OPDK_TRY(TensorDump::Attach(fresh->compiled.model, options));
  }
  if (prepared.size() == kPrepared) prepared.pop_back();
  prepared.insert(prepared.begin(), std::move(fresh));
  return Status();
}

bool SingleOp::Impl::Find(std::span<const RunInput> inputs) {
  for (size_t i = 0; i < prepared.size(); ++i) {
    if (!Fits(*prepared[i], inputs)) continue;
    std::rotate(prepared.begin(), prepared.begin() + static_cast<std::ptrdiff_t>(i),
                prepared.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    return true;
  }
  return false;
}

SingleOp::SingleOp(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SingleOp::~SingleOp() = default;
SingleOp::SingleOp(SingleOp&&) noexcept = default;
SingleOp& SingleOp::operator=(SingleOp&&) noexcept = default;

Result<SingleOp> SingleOp::Create(std::string_view type, std::vector<SingleOpPort> inputs, AttrMap attrs,
                                  SingleOpSettings settings) {
  auto packages = PackageRegistry::Current();
  if (packages == nullptr) {
    return Status(ErrorCode::kUsage, "no operator packages are loaded").Hint("call ge::GEInitialize first");
  }
  OPDK_TRY(const OpDesc* prototype, packages->Declared(type, type));
  const OpDesc& declared = *prototype;
  for (const auto& [name, value] : attrs) OPDK_TRY(FindAttr(declared, name));
  auto impl = std::make_unique<Impl>();
  impl->op = StructuralDesc(std::string(type), type);
  impl->op.attrs = std::move(attrs);
  OPDK_TRY(impl->op.outputs, OutputPorts(declared, settings.dynamic_outputs));
  std::vector<std::vector<int64_t>> shapes;
  shapes.reserve(inputs.size());
  for (const SingleOpPort& input : inputs) shapes.push_back(input.desc.GetShape().GetDims());
  std::vector<RunInput> first;
  for (size_t i = 0; i < inputs.size(); ++i) {
    impl->op.inputs.push_back({inputs[i].name, -1, inputs[i].desc});
    first.push_back({nullptr, 0, inputs[i].desc.GetDataType(), shapes[i]});
    if (settings.constants.contains(inputs[i].name)) {
      return Status(ErrorCode::kUsage, fmt::format("input '{}' is given and a constant", inputs[i].name));
    }
  }
  for (auto& [name, value] : settings.constants) {
    impl->op.inputs.push_back({name, -1, value.GetTensorDesc()});
    impl->constants.push_back(std::move(value));
  }
  CompileOptions options;
  options.engine = std::move(settings.engine);
  options.threads = settings.threads;
  // Otherwise constant folding would compute an operator whose inputs are all constants, once for all runs.
  if (!impl->constants.empty()) options.disabled_passes = {"fold_constants"};
  OPDK_TRY(impl->session, Session::Create(std::move(packages), std::move(options)));
  OPDK_TRY(impl->Prepare(first));
  return SingleOp(std::move(impl));
}

Status SingleOp::Prepare(std::span<const RunInput> inputs) {
  if (Impl::Fits(*impl_->prepared.front(), inputs) || impl_->Find(inputs)) return Status();
  return impl_->Prepare(inputs);
}

Status SingleOp::Run(std::span<const RunInput> inputs, std::span<RunOutput> outputs) {
  OPDK_TRY(Prepare(inputs));
  return impl_->prepared.front()->compiled.model.Run(inputs, outputs);
}

Result<std::vector<ge::Tensor>> SingleOp::Run(std::span<const ge::Tensor> inputs) {
  std::vector<std::vector<int64_t>> shapes;
  std::vector<RunInput> given;
  for (const ge::Tensor& input : inputs) shapes.push_back(input.GetTensorDesc().GetShape().GetDims());
  for (size_t i = 0; i < inputs.size(); ++i) {
    given.push_back({inputs[i].GetData(), inputs[i].GetSize(), inputs[i].GetDataType(), shapes[i]});
  }
  OPDK_TRY(Prepare(given));
  return impl_->prepared.front()->compiled.model.Run(inputs);
}

Status SingleOp::DumpTensors(TensorDumpOptions options) {
  std::vector<std::shared_ptr<TensorDump>> dumps;
  for (const auto& each : impl_->prepared) {
    OPDK_TRY(dumps.emplace_back(), TensorDump::Create(each->compiled.model, options));
    OPDK_TRY(dumps.back()->CheckLayers());
  }
  for (size_t i = 0; i < dumps.size(); ++i) impl_->prepared[i]->compiled.model.Watch(dumps[i]);
  impl_->dumps.push_back(std::move(options));
  return Status();
}

const std::vector<SingleOpPort>& SingleOp::outputs() const { return impl_->prepared.front()->outputs; }
const std::string& SingleOp::engine() const { return impl_->prepared.front()->step.engine; }
const std::string& SingleOp::package() const { return impl_->prepared.front()->step.package; }
const std::string& SingleOp::kernel() const { return impl_->prepared.front()->step.kernel; }
const std::string& SingleOp::description() const { return impl_->prepared.front()->step.description; }

}  // namespace opdk
