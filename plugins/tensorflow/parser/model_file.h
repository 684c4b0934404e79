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

// A value of the graph under the name that a user gives it.
struct NamedValue {
  std::string name;
  std::string value;
};

struct ModelFile {
  tensorflow::GraphDef graph;
  // The signature of a saved model, by name. Empty for a graph: all its inputs and outputs.
  std::vector<NamedValue> inputs, outputs;
  std::shared_ptr<const TensorBundle> variables;  // nullptr: none
};

// Returns whether a path and the file's first bytes look like a TensorFlow model.
bool LooksLikeModel(const std::string& path, const std::string& head);

// Reads a model. `path`: a graph, a saved model's directory, or its saved_model.pb. `signature`: a signature of the
// saved model; empty: "serving_default", or the only one. `tag`: the tag of its graph; empty: "serve", or the only one.
// E1002, E2001.
Result<ModelFile> ReadModelFile(const std::string& path, const std::optional<std::string>& signature,
                                const std::optional<std::string>& tag);

}  // namespace opdk::tensorflow_plugin
