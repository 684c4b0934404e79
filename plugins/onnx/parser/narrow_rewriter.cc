#include "plugins/onnx/parser/narrow_rewriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "plugins/onnx/parser/dtypes.h"
#include "plugins/onnx/parser/onnx_framework.h"
#include "plugins/onnx/parser/sequence_call.h"

namespace opdk::onnx_plugin {

using onnx::TensorProto;

int64_t NarrowRewriter::IntOr(const char* name, int64_t otherwise) const {
  for (const auto& attribute : node_.attribute()) {
    if (attribute.name() == name) return attribute.i();
  }
  return otherwise;
}

onnx::NodeProto& NarrowRewriter::AddNode(const char* type, const std::vector<std::string>& inputs) {
  onnx::NodeProto& node = *nodes_.Add();
  node.set_op_type(type);
  const std::string& origin = node_.name().empty() ? node_.output(0) : node_.name();
  node.set_name(fmt::format("{}/{}", origin, type));
  for (const std::string& input : inputs) node.add_input(input);
  node.add_output(values_.NewName(fmt::format("{}/{}", node_.output(0), type)));
  return node;
}

std::string NarrowRewriter::Add(const char* type, const std::vector<std::string>& inputs) {
  return AddNode(type, inputs).output(0);
}

std::string NarrowRewriter::AddCast(const std::string& value, int32_t type) {
  onnx::NodeProto& node = AddNode("Cast", {value});
  SetInt(node, "to", type);
  return node.output(0);
}

std::string NarrowRewriter::AddBitCast(const std::string& value, int32_t type) {
  onnx::NodeProto& node = AddNode("BitCast", {value});
  SetInt(node, "to", type);
  return node.output(0);
}

std::string NarrowRewriter::AddGather(const std::string& value, const std::string& indices, int64_t axis) {
  onnx::NodeProto& node = AddNode("Gather", {value, indices});
  SetInt(node, "axis", axis);
  return node.output(0);
}

std::string NarrowRewriter::Number(double number) {
  const auto constant = [&](const auto& value, ge::DataType type) {
    return values_.NewConstant("number", ge::Tensor(ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, type),
                                                    reinterpret_cast<const uint8_t*>(&value), sizeof(value)));
  };
  return wide_ ? constant(number, ge::DT_DOUBLE) : constant(static_cast<float>(number), ge::DT_FLOAT);
}

std::string NarrowRewriter::Ints(const std::vector<int64_t>& numbers, bool scalar) {
  const ge::Shape shape = scalar ? ge::Shape() : ge::Shape({static_cast<int64_t>(numbers.size())});
  return values_.NewConstant(
      "numbers", ge::Tensor(ge::TensorDesc(shape, ge::FORMAT_ND, ge::DT_INT64),
                            reinterpret_cast<const uint8_t*>(numbers.data()), numbers.size() * sizeof(int64_t)));
}

std::optional<NarrowRewriter::Nodes> NarrowRewriter::Finish(const std::string& value, ge::DataType carrier) {
  AddCast(value, ToOnnxType(carrier));
  nodes_[nodes_.size() - 1].set_output(0, node_.output(0));
  return std::move(nodes_);
}

// Keeps the lowest bits of `x`, as a signed number where the type has a sign. int64 holds all integers; floats are cut
// off before.
std::string NarrowRewriter::WrappedInteger(const std::string& x, const NarrowType& type) {
  const int64_t count = int64_t{1} << type.bits;
  std::string bits = Add("BitwiseAnd", {AddCast(x, TensorProto::INT64), Ints({count - 1}, true)});
  if (!type.is_signed) return bits;
  const std::string negative = Add("Greater", {bits, Ints({count / 2 - 1}, true)});
  return Add("Where", {negative, Add("Sub", {bits, Ints({count}, true)}), bits});
}

