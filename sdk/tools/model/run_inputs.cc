#include "sdk/tools/model/run_inputs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <random>
#include <utility>

#include "graph_core/base/type_names.h"
#include "graph_core/execution/context.h"
#include "graph_core/ir/input_shapes.h"
#include "sdk/tools/model/generated_tensor.h"
#include "sdk/tools/model/sequence_inputs.h"

namespace opdk {
namespace {

std::string DescribePort(const PortSpec& port) {
  return fmt::format("{}[{}]", DtypeName(port.dtype), DimsText(port.shape));
}

// Returns the names that --input may have: first those of inputs, then those of sequences that two inputs stand for.
std::vector<std::string> NamesOf(const std::vector<InputSpec>& specs, const std::vector<SequencePorts>& sequences) {
  std::vector<std::string> names;
  for (const InputSpec& spec : specs) names.push_back(spec.port.name);
  for (const SequencePorts& sequence : sequences) names.push_back(sequence.name);
  return names;
}

// Returns the index of an input. The names of inputs are the first of `names`.
Result<size_t> FindInput(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  const std::string near = Nearest(name, names);
  return Status(ErrorCode::kUsage, fmt::format("the model has no input '{}'{}", name,
                                               near.empty() ? fmt::format("; it has {}", fmt::join(names, ", "))
                                                            : fmt::format("; did you mean {}?", near)));
}

// Returns the end of the name in NAME=SOURCE, or npos if there is no name. Both parts may contain '=': the longest name
// of an input wins.
size_t NameEnd(const std::vector<std::string>& names, const std::string& arg) {
  size_t end = std::string::npos;
  for (const std::string& name : names) {
    if (arg.starts_with(name) && arg.size() > name.size() && arg[name.size()] == '=' &&
        (end == std::string::npos || name.size() > end)) {
      end = name.size();
    }
  }
  return end == std::string::npos ? arg.find('=') : end;
}

bool ShapeFits(const std::vector<int64_t>& declared, const std::vector<int64_t>& given) {
  if (declared == std::vector<int64_t>{ge::UNKNOWN_DIM_NUM}) return true;
  return declared.size() == given.size() && std::equal(declared.begin(), declared.end(), given.begin(),
                                                       [](int64_t d, int64_t g) { return d < 0 || d == g; });
}

Status CheckFits(const PortSpec& port, const ge::Tensor& tensor, const std::string& path) {
  const ge::TensorDesc desc = tensor.GetTensorDesc();
  const std::vector<int64_t> shape = desc.GetShape().GetDims();
  if (desc.GetDataType() == port.dtype && ShapeFits(port.shape, shape)) return Status();
  return Status(ErrorCode::kInputMismatch,
                fmt::format("input '{}' is {} in the model, but the file holds {}[{}]", port.name, DescribePort(port),
                            DtypeName(desc.GetDataType()), DimsText(shape)))
      .At(path);
}

// Returns float numbers as bfloat16, which .npy files hold as float; nullopt if bfloat16 can't hold one of them.
std::optional<ge::Tensor> AsBfloat16(const ge::Tensor& tensor) {
  std::vector<uint16_t> upper(tensor.GetSize() / sizeof(uint32_t));
  for (size_t i = 0; i < upper.size(); ++i) {
    uint32_t bits = 0;
    std::memcpy(&bits, tensor.GetData() + i * sizeof(bits), sizeof(bits));
    if ((bits & 0xFFFF) != 0) return std::nullopt;
    upper[i] = static_cast<uint16_t>(bits >> 16);
  }
  ge::TensorDesc desc = tensor.GetTensorDesc();
  desc.SetDataType(ge::DT_BF16);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(upper.data()), upper.size() * sizeof(uint16_t));
}

// Returns the tensor of an input of the port's type. `name`: of the input in messages.
Result<ge::Tensor> ReadSource(const PortSpec& port, const std::string& name, const std::string& source,
                              std::mt19937_64& generator) {
  OPDK_TRY(ge::Tensor tensor, TensorFrom(name, source, generator));
  if (port.dtype == ge::DT_BF16 && tensor.GetDataType() == ge::DT_FLOAT) {
    if (auto narrow = AsBfloat16(tensor)) return *std::move(narrow);
  }
  return tensor;
}

Status GivenTwice(const std::string& name) {
  return Status(ErrorCode::kUsage, fmt::format("input '{}' is given twice", name));
}

Status Missing(const PortSpec& port) {
  return Status(ErrorCode::kInputMissing, fmt::format("input '{}' ({}) is missing", port.name, DescribePort(port)))
      .Hint(fmt::format("add --input {}=FILE, or leave all out for random values", port.name));
}

// Gives the two inputs of each sequence the elements that were named one by one.
Status AddSequences(const std::vector<InputSpec>& specs, const std::vector<SequencePorts>& sequences,
                    const std::vector<std::vector<ge::Tensor>>& elements,
                    std::vector<std::optional<ge::Tensor>>& given) {
  for (size_t i = 0; i < sequences.size(); ++i) {
    if (elements[i].empty()) continue;
    const size_t places[] = {sequences[i].data, sequences[i].shapes};
    OPDK_TRY(std::vector<ge::Tensor> tensors, PackElements(specs, sequences[i], elements[i]));
    for (size_t place = 0; place < 2; ++place) {
      if (given[places[place]]) return GivenTwice(specs[places[place]].port.name);
      given[places[place]] = std::move(tensors[place]);
    }
  }
  return {};
}

// Returns the name of an unknown dimension that has no name of its own: "image:0".
std::string PlaceOf(const InputSpec& spec, size_t axis) { return fmt::format("{}:{}", spec.port.name, axis); }

// Checks that each entry of `dims` is the name or the place of an unknown dimension of an input. E1001: it isn't.
Status CheckDims(const std::vector<InputSpec>& specs, const std::map<std::string, int64_t>& dims) {
  std::vector<std::string> names, offered;
  for (const InputSpec& spec : specs) {
    for (size_t d = 0; d < spec.port.shape.size(); ++d) {
      if (spec.port.shape[d] != ge::UNKNOWN_DIM) continue;
      names.push_back(PlaceOf(spec, d));
      const bool named = d < spec.dim_names.size() && !spec.dim_names[d].empty();
      if (named) names.push_back(spec.dim_names[d]);
      offered.push_back(names.back());
    }
  }
  for (const auto& [name, extent] : dims) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string near = Nearest(name, names);
    return Status(ErrorCode::kUsage,
                  fmt::format("no input has an unknown dimension '{}'{}", name,
                              !near.empty()     ? fmt::format("; did you mean {}?", near)
                              : offered.empty() ? "; the model's inputs have none"
                                                : fmt::format("; there are: {}", fmt::join(offered, ", "))));
  }
  return {};
}

