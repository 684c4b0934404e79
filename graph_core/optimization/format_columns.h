// The formats that columns of operator information ask for.
#pragma once

#include <vector>

#include "graph_core/optimization/format_forms.h"

namespace opdk {

// Returns whether any package's information of the operator names formats.
bool NamesFormats(const Node& node, const PassContext& context);

// The forms in which the cheapest engine takes a node.
struct ColumnForms {
  bool as_it_is = false;
  std::vector<NodeForm> forms;  // forms with other formats, the cheapest to convert first
};

// Returns the forms by columns of the node's operator information. The node's attributes stay as they are: they refer
// to the model's order of axes, which the descriptions keep as the origin's format.
ColumnForms FormsInColumns(Node& node, const TensorFormats& formats, ConstantEvaluator& constants,
                           const PassContext& context);

}  // namespace opdk
