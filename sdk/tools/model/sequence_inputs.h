// Inputs that stand for the sequences and optional values of a model (sdk/docs/models.md, ONNX), by their names.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/status.h"
#include "sdk/tools/model/run_inputs.h"

namespace opdk {

// The inputs NAME.data and NAME.shapes, as indices.
struct SequencePorts {
  std::string name;
  size_t data = 0, shapes = 0;
};
std::vector<SequencePorts> SequencesOf(const std::vector<InputSpec>& specs);

// Returns the tensors of the two inputs. E1004: an element has another type or rank. E1001: they are
// strings.
Result<std::vector<ge::Tensor>> PackElements(const std::vector<InputSpec>& specs, const SequencePorts& sequence,
                                             const std::vector<ge::Tensor>& elements);

// Makes each NAME.has that isn't given say whether its value is given. Then gives values that are absent some tensor.
void AddPresence(const std::vector<InputSpec>& specs, std::vector<std::optional<ge::Tensor>>& given);

// Makes sequences of random inputs: as many elements as NAME.shapes has rows, of one number each. Optional values are
// there. E1001: `dims` has an extent of NAME.data. The errors of RandomTensor.
Status FitRandomSequences(const std::vector<InputSpec>& specs, const std::map<std::string, int64_t>& dims,
                          std::mt19937_64& generator, std::vector<ge::Tensor>& tensors);

}  // namespace opdk
