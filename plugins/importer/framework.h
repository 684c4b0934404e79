// What the importer has to know of a framework.
#pragma once

#include <google/protobuf/message.h>

#include <cstdint>
#include <memory>
#include <string>

#include "plugins/importer/source_node.h"
#include "register/register_fmk_types.h"

namespace opdk::importer {

// Stateless and thread-safe.
class Framework {
 public:
  virtual ~Framework() = default;
  virtual domi::FrameworkType type() const = 0;
  // The domain of nodes and origin types that name none.
  virtual std::string StandardDomain() const { return ""; }
  // The version of the standard domain whose form the mappings of this package take; upgrades rewrite older ones.
  virtual int64_t TargetVersion() const { return 0; }
  // What messages call a version of a domain.
  virtual std::string VersionWord() const { return "version"; }
  // A copy of `node.message` with the attributes that `node` has: fewer, or with other values, than the message.
  // nullptr: nodes have no messages.
  virtual std::unique_ptr<google::protobuf::Message> MessageWith(const SourceNode& node) const {
    static_cast<void>(node);
    return nullptr;
  }
  // Whether an attribute tells of a node's values what they tell themselves (TensorFlow's T): no mapping has to know
  // it.
  virtual bool Implies(const std::string& name, const Attr& value) const {
    static_cast<void>(name);
    static_cast<void>(value);
    return false;
  }
  // The value of an attribute, as the framework writes it, for a prototype's attribute of that type ("Bool", "ListInt"
  // …).
  virtual Attr Fitted(const std::string& type, Attr value) const {
    static_cast<void>(type);
    return value;
  }
  // Whether upgrades must look at every attribute and input of a node, because nothing has checked the model before.
  virtual bool UpgradesReadAll() const { return false; }
  // The text of all attributes that CANN's parser of this framework gives to mappings as the attribute "attribute";
  // "": it gives none.
  virtual std::string AttributeText(const SourceNode& node) const {
    static_cast<void>(node);
    return "";
  }
};

}  // namespace opdk::importer
