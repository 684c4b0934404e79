// What the prototypes say of the outputs of operators that are being put together.
#pragma once

#include <unordered_map>
#include <vector>

#include "graph/operator.h"
#include "opdk/model_parser.h"
#include "opdk/op_desc.h"

namespace opdk::importer {

// Infers an output when it is asked for, and what it depends on, each operator once; the rest of the model is left
// alone, and the operators keep the descs they had: what a model's graph says must not depend on what was asked of it.
// Chains may be long: nothing here recurs.
class Inference {
 public:
  explicit Inference(const ParserContext& context) : context_(context) {}

  // What the model itself says of an output; it is believed and not inferred. `desc` must outlive this object.
  void Declare(const ge::Operator& op, int output, const ge::TensorDesc* desc);

  // nullptr: not known, which is no error here: the graph's own inference will say why.
  const ge::TensorDesc* Find(const ge::Operator& op, int output);
  // What was declared or is inferred by now.
  const ge::TensorDesc* Known(const ge::Operator& op, int output) const;

 private:
  enum class State { kOpen, kKnown, kUnknown };
  struct Entry {
    ge::Operator op;  // keeps its OpDesc, which is the key, from being another operator's
    State state = State::kOpen;
    std::vector<ge::TensorDesc> outputs;  // when known
  };

  const ge::TensorDesc* Declared(const ge::Operator& op, int output) const;
  void Visit(const ge::Operator& op);
  void Infer(Entry& entry);

  const ParserContext& context_;
  std::unordered_map<const OpDesc*, Entry> entries_;
  std::unordered_map<const OpDesc*, std::vector<const ge::TensorDesc*>> declared_;  // by output; nullptr: nothing
};

}  // namespace opdk::importer
