// The parts of a case as its file has them, before the dtype and the operator's prototype give them a meaning.
#pragma once

#include <yaml-cpp/yaml.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/types.h"
#include "graph_core/base/yaml_reading.h"

namespace opdk::verify {

// A value in its written form. Its meaning depends on a dtype or on the prototype. It never changes; copies share it.
class Written {
 public:
  Written() = default;  // nothing is written
  explicit Written(const YAML::Node& node);
  explicit Written(const std::string& scalar);
  explicit Written(int64_t scalar) : Written(std::to_string(scalar)) {}
  static Written List(const std::vector<std::string>& scalars);
  static Written List(const std::vector<int64_t>& numbers);
  // Returns "uniform: [0, 3]".
  static Written Entry(const std::string& key, const Written& value);

  explicit operator bool() const { return node_ != nullptr; }
  // Returns the value; undefined if nothing is written.
  const YAML::Node& node() const;
  // Returns the scalars of a list of scalars; empty for any other value.
  std::vector<std::string> Scalars() const;
  // Returns the value on one line.
  std::string Text() const;
  bool operator==(const Written& other) const { return Text() == other.Text(); }

 private:
  std::shared_ptr<const YAML::Node> node_;
};

// A place in a file. Places are always equal, so equal values at different places are equal.
struct WrittenPlace {
  YAML::Mark mark = YAML::Mark::null_mark();
  bool operator==(const WrittenPlace&) const { return true; }
};

// Returns a reader whose messages name this place.
YamlReader ReaderAt(const YamlReader& reader, const WrittenPlace& place);
Status ErrorAt(const YamlReader& reader, const WrittenPlace& place, std::string message);
Status UnknownAt(const YamlReader& reader, const WrittenPlace& place, const std::string& what, const std::string& name,
                 const std::vector<std::string>& known);

struct WrittenName {
  std::string text;
  WrittenPlace place = {};
  bool operator==(const WrittenName&) const = default;
};

struct TensorLayout {
  std::optional<ge::Format> format, origin_format;
  std::optional<std::vector<int64_t>> origin_shape;
  bool operator==(const TensorLayout&) const = default;
  bool empty() const { return *this == TensorLayout(); }
};

// At most one of data, fill, random, edge and file; special over random or edge.
struct TensorValues {
  Written data, fill, random, edge, special, file;
  // Reads the keys of a mapping that may have other keys, too.
  static TensorValues In(const YAML::Node& mapping);
  bool operator==(const TensorValues&) const = default;

  // Returns the written values by their keys.
  std::vector<std::pair<const char*, const Written*>> Entries() const;
  bool empty() const { return Entries().empty(); }
};

struct WrittenTensor {
  WrittenPlace place = {};
  std::optional<ge::DataType> dtype;
  std::optional<std::vector<int64_t>> shape;
  TensorLayout layout;
  TensorValues values;
  bool fixed = false;  // derived cases keep values and shape
  bool operator==(const WrittenTensor&) const = default;
};

// The tensors of one port: one, or the entries of a dynamic port.
struct WrittenPort {
  WrittenName name;     // "" if ports are listed in the prototype's order
  bool listed = false;  // a list of tensors, of a dynamic port
  WrittenPlace place = {};
  std::vector<WrittenTensor> tensors;
  bool operator==(const WrittenPort&) const = default;
};

struct WrittenPorts {
  bool by_place = false;  // listed in the prototype's order
  WrittenPlace place = {};
  std::vector<WrittenPort> ports;
  bool operator==(const WrittenPorts&) const = default;

  // Returns the entry for the prototype's port of this name, the port number `index`; nullptr if there is none.
  const WrittenPort* Find(const std::string& name, size_t index) const;
};

struct WrittenAttr {
  WrittenName name;
  Written value;
  bool operator==(const WrittenAttr&) const = default;
};

// `golden: expression`, `golden: {python: ref.py:f}`. A valid case has one source.
struct WrittenGolden {
  struct Source {
    WrittenName name;
    WrittenName file;
    bool operator==(const Source&) const = default;
  };
  bool has_files = false;
  std::vector<Source> sources;
  WrittenPlace place = {};
  bool operator==(const WrittenGolden&) const = default;
};

struct WrittenTolerance {
  std::optional<double> rtol, atol;
  WrittenPlace place = {};
  bool operator==(const WrittenTolerance&) const = default;
};

// A metamorphic relation (relations.h).
struct Relation {
  std::string kind;                // "commutative"
  std::vector<WrittenName> ports;  // the inputs that the relation names
  std::optional<int64_t> axis;
  bool operator==(const Relation&) const = default;
};

}  // namespace opdk::verify
