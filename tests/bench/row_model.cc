#include "tests/bench/row_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <random>

#include "onnx/defs/parser.h"
#include "onnx/shape_inference/implementation.h"

namespace opdk::bench {
namespace {

using onnx::TensorProto;

size_t BytesOf(int32_t dtype) {
  switch (dtype) {
    case TensorProto::DOUBLE:
    case TensorProto::INT64:
    case TensorProto::UINT64:
      return 8;
    case TensorProto::FLOAT:
    case TensorProto::INT32:
    case TensorProto::UINT32:
      return 4;
    case TensorProto::FLOAT16:
    case TensorProto::BFLOAT16:
    case TensorProto::INT16:
    case TensorProto::UINT16:
      return 2;
    default:
      return 1;
  }
}

template <typename T>
void FillAs(std::byte* data, size_t count, Range range, std::mt19937& random) {
  auto* values = reinterpret_cast<T*>(data);
  if constexpr (std::is_floating_point_v<T>) {
    std::uniform_real_distribution<T> distribution(static_cast<T>(range.low), static_cast<T>(range.high));
    std::generate_n(values, count, [&] { return distribution(random); });
  } else {
    std::uniform_int_distribution<int64_t> distribution(static_cast<int64_t>(range.low),
                                                        static_cast<int64_t>(range.high));
    std::generate_n(values, count, [&] { return static_cast<T>(distribution(random)); });
  }
}

Status Fill(int32_t dtype, std::byte* data, size_t count, Range range, std::mt19937& random) {
  switch (dtype) {
    case TensorProto::FLOAT:
      FillAs<float>(data, count, range, random);
      return Status();
    case TensorProto::DOUBLE:
      FillAs<double>(data, count, range, random);
      return Status();
    case TensorProto::INT64:
      FillAs<int64_t>(data, count, range, random);
      return Status();
    case TensorProto::INT32:
      FillAs<int32_t>(data, count, range, random);
      return Status();
    case TensorProto::INT8:
      FillAs<int8_t>(data, count, range, random);
      return Status();
    case TensorProto::UINT8:
      FillAs<uint8_t>(data, count, range, random);
      return Status();
    default:
      return Status(ErrorCode::kModelInvalid, fmt::format("no random values of ONNX data type {}", dtype));
  }
}

Range RangeOf(const Row& row, const std::string& name, int32_t dtype, Range otherwise) {
  const auto found = row.ranges.find(name);
  if (found != row.ranges.end()) return found->second;
  if (dtype == TensorProto::UINT8) return {0, 255};
  if (dtype == TensorProto::INT8) return {-127, 127};
  return otherwise;
}

uint32_t SeedOf(const std::string& name) { return static_cast<uint32_t>(std::hash<std::string>()(name)); }

Result<Buffer> MakeBuffer(const onnx::ValueInfoProto& port, const Row& row) {
  Buffer buffer;
  buffer.name = port.name();
  buffer.dtype = port.type().tensor_type().elem_type();
  buffer.bytes = BytesOf(buffer.dtype);
  for (const auto& dimension : port.type().tensor_type().shape().dim()) {
    const auto named = row.dimensions.find(dimension.dim_param());
    if (!dimension.has_dim_value() && named == row.dimensions.end())
      return Status(ErrorCode::kModelInvalid, fmt::format("the size of '{}' of '{}' is not known: add it to the row's "
                                                          "dimensions",
                                                          dimension.dim_param(), port.name()));
    buffer.shape.push_back(dimension.has_dim_value() ? dimension.dim_value() : named->second);
    buffer.bytes *= static_cast<size_t>(buffer.shape.back());
  }
  constexpr size_t kAlignment = 64;
  buffer.storage.resize(buffer.bytes + kAlignment);
  const auto address = reinterpret_cast<uintptr_t>(buffer.storage.data());
  buffer.data = buffer.storage.data() + (kAlignment - address % kAlignment) % kAlignment;
  return buffer;
}

Result<std::vector<Buffer>> MakeBuffers(const google::protobuf::RepeatedPtrField<onnx::ValueInfoProto>& ports,
                                        const Row& row) {
  std::vector<Buffer> buffers;
  for (const auto& port : ports) {
    OPDK_TRY(buffers.emplace_back(), MakeBuffer(port, row));
  }
  return buffers;
}

// Makes a graph input an initializer. Its values are small, so that a stack of layers neither overflows nor fades away.
Status MakeConstant(const Row& row, const std::string& name, onnx::GraphProto& graph) {
  auto* inputs = graph.mutable_input();
  const auto found =
      std::find_if(inputs->begin(), inputs->end(), [&](const auto& port) { return port.name() == name; });
  if (found == inputs->end())
    return Status(ErrorCode::kModelInvalid, fmt::format("constant '{}' is no input of the graph", name));
  OPDK_TRY(Buffer value, MakeBuffer(*found, row));
  std::mt19937 random(SeedOf(name));
  const size_t count = value.bytes / BytesOf(value.dtype);
  OPDK_TRY(Fill(value.dtype, value.data, count, RangeOf(row, name, value.dtype, {-0.1, 0.1}), random));
  TensorProto* tensor = graph.add_initializer();
  tensor->set_name(name);
  tensor->set_data_type(value.dtype);
  for (const int64_t extent : value.shape) tensor->add_dims(extent);
  tensor->set_raw_data(value.data, value.bytes);
  inputs->erase(found);
  return Status();
}

using Shape = std::vector<int64_t>;

std::map<std::string, Shape> ShapesOf(const onnx::GraphProto& graph) {
  std::map<std::string, Shape> shapes;
  const auto add = [&](const auto& ports) {
    for (const auto& port : ports) {
      for (const auto& extent : port.type().tensor_type().shape().dim())
        shapes[port.name()].push_back(extent.dim_value());
    }
  };
  add(graph.input());
  add(graph.output());
  add(graph.value_info());
  for (const TensorProto& tensor : graph.initializer())
    shapes[tensor.name()].assign(tensor.dims().begin(), tensor.dims().end());
  return shapes;
}

// Leaves out the rows of a table that a Gather doesn't read.
void LeaveOutUnreadRows(const onnx::GraphProto& graph, const std::map<std::string, Shape>& shapes,
                        measure::Work& work) {
  for (const onnx::NodeProto& node : graph.node()) {
    if (node.op_type() != "Gather") continue;
    const auto table = std::find_if(graph.initializer().begin(), graph.initializer().end(),
                                    [&](const TensorProto& tensor) { return tensor.name() == node.input(0); });
    const auto result = shapes.find(node.output(0));
    if (table == graph.initializer().end() || result == shapes.end()) continue;
    size_t taken = BytesOf(table->data_type());
    for (const int64_t extent : result->second) taken *= static_cast<size_t>(extent);
    work.bytes_read -= table->raw_data().size() - std::min(table->raw_data().size(), taken);
  }
}

double Count(const Shape& shape) {
  double count = 1;
  for (const int64_t extent : shape) count *= static_cast<double>(extent);
  return count;
}

Result<onnx::ModelProto> ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  onnx::ModelProto model;
  if (!file) return Status(ErrorCode::kFileNotFound, fmt::format("no file '{}'", path));
  if (!model.ParseFromIstream(&file))
    return Status(ErrorCode::kModelInvalid, fmt::format("'{}' is no ONNX model", path));
  return model;
}

}  // namespace

