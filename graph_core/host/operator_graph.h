// A graph of one operator, from descriptions of its tensors.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/ir/graph.h"
#include "graph_core/package/package_registry.h"
#include "opdk/status.h"

namespace opdk {

// A tensor of the operator. DT_UNDEFINED: an optional input that isn't given.
struct OperatorTensor {
  ge::TensorDesc desc;
  std::optional<ge::Tensor> constant;
};

// Makes a graph of the operator: Data (or Const) nodes named after its ports, and a NetOutput that takes all its
// outputs. Tensors are in the order of the prototype's ports; the tensors of a dynamic port are side by side. Only the
// formats of the outputs' descriptions are used. E2002: there is no such operator. E2005: the number of ports is wrong,
// or an attribute contradicts the format of a tensor. E2009: no such attribute.
Result<Graph> OperatorGraph(const std::string& type, std::vector<OperatorTensor> inputs,
                            const std::vector<ge::TensorDesc>& outputs, AttrMap attrs, const PackageRegistry& packages);

// Compares types, and extents that both descriptions know. "": they are equal. Otherwise returns both descriptions:
// "float[8,16], not float[8,17]".
std::string CompareDescribed(const ge::TensorDesc& made, const ge::TensorDesc& described);

// The text that identifies an operator with its tensors and attributes: the type, inputs, outputs, attributes, in this
// order. Equal operators have equal texts. -1 is an extent that is known only at run time. Allocates nothing if the
// text has enough capacity.
class OperatorKey {
 public:
  OperatorKey(std::string& text, std::string_view type);
  // Adds an input. DT_UNDEFINED: an input that isn't given. `digest`: of a constant's bytes.
  void Input(ge::DataType dtype, ge::Format format, std::span<const int64_t> dims, std::string_view digest = {});
  void Output(ge::DataType dtype, ge::Format format, std::span<const int64_t> dims);
  // Adds the attributes, given as AttrText of them.
  void Attributes(std::string_view attrs);

  static std::string AttrText(const AttrMap& attrs);
  static std::string DigestOf(std::string_view bytes);

 private:
  void Tensor(char side, ge::DataType dtype, ge::Format format, std::span<const int64_t> dims);
  std::string& text_;
};
// Returns whether `key` is of an operator that fits `pattern`, the key of an operator with unknown extents. An unknown
// extent matches any extent.
bool MatchesOperator(std::string_view pattern, std::string_view key);
// The property of an offline model of one operator that holds its OperatorKey.
inline constexpr const char* kOperatorKey = "opdk_operator_key";

// An operator of a file for `atc --singleop`, a JSON list of {op, input_desc, output_desc, attr}.
struct FileOperator {
  Graph graph;
  std::string file_name;  // as GE names its offline model: "0_Add_3_2_8_16_3_2_8_16_3_2_8_16"
  std::string place;      // "ops.json: operator 0 (Add)"
  std::string key;        // OperatorKey's
};
// Reads such a file. E1002. E2012: the file isn't of that form. E2005: inference gives other outputs than the described
// outputs. Also the errors of OperatorGraph.
Result<std::vector<FileOperator>> ReadOperators(const std::string& path, const PackageRegistry& packages);

}  // namespace opdk
