// Control flow, variables, tensor arrays, stacks and shapes that a run brings as files:
//
//   // what the case shows
//   given 0: 1 2          the values of input 0, kept until they are given anew
//   given 0 [2,1]: 1 2    the same for an input whose extents the graph leaves open
//   gives 0: 3 4          a run with what is given so far gives these as output 0; "gives none:" it has no outputs
//   fails E6001: why      a run fails so
//   holds 0: 1 2          behind the run, the tensor that was given as input 0 holds these
//   using g:              from here on graph g runs; the first one at the beginning
//   value w: 1 2          the variable w of the session holds these; "unset w:" it has no value
//   graph g { … }         any number of them, in one session
//
// Lines that follow one another without a `given` between them are of one run. Each graph runs as it is, on AI CPU
// alone, with no pass that can be disabled, and (those of shapes) as an offline model; on one executable, so that
// nothing of a run is left for the next.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <sstream>
#include <vector>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/case_files.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;

struct Line {
  std::string word;  // "given", "gives", "fails"
  std::string what;  // input, output or code
  std::string text;
};

struct ControlCase {
  std::vector<Line> lines;
  std::vector<std::string> graphs;
};

ControlCase ReadControlCase(const std::string& path) {
  ControlCase result;
  std::stringstream text(tests::ReadFile(path));
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("graph ")) result.graphs.emplace_back();
    if (!result.graphs.empty()) result.graphs.back() += line + "\n";
    if (!result.graphs.empty() || line.starts_with("//")) continue;
    const size_t colon = line.find(':');
    EXPECT_NE(colon, std::string::npos) << path << ": " << line;
    result.lines.push_back({line.substr(0, 5), line.substr(6, colon - 6), line.substr(colon + 1)});
  }
  return result;
}

// An input's values, and its extents if the graph leaves them open.
struct Given {
  std::vector<double> numbers;
  std::vector<int64_t> shape;
};

std::vector<double> Doubles(const std::string& text) {
  std::stringstream stream(text);
  std::vector<double> numbers;
  for (double number = 0; stream >> number;) numbers.push_back(number);
  return numbers;
}