// Rounds to the nearest number of the type, halves to even. x is counted in units of the last place, which is
// 2^-mantissa of the power of two that x's exponent bits stand for. Example, 3 bits: 0.3 has the power 0.25, the unit
// 0.03125; 9.6 units are 10: 0.3125.
std::string NarrowRewriter::RoundedFloat(const std::string& given, const NarrowType& type, bool saturate) {
  const int32_t real = wide_ ? TensorProto::DOUBLE : TensorProto::FLOAT;
  const std::string x = AddCast(given, real);
  const std::string bits = AddBitCast(Add("Abs", {x}), wide_ ? TensorProto::INT64 : TensorProto::INT32);
  const int64_t exponent_bits = wide_ ? int64_t{0x7ff} << 52 : int64_t{0xff} << 23;
  const std::string mask =
      wide_ ? Ints({exponent_bits}, true) : AddCast(Ints({exponent_bits}, true), TensorProto::INT32);
  const std::string power = AddBitCast(Add("BitwiseAnd", {bits, mask}), real);
  const double greatest_power = std::exp2(std::ilogb(type.greatest));
  const std::string least = Add("Max", {power, Number(std::exp2(type.least_exponent))});
  const std::string unit = Add("Mul", {Add("Min", {least, Number(greatest_power)}), Number(std::exp2(-type.mantissa))});
  std::string y = Add("Mul", {Add("Round", {Add("Div", {x, unit})}), unit});
  // A NaN is neither above nor below.
  const double beyond = saturate || !type.has_nan ? type.greatest
                        : type.has_infinity       ? std::numeric_limits<double>::infinity()
                                                  : std::numeric_limits<double>::quiet_NaN();
  y = Add("Where", {Add("Less", {y, Number(-type.greatest)}), Number(-beyond), y});
  y = Add("Where", {Add("Greater", {y, Number(type.greatest)}), Number(beyond), y});
  if (!type.has_nan) y = Add("Where", {Add("IsNaN", {y}), Number(0), y});
  if (!type.has_negative_zero) y = Add("Where", {Add("Equal", {y, Number(0)}), Number(0), y});
  return y;
}

// Rounds the magnitude of x to a power of two by attribute round_mode, from the bits of its float. A fraction makes the
// exponent one more (up), or doesn't (down). Infinity and NaN are NaN; 0 is the least power.
Result<std::string> NarrowRewriter::RoundedPower(const std::string& given, bool saturate) {
  const auto is_mode = [](const onnx::AttributeProto& attribute) { return attribute.name() == "round_mode"; };
  const auto mode = std::find_if(node_.attribute().begin(), node_.attribute().end(), is_mode);
  const std::string round = mode == node_.attribute().end() ? "up" : mode->s();
  if (round != "up" && round != "down" && round != "nearest") {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("{}: round_mode '{}' is none of up, down, nearest", NodeTitle(node_), round));
  }
  const auto bits_of = [&](int64_t number) { return AddCast(Ints({number}, true), TensorProto::INT32); };
  constexpr int64_t kExponent = 0x7f800000, kUnit = 0x800000, kHalf = 0x400000;
  const std::string bits = AddBitCast(Add("Abs", {AddCast(given, TensorProto::FLOAT)}), TensorProto::INT32);
  const std::string exponent = Add("BitwiseAnd", {bits, bits_of(kExponent)});
  const std::string fraction = Add("Sub", {bits, exponent});
  std::string rounded = exponent;
  if (round != "down") {
    // The half below the least normal number rounds down.
    const std::string limit =
        round == "up" ? bits_of(0)
                      : Add("Where", {Add("Greater", {exponent, bits_of(0)}), bits_of(kHalf - 1), bits_of(kHalf)});
    std::string grows = Add("Greater", {fraction, limit});
    if (saturate) grows = Add("And", {grows, Add("Less", {exponent, bits_of(kExponent - kUnit)})});
    rounded = Add("Where", {grows, Add("Add", {exponent, bits_of(kUnit)}), exponent});
  }
  const std::string is_number =
      Add("And", {Add("Less", {exponent, bits_of(kExponent)}), Add("Less", {rounded, bits_of(kExponent)})});
  const std::string power = AddBitCast(rounded, TensorProto::FLOAT);
  const std::string least = Add("Where", {Add("Equal", {rounded, bits_of(0)}), Number(0x1p-127), power});
  return Add("Where", {is_number, least, Number(std::numeric_limits<double>::quiet_NaN())});
}

Result<std::optional<NarrowRewriter::Nodes>> NarrowRewriter::Cast(const NarrowType& type) {
  const std::string x = Input(0);
  if (!type.is_float()) return Finish(WrappedInteger(x, type), type.carrier);
  if (type.is_exponent) {
    OPDK_TRY(const std::string power, RoundedPower(x, IntOr("saturate", 1) != 0));
    return Finish(power, type.carrier);
  }
  const ge::DataType from = values_.ElementType(x);
  wide_ = from == ge::DT_DOUBLE || from == ge::DT_INT64 || from == ge::DT_INT32 || from == ge::DT_UINT32 ||
          from == ge::DT_UINT64;
  return Finish(RoundedFloat(x, type, IntOr("saturate", 1) != 0), type.carrier);
}