Result<onnx::ModelProto> BuildModel(const Row& row, const std::string& graph) {
  if (!row.file.empty()) return ReadFile(row.file);
  std::string opsets;
  for (const auto& [domain, version] : row.opsets)
    opsets += fmt::format("{}\"{}\" : {}", opsets.empty() ? "" : ", ", domain, version);
  const std::string text = fmt::format("<ir_version: 8, opset_import: [{}]> row {}", opsets, graph);
  onnx::ModelProto model;
  onnx::OnnxParser parser(text.c_str());
  const auto parsed = parser.Parse(model);
  if (!parsed.IsOK()) return Status(ErrorCode::kModelInvalid, parsed.ErrorMessage()).At(row.name);
  for (const std::string& name : row.constants) {
    const auto& inputs = model.graph().input();
    const bool used = std::any_of(inputs.begin(), inputs.end(), [&](const auto& port) { return port.name() == name; });
    if (!used && &graph != &row.graph) continue;  // another side's graph may do without it
    OPDK_TRY(MakeConstant(row, name, *model.mutable_graph()));
  }
  return model;
}

Status WriteModel(const onnx::ModelProto& model, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  if (model.SerializeToOstream(&file) && file.flush()) return Status();
  return Status(ErrorCode::kWriteFailed, fmt::format("can't write '{}'", path));
}

Result<std::vector<Buffer>> MakeInputs(const onnx::ModelProto& model, const Row& row) {
  OPDK_TRY(std::vector<Buffer> inputs, MakeBuffers(model.graph().input(), row));
  for (Buffer& input : inputs) {
    std::mt19937 random(SeedOf(input.name));
    const size_t count = input.bytes / BytesOf(input.dtype);
    OPDK_TRY(Fill(input.dtype, input.data, count, RangeOf(row, input.name, input.dtype, {-1, 1}), random));
  }
  return inputs;
}

Result<std::vector<Buffer>> MakeOutputs(const onnx::ModelProto& model, const Row& row) {
  return MakeBuffers(model.graph().output(), row);
}

measure::Work CountWork(const onnx::ModelProto& model, const std::vector<Buffer>& inputs,
                        const std::vector<Buffer>& outputs) {
  measure::Work work;
  for (const Buffer& input : inputs) work.bytes_read += input.bytes;
  for (const TensorProto& constant : model.graph().initializer()) work.bytes_read += constant.raw_data().size();
  for (const Buffer& output : outputs) work.bytes_written += output.bytes;

  onnx::ModelProto inferred = model;
  onnx::shape_inference::InferShapes(inferred);
  const auto shapes = ShapesOf(inferred.graph());
  const auto shape_of = [&](const std::string& name) {
    const auto found = shapes.find(name);
    return found == shapes.end() ? Shape() : found->second;
  };
  LeaveOutUnreadRows(inferred.graph(), shapes, work);
  for (const onnx::NodeProto& node : inferred.graph().node()) {
    double depth = 0;  // multiplications and additions of one output element, halved
    if (node.op_type() == "MatMul" || node.op_type() == "MatMulInteger") {
      depth = static_cast<double>(shape_of(node.input(0)).back());
    } else if (node.op_type() == "Gemm") {
      depth = Count(shape_of(node.input(1))) / static_cast<double>(shape_of(node.output(0)).back());
    } else if (node.op_type() == "Conv" || node.op_type() == "ConvInteger") {
      const Shape weights = shape_of(node.input(1));
      depth = Count(weights) / static_cast<double>(weights.front());
    }
    const double ops = 2 * depth * (depth > 0 ? Count(shape_of(node.output(0))) : 0);
    (node.op_type().ends_with("Integer") ? work.byte_ops : work.float_ops) += ops;
  }
  return work;
}

}  // namespace opdk::bench
