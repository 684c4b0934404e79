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

// DT_UNDEFINED: an optional input that isn't given.
struct OperatorTensor {
  ge::TensorDesc desc;
  std::optional<ge::Tensor> constant;
};

// Between Data (or Const) nodes, which are named after its ports, and a NetOutput that takes all its outputs. Tensors
// stand in the order of the prototype's ports, those of its dynamic one side by side. Of the outputs' descriptions the
// formats count.
// E2002: there is no such operator; E2005: it has another number of ports, or an attribute contradicts the format of a
// tensor; E2009: no such attribute.
Result<Graph> OperatorGraph(const std::string& type, std::vector<OperatorTensor> inputs,
                            const std::vector<ge::TensorDesc>& outputs, AttrMap attrs, const PackageRegistry& packages);

// Returns "" where a tensor fits its description: the same type, and the same extents where both are known. Otherwise
// returns both, "float[8,16], not float[8,17]".
std::string CompareDescribed(const ge::TensorDesc& made, const ge::TensorDesc& described);

// What tells an operator with its tensors and attributes from others, in order: the type, inputs, outputs, attributes.
// Equal texts, equal operators; -1 is an extent that only a run knows. Allocates nothing where the text has room.
class OperatorKey {
 public:
  OperatorKey(std::string& text, std::string_view type);
  // DT_UNDEFINED: an input that isn't given. `digest`: of a constant's bytes.
  void Input(ge::DataType dtype, ge::Format format, std::span<const int64_t> dims, std::string_view digest = {});
  void Output(ge::DataType dtype, ge::Format format, std::span<const int64_t> dims);
  // As AttrText of them.
  void Attributes(std::string_view attrs);

  static std::string AttrText(const AttrMap& attrs);
  static std::string DigestOf(std::string_view bytes);

 private:
  void Tensor(char side, ge::DataType dtype, ge::Format format, std::span<const int64_t> dims);
  std::string& text_;
};
// Whether a key is that of an operator whose own key is `pattern`, where extents that it doesn't know are any.
bool MatchesOperator(std::string_view pattern, std::string_view key);
// The property of an offline model of one operator that is its key.
inline constexpr const char* kOperatorKey = "opdk_operator_key";

// The operators of a file as `atc --singleop` takes it, a JSON list of {op, input_desc, output_desc, attr}.
struct FileOperator {
  Graph graph;
  std::string file_name;  // as GE names its offline model: "0_Add_3_2_8_16_3_2_8_16_3_2_8_16"
  std::string place;      // "ops.json: operator 0 (Add)"
  std::string key;        // OperatorKey's
};
// E1002; E2012 where it isn't of that form; E2005 where inference gives other outputs than the described ones; and as
// OperatorGraph.
Result<std::vector<FileOperator>> ReadOperators(const std::string& path, const PackageRegistry& packages);

}  // namespace opdk
