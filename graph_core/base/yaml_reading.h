// Reading YAML so that every mistake is located: file:line:column, the key, and "did you mean".
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opdk/status.h"

namespace opdk {

// A YAML document and the name it has in messages. Its functions return errors of `code` located at the node.
class YamlReader {
 public:
  explicit YamlReader(std::string path, ErrorCode code = ErrorCode::kOpInfoInvalid)
      : path_(std::move(path)), code_(code) {}

  // Returns a reader for nodes that a program made and no file holds: places name `mark` instead.
  YamlReader WithFallback(const YAML::Mark& mark) const {
    YamlReader reader = *this;
    reader.fallback_ = mark;
    return reader;
  }

  // Returns the document's root. A syntax error is located where the YAML parser stopped.
  Result<YAML::Node> Parse(std::string_view text) const;

  std::string Place(const YAML::Mark& mark) const;
  Status Error(const YAML::Node& node, std::string message) const;
  // Makes the error "unknown <what> '<name>'; did you mean 'x'?". If no known name is near, it lists the known names.
  Status Unknown(const YAML::Node& node, std::string_view what, const std::string& name,
                 const std::vector<std::string>& known) const;

  // The entries of a mapping in file order. Map refuses a key that occurs twice and, if `known` is not empty, a key
  // that isn't listed there. `what` names the mapping: "section ai_core".
  using Entries = std::vector<std::pair<YAML::Node, YAML::Node>>;
  Result<Entries> Map(const YAML::Node& node, std::string_view what, const std::vector<std::string>& known = {}) const;

  Result<std::string> Text(const YAML::Node& node, std::string_view what) const;
  Result<bool> Bool(const YAML::Node& node, std::string_view what) const;
  Result<int64_t> Int(const YAML::Node& node, std::string_view what) const;
  Result<double> Float(const YAML::Node& node, std::string_view what) const;
  // Returns the entries of a list. A single value stands for a list of one.
  Result<std::vector<YAML::Node>> List(const YAML::Node& node, std::string_view what) const;

 private:
  std::string path_;
  ErrorCode code_;
  YAML::Mark fallback_ = YAML::Mark::null_mark();
};

}  // namespace opdk
