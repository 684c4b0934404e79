// Options and messages of a pass.
#include <map>

#include "ge/fusion/pass/fusion_base_pass.h"
#include "opdk/neutral_text.h"
#include "opdk/pass_access.h"
#include "register/register_custom_pass.h"

namespace ge {

class CustomPassContextImpl {
 public:
  AscendString name{""};
  AscendString error{""};
  std::map<std::string, std::string> options;
  std::vector<std::string> made;
  int matched = 0;
  int effective = 0;
};

CustomPassContext::CustomPassContext() : impl_(std::make_unique<CustomPassContextImpl>()) {}
CustomPassContext::~CustomPassContext() = default;

void CustomPassContext::SetErrorMessage(const AscendString& error_message) { impl_->error = error_message; }
AscendString CustomPassContext::GetErrorMessage() const { return impl_->error; }
void CustomPassContext::SetPassName(const AscendString& pass_name) { impl_->name = pass_name; }
AscendString CustomPassContext::GetPassName() const { return impl_->name; }

graphStatus CustomPassContext::GetOptionValue(const AscendString& option_key, AscendString& option_value) const {
  const auto found = impl_->options.find(opdk::ToText(option_key));
  if (found == impl_->options.end()) return GRAPH_FAILED;
  option_value = opdk::Neutral(found->second);
  return GRAPH_SUCCESS;
}

namespace fusion {

FusionBasePass::~FusionBasePass() = default;
bool FusionBasePass::GetNeededTypes(std::vector<std::vector<AscendString>>&) { return false; }

}  // namespace fusion
}  // namespace ge

namespace opdk {

void PassAccess::SetOption(ge::CustomPassContext& context, const std::string& key, const std::string& value) {
  context.impl_->options[key] = value;
}
void PassAccess::NoteMade(ge::CustomPassContext& context, const std::string& node) {
  context.impl_->made.push_back(node);
}
const std::vector<std::string>& PassAccess::Made(const ge::CustomPassContext& context) { return context.impl_->made; }
void PassAccess::NoteMatched(ge::CustomPassContext& context) { ++context.impl_->matched; }
void PassAccess::NoteEffective(ge::CustomPassContext& context) { ++context.impl_->effective; }
int PassAccess::Matched(const ge::CustomPassContext& context) { return context.impl_->matched; }
int PassAccess::Effective(const ge::CustomPassContext& context) { return context.impl_->effective; }

}  // namespace opdk
