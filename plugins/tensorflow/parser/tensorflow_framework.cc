#include "plugins/tensorflow/parser/tensorflow_framework.h"

#include <vector>

#include "plugins/tensorflow/parser/tensorflow.pb.h"

namespace opdk::tensorflow_plugin {
namespace {

using tensorflow::AttrValue;
using tensorflow::NodeDef;

// Sets the attribute's value. Other types keep their value, because nothing changes them.
void SetValue(AttrValue& attribute, const Attr& value) {
  if (const auto* real = std::get_if<float>(&value)) attribute.set_f(*real);
  if (const auto* number = std::get_if<int64_t>(&value)) attribute.set_i(*number);
  if (const auto* flag = std::get_if<bool>(&value)) attribute.set_b(*flag);
  if (const auto* text = std::get_if<std::string>(&value)) attribute.set_s(*text);
  if (!attribute.has_list()) return;
  if (const auto* reals = std::get_if<std::vector<float>>(&value)) {
    attribute.mutable_list()->mutable_f()->Assign(reals->begin(), reals->end());
  }
  if (const auto* numbers = std::get_if<std::vector<int64_t>>(&value)) {
    attribute.mutable_list()->mutable_i()->Assign(numbers->begin(), numbers->end());
  }
}

class TensorFlow : public importer::Framework {
 public:
  domi::FrameworkType type() const override { return domi::TENSORFLOW; }

  std::unique_ptr<google::protobuf::Message> MessageWith(const importer::SourceNode& node) const override {
    if (node.message == nullptr) return nullptr;
    auto copy = std::make_unique<NodeDef>(static_cast<const NodeDef&>(*node.message));
    std::vector<std::string> gone;
    for (auto& [name, attribute] : *copy->mutable_attr()) {
      const auto found = node.attributes.find(name);
      if (found == node.attributes.end()) {
        gone.push_back(name);
      } else {
        SetValue(attribute, found->second);
      }
    }
    for (const std::string& name : gone) copy->mutable_attr()->erase(name);
    return copy;
  }

  // Returns whether an attribute says nothing new: types of values, numbers of them, and notes of passes and devices,
  // which begin with an underscore.
  bool Implies(const std::string& name, const Attr& value) const override {
    return std::holds_alternative<ge::DataType>(value) || std::holds_alternative<std::vector<ge::DataType>>(value) ||
           name == "N" || name.starts_with('_');
  }
};

}  // namespace

const importer::Framework& TensorFlowFramework() {
  static const TensorFlow framework;
  return framework;
}

}  // namespace opdk::tensorflow_plugin
