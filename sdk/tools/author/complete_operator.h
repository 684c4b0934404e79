// A definition joined with its kind.
#pragma once

#include <string>

#include "sdk/tools/author/template_set.h"

namespace opdk::author {

// The parts of an operator that the templates write. The other parts are stubs that fail with their file and line.
enum class TemplateFit {
  kNothing,    // the definition has no kind
  kShapeRule,  // a kind's shape rule; the mathematics is the author's
  kAll,
};

struct CompletedOperator {
  OperatorDefinition definition;
  TemplateFit fit = TemplateFit::kNothing;
  std::string reason;  // why it isn't kAll: "attribute lambd isn't the kind's"
};

// Fills the open parts of a definition: ports and attributes of its kind, group, engines, names in frameworks (of the
// package's ONNX domain). E2012: its ports, dtypes or engines aren't those of the kind.
Result<CompletedOperator> CompleteOperator(OperatorDefinition op, const TemplateSet& templates,
                                           const std::string& package);

}  // namespace opdk::author