// Returns whether elements of the type may stand for numbers of a narrower type.
bool IsNarrow(ge::DataType dtype) {
  return dtype == ge::DT_INT8 || dtype == ge::DT_UINT8 || dtype == ge::DT_FLOAT16 || dtype == ge::DT_BF16;
}

// Returns a tensor of the type and shape of `like`, whose elements are among the patterns.
ge::Tensor RandomPatterns(const ge::Tensor& like, const std::vector<uint16_t>& patterns, std::mt19937_64& generator) {
  const ge::TensorDesc desc = like.GetTensorDesc();
  const bool byte = desc.GetDataType() == ge::DT_INT8 || desc.GetDataType() == ge::DT_UINT8;
  const size_t size = byte ? 1 : 2;
  std::vector<uint8_t> data(like.GetSize());
  for (size_t i = 0; i + size <= data.size(); i += size) {
    const uint16_t pattern = patterns[generator() % patterns.size()];
    std::memcpy(data.data() + i, &pattern, size);
  }
  return ge::Tensor(desc, data.data(), data.size());
}

}  // namespace

std::map<std::string, std::vector<std::string>> DimNamesOf(const Graph& graph) {
  std::map<std::string, std::vector<std::string>> names;
  for (const Node* data : graph.inputs()) {
    if (std::vector<std::string> of_input = DimNames(data->op()); !of_input.empty()) {
      names[data->name()] = std::move(of_input);
    }
  }
  return names;
}

std::vector<InputSpec> InputSpecsOf(const Executable& model,
                                    const std::map<std::string, std::vector<std::string>>& dim_names) {
  std::vector<InputSpec> specs;
  for (const PortSpec& port : model.inputs()) {
    const auto found = dim_names.find(port.name);
    specs.push_back({port, found == dim_names.end() ? std::vector<std::string>() : found->second});
  }
  if (std::none_of(specs.begin(), specs.end(), [](const InputSpec& spec) { return IsNarrow(spec.port.dtype); })) {
    return specs;
  }
  if (const auto context = model.NewContext(); context.ok()) {
    for (const auto& [index, held] : (*context)->held_numbers()) specs[index].patterns = held.Patterns();
  }
  return specs;
}

