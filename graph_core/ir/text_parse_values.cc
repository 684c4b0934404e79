#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

#include "graph/utils/type_utils.h"
#include "graph_core/base/element_type.h"
#include "graph_core/base/limits.h"
#include "graph_core/base/type_names.h"
#include "graph_core/ir/text_values.h"

namespace opdk::text {

namespace {

template <typename T>
Result<T> ToInteger(const Lexer& lexer, const Token& token) {
  T value{};
  const char* end = token.value.data() + token.value.size();
  auto [stop, error] = std::from_chars(token.value.data(), end, value);
  if (token.kind != Kind::kInteger) {
    return lexer.ErrorAt(token, fmt::format("expected an integer, found {}", token.Describe()));
  }
  if (error != std::errc() || stop != end) {
    return lexer.ErrorAt(token,
                         fmt::format("{} is out of range (at most {})", token.value, std::numeric_limits<T>::max()));
  }
  return value;
}

// Takes the current token as a float; also inf, nan, -inf, -nan.
template <typename T>
Result<T> TakeFloat(Lexer& lexer) {
  Token token = lexer.peek();
  bool negative = token.Is("-");
  if (negative) OPDK_TRY(lexer.Advance());
  Token number = lexer.peek();
  T value{};
  if (number.IsName("inf")) {
    value = std::numeric_limits<T>::infinity();
  } else if (number.IsName("nan")) {
    value = std::numeric_limits<T>::quiet_NaN();
  } else if (!negative && (number.kind == Kind::kFloat || number.kind == Kind::kInteger)) {
    const char* end = number.value.data() + number.value.size();
    auto [stop, error] = std::from_chars(number.value.data(), end, value);
    if (error != std::errc() || stop != end) {
      return lexer.ErrorAt(number, fmt::format("{} is not a number this type can hold", number.value));
    }
  } else {
    return lexer.ErrorAt(number, fmt::format("expected a number, found {}", number.Describe()));
  }
  OPDK_TRY(lexer.Advance());
  return negative ? -value : value;
}

template <typename T>
Result<T> TakeElement(Lexer& lexer) {
  if constexpr (std::is_same_v<T, bool>) {
    Token token = lexer.peek();
    if (!token.IsName("true") && !token.IsName("false")) {
      return lexer.ErrorAt(token, fmt::format("expected true or false, found {}", token.Describe()));
    }
    OPDK_TRY(lexer.Advance());
    return token.IsName("true");
  } else if constexpr (std::is_integral_v<T>) {
    Token token = lexer.peek();
    OPDK_TRY(T value, ToInteger<T>(lexer, token));
    OPDK_TRY(lexer.Advance());
    return value;
  } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    return TakeFloat<T>(lexer);
  } else {
    OPDK_TRY(float value, TakeFloat<float>(lexer));
    return T(value);
  }
}

// Reads elements from '(' to ')' and appends their bytes.
template <typename T>
Status ParseElements(Lexer& lexer, size_t count, std::vector<uint8_t>& bytes) {
  Token open = lexer.peek();
  OPDK_TRY(Expect(lexer, "("));
  size_t found = 0;
  auto append = [&](T value) {
    size_t at = bytes.size();
    bytes.resize(at + sizeof(T));
    std::memcpy(bytes.data() + at, &value, sizeof(T));
    ++found;
  };
  while (!lexer.peek().Is(")")) {
    if (found > 0) OPDK_TRY(Expect(lexer, ","));
    OPDK_TRY(T value, TakeElement<T>(lexer));
    append(value);
    if (found == 1 && lexer.peek().Is("...")) {
      OPDK_TRY(lexer.Advance());
      size_t whole = 0;
      if (__builtin_mul_overflow(count, sizeof(T), &whole)) whole = SIZE_MAX;
      OPDK_TRY(CheckMemory(whole, "a constant whose elements are left out"));
      bytes.reserve(whole);
      if (count == 0) bytes.clear();
      for (size_t left = std::max(found, count) - found; left > 0; --left) append(value);
      break;
    }
    if (found > count) break;
  }
  if (found != count) {
    return lexer.ErrorAt(open, fmt::format("the tensor's shape has {} elements, but {}{} are given", count,
                                           found > count ? "more than " : "", found > count ? count : found));
  }
  return Expect(lexer, ")");
}

// Takes the current token, a string of hexadecimal digits, as bytes.
Result<std::vector<uint8_t>> TakeHex(Lexer& lexer) {
  Token token = lexer.peek();
  std::vector<uint8_t> bytes(token.value.size() / 2);
  bool good = token.kind == Kind::kString && token.value.size() % 2 == 0;
  for (size_t i = 0; good && i < bytes.size(); ++i) {
    const char* digits = token.value.data() + 2 * i;
    good = std::from_chars(digits, digits + 2, bytes[i], 16).ptr == digits + 2;
  }
  if (!good) return lexer.ErrorAt(token, "expected an even number of hexadecimal digits in quotes");
  OPDK_TRY(lexer.Advance());
  return bytes;
}

// Reads the data behind a tensor's description: "(…)", "hex"…"" or "hash"…"".
Result<ge::Tensor> ParseTensorData(Lexer& lexer, const ge::TensorDesc& desc) {
  Token token = lexer.peek();
  if (token.IsName("hash")) {
    return lexer.ErrorAt(token, "this constant was printed as a hash only: its values are not in the text")
        .Hint("print the graph with max_const_elements = -1");
  }
  if (token.IsName("hex")) {
    OPDK_TRY(lexer.Advance());
    OPDK_TRY(auto bytes, TakeHex(lexer));
    return ge::Tensor(desc, bytes.data(), bytes.size());
  }
  int64_t count = ElementCount(desc.GetShape().GetDims());
  if (count < 0) return lexer.ErrorAt(token, "a tensor's shape must be known");
  std::vector<uint8_t> bytes;
  Status status;
  bool literals = VisitElementType(desc.GetDataType(), [&](auto element) {
    status = ParseElements<decltype(element)>(lexer, static_cast<size_t>(count), bytes);
  });
  if (!literals) {
    return lexer.ErrorAt(token,
                         fmt::format("elements of type {} are written as hex\"…\"", DtypeName(desc.GetDataType())));
  }
  OPDK_TRY(std::move(status));
  return ge::Tensor(desc, bytes.data(), bytes.size());
}

struct Dims {
  std::vector<int64_t> dims;
  std::vector<std::pair<int64_t, int64_t>> ranges;
  bool ranged = false;
};

Result<int64_t> TakeDim(Lexer& lexer) {
  Token token = lexer.peek();
  OPDK_TRY(int64_t value, ToInteger<int64_t>(lexer, token));
  if (value < 0) return lexer.ErrorAt(token, "a dimension can't be negative; write ? for an unknown one");
  OPDK_TRY(lexer.Advance());
  return value;
}

// Reads dimensions from '[' to ']'.
Result<Dims> ParseDims(Lexer& lexer) {
  OPDK_TRY(Expect(lexer, "["));
  Dims result;
  if (lexer.peek().Is("*")) {
    OPDK_TRY(lexer.Advance());
    OPDK_TRY(Expect(lexer, "]"));
    result.dims = {ge::UNKNOWN_DIM_NUM};
    return result;
  }
  while (!lexer.peek().Is("]")) {
    if (!result.dims.empty()) OPDK_TRY(Expect(lexer, ","));
    if (lexer.peek().Is("?")) {
      OPDK_TRY(lexer.Advance());
      result.dims.push_back(ge::UNKNOWN_DIM);
      result.ranges.emplace_back(0, -1);
      continue;
    }
    OPDK_TRY(int64_t low, TakeDim(lexer));
    int64_t high = low;
    if (lexer.peek().Is("..")) {
      OPDK_TRY(lexer.Advance());
      high = -1;
      if (lexer.peek().kind == Kind::kInteger) {
        OPDK_TRY(high, TakeDim(lexer));
      }
      result.ranged = true;
      result.dims.push_back(ge::UNKNOWN_DIM);
    } else {
      result.dims.push_back(low);
    }
    result.ranges.emplace_back(low, high);
  }
  OPDK_TRY(Expect(lexer, "]"));
  return result;
}

// Reads "@NCHW", "@FRACTAL_Z:2", "@67108867", or nothing (ND).
Result<ge::Format> ParseFormat(Lexer& lexer) {
  if (!lexer.peek().Is("@")) return ge::FORMAT_ND;
  OPDK_TRY(lexer.Advance());
  Token token = lexer.peek();
  OPDK_TRY(lexer.Advance());
  if (token.kind == Kind::kInteger) {
    OPDK_TRY(int32_t value, ToInteger<int32_t>(lexer, token));
    return static_cast<ge::Format>(value);
  }
  std::string name = token.value;
  if (lexer.peek().Is(":")) {
    OPDK_TRY(lexer.Advance());
    name += ":" + lexer.peek().value;
    OPDK_TRY(lexer.Advance());
  }
  ge::Format format = ge::TypeUtils::SerialStringToFormat(name);
  if (token.kind != Kind::kName || ge::TypeUtils::FormatToSerialString(format) != name) {
    return lexer.ErrorAt(token, fmt::format("{} is not a format", token.Describe()));
  }
  return format;
}

// Reads the rest of a description whose `dtype` has been read.
Result<ge::TensorDesc> ParseDescAfterDtype(Lexer& lexer, ge::DataType dtype) {
  OPDK_TRY(Dims dims, ParseDims(lexer));
  OPDK_TRY(ge::Format format, ParseFormat(lexer));
  ge::TensorDesc desc(ge::Shape(dims.dims), format, dtype);
  if (dims.ranged && desc.SetShapeRange(dims.ranges) != ge::GRAPH_SUCCESS) {
    return lexer.ErrorAt(lexer.peek(), "the range of a dimension is not one");
  }
  desc.SetOriginShape(ge::Shape(dims.dims));
  desc.SetOriginFormat(format);
  if (lexer.peek().IsName("of")) {
    OPDK_TRY(lexer.Advance());
    OPDK_TRY(Dims origin, ParseDims(lexer));
    OPDK_TRY(ge::Format origin_format, ParseFormat(lexer));
    desc.SetOriginShape(ge::Shape(origin.dims));
    desc.SetOriginFormat(origin_format);
  }
  return desc;
}

Result<ge::DataType> TakeDtype(Lexer& lexer) {
  Token token = lexer.peek();
  ge::DataType dtype = ge::DT_UNDEFINED;
  if (token.kind != Kind::kName || !ParseDtypeName(token.value, dtype)) {
    return lexer.ErrorAt(token, fmt::format("expected a type such as float[1,3], found {}", token.Describe()));
  }
  OPDK_TRY(lexer.Advance());
  return dtype;
}

// Values inside of so many others are refused: their readers call each other.
constexpr int kDeepest = 100;  // as in protobuf's bytes

// Reads a value that stands inside of `depth` others.
Result<Attr> ParseInner(Lexer& lexer, int depth);
Result<AttrMap> ParseInnerMap(Lexer& lexer, int depth);

Result<Attr> ParseNamedAttrs(Lexer& lexer, int depth) {
  OPDK_TRY(Expect(lexer, "&"));
  auto named = std::make_shared<NamedAttrs>();
  OPDK_TRY(named->name, ParseName(lexer, "a name"));
  OPDK_TRY(named->attrs, ParseInnerMap(lexer, depth + 1));
  return Attr(std::move(named));
}

// Reads the rest of an empty list, which names its kind: [:float]. [] is a list of integers.
Result<Attr> ParseEmptyList(Lexer& lexer) {
  if (lexer.peek().Is("]")) {
    OPDK_TRY(lexer.Advance());
    return Attr(std::vector<int64_t>());
  }
  OPDK_TRY(Expect(lexer, ":"));
  Token kind = lexer.peek();
  OPDK_TRY(lexer.Advance());
  OPDK_TRY(Expect(lexer, "]"));
  if (kind.IsName("int")) return Attr(std::vector<int64_t>());
  if (kind.IsName("float")) return Attr(std::vector<float>());
  if (kind.IsName("bool")) return Attr(std::vector<bool>());
  if (kind.IsName("string")) return Attr(std::vector<std::string>());
  if (kind.IsName("dtype")) return Attr(std::vector<ge::DataType>());
  if (kind.IsName("tensor")) return Attr(std::vector<ge::Tensor>());
  if (kind.IsName("list")) return Attr(std::vector<std::vector<int64_t>>());
  if (kind.IsName("attrs")) return Attr(std::vector<std::shared_ptr<NamedAttrs>>());
  return lexer.ErrorAt(kind, "expected int, float, bool, string, dtype, tensor, list or attrs");
}

template <typename T>
bool TakeList(std::vector<Attr>& items, Attr& list) {
  std::vector<T> values;
  for (Attr& item : items) {
    if (!std::holds_alternative<T>(item)) return false;
    values.push_back(std::move(std::get<T>(item)));
  }
  list = std::move(values);
  return true;
}

Result<Attr> ParseList(Lexer& lexer, int depth) {
  Token open = lexer.peek();
  OPDK_TRY(Expect(lexer, "["));
  if (lexer.peek().Is("]") || lexer.peek().Is(":")) return ParseEmptyList(lexer);
  std::vector<Attr> items;
  bool floats = false;
  while (!lexer.peek().Is("]")) {
    if (!items.empty()) OPDK_TRY(Expect(lexer, ","));
    OPDK_TRY(Attr item, ParseInner(lexer, depth + 1));
    floats = floats || std::holds_alternative<float>(item);
    items.push_back(std::move(item));
  }
  OPDK_TRY(lexer.Advance());
  for (Attr& item : items) {
    // [0, 0.5] is a list of floats.
    if (floats && std::holds_alternative<int64_t>(item)) item = static_cast<float>(std::get<int64_t>(item));
  }
  Attr list;
  // The order of the attempts is free: all items have one type, and TakeList takes nothing if the first item has
  // another type.
  if (TakeList<int64_t>(items, list) || TakeList<float>(items, list) || TakeList<bool>(items, list) ||
      TakeList<std::string>(items, list) || TakeList<ge::DataType>(items, list) || TakeList<ge::Tensor>(items, list) ||
      TakeList<std::vector<int64_t>>(items, list) || TakeList<std::shared_ptr<NamedAttrs>>(items, list)) {
    return list;
  }
  return lexer.ErrorAt(open, "the items of a list must have one type");
}

}  // namespace

