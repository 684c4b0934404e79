// -k EXPR: words with and, or, not and parentheses.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "opdk/status.h"

namespace opdk::verify {

// "mish and not (float16 or ai_cpu)": a word matches an id that contains it, in capital or small letters. Words with
// spaces stand in '…' or "…"; not binds closest, then and, then or.
class FilterExpression {
 public:
  // Parses an expression. E1001, with the place in the text.
  static Result<FilterExpression> Parse(std::string_view text);
  bool Matches(std::string_view id) const;

  struct Node;

 private:
  std::shared_ptr<const Node> root_;
};

}  // namespace opdk::verify
