// Primitives of the same form in MindSpore and Ascend IR: tensors in, one tensor out, no other arguments.
#include <map>
#include <string>

#include "plugins/mindspore/parser/arguments.h"

namespace opdk::mindspore_plugin {
namespace {

// Returns the prototypes' names that differ from MindSpore's.
const std::map<std::string, std::string>& OtherNames() {
  static const std::map<std::string, std::string> names = {
      {"ReLU", "Relu"},   {"ReLU6", "Relu6"}, {"SiLU", "Swish"}, {"HSwish", "HardSwish"}, {"HSigmoid", "HardSigmoid"},
      {"Div", "RealDiv"}, {"AddExt", "Add"},  {"SubExt", "Sub"}};
  return names;
}

Status UpgradeByName(UpgradeContext& context) {
  const auto other = OtherNames().find(context.node().type);
  const std::string type = other == OtherNames().end() ? context.node().type : other->second;
  BecomeIr(context, type, context.node().inputs);
  return {};
}

// Combines x with a number, which gets the tensor's type.
Status UpgradeWithNumber(UpgradeContext& context) {
  const std::string& type = context.node().type;
  OPDK_TRY(const std::string number, AddScalarLike(context, "number", FloatOf(context, 1, "value", 0)));
  BecomeIr(context,
           type == "Muls"   ? "Mul"
           : type == "Adds" ? "Add"
           : type == "Subs" ? "Sub"
                            : "RealDiv",
           {context.Input(0), number});
  return {};
}

}  // namespace

OPDK_MAP_MINDSPORE_AS(Abs, Abs);
OPDK_MAP_MINDSPORE_AS(Add, Add);
OPDK_MAP_MINDSPORE_AS(Ceil, Ceil);
OPDK_MAP_MINDSPORE_AS(Cos, Cos);
OPDK_MAP_MINDSPORE_AS(RealDiv, Div);
OPDK_MAP_MINDSPORE_AS(RealDiv, RealDiv);
OPDK_MAP_MINDSPORE_AS(Equal, Equal);
OPDK_MAP_MINDSPORE_AS(Erf, Erf);
OPDK_MAP_MINDSPORE_AS(Exp, Exp);
OPDK_MAP_MINDSPORE_AS(Floor, Floor);
OPDK_MAP_MINDSPORE_AS(FloorDiv, FloorDiv);
OPDK_MAP_MINDSPORE_AS(FloorMod, FloorMod);
OPDK_MAP_MINDSPORE_AS(Greater, Greater);
OPDK_MAP_MINDSPORE_AS(GreaterEqual, GreaterEqual);
OPDK_MAP_MINDSPORE_AS(HardSigmoid, HSigmoid);
OPDK_MAP_MINDSPORE_AS(HardSwish, HSwish);
OPDK_MAP_MINDSPORE_AS(Identity, Identity);
OPDK_MAP_MINDSPORE_AS(Less, Less);
OPDK_MAP_MINDSPORE_AS(LessEqual, LessEqual);
OPDK_MAP_MINDSPORE_AS(Log, Log);
OPDK_MAP_MINDSPORE_AS(LogicalAnd, LogicalAnd);
OPDK_MAP_MINDSPORE_AS(LogicalNot, LogicalNot);
OPDK_MAP_MINDSPORE_AS(LogicalOr, LogicalOr);
OPDK_MAP_MINDSPORE_AS(Maximum, Maximum);
OPDK_MAP_MINDSPORE_AS(Minimum, Minimum);
OPDK_MAP_MINDSPORE_AS(Mish, Mish);
OPDK_MAP_MINDSPORE_AS(Mul, Mul);
OPDK_MAP_MINDSPORE_AS(Neg, Neg);
OPDK_MAP_MINDSPORE_AS(NotEqual, NotEqual);
OPDK_MAP_MINDSPORE_AS(Pow, Pow);
OPDK_MAP_MINDSPORE_AS(Relu, ReLU);
OPDK_MAP_MINDSPORE_AS(Relu6, ReLU6);
OPDK_MAP_MINDSPORE_AS(Reciprocal, Reciprocal);
OPDK_MAP_MINDSPORE_AS(Round, Round);
OPDK_MAP_MINDSPORE_AS(Rsqrt, Rsqrt);
OPDK_MAP_MINDSPORE_AS(Swish, SiLU);
OPDK_MAP_MINDSPORE_AS(Select, Select);
OPDK_MAP_MINDSPORE_AS(Sigmoid, Sigmoid);
OPDK_MAP_MINDSPORE_AS(Sign, Sign);
OPDK_MAP_MINDSPORE_AS(Sin, Sin);
OPDK_MAP_MINDSPORE_AS(Softplus, Softplus);
OPDK_MAP_MINDSPORE_AS(Sqrt, Sqrt);
OPDK_MAP_MINDSPORE_AS(Square, Square);
OPDK_MAP_MINDSPORE_AS(SquaredDifference, SquaredDifference);
OPDK_MAP_MINDSPORE_AS(Sub, Sub);
OPDK_MAP_MINDSPORE_AS(Tan, Tan);
OPDK_MAP_MINDSPORE_AS(Tanh, Tanh);
OPDK_UPGRADE_MINDSPORE(UpgradeByName, "Abs", "Add", "Ceil", "Cos", "Div", "RealDiv", "Equal", "Erf", "Exp", "Floor",
                       "FloorDiv", "FloorMod", "Greater", "GreaterEqual", "HSigmoid", "HSwish", "Identity", "Less",
                       "LessEqual", "Log", "LogicalAnd", "LogicalNot", "LogicalOr", "Maximum", "Minimum", "Mish", "Mul",
                       "Neg", "NotEqual", "Pow", "ReLU", "ReLU6", "Reciprocal", "Round", "Rsqrt", "SiLU", "Select",
                       "Sigmoid", "Sign", "Sin", "Softplus", "Sqrt", "Square", "SquaredDifference", "Sub", "Tan",
                       "Tanh");
OPDK_MAP_MINDSPORE_AS(Mul, Muls);
OPDK_MAP_MINDSPORE_AS(Add, Adds);
OPDK_MAP_MINDSPORE_AS(Sub, Subs);
OPDK_MAP_MINDSPORE_AS(RealDiv, Divs);
OPDK_UPGRADE_MINDSPORE(UpgradeWithNumber, "Muls", "Adds", "Subs", "Divs");

}  // namespace opdk::mindspore_plugin
