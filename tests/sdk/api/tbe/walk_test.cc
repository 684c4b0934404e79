#include "tbe/walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "tbe/dsl.h"

namespace tbe {
namespace {

using ::testing::ElementsAre;

std::vector<const TensorNode*> Addresses(const std::vector<Tensor>& tensors) {
  std::vector<const TensorNode*> addresses;
  for (const Tensor& tensor : tensors) addresses.push_back(tensor.get());
  return addresses;
}

std::vector<const TensorNode*> OrderOf(const std::vector<Tensor>& outputs) { return Addresses(PostOrder(outputs)); }

Tensor Input(int index) { return Placeholder(index, {4}, ge::DT_FLOAT); }

// Replaces `place`; counts what it is asked about.
RewriteFn Replace(const Tensor& place, const Tensor& by, int* asked = nullptr) {
  return [=](const Tensor& node, const std::vector<Tensor>&) {
    if (asked != nullptr) ++*asked;
    return node.get() == place.get() ? by : Tensor();
  };
}

TEST(TbeWalk, InputsComeBeforeTheirUsersFromLeftToRight) {
  const Tensor x = Input(0), y = Input(1), a = vexp(x), b = vlog(y), sum = a + b, other = vabs(b);
  EXPECT_THAT(OrderOf({sum, other}), ElementsAre(x.get(), a.get(), y.get(), b.get(), sum.get(), other.get()));
  EXPECT_THAT(OrderOf({other, sum, other}), ElementsAre(y.get(), b.get(), other.get(), x.get(), a.get(), sum.get()));
}

TEST(TbeWalk, EmptyHandlesAreLeftOut) {
  const Tensor x = Input(0);
  EXPECT_THAT(OrderOf({Tensor(), x, Tensor()}), ElementsAre(x.get()));
  EXPECT_EQ(PostOrder(ExprPtr()).size(), 0u);
  const auto same = Rewrite(std::vector<Tensor>{Tensor(), x}, Replace(x, Input(1)));
  EXPECT_FALSE(same.value()[0]);
  EXPECT_EQ(same.value()[1]->input_index, 1);
}

TEST(TbeWalk, NodesThatAreNotEnteredHideTheNodesBelow) {
  const Tensor x = Input(0), a = vexp(x), b = vabs(a), c = vneg(b);
  const auto above = [&](const TensorNode& node) { return &node != b.get(); };
  EXPECT_THAT(Addresses(PostOrder(std::vector<Tensor>{c}, above)), ElementsAre(b.get(), c.get()));
}

TEST(TbeWalk, ANodeThatIsReadTwiceIsVisitedOnce) {
  Tensor x = Input(0);
  Tensor sum = x;
  for (int i = 0; i < 60; ++i) sum = sum + sum;
  EXPECT_EQ(PostOrder(std::vector<Tensor>{sum}).size(), 61u);
  int asked = 0;
  const Tensor y = Input(1);
  const auto rewritten = Rewrite(std::vector<Tensor>{sum, sum}, Replace(x, y, &asked)).value();
  EXPECT_EQ(asked, 61);
  EXPECT_EQ(rewritten[0].get(), rewritten[1].get());
  EXPECT_EQ(PostOrder(rewritten).size(), 61u);
  EXPECT_EQ(PostOrder(rewritten)[0].get(), y.get());
}

TEST(TbeWalk, WithoutAChangeTheNodesAreTheSame) {
  const Tensor x = Input(0), y = vexp(x) + x;
  const auto same = Rewrite(std::vector<Tensor>{y, x}, Replace(Tensor(), Tensor())).value();
  EXPECT_THAT(Addresses(same), ElementsAre(y.get(), x.get()));
}

TEST(TbeWalk, AReplacementInTheMiddleReachesOnlyItsUsers) {
  const Tensor x = Input(0), y = Input(1), a = vexp(x), b = vlog(y), product = a * b, sum = product + b;
  const auto now = Rewrite(std::vector<Tensor>{sum}, Replace(a, vabs(x))).value();
  EXPECT_NE(now[0].get(), sum.get());
  EXPECT_EQ(now[0]->inputs[1].get(), b.get());
  EXPECT_EQ(now[0]->inputs[0]->inputs[0]->unary, UnaryOp::kAbs);
  EXPECT_EQ(now[0]->inputs[0]->inputs[0]->inputs[0].get(), x.get());
  EXPECT_EQ(product->inputs[0].get(), a.get());  // the old nodes stay as they were
}

TEST(TbeWalk, TheRewriteSeesInputsAsTheyAreNow) {
  const Tensor x = Input(0), chain = vexp(vexp(vexp(x)));
  int depth = 0;
  const auto count = [&](const Tensor& node, const std::vector<Tensor>& inputs) {
    if (node->kind != Kind::kUnary) return Tensor();
    ++depth;
    return depth % 2 == 1 ? vabs(inputs[0]) : Tensor();
  };
  EXPECT_EQ(Rewrite(std::vector<Tensor>{chain}, count).value()[0]->unary, UnaryOp::kAbs);
  EXPECT_EQ(depth, 3);
}

TEST(TbeWalk, KnownReplacementsAreNotVisitedAgain) {
  const Tensor x = Input(0), a = vexp(x), b = vabs(a);
  Replacements known;
  int asked = 0;
  ASSERT_TRUE(Rewrite(std::vector<Tensor>{a}, Replace(x, Input(1), &asked), &known).ok());
  EXPECT_EQ(asked, 2);
  const auto now = Rewrite(std::vector<Tensor>{b}, Replace(x, Input(2), &asked), &known).value();
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(now[0]->inputs[0].get(), known.at(a.get()).get());
}

TEST(TbeWalk, TheFirstErrorEndsTheRewrite) {
  const Tensor x = Input(0), y = vabs(vexp(x));
  int asked = 0;
  const auto fail = [&](const Tensor& node, const std::vector<Tensor>&) -> opdk::Result<Tensor> {
    ++asked;
    if (node->kind == Kind::kUnary) return opdk::Status(opdk::ErrorCode::kExpression, "no");
    return Tensor();
  };
  EXPECT_EQ(Rewrite(std::vector<Tensor>{y}, fail).status().message(), "no");
  EXPECT_EQ(asked, 2);
}

// Takes a chain apart from its end on, because a node's destructor destroys its inputs, as deep as they are.
template <typename Handle>
void Release(std::vector<Handle> order) {
  while (!order.empty()) order.pop_back();
}

TEST(TbeWalk, AMillionNodesDeep) {
  constexpr int kDepth = 1000000;
  const Tensor x = Placeholder(0, {}, ge::DT_FLOAT);
  std::vector<Tensor> chain = {x};
  for (int i = 0; i < kDepth; ++i) {
    TensorNode node;
    node.kind = Kind::kUnary;
    node.unary = UnaryOp::kNeg;
    node.inputs = {chain.back()};
    chain.emplace_back(std::make_shared<TensorNode>(std::move(node)));
  }
  std::vector<Tensor> order = PostOrder(std::span(&chain.back(), 1));
  EXPECT_EQ(order.size(), size_t{kDepth} + 1);
  EXPECT_EQ(order.back().get(), chain.back().get());
  Release(std::move(order));
  Replacements known;
  auto rewritten = Rewrite(std::span(&chain.back(), 1), Replace(x, Placeholder(1, {}, ge::DT_FLOAT)), &known).value();
  EXPECT_EQ(known.size(), size_t{kDepth} + 1);
  std::vector<Tensor> now = PostOrder(rewritten);
  rewritten.clear();
  known.clear();
  EXPECT_EQ(now.front()->input_index, 1);
  Release(std::move(now));
  Release(std::move(chain));
}

TEST(TbeWalk, ScalarsAreWalkedAndRewrittenTheSameWay) {
  const Tensor x = Input(0);
  const Tensor twice = compute({4}, [&](const std::vector<Expr>& i) {
    const Expr read = at(x, {i[0]});
    return read * read + 1.0;
  });
  const std::vector<ExprPtr> order = PostOrder(twice->body);
  EXPECT_EQ(order.back().get(), twice->body.get());
  std::set<const ExprNode*> seen;
  for (const ExprPtr& expr : order) {
    for (const ExprPtr& operand : expr->operands) EXPECT_EQ(seen.count(operand.get()), 1u);
    EXPECT_TRUE(seen.insert(expr.get()).second);
  }
  const auto nothing = [](const ExprPtr&, const std::vector<ExprPtr>&) { return ExprPtr(); };
  EXPECT_EQ(Rewrite(twice->body, nothing).get(), twice->body.get());
  const auto index_to_literal = [](const ExprPtr& expr, const std::vector<ExprPtr>&) -> ExprPtr {
    if (expr->kind != ExprKind::kIndex) return nullptr;
    auto literal = std::make_shared<ExprNode>();
    literal->value = int64_t{3};
    return literal;
  };
  const ExprPtr now = Rewrite(twice->body, index_to_literal);
  EXPECT_NE(now.get(), twice->body.get());
  const std::vector<ExprPtr> after = PostOrder(now);
  EXPECT_EQ(after.size(), order.size());
  EXPECT_EQ(after.front()->kind, ExprKind::kLiteral);
  const auto values = [](const ExprNode& expr) { return expr.kind != ExprKind::kRead; };
  EXPECT_EQ(PostOrder(twice->body, values).size(), order.size() - 1);
}

TEST(TbeWalk, AMillionScalarsDeep) {
  constexpr int kDepth = 1000000;
  std::vector<ExprPtr> chain = {std::make_shared<ExprNode>()};
  for (int i = 0; i < kDepth; ++i) {
    auto node = std::make_shared<ExprNode>();
    node->kind = ExprKind::kUnary;
    node->operands = {chain.back()};
    chain.push_back(std::move(node));
  }
  Release(PostOrder(chain.back()));
  ExprPtr same = Rewrite(chain.back(), [](const ExprPtr&, const std::vector<ExprPtr>&) { return ExprPtr(); });
  EXPECT_EQ(same.get(), chain.back().get());
  same.reset();
  Release(std::move(chain));
}

}  // namespace
}  // namespace tbe
