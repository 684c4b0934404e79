#include "opdk/variables.h"

#include "graph_core/session.h"

namespace opdk {

Variables::Variables() : memory_(std::make_shared<SessionMemory>()) {}

std::vector<std::string> Variables::names() const { return memory_->variables.names(); }

Result<ge::Tensor> Variables::Value(const std::string& name) const { return memory_->variables.Value(name); }

}  // namespace opdk
