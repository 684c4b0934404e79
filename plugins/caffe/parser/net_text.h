// Caffe's text form of networks, read without a schema, so that unknown layers keep their parameters.
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
  bool quoted = false;  // a text in quotes; enumerators have none

  bool IsMessage() const { return std::holds_alternative<std::monostate>(value); }
  // Returns the first field of that name. nullptr: there is none.
  const Field* Find(const std::string& field) const;
  // Returns the text of the field `field`, or `fallback` where it is absent.
  std::string TextOf(const std::string& field, const std::string& fallback = "") const;
  std::vector<std::string> TextsOf(const std::string& field) const;
  std::vector<int64_t> IntsOf(const std::string& field) const;
  // Returns the name of the field's enumerator, from the text or by its number. "": `names` has no such number.
  std::string NameOf(const std::string& field, std::span<const char* const> names) const;
};

// Returns the value as a network's text writes it, for messages.
std::string ValueText(const Attr& value);
// Returns the field's value as a network's text writes it, for messages.
std::string Shown(const Field& field);
// Returns the truth value that 0, 1 or a truth value stands for. Texts in quotes stand for none.
std::optional<bool> TruthOf(const Attr& value);

// A field that a message may have.
enum class FieldKind { kText, kInteger, kNumber, kTruth, kName, kMessage };
struct KnownField {
  const char* name;
  FieldKind kind;
};
// Checks the fields of `message`, which the text calls `title`. Messages whose names end with `open` are allowed.
// E2009: another field isn't among `known`, or has a value of another kind.
Status CheckFields(const Field& message, std::span<const KnownField> known, const std::string& title,
                   const std::string& open = "");

// Returns the fields of a file, as the fields of a message without a name. E2001 with line and column.
Result<Field> ReadNetText(const std::string& text);

}  // namespace opdk::caffe_plugin
