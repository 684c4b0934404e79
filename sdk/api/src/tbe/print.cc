#include "tbe/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unordered_map>

#include "sdk/api/src/tbe/build.h"
#include "tbe/walk.h"

namespace tbe {
namespace {

std::string NumberText(const Number& number) {
  if (const auto* whole = std::get_if<int64_t>(&number)) return fmt::format("{}", *whole);
  const double real = std::get<double>(number);
  // A whole real keeps its point, so that it doesn't read as an integer.
  std::string text = fmt::format("{}", real);
  return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

std::string ScalarText(const ExprNode& expr, const std::unordered_map<const ExprNode*, std::string>& done) {
  std::vector<std::string> operands;
  for (const ExprPtr& operand : expr.operands) operands.push_back(done.at(operand.get()));
  const std::string list = fmt::format("{}", fmt::join(operands, ", "));
  switch (expr.kind) {
    case ExprKind::kIndex:
      return fmt::format("i{}", expr.index);
    case ExprKind::kReduceIndex:
      return fmt::format("r{}", expr.index);
    case ExprKind::kLiteral:
      return NumberText(expr.value);
    case ExprKind::kExtent:
      return fmt::format("extent{}({})", expr.index, expr.axis);
    case ExprKind::kRead:
      return fmt::format("read{}({})", expr.index, list);
    case ExprKind::kUnary:
      return fmt::format("{}({})", NameOf(expr.unary), list);
    case ExprKind::kBinary:
      return fmt::format("{}({})", NameOf(expr.binary), list);
    case ExprKind::kSelect:
      return fmt::format("select({})", list);
    case ExprKind::kCast:
      return fmt::format("{}({})", DtypeName(expr.dtype), list);
  }
  return "?";
}

std::string BodyText(const ExprPtr& body) {
  std::unordered_map<const ExprNode*, std::string> done;
  for (const ExprPtr& expr : PostOrder(body)) done[expr.get()] = ScalarText(*expr, done);
  return done.at(body.get());
}

template <typename Params>
std::string WindowText(const Params& p) {
  return fmt::format("strides {} pads {} {} dilations {}", ShapeText(p.strides), ShapeText(p.pads_begin),
                     ShapeText(p.pads_end), ShapeText(p.dilations));
}

// Returns all properties of a node but its dtype and shape. `operands`: "%1, %2".
std::string NodeText(const TensorNode& node, const std::string& operands) {
  switch (node.kind) {
    case Kind::kInput:
      return fmt::format("input {}{}", node.input_index,
                         node.name.GetLength() == 0 ? "" : fmt::format(" \"{}\"", node.name.GetString()));
    case Kind::kConst:
    case Kind::kParam:
      return fmt::format("{} {}", NameOf(node.kind), NumberText(node.value));
    case Kind::kUnary:
      return fmt::format("{} {}", NameOf(node.unary), operands);
    case Kind::kBinary:
      return fmt::format("{} {}", NameOf(node.binary), operands);
    case Kind::kCast:
      return fmt::format("cast {} {}", operands, NameOf(node.rounding));
    case Kind::kReduce:
      return fmt::format("reduce_{} {} axes {}{}", NameOf(node.reduce), operands, ShapeText(node.axes),
                         node.keepdims ? " keepdims" : "");
    case Kind::kScan:
      return fmt::format("scan_{} {} axes {}", NameOf(node.reduce), operands, ShapeText(node.axes));
    case Kind::kBroadcast:
    case Kind::kTranspose:
    case Kind::kConcat:
    case Kind::kGather:
      return fmt::format("{} {} axes {}", NameOf(node.kind), operands, ShapeText(node.axes));
    case Kind::kScatter:
      return fmt::format("scatter_{} {}", node.overwrite ? "overwrite" : NameOf(node.reduce), operands);
    case Kind::kSlice:
      return fmt::format("slice {} starts {} steps {}", operands, ShapeText(node.starts), ShapeText(node.steps));
    case Kind::kPad:
      return fmt::format("pad {} before {}", operands, ShapeText(node.starts));
    case Kind::kCompute: {
      const std::string reduction = node.reduce_shape.empty()
                                        ? ""
                                        : fmt::format(" {} over {}", NameOf(node.reduce), ShapeText(node.reduce_shape));
      return fmt::format("compute {{ {} }}{}{}{}", BodyText(node.body), reduction, operands.empty() ? "" : " of ",
                         operands);
    }
    case Kind::kMatmul:
      return fmt::format("matmul {}{}{}", operands, node.trans_a ? " trans_a" : "", node.trans_b ? " trans_b" : "");
    case Kind::kConv:
    case Kind::kConvTranspose:
    case Kind::kConvBackpropFilter:
      return fmt::format("{} {} {} groups {}", NameOf(node.kind), operands, WindowText(node.conv), node.conv.groups);
    case Kind::kPool:
      return fmt::format("pool_{} {} window {} {}", NameOf(node.pool.mode), operands, ShapeText(node.pool.window),
                         WindowText(node.pool));
    case Kind::kSelect:
    case Kind::kReshape:
      break;
  }
  return fmt::format("{} {}", NameOf(node.kind), operands);
}

std::string HintText(const ScheduleHints& hints) {
  std::string text;
  if (hints.materialize) text += " materialize";
  if (hints.recompute) text += " recompute";
  if (hints.no_fuse) text += " no_fuse";
  for (const ScheduleHints::Tile& tile : hints.tiles) text += fmt::format(" tile {} {}", tile.axis, tile.size);
  if (hints.parallel_above) text += fmt::format(" parallel_above {}", *hints.parallel_above);
  return text.empty() ? text : " hint" + text;
}

}  // namespace

ge::AscendString PrintText(const std::vector<Tensor>& outputs) {
  std::unordered_map<const TensorNode*, std::string> names;
  std::string text;
  for (const Tensor& node : PostOrder(outputs)) {
    std::vector<std::string> operands;
    for (const Tensor& input : node->inputs) operands.push_back(names.at(input.get()));
    const std::string name = fmt::format("%{}", names.size());
    text += fmt::format("{} = {} : {}{}{}\n", name, NodeText(*node, fmt::format("{}", fmt::join(operands, ", "))),
                        DtypeName(node->dtype), ShapeText(node->shape), HintText(node->hints));
    names[node.get()] = name;
  }
  std::vector<std::string> results;
  for (const Tensor& output : outputs) results.push_back(names.at(output.get()));
  return opdk::Neutral(text + fmt::format("return {}\n", fmt::join(results, ", ")));
}

}  // namespace tbe
