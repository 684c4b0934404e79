// The properties of a framework that the importer needs.
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
  // Returns the domain of nodes and origin types that name no domain.
  virtual std::string StandardDomain() const { return ""; }
  // Returns the version of the standard domain that the mappings of this package expect. Upgrades rewrite older
  // versions.
  virtual int64_t TargetVersion() const { return 0; }
  // Returns the word that messages use for the version of a domain.
  virtual std::string VersionWord() const { return "version"; }
  // Returns a copy of `node.message` with the attributes of `node`, which may be fewer or have other values than the
  // message's. nullptr: the framework's nodes have no messages.
  virtual std::unique_ptr<google::protobuf::Message> MessageWith(const SourceNode& node) const {
    static_cast<void>(node);
    return nullptr;
  }
  // Returns whether the attribute only repeats a fact that the node's values already tell (TensorFlow's T). No mapping
  // has to know such an attribute.
  virtual bool Implies(const std::string& name, const Attr& value) const {
    static_cast<void>(name);
    static_cast<void>(value);
    return false;
  }
  // Converts the value of an attribute, as the framework writes it, to the type of a prototype's attribute ("Bool",
  // "ListInt" …).
  virtual Attr Fitted(const std::string& type, Attr value) const {
    static_cast<void>(type);
    return value;
  }
  // Returns whether upgrades must look at every attribute and input of a node. True where nothing has checked the model
  // before.
  virtual bool UpgradesReadAll() const { return false; }
  // Returns the text of all attributes of the node, which CANN's parser of this framework gives to mappings as the
  // attribute "attribute". "": the parser gives no such text.
  virtual std::string AttributeText(const SourceNode& node) const {
    static_cast<void>(node);
    return "";
  }
};

}  // namespace opdk::importer
