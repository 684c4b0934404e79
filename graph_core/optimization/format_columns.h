// The formats that columns of operator information ask for.
#pragma once

#include <vector>

#include "graph_core/optimization/format_forms.h"

namespace opdk {

// Whether any package's information of the operator names formats.
bool NamesFormats(const Node& node, const PassContext& context);

// Of the cheapest engine that takes the node in any.
struct ColumnForms {
  bool as_it_is = false;
  std::vector<NodeForm> forms;  // others; those for which least is converted first
};

// The node's attributes stay: they are about the model's order of axes, which descriptions tell as the origin's.
ColumnForms FormsInColumns(Node& node, const TensorFormats& formats, ConstantEvaluator& constants,
                           const PassContext& context);

}  // namespace opdk
