// Reads Caffe's models: the network's text (net_text.h) and its weights (weights.h) -> layers (layer.h) -> ge::Graph
// (plugins/importer).
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "opdk/input_file.h"
#include "opdk/model_parser.h"
#include "plugins/caffe/parser/layer.h"
#include "plugins/caffe/parser/weights.h"
#include "plugins/importer/importer.h"
#include "plugins/importer/text_errors.h"

namespace opdk::caffe_plugin {
namespace {

using importer::SourceNode;

Status At(const Field& layer, const std::string& what) {
  return Status(ErrorCode::kModelInvalid,
                fmt::format("layer '{}' ({}), line {}: {}", layer.TextOf("name"), TypeOf(layer), layer.line, what));
}

// A network on its way into a graph.
class Network {
 public:
  Network(const Field& text, const std::optional<Weights>& weights, const ParserContext& context,
          const ParseRequest& request)
      : text_(text), weights_(weights), graph_(CaffeFramework(), context, request) {}

  Result<ParseResult> Read(const std::optional<std::string>& outputs) {
    OPDK_TRY(CheckNetwork(text_));
    OPDK_TRY(AddGlobalInputs());
    for (const Field& layer : text_.fields) {
      if (layer.name != "layer" && layer.name != "layers") continue;
      if (layer.Find("layer") != nullptr) return At(layer, "networks of version 0 are not supported; upgrade the file");
      if (IsForTest(layer, text_)) OPDK_TRY(Add(layer));
    }
    return Finish(outputs);
  }

 private:
  // Adds the inputs of old files, which have no Input layers: "input: name" with input_shape or four input_dims each.
  Status AddGlobalInputs() {
    const std::vector<std::string> names = text_.TextsOf("input");
    const std::vector<int64_t> dims = text_.IntsOf("input_dim");
    std::vector<std::vector<int64_t>> shapes;
    for (const Field& field : text_.fields) {
      if (field.name == "input_shape") shapes.push_back(field.IntsOf("dim"));
    }
    for (size_t i = 0; shapes.size() < names.size() && (i + 1) * 4 <= dims.size(); ++i) {
      shapes.emplace_back(dims.begin() + static_cast<std::ptrdiff_t>(4 * i),
                          dims.begin() + static_cast<std::ptrdiff_t>(4 * i + 4));
    }
    if (shapes.size() < names.size()) {
      return Status(ErrorCode::kModelInvalid, fmt::format("the input '{}' has no shape", names[shapes.size()]));
    }
    for (size_t i = 0; i < names.size(); ++i) OPDK_TRY(AddInput(names[i], shapes[i]));
    return {};
  }

  Status AddInput(const std::string& name, const std::vector<int64_t>& dims) {
    if (std::any_of(dims.begin(), dims.end(), [](int64_t extent) { return extent < ge::UNKNOWN_DIM; })) {
      return Status(ErrorCode::kModelInvalid, fmt::format("the input '{}' has an extent below -1", name));
    }
    OPDK_TRY(graph_.AddInput(name, ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, ge::DT_FLOAT)));
    current_[name] = name;
    return {};
  }

  Status AddInputLayer(const Field& layer) {
    const std::vector<std::string> tops = layer.TextsOf("top");
    std::vector<std::vector<int64_t>> shapes;
    constexpr KnownField kBlock[] = {{"input_param", FieldKind::kMessage}};
    constexpr KnownField kFields[] = {{"shape", FieldKind::kMessage}};
    constexpr KnownField kDims[] = {{"dim", FieldKind::kInteger}};
    for (const Field& block : layer.fields) {
      if (!block.name.ends_with("_param")) continue;
      OPDK_TRY(CheckFields(Field{"", {}, {block}, layer.line}, kBlock, "an Input layer"));
      OPDK_TRY(CheckFields(block, kFields, block.name));
      for (const Field& shape : block.fields) {
        OPDK_TRY(CheckFields(shape, kDims, shape.name));
        shapes.push_back(shape.IntsOf("dim"));
      }
    }
    if (shapes.size() == 1) shapes.resize(tops.size(), std::vector<int64_t>(shapes[0]));
    if (shapes.size() != tops.size())
      return At(layer, fmt::format("it has {} shapes for {} blobs", shapes.size(), tops.size()));
    for (size_t i = 0; i < tops.size(); ++i) OPDK_TRY(AddInput(tops[i], shapes[i]));
    return {};
  }

