// Models in ONNX's text form with their right outputs (values/*.yaml), run with the default placement and on AI CPU
// alone.
//   model: the graph; opset, ml: the imported versions of ONNX's own operators and of ai.onnx.ml
//   constants: initializers by name (type: a name or number of TensorProto.DataType; shape; data, one entry an element)
//   types: element types by value's name that the text form doesn't know
//   inputs, expect: in the graph's order (shape; data); dtype: the element type of a result, if it is to be compared
//   tolerance: of the greatest expected magnitude, or absolute for integers; refused: parts of the error
//   fails: parts of the error of a run
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/defs/parser.h>
#include <onnx/onnx_pb.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "graph_core/base/tensor_values.h"
#include "graph_core/base/type_names.h"
#include "graph_core/ir/from_operators.h"
#include "graph_core/package/package_registry.h"
#include "graph_core/session.h"

namespace opdk {
namespace {

using Numbers = std::vector<double>;
using Dims = std::vector<int64_t>;

const std::vector<YAML::Node>& Cases() {
  static const std::vector<YAML::Node> cases = [] {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(OPDK_SOURCE_DIR "/tests/plugins/onnx/values")) {
      if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<YAML::Node> all;
    for (const auto& file : files) {
      for (const YAML::Node& each : YAML::LoadFile(file)) all.push_back(each);
    }
    return all;
  }();
  return cases;
}

template <typename T>
T Or(const YAML::Node& node, const char* key, T otherwise) {
  return node[key] ? node[key].as<T>() : otherwise;
}

int TypeNumber(const std::string& text) {
  onnx::TensorProto_DataType type = onnx::TensorProto::UNDEFINED;
  return onnx::TensorProto_DataType_Parse(text, &type) ? static_cast<int>(type) : std::stoi(text);
}

onnx::TensorProto ConstantOf(const std::string& name, const YAML::Node& node) {
  onnx::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(TypeNumber(node["type"].as<std::string>()));
  for (const int64_t dim : node["shape"].as<Dims>()) tensor.add_dims(dim);
  if (tensor.data_type() == onnx::TensorProto::STRING) {
    for (const auto& text : node["data"].as<std::vector<std::string>>()) tensor.add_string_data(text);
    return tensor;
  }
  for (const double value : node["data"].as<Numbers>()) {
    switch (tensor.data_type()) {
      case onnx::TensorProto::FLOAT:
        tensor.add_float_data(static_cast<float>(value));
        break;
      case onnx::TensorProto::DOUBLE:
        tensor.add_double_data(value);
        break;
      case onnx::TensorProto::INT64:
        tensor.add_int64_data(static_cast<int64_t>(value));
        break;
      default:  // integers of up to 32 bits; bit patterns of 16-bit floats and of narrower types
        tensor.add_int32_data(static_cast<int32_t>(value));
    }
  }
  return tensor;
}

onnx::ModelProto ModelOf(const YAML::Node& node) {
  const std::string text =
      fmt::format(R"(<ir_version: 10, opset_import: ["" : {}, "com.microsoft" : 1, "ai.onnx.ml" : {}]> g {})",
                  Or(node, "opset", 17), Or(node, "ml", 3), node["model"].as<std::string>());
  onnx::ModelProto model;
  const auto status = onnx::OnnxParser::Parse(model, text.c_str());
  EXPECT_TRUE(status.IsOK()) << status.ErrorMessage();
  auto& graph = *model.mutable_graph();
  for (const auto& constant : node["constants"]) {
    *graph.add_initializer() = ConstantOf(constant.first.as<std::string>(), constant.second);
  }
  for (const auto& type : node["types"]) {
    for (auto* values : {graph.mutable_input(), graph.mutable_output()}) {
      for (auto& value : *values) {
        if (value.name() != type.first.as<std::string>()) continue;
        value.mutable_type()->mutable_tensor_type()->set_elem_type(TypeNumber(type.second.as<std::string>()));
      }
    }
  }
  return model;
}

Result<Executable> Compile(const onnx::ModelProto& model, const std::string& engine) {
  PackageOptions package_options;
  package_options.use_environment = false;
  OPDK_TRY(const auto packages, PackageRegistry::Load(package_options));
  PackageRegistry::SetCurrent(packages);
  std::string directory = testing::TempDir() + "opdk_values_XXXXXX";
  OPDK_CHECK(mkdtemp(directory.data()) != nullptr, directory);
  const std::string path = directory + "/model.onnx";
  std::ofstream(path, std::ios::binary) << model.SerializeAsString();
  auto parsed = packages->ParseModel({{path}, {}, {}});
  std::filesystem::remove_all(directory);
  if (!parsed.ok()) return std::move(parsed).status();
  OPDK_TRY(Graph graph, FromOperators(parsed->graph));
  CompileOptions options;
  options.engine = engine;
  OPDK_TRY(const auto session, Session::Create(packages, options));
  OPDK_TRY(CompiledSession compiled, session->Compile(std::move(graph)));
  return std::move(compiled.model);
}

ge::Tensor InputOf(const YAML::Node& node, ge::DataType dtype) {
  const Dims dims = node["shape"].as<Dims>();
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  const std::vector<uint8_t> zeros(static_cast<size_t>(count * ge::GetSizeByDataType(dtype)));
  return WithElements(ge::Tensor(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, dtype), zeros),
                      node["data"].as<Numbers>());
}

bool IsClose(double actual, double expected, double allowed) {
  if (std::isnan(actual) || std::isnan(expected)) return std::isnan(actual) && std::isnan(expected);
  if (std::isinf(actual) || std::isinf(expected)) return actual == expected;
  return std::abs(actual - expected) <= allowed;
}

void Compare(const ge::Tensor& actual, const YAML::Node& expected, double tolerance, const std::string& where) {
  const ge::DataType dtype = actual.GetTensorDesc().GetDataType();
  EXPECT_EQ(actual.GetTensorDesc().GetShape().GetDims(), expected["shape"].as<Dims>()) << where;
  if (expected["dtype"]) {
    EXPECT_EQ(DtypeName(dtype), expected["dtype"].as<std::string>()) << where;
  }
  const Numbers right = expected["data"].as<Numbers>(), got = ElementsAs<double>(actual);
  ASSERT_EQ(got.size(), right.size()) << where;
  double greatest = 1;
  for (const double value : right) {
    if (std::isfinite(value)) greatest = std::max(greatest, std::abs(value));
  }
  const double allowed = IsFloat(dtype) ? tolerance * greatest : std::floor(tolerance);
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_TRUE(IsClose(got[i], right[i], allowed))
        << where << ", element " << i << ": " << got[i] << ", expected " << right[i];
  }
}

