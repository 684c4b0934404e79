#include "plugins/caffe/parser/net_text.h"

#include <fmt/format.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "plugins/importer/text_errors.h"

namespace opdk::caffe_plugin {
namespace {

using google::protobuf::io::Tokenizer;

constexpr int kMaxDepth = 32;
// Most fields: ten times the number in the largest networks. A field takes a hundred times the bytes of its text.
constexpr size_t kMostFields = size_t{1} << 20;

// Returns the truth value that a word without quotes stands for.
std::optional<bool> TruthOfWord(const std::string& word) {
  if (word == "true" || word == "True" || word == "t") return true;
  return word == "false" || word == "False" || word == "f" ? std::optional(false) : std::nullopt;
}

class Reader {
 public:
  explicit Reader(const std::string& text)
      : stream_(text.data(), static_cast<int>(text.size())), tokenizer_(&stream_, &errors_) {
    tokenizer_.set_comment_style(Tokenizer::SH_COMMENT_STYLE);
    tokenizer_.set_allow_f_after_float(true);
    tokenizer_.set_require_space_after_number(false);
    tokenizer_.Next();
  }

  Result<Field> Read() {
    Field file;
    OPDK_TRY(ReadFields(file, 0));
    if (!errors_.text().empty()) return Broken();
    return file;
  }

 private:
  Status Broken() const {
    return Status(ErrorCode::kModelInvalid, fmt::format("not a network in Caffe's text form: {}", errors_.text()));
  }
  Status Refuse(const std::string& what) {
    errors_.AddError(tokenizer_.current().line, tokenizer_.current().column, what);
    return Broken();
  }
  bool At(const char* symbol) { return tokenizer_.current().text == symbol; }
  bool Take(const char* symbol) {
    if (!At(symbol)) return false;
    tokenizer_.Next();
    return true;
  }

  Status ReadFields(Field& into, int depth) {
    if (depth > kMaxDepth) return Refuse("fields are nested too deep");
    while (tokenizer_.current().type != Tokenizer::TYPE_END && !At("}") && !At(">")) {
      if (tokenizer_.current().type != Tokenizer::TYPE_IDENTIFIER) {
        return Refuse(fmt::format("'{}' stands where a field's name should", tokenizer_.current().text));
      }
      if (++fields_ > kMostFields) return Refuse(fmt::format("the network has more than {} fields", kMostFields));
      const std::string name = tokenizer_.current().text;
      const int line = tokenizer_.current().line + 1;
      tokenizer_.Next();
      const bool colon = Take(":");
      if (colon && Take("[")) {
        while (!Take("]")) {
          if (++fields_ > kMostFields) return Refuse(fmt::format("the network has more than {} fields", kMostFields));
          OPDK_TRY(into.fields.emplace_back(), Single(name, line));
          Take(",");
        }
      } else if (Take("{") || Take("<")) {
        Field field{name, {}, {}, line};
        OPDK_TRY(ReadFields(field, depth + 1));
        if (!Take("}") && !Take(">")) return Refuse(fmt::format("'{}' isn't closed", name));
        into.fields.push_back(std::move(field));
      } else if (colon) {
        OPDK_TRY(into.fields.emplace_back(), Single(name, line));
      } else {
        return Refuse(fmt::format("'{}' has neither a value nor fields", name));
      }
      if (!Take(";")) Take(",");
    }
    if (depth == 0 && tokenizer_.current().type != Tokenizer::TYPE_END) return Refuse("a bracket closes nothing");
    return {};
  }

  Result<Field> Single(const std::string& name, int line) {
    Field field{name, {}, {}, line};
    field.quoted = tokenizer_.current().type == Tokenizer::TYPE_STRING;
    OPDK_TRY(field.value, Value());
    return field;
  }

  Result<Attr> Value() {
    const bool negative = Take("-");
    const Tokenizer::Token token = tokenizer_.current();
    const auto done = [this](Attr value) {
      tokenizer_.Next();
      return Result<Attr>(std::move(value));
    };
    if (token.type == Tokenizer::TYPE_INTEGER) {
      uint64_t number = 0;
      if (!Tokenizer::ParseInteger(token.text, std::numeric_limits<int64_t>::max(), &number)) {
        return Refuse(fmt::format("'{}' is no number that fits", token.text));
      }
      const auto value = static_cast<int64_t>(number);
      return done(negative ? -value : value);
    }
    if (token.type == Tokenizer::TYPE_FLOAT) {
      const auto value = static_cast<float>(Tokenizer::ParseFloat(token.text));
      return done(negative ? -value : value);
    }
    if (token.text == "inf" || token.text == "nan") {
      const float value =
          token.text == "inf" ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
      return done(negative ? -value : value);
    }
    if (negative) return Refuse("no number follows '-'");
    if (token.type == Tokenizer::TYPE_STRING) {
      std::string text;
      while (tokenizer_.current().type == Tokenizer::TYPE_STRING) {
        Tokenizer::ParseStringAppend(tokenizer_.current().text, &text);
        tokenizer_.Next();
      }
      return Attr(std::move(text));
    }
    if (token.type != Tokenizer::TYPE_IDENTIFIER) return Refuse(fmt::format("'{}' is no value", token.text));
    if (const auto truth = TruthOfWord(token.text)) return done(*truth);
    return done(std::string(token.text));
  }

