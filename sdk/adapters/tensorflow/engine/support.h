// Which nodes of TensorFlow's graphs opdk may take, by what is known of them without looking at their neighbours.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_adapter {

struct Support {
  std::string refusal;     // "": it may go down
  bool is_border = false;  // as MixedNode's
};

// Of an annotated node (abi.h).
class SupportTable {
 public:
  // Both must outlive the table.
  SupportTable(const PackageRegistry& packages, const tensorflow::FunctionDefLibrary& library);
  Support Of(const tensorflow::NodeDef& node) const;

 private:
  // "": an operator of that type is mapped, or the reader of TensorFlow's graphs takes it apart itself.
  std::string WhyNotMapped(const tensorflow::NodeDef& node, int depth) const;

  const PackageRegistry& packages_;
  std::map<std::string, const tensorflow::FunctionDef*> functions_;
};

// Whether it is a constant that has a value of a type that opdk has.
bool IsConstant(const tensorflow::NodeDef& node);
// By input: whether it is a reference, a resource or a string, which can't go to the other side.
std::vector<bool> TiedInputs(const tensorflow::NodeDef& node);
// Whether an output is a reference to a variable's own memory.
bool GivesReference(const tensorflow::NodeDef& node, int output);
// The types of a node's outputs as values: a reference is what it refers to.
std::vector<tensorflow::DataType> OutputTypes(const tensorflow::NodeDef& node);

}  // namespace opdk::tensorflow_adapter