void ExpectParts(const Status& refusal, const YAML::Node& parts) {
  ASSERT_FALSE(refusal.ok());
  for (const YAML::Node& part : parts) {
    EXPECT_THAT(refusal.ToString(), testing::HasSubstr(part.as<std::string>()));
  }
}

class OnnxValues : public testing::TestWithParam<size_t> {};

TEST_P(OnnxValues, AreRight) {
  const YAML::Node& node = Cases()[GetParam()];
  const onnx::ModelProto model = ModelOf(node);
  for (const char* engine : {"", "ai_cpu"}) {
    auto compiled = Compile(model, engine);
    if (node["refused"]) {
      ExpectParts(compiled.status(), node["refused"]);
      continue;
    }
    ASSERT_TRUE(compiled.ok()) << compiled.status().ToString();
    std::vector<ge::Tensor> inputs;
    for (const YAML::Node& input : node["inputs"]) {
      ASSERT_LT(inputs.size(), compiled->inputs().size());
      inputs.push_back(InputOf(input, compiled->inputs()[inputs.size()].dtype));
    }
    const auto outputs = compiled->Run(inputs);
    if (node["fails"]) {
      ExpectParts(outputs.status(), node["fails"]);
      continue;
    }
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    ASSERT_EQ(outputs->size(), node["expect"].size());
    for (size_t i = 0; i < outputs->size(); ++i) {
      Compare((*outputs)[i], node["expect"][i], Or(node, "tolerance", 1e-5), fmt::format("{} output {}", engine, i));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, OnnxValues, testing::Range(size_t{0}, Cases().size()),
                         [](const auto& each) { return Cases()[each.param]["name"].template as<std::string>(); });

}  // namespace
}  // namespace opdk
