#include "plugins/importer/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "opdk/dtype_name.h"
#include "opdk/op_desc.h"

namespace opdk::importer {
namespace {

std::optional<std::vector<int64_t>> DimsOf(const ge::TensorDesc* desc) {
  if (desc == nullptr) return std::nullopt;
  std::vector<int64_t> dims = desc->GetShape().GetDims();
  if (dims == ge::UNKNOWN_RANK) return std::nullopt;
  return dims;
}

bool SaysRank(const ge::TensorDesc& desc) {
  return desc.GetDataType() != ge::DT_UNDEFINED && desc.GetShape().GetDims() != ge::UNKNOWN_RANK;
}

// Returns whether no tensor can have both descs.
bool Contradict(const ge::TensorDesc& a, const ge::TensorDesc& b) {
  if (a.GetDataType() != b.GetDataType()) return true;
  const auto dims = DimsOf(&a), others = DimsOf(&b);
  if (!dims || !others) return false;
  return !std::equal(dims->begin(), dims->end(), others->begin(), others->end(),
                     [](int64_t x, int64_t y) { return x == y || x < 0 || y < 0; });
}

std::string TextOf(const ge::TensorDesc& desc) {
  const auto dims = DimsOf(&desc);
  return fmt::format("{}[{}]", DtypeName(desc.GetDataType()), dims ? fmt::format("{}", fmt::join(*dims, ",")) : "?");
}

}  // namespace

void Values::Know(const std::string& value, ge::TensorDesc desc) {
  if (!value.empty()) facts_.insert_or_assign(value, std::move(desc));
}

void Values::Declare(const std::string& value, const ge::TensorDesc& desc) {
  if (value.empty() || desc.GetDataType() == ge::DT_UNDEFINED) return;
  Declaration& declared = declared_[value];
  declared.whole = desc;
  declared.type = ge::TensorDesc(ge::Shape(ge::UNKNOWN_RANK), ge::FORMAT_ND, desc.GetDataType());
}

std::vector<std::string> Values::FalseDeclarations() {
  std::vector<std::string> texts;
  for (const auto& [value, declared] : declared_) {
    const auto output = outputs_.find(value);
    if (output == outputs_.end()) continue;
    const ge::TensorDesc* inferred = Find(value);
    if (inferred == nullptr || !Contradict(declared.whole, *inferred)) continue;
    texts.push_back(fmt::format("'{}' as {}, which is {}", value, TextOf(declared.whole), TextOf(*inferred)));
  }
  return texts;
}

void Values::AddConstant(const std::string& value, const ge::TensorDesc& desc,
                         std::function<Result<ge::Tensor>()> read) {
  names_.Add(value);
  Know(value, desc);
  constants_.insert_or_assign(value, Constant{std::move(read), {}});
}

std::string Values::NewConstant(const std::string& hint, const ge::Tensor& tensor) {
  std::string name = NewName(hint);
  Know(name, tensor.GetTensorDesc());
  constants_.insert_or_assign(name, Constant{nullptr, tensor});
  return name;
}

void Values::Bind(const std::string& value, const ge::Operator& op, int output) {
  if (value.empty()) return;
  outputs_.insert_or_assign(value, Output{op, output});
  const auto fact = facts_.find(value);
  if (fact != facts_.end() && fact->second.GetDataType() != ge::DT_UNDEFINED) {
    inference_.Know(op, output, &fact->second);
  } else if (const auto declared = declared_.find(value); declared != declared_.end()) {
    inference_.Guess(op, output, &declared->second.type);
  }
}

Result<ge::Tensor> Values::Read(Constant& constant) {
  if (constant.read != nullptr) {
    OPDK_TRY(constant.tensor, constant.read());
    constant.read = nullptr;
  }
  return constant.tensor;
}

Result<Output> Values::Use(const std::string& value, const std::string& user) {
  if (const auto found = outputs_.find(value); found != outputs_.end()) return found->second;
  const auto found = constants_.find(value);
  if (found == constants_.end()) {
    return Status(ErrorCode::kModelInvalid,
                  fmt::format("{} uses the value '{}', which no node, input or initializer gives", user, value));
  }
  OPDK_TRY(const ge::Tensor tensor, Read(found->second));
  OPDK_TRY(ge::Operator op, context_.CreateOperator(operator_names_.Give(value), "Const"));
  op.SetAttr("value", tensor);
  static_cast<void>(op.UpdateOutputDesc("y", tensor.GetTensorDesc()));
  constants_.erase(found);
  Bind(value, op, 0);
  return Output{op, 0};
}

const ge::TensorDesc* Values::Known(const std::string& value) const {
  const auto fact = facts_.find(value);
  if (fact != facts_.end() && SaysRank(fact->second)) return &fact->second;
  const auto output = outputs_.find(value);
  if (output != outputs_.end()) {
    const ge::TensorDesc* inferred = inference_.Known(output->second.op, output->second.index);
    if (inferred != nullptr) return inferred;
  }
  if (fact != facts_.end()) return &fact->second;
  const auto declared = declared_.find(value);
  return declared == declared_.end() ? nullptr : &declared->second.type;
}

const ge::TensorDesc* Values::Find(const std::string& value) {
  const ge::TensorDesc* known = Known(value);
  if (known != nullptr && SaysRank(*known)) return known;
  const auto output = outputs_.find(value);
  if (output == outputs_.end()) return known;
  const ge::TensorDesc* inferred = inference_.Find(output->second.op, output->second.index);
  return inferred == nullptr ? known : inferred;
}

std::optional<int> Values::Rank(const std::string& value) {
  const auto dims = DimsOf(Find(value));
  return dims ? std::optional(static_cast<int>(dims->size())) : std::nullopt;
}

std::optional<int64_t> Values::Dim(const std::string& value, int64_t axis) {
  const auto dims = DimsOf(Find(value));
  if (!dims) return std::nullopt;
  const auto rank = static_cast<int64_t>(dims->size());
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank || (*dims)[static_cast<size_t>(axis)] < 0) return std::nullopt;
  const auto output = outputs_.find(value);
  const bool computed = output != outputs_.end() && DescOf(output->second.op).type != "Const";
  extents_were_read_ = extents_were_read_ || computed;
  return (*dims)[static_cast<size_t>(axis)];
}

