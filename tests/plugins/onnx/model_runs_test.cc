// Models in ONNX's text form that run, or fail in the run, on all engines and on AI CPU alone (model_runs.yaml and
// others).
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "graph_core/ir/from_operators.h"
#include "graph_core/session.h"
#include "tests/plugins/onnx/parse_fixture.h"

namespace opdk {
namespace {

// Calls `body` with a number of the C++ type that `dtype` names.
template <typename Body>
void ForType(ge::DataType dtype, const Body& body) {
  if (dtype == ge::DT_FLOAT) return body(float{});
  if (dtype == ge::DT_DOUBLE) return body(double{});
  if (dtype == ge::DT_INT64) return body(int64_t{});
  if (dtype == ge::DT_INT32) return body(int32_t{});
  if (dtype == ge::DT_BOOL) return body(bool{});
  FAIL() << "a test has no tensors of dtype " << static_cast<int>(dtype);
}

std::vector<double> Numbers(const YAML::Node& tensor) {
  std::vector<double> numbers;
  for (const YAML::Node& number : tensor["data"]) numbers.push_back(number.as<double>());
  return numbers;
}

ge::Tensor TensorOf(const YAML::Node& written, ge::DataType dtype) {
  const std::vector<double> numbers = Numbers(written);
  std::vector<uint8_t> bytes;
  ForType(dtype, [&](auto example) {
    for (const double number : numbers) {
      const auto value = static_cast<decltype(example)>(number);
      const auto* first = reinterpret_cast<const uint8_t*>(&value);
      bytes.insert(bytes.end(), first, first + sizeof(value));
    }
  });
  const ge::TensorDesc desc(ge::Shape(written["shape"].as<std::vector<int64_t>>()), ge::FORMAT_ND, dtype);
  return ge::Tensor(desc, bytes.data(), bytes.size());
}

std::vector<double> NumbersOf(const ge::Tensor& tensor) {
  std::vector<double> numbers;
  ForType(tensor.GetTensorDesc().GetDataType(), [&](auto example) {
    numbers.resize(tensor.GetSize() / sizeof(example));
    for (size_t i = 0; i < numbers.size(); ++i) {
      decltype(example) value;
      std::memcpy(&value, tensor.GetData() + i * sizeof(value), sizeof(value));
      numbers[i] = static_cast<double>(value);
    }
  });
  return numbers;
}

void ExpectEqual(const ge::Tensor& actual, const YAML::Node& expected, const std::string& where) {
  EXPECT_EQ(actual.GetTensorDesc().GetShape().GetDims(), expected["shape"].as<std::vector<int64_t>>()) << where;
  const std::vector<double> wanted = Numbers(expected), given = NumbersOf(actual);
  ASSERT_EQ(given.size(), wanted.size()) << where;
  for (size_t i = 0; i < given.size(); ++i) {
    EXPECT_NEAR(given[i], wanted[i], 1e-6 + 1e-5 * std::fabs(wanted[i])) << where << ", element " << i;
  }
}

std::string With(std::string text, const std::string& type) {
  for (size_t at = text.find("{op}"); at != std::string::npos; at = text.find("{op}")) text.replace(at, 4, type);
  return text;
}

class OnnxRuns : public OnnxParse {
 protected:
  void Run(const YAML::Node& entry, const std::string& type, const std::string& engine) {
    const std::string text = With(entry["model"].as<std::string>(), type);
    const std::string where =
        fmt::format("{}{} on {}: {}", entry["name"].as<std::string>(), type.empty() ? "" : ", " + type,
                    engine.empty() ? "all engines" : engine, text);
    const onnx::ModelProto model = Text(text, entry["opset"].as<int>());
    auto graph = Parse(model);
    ASSERT_TRUE(graph.ok()) << where << ": " << graph.status().ToString();
    CompileOptions options;
    options.engine = engine;
    auto session = Session::Create(packages_, options);
    ASSERT_TRUE(session.ok()) << session.status().ToString();
    auto compiled = (*session)->Compile(*std::move(graph));
    ASSERT_TRUE(compiled.ok()) << where << ": " << compiled.status().ToString();
    std::vector<ge::Tensor> inputs;
    for (const auto& input : compiled->model.inputs()) {
      inputs.push_back(TensorOf(entry["inputs"][input.name], input.dtype));
    }
    const auto outputs = compiled->model.Run(inputs);
    if (entry["fails"]) {
      ASSERT_FALSE(outputs.ok()) << where;
      EXPECT_THAT(outputs.status().ToString(), testing::HasSubstr(entry["fails"].as<std::string>())) << where;
      return;
    }
    ASSERT_TRUE(outputs.ok()) << where << ": " << outputs.status().ToString();
    for (size_t i = 0; i < outputs->size(); ++i) {
      const std::string& name = compiled->model.outputs()[i].name;
      const YAML::Node of_type = entry["outputs"][type.empty() ? name : type];
      ExpectEqual((*outputs)[i], of_type, fmt::format("{}: {}", where, name));
    }
  }
};

TEST_F(OnnxRuns, GiveTheResultsOfTheirCases) {
  for (const char* file : {"model_runs.yaml", "declared_types.yaml", "graphs_inside.yaml", "whole_graph_values.yaml"}) {
    for (const YAML::Node& entry : YAML::LoadFile(OPDK_SOURCE_DIR "/tests/plugins/onnx/" + std::string(file))) {
      const auto types =
          entry["operators"] ? entry["operators"].as<std::vector<std::string>>() : std::vector<std::string>{""};
      for (const std::string& type : types) {
        for (const char* engine : {"", "ai_cpu"}) Run(entry, type, engine);
      }
    }
  }
}

}  // namespace
}  // namespace opdk
