// Whatever field of a node decides a result decides its fingerprint and its text too.
#include <functional>
#include <memory>

#include "tbe/hash.h"
#include "tbe/print.h"
#include "tests/sdk/api/tbe/evaluate.h"

namespace tbe {
namespace {

// Returns a node with a change.
Tensor Changed(const Tensor& tensor, const std::function<void(TensorNode&)>& change) {
  auto node = std::make_shared<TensorNode>(*tensor);
  change(*node);
  return Tensor(std::move(node));
}

// Returns one node of every kind, all with inputs of the same shape where the kind allows.
std::vector<Tensor> EveryKind() {
  Tensor x = Placeholder(0, {4, 6}, ge::DT_FLOAT), ids = Placeholder(1, {4}, ge::DT_INT32);
  Tensor image = Placeholder(0, {1, 4, 6, 6}, ge::DT_FLOAT), filter = Placeholder(1, {4, 4, 3, 3}, ge::DT_FLOAT);
  return {x,
          Const(0.5, ge::DT_FLOAT),
          Param(0.5, ge::DT_FLOAT),
          vexp(x),
          vmul(x, x),
          vsel(x < x, x, x),
          cast_to(x, ge::DT_INT8),
          broadcast(x, {2, 4, 6}),
          reduce_sum(x, {0}),
          transpose(x, {1, 0}),
          reshape(x, {6, 4}),
          slice(x, {1, 1}, {2, 2}),
          concat({x, x}, 0),
          pad(x, {1, 1}, {1, 1}),
          gather(x, ids),
          inplace_add(x, ids, x),
          cumsum(x, 0),
          compute({4}, ReduceOp::kSum, {6},
                  [&](const auto& i, const auto& r) {
                    return at(x, {i[0], r[0]});
                  }),
          matmul(x, x, false, true),
          conv(image, filter),
          conv_transpose(image, filter),
          pooling(image, {.window = {2, 2}})};
}

struct Field {
  const char* name;
  std::function<void(TensorNode&)> change;
  std::vector<Kind> kinds;  // for which it counts; empty: for all
};

const std::vector<Field>& Fields() {
  static const std::vector<Field> fields = {
      {"dtype", [](TensorNode& n) { n.dtype = ge::DT_UINT64; }, {}},
      {"shape", [](TensorNode& n) { n.shape.push_back(1); }, {}},
      {"inputs", [](TensorNode& n) { n.inputs.push_back(Placeholder(9, {}, ge::DT_FLOAT)); }, {}},
      {"input_index", [](TensorNode& n) { ++n.input_index; }, {Kind::kInput}},
      {"value", [](TensorNode& n) { n.value = 0.25; }, {Kind::kConst, Kind::kParam}},
      {"value's type", [](TensorNode& n) { n.value = int64_t{3}; }, {Kind::kConst, Kind::kParam}},
      {"unary", [](TensorNode& n) { n.unary = UnaryOp::kTan; }, {Kind::kUnary}},
      {"binary", [](TensorNode& n) { n.binary = BinaryOp::kAtan2; }, {Kind::kBinary}},
      {"reduce",
       [](TensorNode& n) { n.reduce = ReduceOp::kMin; },
       {Kind::kReduce, Kind::kScatter, Kind::kScan, Kind::kCompute}},
      {"rounding", [](TensorNode& n) { n.rounding = Rounding::kHalfUp; }, {Kind::kCast}},
      {"axes",
       [](TensorNode& n) { n.axes[0] = n.axes[0] == 1 ? 0 : 1; },
       {Kind::kBroadcast, Kind::kReduce, Kind::kScan, Kind::kConcat, Kind::kGather}},
      {"axes' order", [](TensorNode& n) { std::swap(n.axes[0], n.axes[1]); }, {Kind::kTranspose}},
      {"keepdims", [](TensorNode& n) { n.keepdims = true; }, {Kind::kReduce}},
      {"overwrite", [](TensorNode& n) { n.overwrite = true; }, {Kind::kScatter}},
      {"starts", [](TensorNode& n) { n.starts[0] = 0; }, {Kind::kSlice, Kind::kPad}},
      {"steps", [](TensorNode& n) { n.steps[0] = 2; }, {Kind::kSlice}},
      {"trans_a", [](TensorNode& n) { n.trans_a = true; }, {Kind::kMatmul}},
      {"trans_b", [](TensorNode& n) { n.trans_b = false; }, {Kind::kMatmul}},
      {"conv.strides", [](TensorNode& n) { n.conv.strides[0] = 2; }, {Kind::kConv, Kind::kConvTranspose}},
      {"conv.pads_begin", [](TensorNode& n) { n.conv.pads_begin[0] = 1; }, {Kind::kConv, Kind::kConvTranspose}},
      {"conv.pads_end", [](TensorNode& n) { n.conv.pads_end[0] = 1; }, {Kind::kConv, Kind::kConvTranspose}},
      {"conv.dilations", [](TensorNode& n) { n.conv.dilations[1] = 2; }, {Kind::kConv, Kind::kConvTranspose}},
      {"conv.groups", [](TensorNode& n) { n.conv.groups = 2; }, {Kind::kConv, Kind::kConvTranspose}},
      {"pool.mode", [](TensorNode& n) { n.pool.mode = PoolMode::kAverage; }, {Kind::kPool}},
      {"pool.window", [](TensorNode& n) { n.pool.window[0] = 1; }, {Kind::kPool}},
      {"pool.strides", [](TensorNode& n) { n.pool.strides[0] = 2; }, {Kind::kPool}},
      {"pool.pads_begin", [](TensorNode& n) { n.pool.pads_begin[0] = 1; }, {Kind::kPool}},
      {"pool.pads_end", [](TensorNode& n) { n.pool.pads_end[1] = 1; }, {Kind::kPool}},
      {"pool.dilations", [](TensorNode& n) { n.pool.dilations[0] = 2; }, {Kind::kPool}},
      {"reduce_shape", [](TensorNode& n) { n.reduce_shape[0] = 5; }, {Kind::kCompute}},
  };
  return fields;
}

TEST(TbeFieldChanges, EveryFieldOfEveryKindThatDecidesTheResultChangesHashAndText) {
  std::vector<bool> seen(static_cast<size_t>(Kind::kPool) + 1, false);
  for (const Tensor& tensor : EveryKind()) {
    seen[static_cast<size_t>(tensor->kind)] = true;
    for (const Field& field : Fields()) {
      const bool counts = field.kinds.empty() || std::count(field.kinds.begin(), field.kinds.end(), tensor->kind) > 0;
      if (!counts) continue;
      const Tensor changed = Changed(tensor, field.change);
      const std::string what = NameOf(tensor->kind) + ", " + field.name;
      EXPECT_NE(Hash({tensor}), Hash({changed})) << what;
      EXPECT_NE(Print({tensor}), Print({changed})) << what;
    }
    const Tensor named = Changed(tensor, [](TensorNode& n) { n.name = "another"; });
    EXPECT_EQ(Hash({tensor}), Hash({named})) << NameOf(tensor->kind);
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), false), 0) << "a kind has no node here";
}