Result<std::vector<ge::Tensor>> ReadInputs(const std::vector<InputSpec>& specs, const std::vector<std::string>& args,
                                           uint64_t seed) {
  std::mt19937_64 generator(seed);
  const std::vector<SequencePorts> sequences = SequencesOf(specs);
  const std::vector<std::string> names = NamesOf(specs, sequences);
  std::vector<std::optional<ge::Tensor>> given(specs.size());
  std::vector<std::vector<ge::Tensor>> elements(sequences.size());
  for (const std::string& arg : args) {
    const size_t equals = NameEnd(names, arg);
    if (equals == std::string::npos && specs.size() != 1) {
      return Status(ErrorCode::kUsage, fmt::format("--input {}: which input? Write NAME=FILE", arg));
    }
    const std::string name = equals == std::string::npos ? specs.front().port.name : arg.substr(0, equals);
    const std::string path = equals == std::string::npos ? arg : arg.substr(equals + 1);
    const auto sequence =
        std::find_if(sequences.begin(), sequences.end(), [&](const SequencePorts& s) { return s.name == name; });
    if (sequence != sequences.end()) {
      OPDK_TRY(ge::Tensor element, ReadSource(specs[sequence->data].port, name, path, generator));
      elements[static_cast<size_t>(sequence - sequences.begin())].push_back(std::move(element));
      continue;
    }
    OPDK_TRY(const size_t index, FindInput(names, name));
    const PortSpec& port = specs[index].port;
    if (given[index]) return GivenTwice(port.name);
    OPDK_TRY(ge::Tensor tensor, ReadSource(port, port.name, path, generator));
    OPDK_TRY(CheckFits(port, tensor, path));
    given[index] = std::move(tensor);
  }
  OPDK_TRY(AddSequences(specs, sequences, elements, given));
  AddPresence(specs, given);
  std::vector<ge::Tensor> tensors;
  for (size_t i = 0; i < specs.size(); ++i) {
    if (!given[i]) return Missing(specs[i].port);
    tensors.push_back(*std::move(given[i]));
  }
  return tensors;
}

Result<std::map<std::string, int64_t>> ParseCounts(const std::string& option, const std::vector<std::string>& args) {
  std::map<std::string, int64_t> dims;
  for (const std::string& arg : args) {
    const size_t equals = arg.rfind('=');  // a name may contain '='
    int64_t extent = -1;
    const char* end = arg.data() + arg.size();
    if (equals != std::string::npos && equals != 0) {
      const auto [stop, error] = std::from_chars(arg.data() + equals + 1, end, extent);
      if (error != std::errc() || stop != end) extent = -1;
    }
    if (extent < 0) return Status(ErrorCode::kUsage, fmt::format("{} {}: write NAME=N with N from 0", option, arg));
    dims[arg.substr(0, equals)] = extent;
  }
  return dims;
}

Result<std::vector<ge::Tensor>> RandomInputs(const std::vector<InputSpec>& specs,
                                             const std::map<std::string, int64_t>& dims, uint64_t seed) {
  OPDK_TRY(CheckDims(specs, dims));
  std::mt19937_64 generator(seed);
  std::vector<ge::Tensor> tensors;
  for (const InputSpec& spec : specs) {
    std::vector<int64_t> shape = spec.port.shape;
    if (shape == std::vector<int64_t>{ge::UNKNOWN_DIM_NUM}) shape.clear();
    for (size_t d = 0; d < shape.size(); ++d) {
      if (shape[d] >= 0) continue;
      auto found = dims.find(PlaceOf(spec, d));
      if (found == dims.end() && d < spec.dim_names.size()) found = dims.find(spec.dim_names[d]);
      shape[d] = found == dims.end() ? 1 : found->second;
    }
    OPDK_TRY(ge::Tensor tensor, RandomTensor(spec.port.name, spec.port.dtype, shape, generator));
    if (!spec.patterns.empty()) tensor = RandomPatterns(tensor, spec.patterns, generator);
    tensors.push_back(std::move(tensor));
  }
  OPDK_TRY(FitRandomSequences(specs, dims, generator, tensors));
  return tensors;
}

}  // namespace opdk
