// Models from frameworks and graphs in the IR's forms, up to a run.
#include <onnx/onnx_pb.h>

#include <cstdlib>
#include <memory>
#include <optional>

#include "graph_core/execution/run_observer.h"
#include "graph_core/host/operator_graph.h"
#include "graph_core/ir/from_operators.h"
#include "graph_core/ir/ge_ir.pb.h"
#include "graph_core/ir/proto.h"
#include "graph_core/ir/text.h"
#include "graph_core/preparation/pipeline.h"
#include "graph_core/session.h"
#include "tests/fuzz/graph_use.h"
#include "tests/fuzz/target.h"

namespace opdk::fuzz {

const std::shared_ptr<PackageRegistry>& TestPackages() {
  static const std::shared_ptr<PackageRegistry> packages = [] {
    // A graph of a few bytes may ask for any amount of memory, or be large when written out. It must be refused, not
    // served.
    setenv("OPDK_MAX_MEMORY", "256M", 0);
    setenv("OPDK_MAX_NODES", "20000", 0);
    auto loaded = PackageRegistry::Load({{OPDK_BUILTIN_DIRECTORY}, false, false});
    Expect(loaded.ok(), loaded.ok() ? "" : loaded.status().ToString());
    return *loaded;
  }();
  return packages;
}

namespace {

constexpr size_t kMostInputBytes = 1 << 20;

// Zeros for every input, unknown extents being 1 and 2 in turn; none when they would take too much time.
bool MakeInputs(const Executable& model, int64_t unknown, std::vector<ge::Tensor>& inputs) {
  size_t total = 0;
  for (const PortSpec& port : model.inputs()) {
    std::vector<int64_t> dims = port.shape == std::vector<int64_t>{-2} ? std::vector<int64_t>() : port.shape;
    const int size = ge::GetSizeByDataType(port.dtype);
    if (size <= 0 || size > 16) return false;
    size_t bytes = static_cast<size_t>(size);
    for (int64_t& dim : dims) {
      if (dim < 0) dim = unknown;
      if (__builtin_mul_overflow(bytes, static_cast<size_t>(dim), &bytes)) return false;
    }
    total += bytes;
    if (bytes > kMostInputBytes || total > kMostInputBytes) return false;
    inputs.emplace_back(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, port.dtype), std::vector<uint8_t>(bytes));
  }
  return true;
}

// Ends a run after some steps, because a loop may be endless.
class StepLimit : public RunObserver {
 public:
  Status BeforeStep(const RunState&, const RunStep&) override {
    return --left_ > 0 ? Status() : Status(ErrorCode::kUsage, "the model runs too many steps");
  }

 private:
  int left_ = 10'000;
};

}  // namespace

void Infer(Graph graph) {
  PassContext context;
  context.packages = TestPackages().get();
  static_cast<void>(InferOnly(graph, context));
}

void Use(const Graph& graph) {
  static const auto make = [](const char* engine) {
    CompileOptions options;
    options.engine = engine;
    options.threads = 1;
    auto session = Session::Create(TestPackages(), options);
    Expect(session.ok(), session.ok() ? "" : session.status().ToString());
    return std::move(session).value();
  };
  static const std::unique_ptr<Session> ai_cpu = make("ai_cpu"), both = make("");
  if (auto copy = graph.Clone(); true) static_cast<void>(both->Optimize(std::move(*copy)));
  auto copy = graph.Clone();
  auto compiled = ai_cpu->Compile(std::move(*copy));
  if (!compiled.ok()) return;
  for (const int64_t unknown : {1, 2}) {
    std::vector<ge::Tensor> inputs;
    if (!MakeInputs(compiled->model, unknown, inputs)) return;
    StepLimit limit;
    static_cast<void>(compiled->model.Run(inputs, &limit));
    if (!compiled->model.dynamic()) return;
  }
}

google::protobuf::Message* NewModel() { return new onnx::ModelProto(); }
google::protobuf::Message* NewIr() { return new ge::proto::ModelDef(); }

namespace {

std::optional<Graph> ReadModel(std::string_view bytes) {
  auto parsed = TestPackages()->ParseModel({{FileOf(bytes, "model.onnx")}, {}, {}});
  if (!parsed.ok()) return std::nullopt;
  auto graph = FromOperators(parsed->graph);
  return graph.ok() ? std::optional(*std::move(graph)) : std::nullopt;
}

// Ends the process unless the writer's text of the graph is the graph again.
void ExpectPrintable(const Graph& graph) {
  const std::string printed = Print(graph);
  const auto again = Parse(printed);
  Expect(again.ok(), printed + (again.ok() ? "" : again.status().ToString()));
  Expect(Print(*again) == printed, printed + "\n---\n" + Print(*again));
}

}  // namespace

void Model(std::string_view bytes) {
  if (auto graph = ReadModel(bytes)) Infer(*std::move(graph));
}

void ModelRun(std::string_view bytes) {
  if (const auto graph = ReadModel(bytes)) Use(*graph);
}

void IrText(std::string_view bytes) {
  static_cast<void>(TestPackages());
  auto graph = Parse(bytes);
  if (!graph.ok()) return;
  ExpectPrintable(*graph);
  Infer(*std::move(graph));
}

void IrTextRun(std::string_view bytes) {
  static_cast<void>(TestPackages());
  if (const auto graph = Parse(bytes); graph.ok()) Use(*graph);
}

void IrProto(std::string_view bytes) {
  static_cast<void>(TestPackages());
  auto graph = Deserialize(bytes);
  if (!graph.ok()) return;
  const auto written = Serialize(*graph);
  if (!written.ok()) return;
  const auto again = Deserialize(*written);
  Expect(again.ok(), again.ok() ? "" : again.status().ToString());
  Expect(Print(*again) == Print(*graph), Print(*graph) + "\n---\n" + Print(*again));
  Infer(*std::move(graph));
}

void IrProtoRun(std::string_view bytes) {
  static_cast<void>(TestPackages());
  if (const auto graph = Deserialize(bytes); graph.ok()) Use(*graph);
}

void SingleOp(std::string_view bytes) {
  static_cast<void>(ReadOperators(FileOf(bytes, "operators.json"), *TestPackages()));
}

void SingleOpRun(std::string_view bytes) {
  const auto operators = ReadOperators(FileOf(bytes, "operators.json"), *TestPackages());
  if (!operators.ok()) return;
  for (const FileOperator& each : *operators) Use(each.graph);
}

}  // namespace opdk::fuzz
