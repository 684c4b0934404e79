#include "graph/operator_factory.h"

#include <algorithm>

#include "opdk/host.h"
#include "opdk/log.h"

namespace ge {

Operator OperatorFactory::CreateOperator(const std::string& operator_name, const std::string& operator_type) {
  const std::shared_ptr<const opdk::Host> host = opdk::CurrentHost();
  if (host == nullptr) return Operator();
  opdk::Result<Operator> created = host->CreateOperator(operator_name, operator_type);
  if (created.ok()) return std::move(created).value();
  opdk::Log(opdk::LogLevel::kError, "graph", "%s", created.status().ToString().c_str());
  return Operator();
}

Operator OperatorFactory::CreateOperator(const char* operator_name, const char* operator_type) {
  if (operator_name == nullptr || operator_type == nullptr) return Operator();
  return CreateOperator(std::string(operator_name), std::string(operator_type));
}

graphStatus OperatorFactory::GetOpsTypeList(std::vector<std::string>& all_ops) {
  const std::shared_ptr<const opdk::Host> host = opdk::CurrentHost();
  if (host == nullptr) return GRAPH_FAILED;
  all_ops = host->OperatorTypes();
  return GRAPH_SUCCESS;
}

graphStatus OperatorFactory::GetOpsTypeList(std::vector<AscendString>& all_ops) {
  std::vector<std::string> types;
  const graphStatus status = GetOpsTypeList(types);
  if (status != GRAPH_SUCCESS) return status;
  all_ops.clear();
  for (const std::string& type : types) all_ops.emplace_back(type.c_str());
  return GRAPH_SUCCESS;
}

bool OperatorFactory::IsExistOp(const std::string& operator_type) {
  const std::shared_ptr<const opdk::Host> host = opdk::CurrentHost();
  if (host == nullptr) return false;
  const std::vector<std::string> types = host->OperatorTypes();
  return std::binary_search(types.begin(), types.end(), operator_type);
}

bool OperatorFactory::IsExistOp(const char* operator_type) {
  return operator_type != nullptr && IsExistOp(std::string(operator_type));
}

}  // namespace ge
