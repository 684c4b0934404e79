#include "tests/bench/opdk_contestant.h"

#include "ge/ge_api.h"
#include "graph_core/ir/from_operators.h"
#include "graph_core/ir/text.h"
#include "opdk/single_op.h"

namespace opdk::bench {
namespace {

class SingleOpContestant : public Contestant {
 public:
  explicit SingleOpContestant(SingleOp op) : op_(std::move(op)) {}

  void Bind(const Entry& entry) {
    for (const Buffer& buffer : entry.inputs)
      inputs_.push_back({buffer.data, buffer.bytes, ge::DT_FLOAT, buffer.shape});
    for (const Buffer& buffer : entry.outputs) outputs_.push_back({buffer.data, buffer.bytes});
  }

  Status Run() override { return op_.Run(inputs_, outputs_); }

 private:
  SingleOp op_;
  std::vector<RunInput> inputs_;
  std::vector<RunOutput> outputs_;
};

class OpdkContestant : public Contestant {
 public:
  explicit OpdkContestant(Executable model) : model_(std::move(model)) {}

  // Binds the buffers. The model's ports are in the ONNX model's order.
  Status Bind(const Entry& entry) {
    if (model_.inputs().size() != entry.inputs.size() || model_.outputs().size() != entry.outputs.size())
      return Status(ErrorCode::kInternal, "the compiled model has other inputs or outputs than the row");
    for (size_t i = 0; i < entry.inputs.size(); ++i) {
      const Buffer& buffer = entry.inputs[i];
      inputs_.push_back({buffer.data, buffer.bytes, model_.inputs()[i].dtype, buffer.shape});
    }
    for (const Buffer& buffer : entry.outputs) outputs_.push_back({buffer.data, buffer.bytes});
    return Status();
  }

  Status Run() override { return model_.Run(inputs_, outputs_); }

 private:
  Executable model_;
  std::vector<RunInput> inputs_;
  std::vector<RunOutput> outputs_;
};

// Reads the graph of the row in the IR's text form. Inputs that are constants of the model become constants.
Result<Graph> ReadIrGraph(const Entry& entry) {
  OPDK_TRY(Graph graph, Parse(entry.ir_graph, "ir_graph"));
  for (const onnx::TensorProto& tensor : entry.model.graph().initializer()) {
    Node* input = graph.Find(tensor.name());
    if (input == nullptr || !input->Is(kData)) continue;
    const std::string& bytes = tensor.raw_data();
    const ge::Tensor value(input->op().outputs[0].desc, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    Node* constant = graph.AddConst(tensor.name() + "_value", value);
    graph.ReplaceUses({input, 0}, {constant, 0});
    graph.Remove(input);
  }
  return graph;
}

Result<CompiledSession> CompileGraph(const OpdkSetup& setup, Graph graph, int threads) {
  CompileOptions options;
  options.kernel_cache_directory = setup.kernel_cache_directory;
  options.threads = threads;
  options.disabled_passes = setup.disabled_passes;
  OPDK_TRY(const auto session, Session::Create(setup.packages, options));
  return session->Compile(std::move(graph));
}

}  // namespace

Result<CompiledSession> OpenModel(const OpdkSetup& setup, const std::string& path, int threads) {
  OPDK_TRY(const ParseResult parsed, setup.packages->ParseModel({{path}, {}, {}}));
  OPDK_TRY(Graph graph, FromOperators(parsed.graph));
  return CompileGraph(setup, std::move(graph), threads);
}

Result<std::unique_ptr<Contestant>> MakeSingleOpContestant(const Row& row, const Entry& entry) {
  if (ge::GEInitialize(std::map<ge::AscendString, ge::AscendString>{}) != ge::SUCCESS)
    return Status(ErrorCode::kInternal, ge::GEGetErrorMsg());
  std::vector<SingleOpPort> ports;
  for (size_t i = 0; i < entry.inputs.size() && i < row.single_op_inputs.size(); ++i) {
    if (entry.inputs[i].dtype != onnx::TensorProto::FLOAT)
      return Status(ErrorCode::kUsage, "a row with single_op has inputs of float");
    const ge::TensorDesc desc(ge::Shape(entry.inputs[i].shape), ge::FORMAT_ND, ge::DT_FLOAT);
    ports.push_back({row.single_op_inputs[i], desc});
  }
  OPDK_TRY(SingleOp op, SingleOp::Create(row.single_op, std::move(ports), {}, {.threads = entry.threads}));
  auto contestant = std::make_unique<SingleOpContestant>(std::move(op));
  contestant->Bind(entry);
  return std::unique_ptr<Contestant>(std::move(contestant));
}

Result<std::unique_ptr<Contestant>> MakeOpdkContestant(const OpdkSetup& setup, const Entry& entry) {
  OPDK_TRY(CompiledSession compiled, [&]() -> Result<CompiledSession> {
    if (!entry.ir_graph.empty()) {
      OPDK_TRY(Graph graph, ReadIrGraph(entry));
      return CompileGraph(setup, std::move(graph), entry.threads);
    }
    const std::string path = entry.file.empty() ? setup.work_directory + "/row.onnx" : entry.file;
    if (entry.file.empty()) OPDK_TRY(WriteModel(entry.model, path));
    return OpenModel(setup, path, entry.threads);
  }());
  auto contestant = std::make_unique<OpdkContestant>(std::move(compiled.model));
  OPDK_TRY(contestant->Bind(entry));
  return std::unique_ptr<Contestant>(std::move(contestant));
}

}  // namespace opdk::bench
