// Caffe's text form of networks, without a schema: layers that nobody knows keep their parameters, too.
#pragma once

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
};

// The fields of a file, in one without a name. E2001 with line and column.
Result<Field> ReadNetText(const std::string& text);

}  // namespace opdk::caffe_plugin