  importer::FirstTextError errors_;
  google::protobuf::io::ArrayInputStream stream_;
  Tokenizer tokenizer_;
  size_t fields_ = 0;
};

bool IsOfKind(const Field& field, FieldKind kind) {
  const bool whole = std::holds_alternative<int64_t>(field.value);
  const bool text = std::holds_alternative<std::string>(field.value);
  switch (kind) {
    case FieldKind::kText:
      return text && field.quoted;
    case FieldKind::kInteger:
      return whole;
    case FieldKind::kNumber:
      return whole || std::holds_alternative<float>(field.value);
    case FieldKind::kTruth:
      return TruthOf(field.value).has_value();
    case FieldKind::kName:
      return whole || (text && !field.quoted);
    case FieldKind::kMessage:
      return field.IsMessage();
  }
  return false;
}

const char* Title(FieldKind kind) {
  switch (kind) {
    case FieldKind::kText:
      return "a text in quotes";
    case FieldKind::kInteger:
      return "a whole number";
    case FieldKind::kNumber:
      return "a number";
    case FieldKind::kTruth:
      return "true or false";
    case FieldKind::kName:
      return "a name without quotes or a number";
    case FieldKind::kMessage:
      return "a message";
  }
  return "";
}

}  // namespace

const Field* Field::Find(const std::string& field) const {
  for (const Field& each : fields) {
    if (each.name == field) return &each;
  }
  return nullptr;
}

std::string Field::TextOf(const std::string& field, const std::string& fallback) const {
  const Field* found = Find(field);
  const auto* text = found == nullptr ? nullptr : std::get_if<std::string>(&found->value);
  return text == nullptr ? fallback : *text;
}

std::vector<std::string> Field::TextsOf(const std::string& field) const {
  std::vector<std::string> texts;
  for (const Field& each : fields) {
    const auto* text = std::get_if<std::string>(&each.value);
    if (each.name == field && text != nullptr) texts.push_back(*text);
  }
  return texts;
}

std::vector<int64_t> Field::IntsOf(const std::string& field) const {
  std::vector<int64_t> numbers;
  for (const Field& each : fields) {
    const auto* number = std::get_if<int64_t>(&each.value);
    if (each.name == field && number != nullptr) numbers.push_back(*number);
  }
  return numbers;
}

std::string Field::NameOf(const std::string& field, std::span<const char* const> names) const {
  const Field* found = Find(field);
  const auto* number = found == nullptr ? nullptr : std::get_if<int64_t>(&found->value);
  if (number == nullptr) return TextOf(field);
  return *number >= 0 && static_cast<size_t>(*number) < names.size() ? names[static_cast<size_t>(*number)] : "";
}

std::string Shown(const Field& field) {
  const auto* text = std::get_if<std::string>(&field.value);
  if (text == nullptr) return ValueText(field.value);
  return field.quoted ? fmt::format("\"{}\"", *text) : *text;
}

std::string ValueText(const Attr& value) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* whole = std::get_if<int64_t>(&value)) return fmt::format("{}", *whole);
  if (const auto* number = std::get_if<float>(&value)) return fmt::format("{}", *number);
  if (const auto* text = std::get_if<std::string>(&value)) return fmt::format("'{}'", *text);
  return std::holds_alternative<std::monostate>(value) ? "a message" : "a list";
}

std::optional<bool> TruthOf(const Attr& value) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth;
  if (const auto* number = std::get_if<int64_t>(&value)) {
    return *number == 0 || *number == 1 ? std::optional(*number == 1) : std::nullopt;
  }
  return std::nullopt;
}

Status CheckFields(const Field& message, std::span<const KnownField> known, const std::string& title,
                   const std::string& open) {
  for (const Field& field : message.fields) {
    if (!open.empty() && field.IsMessage() && field.name.ends_with(open)) continue;
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const KnownField& each) { return field.name == each.name; });
    if (found == known.end()) {
      std::vector<std::string> names;
      for (const KnownField& each : known) names.emplace_back(each.name);
      const std::string near = Nearest(field.name, names);
      return Status(ErrorCode::kAttrInvalid,
                    fmt::format("line {}: {} has no field '{}'{}", field.line, title, field.name,
                                near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    }
    if (IsOfKind(field, found->kind)) continue;
    return Status(ErrorCode::kAttrInvalid, fmt::format("line {}: the field '{}' of {} is {}, not {}", field.line,
                                                       field.name, title, Shown(field), Title(found->kind)));
  }
  return {};
}

Result<Field> ReadNetText(const std::string& text) { return Reader(text).Read(); }

}  // namespace opdk::caffe_plugin