Status Expect(Lexer& lexer, std::string_view symbol) {
  const Token& token = lexer.peek();
  if (!token.Is(symbol)) {
    return lexer.ErrorAt(token, fmt::format("expected '{}', found {}", symbol, token.Describe()));
  }
  return lexer.Advance();
}

Result<std::string> ParseName(Lexer& lexer, std::string_view what) {
  Token token = lexer.peek();
  if (token.kind != Kind::kName && token.kind != Kind::kString) {
    return lexer.ErrorAt(token, fmt::format("expected {}, found {}", what, token.Describe()));
  }
  OPDK_TRY(lexer.Advance());
  return token.value;
}

Result<ge::TensorDesc> ParseDesc(Lexer& lexer) {
  if (lexer.peek().IsName("_")) {
    OPDK_TRY(lexer.Advance());
    return ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_UNDEFINED);
  }
  OPDK_TRY(ge::DataType dtype, TakeDtype(lexer));
  return ParseDescAfterDtype(lexer, dtype);
}

namespace {

Result<Attr> ParseInner(Lexer& lexer, int depth) {
  Token token = lexer.peek();
  if (depth > kDeepest) return lexer.ErrorAt(token, "values are nested too deeply");
  if (token.kind == Kind::kString) {
    OPDK_TRY(lexer.Advance());
    return Attr(token.value);
  }
  if (token.kind == Kind::kInteger) {
    OPDK_TRY(int64_t value, ToInteger<int64_t>(lexer, token));
    OPDK_TRY(lexer.Advance());
    return Attr(value);
  }
  if (token.kind == Kind::kFloat || token.Is("-") || token.IsName("inf") || token.IsName("nan")) {
    OPDK_TRY(float value, TakeFloat<float>(lexer));
    return Attr(value);
  }
  if (token.Is("[")) return ParseList(lexer, depth);
  if (token.Is("&")) return ParseNamedAttrs(lexer, depth);
  if (token.IsName("true") || token.IsName("false") || token.IsName("none")) {
    OPDK_TRY(lexer.Advance());
    return token.IsName("none") ? Attr() : Attr(token.IsName("true"));
  }
  if (token.IsName("hex")) {
    OPDK_TRY(lexer.Advance());
    OPDK_TRY(auto bytes, TakeHex(lexer));
    return Attr(std::move(bytes));
  }
  if (token.IsName("_")) {
    OPDK_TRY(ge::TensorDesc desc, ParseDesc(lexer));
    OPDK_TRY(ge::Tensor tensor, ParseTensorData(lexer, desc));
    return Attr(std::move(tensor));
  }
  ge::DataType dtype = ge::DT_UNDEFINED;
  if (token.kind == Kind::kName && ParseDtypeName(token.value, dtype)) {
    OPDK_TRY(lexer.Advance());
    if (!lexer.peek().Is("[")) return Attr(dtype);
    OPDK_TRY(ge::TensorDesc desc, ParseDescAfterDtype(lexer, dtype));
    OPDK_TRY(ge::Tensor tensor, ParseTensorData(lexer, desc));
    return Attr(std::move(tensor));
  }
  return lexer.ErrorAt(token, fmt::format("expected an attribute's value, found {}", token.Describe()))
      .Hint("strings stand in quotes");
}

Result<AttrMap> ParseInnerMap(Lexer& lexer, int depth) {
  OPDK_TRY(Expect(lexer, "{"));
  AttrMap attrs;
  while (!lexer.peek().Is("}")) {
    if (!attrs.empty()) OPDK_TRY(Expect(lexer, ","));
    Token at = lexer.peek();
    OPDK_TRY(std::string name, ParseName(lexer, "an attribute's name"));
    OPDK_TRY(Expect(lexer, ":"));
    OPDK_TRY(Attr value, ParseInner(lexer, depth));
    if (!attrs.emplace(name, std::move(value)).second) {
      return lexer.ErrorAt(at, fmt::format("attribute {} is set twice", name));
    }
  }
  OPDK_TRY(lexer.Advance());
  return attrs;
}

}  // namespace

Result<Attr> ParseAttr(Lexer& lexer) { return ParseInner(lexer, 0); }

Result<AttrMap> ParseAttrMap(Lexer& lexer) { return ParseInnerMap(lexer, 0); }

}  // namespace opdk::text
