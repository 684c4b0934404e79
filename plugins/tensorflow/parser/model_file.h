// The files of TensorFlow models: frozen graphs, binary or text, and saved models.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "opdk/status.h"
#include "plugins/tensorflow/parser/tensor_bundle.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_plugin {

// What a user calls a value of the graph.
struct NamedValue {
  std::string name;
  std::string value;
};

struct ModelFile {
  tensorflow::GraphDef graph;
  // Of a saved model: its signature, by name; empty of a graph: all that it takes and gives.
  std::vector<NamedValue> inputs, outputs;
  std::shared_ptr<const TensorBundle> variables;  // nullptr: none
};

// Whether a path, and the file's first bytes, look like one.
bool LooksLikeModel(const std::string& path, const std::string& head);

// `path`: a graph, a saved model's directory, or its saved_model.pb. `signature`: of a saved model; nothing:
// "serving_default", or the only one. `tag`: of its graph; nothing: "serve", or the only one. E1002, E2001.
Result<ModelFile> ReadModelFile(const std::string& path, const std::optional<std::string>& signature,
                                const std::optional<std::string>& tag);

}  // namespace opdk::tensorflow_plugin
