// Registration of passes that are classes; the macros REG_FUSION_PASS and REG_DECOMPOSE_PASS use it.
#pragma once

#include <string>
#include <utility>

#include "ge/fusion/pass/fusion_base_pass.h"
#include "graph/ascend_string.h"
#include "opdk/registrations.h"
#include "opdk/visibility.h"
#include "register/register_custom_pass.h"

namespace ge {
namespace fusion {

using CreateFusionPassFn = FusionBasePass* (*)();

// Builds the registration of a pass: name, stage, and the function that makes the pass.
class OPDK_HIDDEN FusionPassRegistrationData {
 public:
  FusionPassRegistrationData() : FusionPassRegistrationData(AscendString("")) {}
  explicit FusionPassRegistrationData(const AscendString& pass_name, GraphPassKind kind = GraphPassKind::kGraph)
      : entry_(pass_name.GetString(), kind) {}

  AscendString GetPassName() const { return entry_.type; }
  FusionPassRegistrationData& Stage(CustomPassStage stage) {
    entry_.stage = stage;
    return *this;
  }
  CustomPassStage GetStage() const { return entry_.stage; }
  FusionPassRegistrationData& CreatePassFn(const CreateFusionPassFn& create_fusion_pass_fn) {
    entry_.create = create_fusion_pass_fn;
    return *this;
  }
  CreateFusionPassFn GetCreatePassFn() const { return entry_.create; }
  // Returns a text such as "ConvBatchnormFusion, stage 1".
  AscendString ToString() const {
    const std::string stage = std::to_string(static_cast<uint32_t>(entry_.stage));
    return AscendString((opdk::ToText(entry_.type) + ", stage " + stage).c_str());
  }
  const GraphPassEntry& entry() const { return entry_; }

 private:
  GraphPassEntry entry_;
};

// Puts a finished registration on this package's list.
class OPDK_HIDDEN PassRegistrar {
 public:
  PassRegistrar(const FusionPassRegistrationData& pass) {  // NOLINT(google-explicit-constructor)
    opdk::RegistrationList::Local().AppendFirst(pass.entry());
  }
};

}  // namespace fusion
}  // namespace ge

#define OPDK_FUSION_PASS_VARIABLE(number) OPDK_FUSION_PASS_VARIABLE_NAMED(number)
#define OPDK_FUSION_PASS_VARIABLE_NAMED(number) register_fusion_pass##number
#define OPDK_REGISTER_FUSION_PASS(name, kind, ...)                                                    \
  static ::ge::fusion::PassRegistrar OPDK_FUSION_PASS_VARIABLE(__COUNTER__) __attribute__((unused)) = \
      ::ge::fusion::FusionPassRegistrationData(::ge::AscendString(name), kind)                        \
          .CreatePassFn([]() -> ::ge::fusion::FusionBasePass* { return new __VA_ARGS__; })
