// Graph passes of a project: REGISTER_CUSTOM_PASS("name").Priority(10).CustomPassFn(function).
// The registration compiles; no pass of a package is run here, and `opdk build --cann` and `opdk list` name each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "opdk/registrations.h"
#include "opdk/visibility.h"

namespace ge {

using ConstGraphPtr = std::shared_ptr<const Graph>;
using CustomPassFunc = std::function<Status(GraphPtr&)>;

// Copies share nothing: the receiver keeps the finished one.
class OPDK_HIDDEN PassRegistrationData {
 public:
  PassRegistrationData() = default;
  explicit PassRegistrationData(const std::string& pass_name) : pass_name_(pass_name) {}
  explicit PassRegistrationData(const char* pass_name) : pass_name_(pass_name == nullptr ? "" : pass_name) {}

  PassRegistrationData& Priority(const int32_t& priority) {
    priority_ = priority;
    return *this;
  }
  PassRegistrationData& CustomPassFn(const CustomPassFunc& custom_pass_fn) {
    custom_pass_fn_ = custom_pass_fn;
    return *this;
  }
  std::string GetPassName() const { return pass_name_; }
  int32_t GetPriority() const { return priority_; }
  CustomPassFunc GetCustomPassFn() const { return custom_pass_fn_; }

 private:
  std::string pass_name_;
  int32_t priority_ = INT32_MAX;
  CustomPassFunc custom_pass_fn_;
};

// A graph pass on the list of this package's registrations; its type is the pass's name.
struct GraphPassEntry : opdk::RegistrationEntry {
  static constexpr opdk::EntryKind kKind = opdk::EntryKind::kGraphPass;
  explicit GraphPassEntry(const PassRegistrationData& pass)
      : RegistrationEntry(kKind, sizeof(GraphPassEntry), pass.GetPassName().c_str(), opdk::SourcePlace()),
        priority(pass.GetPriority()),
        function(pass.GetCustomPassFn()) {}
  int32_t priority;
  CustomPassFunc function;
};

class OPDK_HIDDEN PassReceiver {
 public:
  PassReceiver(const PassRegistrationData& pass) {  // NOLINT(google-explicit-constructor)
    opdk::RegistrationList::Local().Append(GraphPassEntry(pass));
  }
};

}  // namespace ge

#define REGISTER_CUSTOM_PASS(name) OPDK_REGISTER_CUSTOM_PASS_AS(__COUNTER__, name)
#define OPDK_REGISTER_CUSTOM_PASS_AS(number, name) OPDK_REGISTER_CUSTOM_PASS_NAMED(number, name)
#define OPDK_REGISTER_CUSTOM_PASS_NAMED(number, name) \
  static ::ge::PassReceiver register_pass##number __attribute__((unused)) = ::ge::PassRegistrationData(name)
