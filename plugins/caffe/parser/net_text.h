// Caffe's text form of networks, without a schema: layers that nobody knows keep their parameters, too.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk::caffe_plugin {

// "name: value" or "name { fields }". A value is an Int, a Float, a Bool, or a String (names of enumerations, too).
struct Field {
  std::string name;
  Attr value;                 // monostate: it has fields
  std::vector<Field> fields;  // in the order of the text
  int line = 0;

  bool IsMessage() const { return std::holds_alternative<std::monostate>(value); }
  // The first field of that name; nullptr: none.
  const Field* Find(const std::string& field) const;
  // Its text, or `fallback`.
  std::string TextOf(const std::string& field, const std::string& fallback = "") const;
  std::vector<std::string> TextsOf(const std::string& field) const;
  std::vector<int64_t> IntsOf(const std::string& field) const;
  // The name of its enumerator: as the text has it, or by its number, "" where `names` has no such number.
  std::string NameOf(const std::string& field, std::span<const char* const> names) const;
};

// The value as a text has it, for messages.
std::string ValueText(const Attr& value);
// Reads a truth value: 0, 1, t, f, true, false, True or False. Returns nothing for another text.
std::optional<bool> TruthOf(const Attr& value);

// A field that a message may have.
enum class FieldKind { kText, kInteger, kNumber, kTruth, kName, kMessage };
struct KnownField {
  const char* name;
  FieldKind kind;
};
// E2009 for a field of `message`, called `title` in the text, that isn't among `known` or has a value of another kind.
// Messages whose names end with `open` may be there beside them.
Status CheckFields(const Field& message, std::span<const KnownField> known, const std::string& title,
                   const std::string& open = "");

// The fields of a file, in one without a name. E2001 with line and column.
Result<Field> ReadNetText(const std::string& text);

}  // namespace opdk::caffe_plugin
