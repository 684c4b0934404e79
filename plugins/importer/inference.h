// Types and shapes of the outputs of operators while the graph is built, by the prototypes' inference functions.
#pragma once

#include <unordered_map>
#include <vector>

#include "graph/operator.h"
#include "opdk/model_parser.h"
#include "opdk/op_desc.h"

namespace opdk::importer {

// Infers an output when it is asked for, and the outputs on which it depends, each operator once. The rest of the model
// isn't inferred, and the operators keep their descs. So the model's graph doesn't depend on the outputs that were
// asked for. Chains may be long: nothing here recurs.
class Inference {
 public:
  explicit Inference(const ParserContext& context) : context_(context) {}

  // Takes `desc` for the output without inferring it. `desc` must outlive this object.
  void Know(const ge::Operator& op, int output, const ge::TensorDesc* desc) { Note(known_, op, output, desc); }
  // Takes `desc` for the output where inference can't tell. `desc` must outlive this object.
  void Guess(const ge::Operator& op, int output, const ge::TensorDesc* desc) { Note(guesses_, op, output, desc); }

  // Infers the output's type and shape. nullptr: not known. This is no error here, because the graph's own inference
  // will report the cause.
  const ge::TensorDesc* Find(const ge::Operator& op, int output);
  // Returns the type and shape that are known without further inference. nullptr: they aren't known.
  const ge::TensorDesc* Known(const ge::Operator& op, int output) const;

 private:
  enum class State { kOpen, kKnown, kUnknown };
  struct Entry {
    ge::Operator op;  // keeps its OpDesc, which is the key, from being another operator's
    State state = State::kOpen;
    std::vector<ge::TensorDesc> outputs;  // when known
  };

  // Descriptions by operator and output. nullptr: no description.
  using Notes = std::unordered_map<const OpDesc*, std::vector<const ge::TensorDesc*>>;

  static void Note(Notes& notes, const ge::Operator& op, int output, const ge::TensorDesc* desc);
  static const ge::TensorDesc* NotedIn(const Notes& notes, const ge::Operator& op, int output);
  void Visit(const ge::Operator& op);
  void Infer(Entry& entry);

  const ParserContext& context_;
  std::unordered_map<const OpDesc*, Entry> entries_;
  Notes known_;
  Notes guesses_;
};

}  // namespace opdk::importer