ge::DataType Values::ElementType(const std::string& value) {
  const ge::TensorDesc* desc = Find(value);
  return desc == nullptr ? ge::DT_UNDEFINED : desc->GetDataType();
}

std::optional<ge::Tensor> Values::ConstantValue(const std::string& value) {
  if (const auto found = constants_.find(value); found != constants_.end()) {
    auto read = Read(found->second);
    if (!read.ok()) return std::nullopt;  // its use will say why
    return *std::move(read);
  }
  const auto output = outputs_.find(value);
  const auto* held = output == outputs_.end() ? nullptr : DescOf(output->second.op).GetAttr<ge::Tensor>("value");
  if (held == nullptr || DescOf(output->second.op).type != "Const") return std::nullopt;
  return *held;
}

std::optional<std::vector<int64_t>> Values::Ints(const std::string& value) {
  const auto known = ConstantValue(value);
  if (!known) return std::nullopt;
  const ge::Tensor& tensor = *known;
  if (tensor.GetDataType() == ge::DT_INT32) {
    std::vector<int32_t> narrow(tensor.GetSize() / sizeof(int32_t));
    if (!narrow.empty()) std::memcpy(narrow.data(), tensor.GetData(), narrow.size() * sizeof(int32_t));
    return std::vector<int64_t>(narrow.begin(), narrow.end());
  }
  if (tensor.GetDataType() != ge::DT_INT64) return std::nullopt;
  std::vector<int64_t> numbers(tensor.GetSize() / sizeof(int64_t));
  if (!numbers.empty()) std::memcpy(numbers.data(), tensor.GetData(), numbers.size() * sizeof(int64_t));
  return numbers;
}

}  // namespace opdk::importer