TEST(TbeFieldChanges, EveryPieceOfABodyChangesHashAndText) {
  Tensor x = Placeholder(0, {4, 4}, ge::DT_FLOAT), y = Placeholder(1, {4, 4}, ge::DT_FLOAT);
  using Body = std::function<Expr(const std::vector<Expr>& i, const std::vector<Expr>& r)>;
  const std::vector<Body> bodies = {
      [&](const auto& i, const auto& r) {
        return at(x, {i[0], r[0]});
      },
      [&](const auto& i, const auto& r) {
        return at(x, {i[1], r[0]});
      },
      [&](const auto& i, const auto&) {
        return at(x, {i[0], i[0]});
      },
      [&](const auto& i, const auto& r) {
        return at(x, {i[0], r[1]});
      },
      [&](const auto& i, const auto&) {
        return at(x, {i[0], 0});
      },
      [&](const auto& i, const auto&) {
        return at(x, {i[0], 1});
      },
      [&](const auto& i, const auto&) {
        return at(x, {i[0], extent(x, 0) - 1});
      },
      [&](const auto& i, const auto&) {
        return at(x, {i[0], extent(x, 1) - 1});
      },
      [&](const auto& i, const auto&) {
        return at(x, {i[0], extent(y, 1) - 1});
      },
      [&](const auto& i, const auto&) {
        return at(x, {i[0], extent(x, 1) / 1});
      },
      [&](const auto& i, const auto& r) {
        return vexp(at(x, {i[0], r[0]}));
      },
      [&](const auto& i, const auto& r) {
        return vlog(at(x, {i[0], r[0]}));
      },
      [&](const auto& i, const auto& r) {
        return at(x, {i[0], r[0]}) * 2;
      },
      [&](const auto& i, const auto& r) {
        return at(x, {i[0], r[0]}) * 2.5;
      },
      [&](const auto& i, const auto& r) {
        return at(x, {i[0], r[0]}) + 2;
      },
      [&](const auto& i, const auto& r) {
        return at(x, {i[0], r[0]}) * at(y, {i[0], r[0]});
      },
      [&](const auto& i, const auto& r) {
        return at(y, {i[0], r[0]}) * at(x, {r[0], i[0]});
      },
      [&](const auto& i, const auto& r) {
        return select(i[0] < i[1], at(x, {i[0], r[0]}), 0);
      },
      [&](const auto& i, const auto& r) {
        return select(i[0] <= i[1], at(x, {i[0], r[0]}), 0);
      },
      [&](const auto& i, const auto& r) {
        return cast(at(x, {i[0], r[0]}), ge::DT_INT8);
      },
      [&](const auto& i, const auto& r) {
        return cast(at(x, {i[0], r[0]}), ge::DT_INT16);
      },
  };
  std::vector<std::string> hashes, texts;
  for (const Body& body : bodies) {
    const Tensor tensor = compute({4, 4}, ReduceOp::kSum, {4, 4}, body);
    hashes.push_back(Hash({tensor}).ToHex());
    texts.push_back(Print({tensor}));
  }
  for (size_t i = 0; i < bodies.size(); ++i) {
    EXPECT_EQ(std::count(hashes.begin(), hashes.end(), hashes[i]), 1) << i << ": " << texts[i];
    EXPECT_EQ(std::count(texts.begin(), texts.end(), texts[i]), 1) << i << ": " << texts[i];
  }
}

}  // namespace
}  // namespace tbe
