#include "sdk/tools/verify/suite/filter_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace opdk::verify {

struct FilterExpression::Node {
  enum class Kind : unsigned char { kWord, kNot, kAnd, kOr } kind = Kind::kWord;
  std::string word;
  std::shared_ptr<const Node> left;
  std::shared_ptr<const Node> right;
};

namespace {

using Node = FilterExpression::Node;
using NodePtr = std::shared_ptr<const Node>;

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<NodePtr> Whole() {
    OPDK_TRY(NodePtr root, Or());
    Skip();
    if (at_ < text_.size()) return Wrong(fmt::format("'{}' isn't expected", text_.substr(at_)));
    return root;
  }

 private:
  Result<NodePtr> Or() {
    OPDK_TRY(NodePtr left, And());
    while (Take("or")) {
      OPDK_TRY(NodePtr right, And());
      left = std::make_shared<Node>(Node{Node::Kind::kOr, "", left, right});
    }
    return left;
  }

  Result<NodePtr> And() {
    OPDK_TRY(NodePtr left, Not());
    while (Take("and")) {
      OPDK_TRY(NodePtr right, Not());
      left = std::make_shared<Node>(Node{Node::Kind::kAnd, "", left, right});
    }
    return left;
  }

  Result<NodePtr> Not() {
    if (++depth_ > 200) return Wrong("it is nested too deeply");
    if (Take("not")) {
      OPDK_TRY(NodePtr operand, Not());
      --depth_;
      return NodePtr(std::make_shared<Node>(Node{Node::Kind::kNot, "", operand, nullptr}));
    }
    auto primary = Primary();
    --depth_;
    return primary;
  }

  Result<NodePtr> Primary() {
    Skip();
    if (at_ == text_.size()) return Wrong("a word is missing at its end");
    if (text_[at_] == '(') {
      ++at_;
      OPDK_TRY(NodePtr inner, Or());
      Skip();
      if (at_ == text_.size() || text_[at_] != ')') return Wrong("a ')' is missing");
      ++at_;
      return inner;
    }
    std::string word;
    if (text_[at_] == '\'' || text_[at_] == '"') {
      const size_t end = text_.find(text_[at_], at_ + 1);
      if (end == std::string_view::npos) return Wrong("a quote isn't closed");
      word = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else {
      word = Word();
      if (word.empty() || word == "and" || word == "or") return Wrong("a word is missing");
      at_ += word.size();
    }
    return NodePtr(std::make_shared<Node>(Node{Node::Kind::kWord, Lower(word), nullptr, nullptr}));
  }

  void Skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  std::string Word() const {
    const size_t end = std::min(text_.find_first_of(" \t\n()'\"", at_), text_.size());
    return std::string(text_.substr(at_, end - at_));
  }
  bool Take(std::string_view keyword) {
    Skip();
    if (Word() != keyword) return false;
    at_ += keyword.size();
    return true;
  }
  Status Wrong(const std::string& why) const {
    return Status(ErrorCode::kUsage, fmt::format("-k '{}': {} (column {})", text_, why, at_ + 1))
        .Hint("for example -k 'mish and not (float16 or ai_cpu)'");
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
};

bool Holds(const Node& node, const std::string& id) {
  switch (node.kind) {
    case Node::Kind::kWord:
      return id.find(node.word) != std::string::npos;
    case Node::Kind::kNot:
      return !Holds(*node.left, id);
    case Node::Kind::kAnd:
      return Holds(*node.left, id) && Holds(*node.right, id);
    case Node::Kind::kOr:
      return Holds(*node.left, id) || Holds(*node.right, id);
  }
  return false;
}

}  // namespace

Result<FilterExpression> FilterExpression::Parse(std::string_view text) {
  FilterExpression expression;
  OPDK_TRY(expression.root_, Parser(text).Whole());
  return expression;
}

bool FilterExpression::Matches(std::string_view id) const { return Holds(*root_, Lower(id)); }

}  // namespace opdk::verify