template <typename T>
ge::Tensor Filled(const ge::TensorDesc& desc, const std::vector<double>& numbers) {
  std::vector<T> values;
  for (const double number : numbers) values.push_back(static_cast<T>(number));
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

ge::Tensor TensorOf(const PortSpec& spec, const Given& given) {
  const ge::TensorDesc desc(ge::Shape(IsUnknown(spec.shape) ? given.shape : spec.shape), ge::FORMAT_ND, spec.dtype);
  const std::vector<double>& numbers = given.numbers;
  switch (spec.dtype) {
    case ge::DT_FLOAT:
      return Filled<float>(desc, numbers);
    case ge::DT_INT32:
      return Filled<int32_t>(desc, numbers);
    case ge::DT_INT64:
      return Filled<int64_t>(desc, numbers);
    default:
      return Filled<uint8_t>(desc, numbers);
  }
}

template <typename T>
std::vector<double> Read(const ge::Tensor& tensor) {
  const auto* data = reinterpret_cast<const T*>(tensor.GetData());
  return {data, data + tensor.GetSize() / sizeof(T)};
}

std::vector<double> NumbersOf(const ge::Tensor& tensor) {
  switch (tensor.GetDataType()) {
    case ge::DT_FLOAT:
      return Read<float>(tensor);
    case ge::DT_INT32:
      return Read<int32_t>(tensor);
    case ge::DT_INT64:
      return Read<int64_t>(tensor);
    default:
      return Read<uint8_t>(tensor);
  }
}

// Reads a given input. "0 [2,1]" names input 0 and its extents; "0" names the input alone.
Given ReadGiven(const Line& line) {
  Given given{Doubles(line.text), {}};
  std::string extents = line.what.substr(std::min(line.what.find('['), line.what.size()));
  std::replace_if(
      extents.begin(), extents.end(), [](char c) { return c != '-' && (c < '0' || c > '9'); }, ' ');
  for (const double extent : Doubles(extents)) given.shape.push_back(static_cast<int64_t>(extent));
  return given;
}

using Models = std::map<std::string, CompiledSession>;

// Checks that a line that isn't about a run holds for the session's variables.
void CheckVariable(const Line& line, const VariableStore& variables) {
  const auto value = variables.Value(line.what);
  if (line.word == "unset") {
    EXPECT_FALSE(value.ok()) << line.what;
    return;
  }
  ASSERT_TRUE(value.ok()) << value.status().ToString();
  EXPECT_EQ(NumbersOf(*value), Doubles(line.text)) << "variable " << line.what;
}

void CheckRun(const Line& line, const Result<std::vector<ge::Tensor>>& outputs) {
  if (line.word == "fails") {
    ASSERT_FALSE(outputs.ok());
    EXPECT_EQ(ToString(outputs.status().code()), line.what);
    EXPECT_THAT(outputs.status().ToString(), HasSubstr(line.text.substr(1)));
    return;
  }
  ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
  if (line.what == "none") {
    EXPECT_TRUE(outputs->empty());
    return;
  }
  EXPECT_EQ(NumbersOf(outputs->at(std::stoul(line.what))), Doubles(line.text)) << "output " << line.what;
}

void RunLines(const std::string& first, const Models& models, const VariableStore& variables,
              const std::vector<Line>& lines) {
  std::map<size_t, Given> given;
  bool ran = false;
  const Executable* model = &models.at(first).model;
  std::vector<ge::Tensor> inputs;
  Result<std::vector<ge::Tensor>> outputs = std::vector<ge::Tensor>();
  for (const Line& line : lines) {
    if (line.word == "value" || line.word == "unset") {
      CheckVariable(line, variables);
      continue;
    }
    if (line.word == "given" || line.word == "using") {
      if (line.word == "given") given[std::stoul(line.what)] = ReadGiven(line);
      if (line.word == "using") model = &models.at(line.what).model;
      ran = false;
      continue;
    }
    if (!ran) {
      inputs.clear();
      for (size_t i = 0; i < model->inputs().size(); ++i) inputs.push_back(TensorOf(model->inputs()[i], given[i]));
      outputs = model->Run(inputs);
      ran = true;
    }
    if (line.word == "holds") {
      EXPECT_EQ(NumbersOf(inputs.at(std::stoul(line.what))), Doubles(line.text)) << "input " << line.what;
    } else {
      CheckRun(line, outputs);
    }
  }
}

// Writes the graph as an offline model and loads it, as another process would.
Result<CompiledSession> WrittenAndLoaded(Session& session, Graph graph) {
  OPDK_TRY(const std::string bytes, session.Offline(std::move(graph)));
  const std::shared_ptr<std::byte> memory = NewSharedAligned(bytes.size());
  std::memcpy(memory.get(), bytes.data(), bytes.size());
  return session.LoadBytes({{reinterpret_cast<const char*>(memory.get()), bytes.size()}, memory});
}

// Compiles the graphs of a file in one session. `offline`: each is written as an offline model and loaded.
Result<Models> CompileAll(const ControlCase& control, const CompileOptions& options,
                          const std::shared_ptr<SessionMemory>& memory, bool offline = false) {
  Models models;
  OPDK_TRY(const auto session, Session::Create(BuiltinPackages(), options, memory));
  for (const std::string& text : control.graphs) {
    OPDK_TRY(Graph graph, Parse(text));
    std::string name = graph.name();
    OPDK_TRY(CompiledSession compiled,
             offline ? WrittenAndLoaded(*session, std::move(graph)) : session->Compile(std::move(graph)));
    models.emplace(std::move(name), std::move(compiled));
  }
  return models;
}

std::vector<std::string> OptionalPasses() {
  return {"remove_unreachable_nodes", "inline_calls",     "simplify_regions",  "bypass_views",
          "fold_constants",           "choose_branches",  "remove_dead_nodes", "eliminate_common_subexpressions",
          "remove_unused_nodes",      "hoist_invariants", "share_equal_nodes", "cancel_conversions",
          "remove_leftover_nodes"};
}

class ControlFlow : public ::testing::TestWithParam<std::string> {};

TEST_P(ControlFlow, RunsAsTheFileSays) {
  const ControlCase control = ReadControlCase(GetParam());
  CompileOptions plain;
  CompileOptions reference;
  reference.engine = "ai_cpu";
  CompileOptions without_passes;
  without_passes.disabled_passes = OptionalPasses();
  for (const CompileOptions& options : {plain, reference, without_passes}) {
    SCOPED_TRACE("engine " + options.engine + ", " + std::to_string(options.disabled_passes.size()) +
                 " passes disabled");
    const auto memory = std::make_shared<SessionMemory>();
    const auto models = CompileAll(control, options, memory);
    ASSERT_TRUE(models.ok()) << models.status().ToString();
    const auto first = Parse(control.graphs.front());
    // Again, so that buffers have been used before; a session's variables have changed then.
    const VariableStore& variables = memory->variables;
    const int rounds = variables.names().empty() ? 2 : 1;
    for (int round = 0; round < rounds; ++round) RunLines(first->name(), *models, variables, control.lines);
  }
}

class ShapesOfARun : public ControlFlow {};

TEST_P(ShapesOfARun, AreJudgedAsTheFileSaysInAnOfflineModel) {
  const ControlCase control = ReadControlCase(GetParam());
  const auto memory = std::make_shared<SessionMemory>();
  const auto models = CompileAll(control, {}, memory, true);
  ASSERT_TRUE(models.ok()) << models.status().ToString();
  for (int round = 0; round < 2; ++round) RunLines(models->begin()->first, *models, memory->variables, control.lines);
}

INSTANTIATE_TEST_SUITE_P(Shapes, ControlFlow, ::testing::ValuesIn(tests::CaseFiles("graph_core/execution/shapes")),
                         tests::CaseName);
INSTANTIATE_TEST_SUITE_P(Shapes, ShapesOfARun, ::testing::ValuesIn(tests::CaseFiles("graph_core/execution/shapes")),
                         tests::CaseName);
INSTANTIATE_TEST_SUITE_P(Files, ControlFlow, ::testing::ValuesIn(tests::CaseFiles("graph_core/execution/control_flow")),
                         tests::CaseName);
INSTANTIATE_TEST_SUITE_P(Variables, ControlFlow,
                         ::testing::ValuesIn(tests::CaseFiles("graph_core/execution/variables")), tests::CaseName);
INSTANTIATE_TEST_SUITE_P(Resources, ControlFlow,
                         ::testing::ValuesIn(tests::CaseFiles("graph_core/execution/resources")), tests::CaseName);

}  // namespace
}  // namespace opdk