  Status Add(const Field& layer) {
    const std::string type = TypeOf(layer);
    if (type == "Input") return AddInputLayer(layer);
    if (type == "Silence" || type == "Accuracy") {
      for (const std::string& bottom : layer.TextsOf("bottom")) used_.insert(bottom);
      return {};
    }
    if (type.ends_with("Data"))
      return At(layer, "it reads data, which is training's: give the network an Input layer instead");
    SourceNode node;
    node.name = layer.TextOf("name");
    node.type = type;
    for (const std::string& bottom : layer.TextsOf("bottom")) {
      const auto found = current_.find(bottom);
      if (found == current_.end()) return At(layer, fmt::format("nothing gives its bottom '{}'", bottom));
      node.inputs.push_back(found->second);
      used_.insert(bottom);
    }
    OPDK_TRY(AddWeights(node));
    auto attributes = AttributesOf(layer);
    if (!attributes.ok()) return AtLine(layer, std::move(attributes).status());
    node.attributes = *std::move(attributes);
    const std::vector<std::string> tops = layer.TextsOf("top"), bottoms = layer.TextsOf("bottom");
    std::set<std::string> own;
    for (size_t i = 0; i < tops.size(); ++i) {
      // A layer that works in place gives the blob a new value.
      const bool again = current_.contains(tops[i]), in_place = i < bottoms.size() && bottoms[i] == tops[i];
      if (!own.insert(tops[i]).second || (again && !in_place)) {
        return At(layer, fmt::format("its top '{}' is given already, and isn't its bottom {}", tops[i], i));
      }
      node.outputs.push_back(again ? graph_.values().NewName(tops[i]) : tops[i]);
      if (!again) graph_.values().Reserve(tops[i]);
    }
    if (node.outputs.empty()) return At(layer, "it has no top");
    layers_[node.name] = node.outputs;
    for (size_t i = 0; i < tops.size(); ++i) {
      current_[tops[i]] = node.outputs[i];
      used_.erase(tops[i]);
      if (given_.insert(tops[i]).second) order_.push_back(tops[i]);
    }
    Status status = graph_.AddNode(std::move(node));
    return status.ok() ? status : AtLine(layer, std::move(status));
  }

  static Status AtLine(const Field& layer, Status status) {
    return std::move(status).At(fmt::format("line {}", layer.line));
  }

  // Adds a layer's blobs as inputs behind its bottoms.
  Status AddWeights(SourceNode& node) {
    if (!weights_) return {};
    size_t number = 0;
    for (const caffe::BlobProto* blob : weights_->BlobsOf(node.name)) {
      const std::string value = graph_.values().NewName(fmt::format("{}/blob{}", node.name, number++));
      graph_.values().AddConstant(value, Weights::DescOf(*blob), [blob, name = node.name]() -> Result<ge::Tensor> {
        auto tensor = Weights::TensorOf(*blob);
        if (!tensor.ok()) return std::move(tensor).status().At(fmt::format("weights of layer '{}'", name));
        return tensor;
      });
      node.inputs.push_back(value);
    }
    return {};
  }

  // Finds a value by "BLOB", "LAYER:1" (the layer's second top) or "LAYER:0:BLOB".
  Result<std::string> ValueOf(const std::string& asked) const {
    const size_t colon = asked.find(':');
    const std::string name = asked.substr(0, colon);
    const auto layer = layers_.find(name);
    if (colon != std::string::npos && layer != layers_.end()) {
      size_t number = 0;
      const char* const begin = asked.data() + colon + 1;
      const auto [end, error] = std::from_chars(begin, asked.data() + asked.size(), number);
      const bool ends = end == asked.data() + asked.size() || *end == ':';
      if (error == std::errc() && ends && number < layer->second.size()) return layer->second[number];
    }
    if (const auto blob = current_.find(name); blob != current_.end()) return blob->second;
    if (layer != layers_.end() && colon == std::string::npos) return layer->second.front();
    std::vector<std::string> known;
    for (const auto& [blob, value] : current_) known.push_back(blob);
    for (const auto& [own, tops] : layers_) known.push_back(own);
    const std::string near = Nearest(name, known);
    return Status(ErrorCode::kModelInvalid, fmt::format("nothing gives the output '{}'", asked))
        .Hint(
            near.empty() || near == name
                ? "give a blob, LAYER or LAYER:TOP, whose tops are numbered from 0 on; opdk dump MODEL lists the layers"
                : fmt::format("did you mean '{}'?", near));
  }

