// The text of a kernel is the key of the cache: whatever decides the code must stand in it.
#include "graph_core/engines/ai_core/canonical/kernel_ir.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace opdk {
namespace {

KernelNode Full(KernelOp op) {
  KernelNode node;
  node.op = op;
  node.inputs = {0};
  node.dims = {0, 1};
  if (op == KernelOp::kMap || op == KernelOp::kPad) node.maps = {{0, 2, 1}, {1, -1, 1}};
  node.axes = {0};
  node.starts = {-1};
  if (op == KernelOp::kCompute) {
    node.reduce_dims = {1};
    auto body = std::make_shared<tbe::ExprNode>();
    body->kind = tbe::ExprKind::kLiteral;
    node.body = body;
  }
  return node;
}

std::string TextOf(const KernelNode& node) {
  KernelIr ir;
  ir.nodes = {node};
  return Print(ir);
}

TEST(KernelIr, EveryFieldThatDecidesTheCodeChangesTheText) {
  struct Field {
    const char* name;
    std::function<void(KernelNode&)> change;
    std::set<KernelOp> ops;  // for which it counts; empty: for all
  };
  const std::vector<Field> fields = {
      {"dtype", [](KernelNode& n) { n.dtype = ge::DT_INT8; }, {}},
      {"inputs", [](KernelNode& n) { n.inputs[0] = 1; }, {}},
      {"dims", [](KernelNode& n) { n.dims[0] = 1; }, {}},
      {"axes", [](KernelNode& n) { n.axes[0] = 1; }, {}},
      {"starts", [](KernelNode& n) { n.starts[0] = 3; }, {}},
      {"index", [](KernelNode& n) { n.index = 1; }, {KernelOp::kInput, KernelOp::kParam}},
      {"value", [](KernelNode& n) { n.value = -0.0; }, {KernelOp::kNumber}},
      {"value's type", [](KernelNode& n) { n.value = int64_t{0}; }, {KernelOp::kNumber}},
      {"unary", [](KernelNode& n) { n.unary = tbe::UnaryOp::kTan; }, {KernelOp::kUnary}},
      {"binary", [](KernelNode& n) { n.binary = tbe::BinaryOp::kSub; }, {KernelOp::kBinary}},
      {"reduce",
       [](KernelNode& n) { n.reduce = tbe::ReduceOp::kMin; },
       {KernelOp::kReduce, KernelOp::kScatter, KernelOp::kScan, KernelOp::kCompute}},
      {"overwrite", [](KernelNode& n) { n.overwrite = true; }, {KernelOp::kScatter}},
      {"rounding", [](KernelNode& n) { n.rounding = tbe::Rounding::kCeil; }, {KernelOp::kCast}},
      {"map's axis", [](KernelNode& n) { n.maps[1].axis = 0; }, {KernelOp::kMap, KernelOp::kPad}},
      {"map's start", [](KernelNode& n) { n.maps[0].start = 3; }, {KernelOp::kMap, KernelOp::kPad}},
      {"map's step", [](KernelNode& n) { n.maps[1].step = -1; }, {KernelOp::kMap, KernelOp::kPad}},
      {"reduce_dims", [](KernelNode& n) { n.reduce_dims[0] = 2; }, {KernelOp::kCompute}},
      {"body",
       [](KernelNode& n) {
         auto body = std::make_shared<tbe::ExprNode>(*n.body);
         body->value = int64_t{7};
         n.body = body;
       },
       {KernelOp::kCompute}},
  };
  for (int op = 0; op <= static_cast<int>(KernelOp::kReshape); ++op) {
    const KernelNode node = Full(static_cast<KernelOp>(op));
    for (const Field& field : fields) {
      if (!field.ops.empty() && field.ops.count(node.op) == 0) continue;
      KernelNode changed = node;
      field.change(changed);
      EXPECT_NE(TextOf(node), TextOf(changed)) << TextOf(node) << field.name;
    }
  }
}

// Names take the first half alone.
TEST(HashText, EachHalfTellsTextsApartWhereverTheyDiffer) {
  for (const size_t size : {7, 8, 29, 32}) {
    std::set<std::string> halves;
    size_t texts = 0;
    for (size_t at = 0; at < size; ++at) {
      for (char other = 'a'; other <= 'z'; ++other, ++texts) {
        std::string text(size, '.');
        text[at] = other;
        const std::string hash = HashText(text);
        halves.insert(hash.substr(0, 16));
        halves.insert(hash.substr(16));
      }
    }
    EXPECT_EQ(halves.size(), 2 * texts) << size;
  }
}

}  // namespace
}  // namespace opdk
