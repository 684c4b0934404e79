// A made-up framework, "toy": what a framework needs beside its mappings. A model is lines of words,
//   toy 1                      the version of its operators
//   input x 2 3                an input and its dimensions
//   Dense h x w bias=1         a node: operator, output, inputs, attributes (integers)
//   output h
// and its weights are another file of lines "w 3 2 0.5 …": name, rows, columns, numbers.
#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <vector>

#include "opdk/model_parser.h"
#include "plugins/importer/importer.h"
#include "plugins/importer/node_order.h"

namespace opdk::toy {
namespace {

class Toy : public importer::Framework {
 public:
  domi::FrameworkType type() const override { return domi::CAFFE; }
  int64_t TargetVersion() const override { return 2; }
};

using Words = std::vector<std::string>;

std::vector<Words> ReadLines(const std::string& path) {
  std::vector<Words> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    lines.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
    if (lines.back().empty()) lines.pop_back();
  }
  return lines;
}

importer::SourceNode NodeOf(const Words& words, int64_t version) {
  importer::SourceNode node;
  node.type = words.at(0);
  node.version = version;
  node.outputs = {words.at(1)};
  for (size_t i = 2; i < words.size(); ++i) {
    const size_t equals = words[i].find('=');
    if (equals == std::string::npos) {
      node.inputs.push_back(words[i]);
    } else {
      node.attributes[words[i].substr(0, equals)] = int64_t{std::stoll(words[i].substr(equals + 1))};
    }
  }
  return node;
}

void AddWeights(const std::string& path, importer::Importer& graph) {
  for (const Words& words : ReadLines(path)) {
    const ge::TensorDesc desc(ge::Shape({std::stoll(words.at(1)), std::stoll(words.at(2))}));
    graph.values().AddConstant(words[0], desc, [words, desc]() -> Result<ge::Tensor> {
      std::vector<float> numbers;
      for (size_t i = 3; i < words.size(); ++i) numbers.push_back(std::stof(words[i]));
      return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(float));
    });
  }
}

}  // namespace

class ToyParser : public ModelParser {
 public:
  domi::FrameworkType framework() const override { return Toy().type(); }
  bool Accepts(const std::string&, const std::string& head) const override { return head.starts_with("toy "); }
  std::vector<std::string> OptionNames() const override { return {"batch"}; }
  size_t MaxFiles() const override { return 2; }

  Result<ParseResult> Parse(const ParseRequest& request, const ParserContext& context) const override {
    const Toy framework;
    importer::Importer graph(framework, context, request);
    if (request.files.size() > 1) AddWeights(request.files[1], graph);
    std::vector<importer::SourceNode> nodes;
    std::vector<std::string> outputs;
    int64_t version = 0;
    for (const Words& words : ReadLines(request.files[0])) {
      if (words[0] == "toy") {
        version = std::stoll(words.at(1));
      } else if (words[0] == "input") {
        std::vector<int64_t> dims;
        for (size_t i = 2; i < words.size(); ++i) dims.push_back(std::stoll(words[i]));
        if (const auto batch = request.options.find("batch"); batch != request.options.end()) {
          dims.at(0) = std::stoll(batch->second);
        }
        OPDK_TRY(graph.AddInput(words.at(1), ge::TensorDesc(ge::Shape(dims))));
      } else if (words[0] == "output") {
        outputs.push_back(words.at(1));
      } else if (words[0] == "train") {
        graph.Warn("the line 'train' is ignored: models are run for inference");
      } else {
        nodes.push_back(NodeOf(words, version));
      }
    }
    std::vector<importer::NodeEnds> ends;
    for (const auto& node : nodes) {
      ends.push_back({{node.inputs.begin(), node.inputs.end()}, {node.outputs.begin(), node.outputs.end()}});
    }
    OPDK_TRY(const auto order,
             importer::OrderNodes(ends, [&nodes](size_t node) { return importer::NodeTitle(nodes[node]); }));
    for (const size_t node : order) OPDK_TRY(graph.AddNode(nodes[node]));
    return graph.Finish("toy", outputs);
  }
};

REGISTER_MODEL_PARSER(ToyParser);

}  // namespace opdk::toy
