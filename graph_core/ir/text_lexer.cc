#include "graph_core/ir/text_lexer.h"

#include <fmt/format.h>

#include <algorithm>

#include "opdk/safe_text.h"

namespace opdk::text {

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNodeChar(char c) { return IsLetter(c) || IsDigit(c) || c == '.' || c == '/' || c == '-'; }

int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string Token::Describe() const {
  switch (kind) {
    case Kind::kEnd:
      return "the end of the text";
    case Kind::kString:
      return Quote(value);
    case Kind::kNode:
      return IsBareNode(value) ? "%" + value : "%" + Quote(value);
    default:
      return "'" + value + "'";
  }
}

bool IsBareNode(std::string_view name) {
  // "//" begins a comment.
  return !name.empty() && std::all_of(name.begin(), name.end(), IsNodeChar) &&
         name.find("//") == std::string_view::npos;
}

bool IsBareName(std::string_view name) {
  return !name.empty() && IsLetter(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) { return IsLetter(c) || IsDigit(c); });
}

std::string Quote(std::string_view text) {
  std::string quoted = "\"";
  // Text with control bytes, or with characters that turn the direction of text, is written with all non-ASCII bytes
  // escaped.
  const bool ascii = SafeLine(text) != text;
  for (char c : text) {
    switch (c) {
      case '"':
        quoted += "\\\"";
        break;
      case '\\':
        quoted += "\\\\";
        break;
      case '\n':
        quoted += "\\n";
        break;
      case '\t':
        quoted += "\\t";
        break;
      case '\r':
        quoted += "\\r";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || (ascii && static_cast<unsigned char>(c) >= 0x80)) {
          quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
          quoted += c;
        }
    }
  }
  return quoted + "\"";
}

void Lexer::Skip(size_t count) {
  for (; count > 0 && position_ < text_.size(); --count, ++position_) {
    if (text_[position_] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
  }
}

Status Lexer::ErrorAt(const Token& token, std::string message) const {
  return Status(ErrorCode::kGraphInvalid, std::move(message))
      .At(fmt::format("{}:{}:{}", source_name_, token.line, token.column));
}

Status Lexer::ReadString(std::string& value) {
  Skip(1);
  while (At(0) != '"') {
    if (position_ >= text_.size() || At(0) == '\n') return ErrorAt(token_, "a string has no closing quote on its line");
    if (At(0) != '\\') {
      value += At(0);
      Skip(1);
      continue;
    }
    Token here = token_;
    here.line = line_;
    here.column = column_;
    char escape = At(1);
    size_t length = 2;
    if (escape == 'n') {
      value += '\n';
    } else if (escape == 't') {
      value += '\t';
    } else if (escape == 'r') {
      value += '\r';
    } else if (escape == '"' || escape == '\\') {
      value += escape;
    } else if (escape == 'x' && HexDigit(At(2)) >= 0 && HexDigit(At(3)) >= 0) {
      value += static_cast<char>(HexDigit(At(2)) * 16 + HexDigit(At(3)));
      length = 4;
    } else {
      return ErrorAt(here, R"(an unknown escape; known are \" \\ \n \t \r \xNN)");
    }
    Skip(length);
  }
  Skip(1);
  return {};
}

Status Lexer::ReadNode() {
  Skip(1);
  if (At(0) == '"') return ReadString(token_.value);
  while (IsNodeChar(At(0)) && !(At(0) == '/' && At(1) == '/')) {
    token_.value += At(0);
    Skip(1);
  }
  if (token_.value.empty()) return ErrorAt(token_, "a node name must follow '%'");
  return {};
}

void Lexer::ReadNumber() {
  size_t length = At(0) == '-' ? 1 : 0;
  bool fraction = false;
  while (IsDigit(At(length))) ++length;
  if (At(length) == '.' && At(length + 1) != '.') {
    fraction = true;
    ++length;
    while (IsDigit(At(length))) ++length;
  }
  if (At(length) == 'e' || At(length) == 'E') {
    size_t exponent = length + ((At(length + 1) == '-' || At(length + 1) == '+') ? 2 : 1);
    if (IsDigit(At(exponent))) {
      fraction = true;
      length = exponent;
      while (IsDigit(At(length))) ++length;
    }
  }
  token_.kind = fraction ? Kind::kFloat : Kind::kInteger;
  token_.value = text_.substr(position_, length);
  Skip(length);
}

Status Lexer::Advance() {
  while (true) {
    char c = At(0);
    if (position_ < text_.size() && (c == ' ' || c == '\t' || c == '\n' || c == '\r')) {
      Skip(1);
    } else if (c == '/' && At(1) == '/') {
      while (position_ < text_.size() && At(0) != '\n') Skip(1);
    } else {
      break;
    }
  }
  token_ = {Kind::kEnd, "", line_, column_};
  if (position_ >= text_.size()) return {};
  char c = At(0);
  if (c == '%') {
    token_.kind = Kind::kNode;
    return ReadNode();
  }
  if (c == '"') {
    token_.kind = Kind::kString;
    return ReadString(token_.value);
  }
  if (IsDigit(c) || (c == '-' && IsDigit(At(1)))) {
    ReadNumber();
    return {};
  }
  if (IsLetter(c)) {
    token_.kind = Kind::kName;
    while (IsLetter(At(0)) || IsDigit(At(0))) {
      token_.value += At(0);
      Skip(1);
    }
    return {};
  }
  token_.kind = Kind::kSymbol;
  if (c == '.' && At(1) == '.') {
    token_.value = At(2) == '.' ? "..." : "..";
  } else if (std::string_view("{}()[]:,=@&?*-").find(c) != std::string_view::npos) {
    token_.value = c;
  } else {
    return ErrorAt(token_, static_cast<unsigned char>(c) < 0x80 && c >= 0x20
                               ? fmt::format("unexpected character '{}'", c)
                               : fmt::format("unexpected byte 0x{:02x}", static_cast<unsigned char>(c)));
  }
  Skip(token_.value.size());
  return {};
}

}  // namespace opdk::text