Result<std::string> NarrowRewriter::Spread(const std::string& numbers) {
  const std::string real = AddCast(numbers, TensorProto::FLOAT);
  const auto rank = values_.Rank(Input(0)), own = values_.Rank(numbers);
  if (own == 0 || (own == 1 && values_.Dim(numbers, 0) == 1)) return Add("Squeeze", {real});
  if (!rank || !own) {
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: it must have inputs of known rank", NodeTitle(node_)));
  }
  int64_t axis = IntOr("axis", 1);
  if (axis < 0) axis += *rank;
  const int64_t block = IntOr("block_size", 0);
  if (block == 0) {
    std::vector<int64_t> shape(static_cast<size_t>(std::max<int64_t>(*rank - axis, 1)), 1);
    shape[0] = -1;
    return Add("Reshape", {real, Ints(shape)});
  }
  const auto extent = values_.Dim(Input(0), axis);
  if (!extent) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("{}: the extent of axis {}, which has blocks, isn't known", NodeTitle(node_), axis));
  }
  std::vector<int64_t> blocks;
  for (int64_t i = 0; i < *extent; ++i) blocks.push_back(i / block);
  return AddGather(real, Ints(blocks), axis);
}

Result<std::optional<NarrowRewriter::Nodes>> NarrowRewriter::Quantize(const NarrowType& type) {
  if (type.is_exponent) {
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: it can't give FLOAT8E8M0", NodeTitle(node_)));
  }
  if (type.is_float()) {
    OPDK_TRY(const std::string scale, Spread(Input(1)));
    std::string x = Add("Div", {AddCast(Input(0), TensorProto::FLOAT), scale});
    if (!Input(2).empty()) {
      OPDK_TRY(const std::string zero, Spread(Input(2)));
      x = Add("Add", {x, zero});
    }
    return Finish(RoundedFloat(x, type, IntOr("saturate", 1) != 0), type.carrier);
  }
  // Quantizing to 8 bits is as exact. The numbers are cut off at the ends of the narrow range behind it.
  const std::string zero = Input(2).empty() ? "" : AddCast(Input(2), ToOnnxType(type.carrier));
  onnx::NodeProto& node = AddNode("QuantizeLinear", {Input(0), Input(1)});
  // The zero point isn't narrow any more, as a number of the carrier.
  if (!zero.empty()) node.add_input(zero);
  for (const auto& attribute : node_.attribute()) {
    onnx::AttributeProto& copy = *node.add_attribute();
    copy = attribute;
    if (copy.name() == "output_dtype") copy.set_i(ToOnnxType(type.carrier));
  }
  const std::string wide = AddCast(node.output(0), TensorProto::INT32);
  const int64_t count = int64_t{1} << type.bits, least = type.is_signed ? -count / 2 : 0;
  const auto bound = [&](int64_t number) { return AddCast(Ints({number}, true), TensorProto::INT32); };
  const std::string above = Add("Max", {wide, bound(least)});
  return Finish(Add("Min", {above, bound(least + count - 1)}), type.carrier);
}

Result<std::optional<NarrowRewriter::Nodes>> NarrowRewriter::Dequantize() {
  OPDK_TRY(const std::string scale, Spread(Input(1)));
  std::string x = AddCast(Input(0), TensorProto::FLOAT);
  if (!Input(2).empty()) {
    OPDK_TRY(const std::string zero, Spread(Input(2)));
    x = Add("Sub", {x, zero});
  }
  const ge::DataType scale_type = values_.ElementType(Input(1));
  const auto named = static_cast<int32_t>(IntOr("output_dtype", 0));
  const ge::DataType type = named != 0                       ? FromOnnxType(named)
                            : scale_type == ge::DT_UNDEFINED ? ge::DT_FLOAT
                                                             : scale_type;
  return Finish(Add("Mul", {x, scale}), type);
}

// Gathers the same slices of numbers, scales and zero points, and dequantizes them.
Result<std::optional<NarrowRewriter::Nodes>> NarrowRewriter::GatherBlocks() {
  const auto rank = values_.Rank(Input(0));
  if (!rank)
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: the rank of its data isn't known", NodeTitle(node_)));
  const int64_t along = IntOr("gather_axis", 0), blocks = IntOr("quantize_axis", 1);
  const int64_t gather_axis = along < 0 ? along + *rank : along, block_axis = blocks < 0 ? blocks + *rank : blocks;
  std::vector<std::string> parts = {AddGather(Input(0), Input(1), gather_axis),
                                    AddGather(Input(2), Input(1), gather_axis)};
  if (!Input(3).empty()) parts.push_back(AddGather(Input(3), Input(1), gather_axis));
  onnx::NodeProto& node = AddNode("DequantizeLinear", parts);
  // The gathered axis may have become several, or none.
  SetInt(node, "axis", block_axis < gather_axis ? block_axis : block_axis - *rank);
  SetInt(node, "block_size", IntOr("block_size", 128));
  node.set_output(0, node_.output(0));
  return std::optional<Nodes>(std::move(nodes_));
}

}  // namespace opdk::onnx_plugin
