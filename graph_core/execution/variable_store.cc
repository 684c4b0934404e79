#include "graph_core/execution/variable_store.h"

#include <fmt/format.h>

#include <cstring>
#include <mutex>

#include "graph_core/base/tensor_size.h"

namespace opdk {

namespace {

Result<std::shared_ptr<SessionVariable>> Make(const std::string& name, const ge::TensorDesc& desc) {
  auto variable = std::make_shared<SessionVariable>();
  variable->name = name;
  variable->dtype = desc.GetDataType();
  variable->shape = desc.GetShape().GetDims();
  OPDK_TRY(variable->bytes, TensorBytes(variable->dtype, variable->shape));
  OPDK_TRY(variable->data, AlignedBuffer::Allocate(variable->bytes));
  return variable;
}

}  // namespace

Result<std::shared_ptr<SessionVariable>> VariableStore::Declare(const std::string& name, const ge::TensorDesc& desc,
                                                                const ge::Tensor* initial) {
  const std::lock_guard lock(names_);
  std::shared_ptr<SessionVariable>& known = variables_[name];
  if (known == nullptr) {
    OPDK_TRY(auto made, Make(name, desc));
    if (initial != nullptr && initial->GetSize() > 0) {
      if (initial->GetSize() != made->bytes) {
        return Status(ErrorCode::kInferShape,
                      fmt::format("variable {} is {}, but its first value has {} bytes", name,
                                  DescribeTensor(made->dtype, made->shape), initial->GetSize()));
      }
      std::memcpy(made->data.data(), initial->GetData(), made->bytes);
      made->initialized = true;
    }
    known = std::move(made);
  }
  if (known->dtype == desc.GetDataType() && known->shape == desc.GetShape().GetDims()) return known;
  return Status(ErrorCode::kInferShape, fmt::format("variable {} is {} here, but {} in another graph of the session",
                                                    name, DescribeTensor(desc.GetDataType(), desc.GetShape().GetDims()),
                                                    DescribeTensor(known->dtype, known->shape)))
      .Hint("give one of them another name");
}

Result<ge::Tensor> VariableStore::Value(const std::string& name) const {
  std::shared_ptr<SessionVariable> variable;
  {
    const std::shared_lock lock(names_);
    const auto found = variables_.find(name);
    if (found != variables_.end()) variable = found->second;
  }
  if (variable == nullptr) {
    Status status(ErrorCode::kInputMissing, fmt::format("the session has no variable '{}'", name));
    const std::string near = Nearest(name, names());
    return near.empty() ? std::move(status) : std::move(status).Hint(fmt::format("did you mean '{}'?", near));
  }
  const std::shared_lock lock(values_);
  if (!variable->initialized) {
    return Status(ErrorCode::kInputMissing, fmt::format("variable '{}' has no value yet", name))
        .Hint("run a graph that assigns it first");
  }
  return ge::Tensor(ge::TensorDesc(ge::Shape(variable->shape), ge::FORMAT_ND, variable->dtype),
                    static_cast<const uint8_t*>(variable->data.data()), variable->bytes);
}

std::vector<std::string> VariableStore::names() const {
  const std::shared_lock lock(names_);
  std::vector<std::string> names;
  for (const auto& [name, variable] : variables_) names.push_back(name);
  return names;
}

}  // namespace opdk