  // Finishes the graph with the requested outputs. Without a request the outputs are the tops that no layer uses.
  Result<ParseResult> Finish(const std::optional<std::string>& outputs) {
    std::vector<std::string> blobs;
    if (outputs) {
      std::istringstream parts(*outputs);
      for (std::string blob; std::getline(parts, blob, ';');) blobs.push_back(blob);
    } else {
      std::copy_if(order_.begin(), order_.end(), std::back_inserter(blobs),
                   [this](const std::string& blob) { return !used_.contains(blob); });
    }
    std::vector<std::string> values;
    for (std::string& blob : blobs) {
      OPDK_TRY(values.emplace_back(), ValueOf(blob));
      // Blobs are outputs by their own names, as without a wish.
      if (const std::string name = blob.substr(0, blob.find(':')); current_.contains(name)) blob = name;
    }
    return graph_.Finish(text_.TextOf("name", "caffe"), values, blobs);
  }

  const Field& text_;
  const std::optional<Weights>& weights_;
  importer::Importer graph_;
  std::map<std::string, std::string> current_;              // the current value of each blob
  std::map<std::string, std::vector<std::string>> layers_;  // values that each layer gives
  std::set<std::string> used_;
  std::set<std::string> given_;     // tops of layers
  std::vector<std::string> order_;  // the tops, in order
};

bool LooksLikeNet(const std::string& head) {
  std::istringstream lines(head);
  for (std::string line; std::getline(lines, line);) {
    const size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos || line[first] == '#') continue;
    for (const char* start : {"name:", "input:", "layer {", "layer{", "layers {", "layers{"}) {
      if (line.compare(first, std::char_traits<char>::length(start), start) == 0) return true;
    }
    return false;
  }
  return false;
}

}  // namespace

class CaffeModelParser : public ModelParser {
 public:
  domi::FrameworkType framework() const override { return domi::CAFFE; }
  bool Accepts(const std::string& path, const std::string& head) const override {
    const auto extension = std::filesystem::path(path).extension();
    return extension == ".prototxt" || (extension == ".txt" && LooksLikeNet(head));
  }
  std::vector<std::string> OptionNames() const override { return {"out_nodes"}; }
  // Returns 2: the network's text, and its weights.
  size_t MaxFiles() const override { return 2; }

  Result<ParseResult> Parse(const ParseRequest& request, const ParserContext& context) const override {
    try {
      auto parsed = Read(request, context);
      if (!parsed.ok()) return std::move(parsed).status().At(request.files.front());
      return parsed;
    } catch (const std::exception& error) {
      return Status(ErrorCode::kModelInvalid, fmt::format("reading the model failed: {}", error.what()));
    }
  }

 private:
  static Result<ParseResult> Read(const ParseRequest& request, const ParserContext& context) {
    OPDK_TRY(const std::string text, ReadFile(request.files.front(), {"the network's text", importer::kMaxModelText}));
    OPDK_TRY(const Field net, ReadNetText(text));
    std::optional<Weights> weights;
    if (request.files.size() > 1) {
      OPDK_TRY(weights, Weights::Read(request.files[1]));
    }
    const auto outputs = request.options.find("out_nodes");
    return Network(net, weights, context, request)
        .Read(outputs == request.options.end() ? std::nullopt : std::optional(outputs->second));
  }
};

REGISTER_MODEL_PARSER(CaffeModelParser);

}  // namespace opdk::caffe_plugin
