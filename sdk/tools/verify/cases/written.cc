#include "sdk/tools/verify/cases/written.h"

#include <algorithm>

#include "sdk/tools/verify/cases/flow_text.h"

namespace opdk::verify {
namespace {

// Returns a handle of its own for each value. Nodes are handles, and assigning to a shared one would change other
// values.
std::shared_ptr<const YAML::Node> Held(const YAML::Node& node) {
  return node.IsDefined() ? std::make_shared<const YAML::Node>(node) : nullptr;
}

}  // namespace

Written::Written(const YAML::Node& node) : node_(Held(node)) {}

Written::Written(const std::string& scalar) : node_(std::make_shared<const YAML::Node>(scalar)) {}

Written Written::List(const std::vector<std::string>& scalars) {
  YAML::Node list(YAML::NodeType::Sequence);
  for (const std::string& scalar : scalars) list.push_back(scalar);
  return Written(list);
}

Written Written::List(const std::vector<int64_t>& numbers) {
  std::vector<std::string> scalars;
  scalars.reserve(numbers.size());
  for (const int64_t number : numbers) scalars.push_back(std::to_string(number));
  return List(scalars);
}

Written Written::Entry(const std::string& key, const Written& value) {
  YAML::Node map(YAML::NodeType::Map);
  map[key] = value.node();
  return Written(map);
}

const YAML::Node& Written::node() const {
  static const YAML::Node nothing(YAML::NodeType::Undefined);
  return node_ ? *node_ : nothing;
}

std::vector<std::string> Written::Scalars() const {
  std::vector<std::string> scalars;
  if (!node().IsSequence()) return scalars;
  for (const YAML::Node& item : node()) {
    if (!item.IsScalar()) return {};
    scalars.push_back(item.Scalar());
  }
  return scalars;
}

std::string Written::Text() const { return node_ ? FlowText(*node_) : ""; }

YamlReader ReaderAt(const YamlReader& reader, const WrittenPlace& place) {
  return place.mark.is_null() ? reader : reader.WithFallback(place.mark);
}

Status ErrorAt(const YamlReader& reader, const WrittenPlace& place, std::string message) {
  return ReaderAt(reader, place).Error(YAML::Node(), std::move(message));
}

Status UnknownAt(const YamlReader& reader, const WrittenPlace& place, const std::string& what, const std::string& name,
                 const std::vector<std::string>& known) {
  return ReaderAt(reader, place).Unknown(YAML::Node(), what, name, known);
}

TensorValues TensorValues::In(const YAML::Node& mapping) {
  return {Written(mapping["data"]), Written(mapping["fill"]),    Written(mapping["random"]),
          Written(mapping["edge"]), Written(mapping["special"]), Written(mapping["file"])};
}

std::vector<std::pair<const char*, const Written*>> TensorValues::Entries() const {
  std::vector<std::pair<const char*, const Written*>> entries = {
      {"data", &data}, {"fill", &fill}, {"random", &random}, {"edge", &edge}, {"special", &special}, {"file", &file}};
  std::erase_if(entries, [](const auto& entry) { return !*entry.second; });
  return entries;
}

const WrittenPort* WrittenPorts::Find(const std::string& name, size_t index) const {
  if (by_place) return index < ports.size() ? &ports[index] : nullptr;
  const auto found =
      std::find_if(ports.begin(), ports.end(), [&](const WrittenPort& port) { return port.name.text == name; });
  return found == ports.end() ? nullptr : &*found;
}

}  // namespace opdk::verify
