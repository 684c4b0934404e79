// Control flow as files:
//
//   // what the case shows
//   given 0: 1 2          the values of input 0, kept until they are given anew
//   gives 0: 3 4          a run with what is given so far gives these as output 0
//   fails E6001: why      a run fails so
//   graph g { … }
//
// Lines that follow one another without a `given` between them are of one run. Each graph runs as it is, on AI CPU alone,
// and with no pass that can be disabled; on one executable, so that nothing of a run is left for the next.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <vector>

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
  std::string graph;
};

ControlCase ReadCase(const std::string& path) {
  ControlCase result;
  std::stringstream text(testing::ReadFile(path));
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("graph")) result.graph = line + "\n";
    if (!result.graph.empty() && !line.starts_with("graph")) result.graph += line + "\n";
    if (!result.graph.empty() || line.starts_with("//")) continue;
    const size_t colon = line.find(':');
    EXPECT_NE(colon, std::string::npos) << path << ": " << line;
    result.lines.push_back({line.substr(0, 5), line.substr(6, colon - 6), line.substr(colon + 1)});
  }
  return result;
}

std::vector<double> Numbers(const std::string& text) {
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

ge::Tensor TensorOf(const PortSpec& spec, const std::vector<double>& numbers) {
  const ge::TensorDesc desc(ge::Shape(spec.shape), ge::FORMAT_ND, spec.dtype);
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

// Runs what the lines ask for; `rounds` times, so that buffers have been used before.
void RunLines(const Executable& model, const std::vector<Line>& lines) {
  std::map<size_t, std::vector<double>> given;
  bool ran = false;
  Result<std::vector<ge::Tensor>> outputs = std::vector<ge::Tensor>();
  for (const Line& line : lines) {
    if (line.word == "given") {
      given[std::stoul(line.what)] = Numbers(line.text);
      ran = false;
      continue;
    }
    if (!ran) {
      std::vector<ge::Tensor> inputs;
      for (size_t i = 0; i < model.inputs().size(); ++i) inputs.push_back(TensorOf(model.inputs()[i], given[i]));
      outputs = model.Run(inputs);
      ran = true;
    }
    if (line.word == "fails") {
      ASSERT_FALSE(outputs.ok());
      EXPECT_EQ(ToString(outputs.status().code()), line.what);
      EXPECT_THAT(outputs.status().ToString(), HasSubstr(line.text.substr(1)));
      continue;
    }
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    EXPECT_EQ(NumbersOf(outputs->at(std::stoul(line.what))), Numbers(line.text)) << "output " << line.what;
  }
}

std::vector<std::string> OptionalPasses() {
  return {"remove_unreachable_nodes", "inline_calls",    "simplify_regions",  "bypass_views",
          "fold_constants",           "choose_branches", "remove_dead_nodes", "eliminate_common_subexpressions",
          "remove_unused_nodes"};
}

class ControlFlow : public ::testing::TestWithParam<std::string> {};

TEST_P(ControlFlow, RunsAsTheFileSays) {
  const ControlCase control = ReadCase(GetParam());
  CompileOptions plain;
  CompileOptions reference;
  reference.engine = "ai_cpu";
  CompileOptions without_passes;
  without_passes.disabled_passes = OptionalPasses();
  for (const CompileOptions& options : {plain, reference, without_passes}) {
    SCOPED_TRACE("engine " + options.engine + ", " + std::to_string(options.disabled_passes.size()) +
                 " passes disabled");
    auto graph = Parse(control.graph, GetParam());
    ASSERT_TRUE(graph.ok()) << graph.status().ToString();
    auto session = Session::Create(BuiltinPackages(), options);
    ASSERT_TRUE(session.ok()) << session.status().ToString();
    auto compiled = (*session)->Compile(*std::move(graph));
    ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
    for (int round = 0; round < 2; ++round) RunLines(compiled->model, control.lines);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, ControlFlow,
                         ::testing::ValuesIn(testing::CaseFiles("graph_core/execution/control_flow")),
                         testing::CaseName);

}  // namespace
}  // namespace opdk
