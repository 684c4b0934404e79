#include "graph/operator_factory.h"

#include <algorithm>

#include "opdk/host.h"
#include "opdk/log.h"

namespace ge {

Operator OperatorFactory::CreateOperator(const char* operator_name, const char* operator_type) {
  if (operator_name == nullptr || operator_type == nullptr) return Operator();
  const std::shared_ptr<const opdk::Host> host = opdk::CurrentHost();
  if (host == nullptr) return Operator();
  opdk::Result<Operator> created = host->CreateOperator(operator_name, operator_type);
  if (created.ok()) return std::move(created).value();
  opdk::Log(opdk::LogLevel::kError, "graph", "%s", created.status().ToString().c_str());
  return Operator();
}

graphStatus OperatorFactory::GetOpsTypeList(std::vector<AscendString>& all_ops) {
  const std::shared_ptr<const opdk::Host> host = opdk::CurrentHost();
  if (host == nullptr) return GRAPH_FAILED;
  all_ops = opdk::Neutral(host->OperatorTypes());
  return GRAPH_SUCCESS;
}

bool OperatorFactory::IsExistOp(const char* operator_type) {
  if (operator_type == nullptr) return false;
  const std::shared_ptr<const opdk::Host> host = opdk::CurrentHost();
  if (host == nullptr) return false;
  const std::vector<std::string> types = host->OperatorTypes();
  return std::binary_search(types.begin(), types.end(), operator_type, std::less<>());
}

}  // namespace ge
