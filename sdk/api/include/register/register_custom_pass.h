// Graph passes of a package as functions:
//   REGISTER_CUSTOM_PASS("name").Priority(10).CustomPassFn(function).Stage(ge::CustomPassStage::kAfterInferShape);
// Passes that are classes (patterns, decompositions) are registered with the macros of ge/fusion/pass.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "ge/ge_api_error_codes.h"
#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/graph.h"
#include "opdk/registrations.h"
#include "opdk/visibility.h"

namespace opdk {
struct PassAccess;
}  // namespace opdk

namespace ge {

namespace fusion {
class FusionBasePass;
}  // namespace fusion

class CustomPassContext;
class CustomPassContextImpl;
using ConstGraphPtr = std::shared_ptr<const Graph>;
using CustomPassFunc = std::function<Status(GraphPtr&, CustomPassContext&)>;

// The stages at which passes run.
enum class CustomPassStage : uint32_t {
  kBeforeInferShape = 0,
  kAfterInferShape = 1,
  kAfterAssignLogicStream = 2,  // no pass that changes a graph runs here: one that asks for it is left out
  kAfterBuiltinFusionPass = 3,
  kAfterOriginGraphOptimize = 4,
  kCompatibleInherited = 5,  // CANN's own, likewise
  kInvalid
};

// Options for a pass and the pass's error message. Lives as long as one call of the pass.
class OPDK_API CustomPassContext {
 public:
  CustomPassContext();
  virtual ~CustomPassContext();
  CustomPassContext(const CustomPassContext&) = delete;
  CustomPassContext& operator=(const CustomPassContext&) = delete;

  // Sets the reason why the pass fails, for the user.
  void SetErrorMessage(const AscendString& error_message);
  AscendString GetErrorMessage() const;
  void SetPassName(const AscendString& pass_name);
  AscendString GetPassName() const;
  // Reads an option; fails when the option isn't set.
  graphStatus GetOptionValue(const AscendString& option_key, AscendString& option_value) const;

 private:
  friend struct ::opdk::PassAccess;
  std::unique_ptr<CustomPassContextImpl> impl_;
};

// The forms in which a pass is written.
enum class GraphPassKind : uint32_t { kFunction = 0, kGraph = 1, kPattern = 2, kDecompose = 3 };

// A graph pass on the list of this package's registrations; the entry's type is the pass's name.
struct GraphPassEntry : opdk::RegistrationEntry {
  static constexpr opdk::EntryKind kKind = opdk::EntryKind::kGraphPass;
  using Create = fusion::FusionBasePass* (*)();
  GraphPassEntry(const char* name, GraphPassKind written_as)
      : RegistrationEntry(kKind, sizeof(GraphPassEntry), name, opdk::SourcePlace()), form(written_as) {}
  GraphPassKind form;
  CustomPassStage stage = CustomPassStage::kBeforeInferShape;
  int32_t priority = INT32_MAX;                   // the lower runs first
  Create create = nullptr;                        // of a class: a new object, which the caller deletes
  CustomPassFunc function;                        // of a function
  mutable std::shared_ptr<const void> host_data;  // the host's data about the pass; null when it is registered
};

// Builds a pass's registration. The receiver keeps the finished entry.
class OPDK_HIDDEN PassRegistrationData {
 public:
  PassRegistrationData() : PassRegistrationData("") {}
  explicit PassRegistrationData(const std::string& pass_name) : PassRegistrationData(pass_name.c_str()) {}
  explicit PassRegistrationData(const char* pass_name) : entry_(pass_name, GraphPassKind::kFunction) {}

  PassRegistrationData& Priority(const int32_t& priority) {
    entry_.priority = priority;
    return *this;
  }
  PassRegistrationData& CustomPassFn(const CustomPassFunc& custom_pass_fn) {
    entry_.function = custom_pass_fn;
    return *this;
  }
  // Sets the pass's function in the older form, which has no context.
  PassRegistrationData& CustomPassFn(const std::function<Status(GraphPtr&)>& custom_pass_fn) {
    if (!custom_pass_fn) return *this;
    entry_.function = [custom_pass_fn](GraphPtr& graph, CustomPassContext&) { return custom_pass_fn(graph); };
    return *this;
  }
  PassRegistrationData& Stage(const CustomPassStage stage) {
    entry_.stage = stage;
    return *this;
  }
  std::string GetPassName() const { return opdk::ToText(entry_.type); }
  int32_t GetPriority() const { return entry_.priority; }
  CustomPassFunc GetCustomPassFn() const { return entry_.function; }
  CustomPassStage GetStage() const { return entry_.stage; }
  const GraphPassEntry& entry() const { return entry_; }

 private:
  GraphPassEntry entry_;
};

// Puts a finished registration on this package's list.
class OPDK_HIDDEN PassReceiver {
 public:
  PassReceiver(const PassRegistrationData& pass) {  // NOLINT(google-explicit-constructor)
    opdk::RegistrationList::Local().AppendFirst(pass.entry());
  }
};

}  // namespace ge

#define REGISTER_CUSTOM_PASS(name) OPDK_REGISTER_CUSTOM_PASS_AS(__COUNTER__, name)
#define OPDK_REGISTER_CUSTOM_PASS_AS(number, name) OPDK_REGISTER_CUSTOM_PASS_NAMED(number, name)
#define OPDK_REGISTER_CUSTOM_PASS_NAMED(number, name) \
  static ::ge::PassReceiver register_pass##number __attribute__((unused)) = ::ge::PassRegistrationData(name)
