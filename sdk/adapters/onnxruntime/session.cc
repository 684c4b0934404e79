#include "sdk/adapters/onnxruntime/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "graph/utils/type_utils.h"
#include "plugins/onnx/parser/dtypes.h"

namespace opdk::ort {
namespace {

Status Refused(Status status) { return Status(ErrorCode::kOperatorUnknown, status.message()); }

// Returns an address for tensors without elements.
void* Somewhere() {
  alignas(64) static std::byte somewhere[64];
  return somewhere;
}

std::vector<int64_t> ShapeOf(const OrtApi* api, const OrtTensorInfo* info, Status& status) {
  size_t rank = 0;
  status = ToStatus(api, OrtGetRank::Call(api, info, &rank));
  std::vector<int64_t> shape(rank);
  if (status.ok()) status = ToStatus(api, OrtGetDims::Call(api, info, shape.data(), rank));
  return shape;
}

}  // namespace

Result<std::shared_ptr<const Session>> Session::Open(std::string_view model, int threads) {
  OPDK_TRY(const Library* const library, Library::Find());
  const OrtApi* const api = library->api();
  OrtSessionOptions* made_options = nullptr;
  OPDK_TRY(ToStatus(api, OrtCreateSessionOptions::Call(api, &made_options)));
  const Owned<OrtSessionOptions, OrtReleaseSessionOptions> options(made_options, {api});
  OPDK_TRY(ToStatus(api, OrtSetOptimizationLevel::Call(api, made_options, kOrtEnableAll)));
  OPDK_TRY(ToStatus(api, OrtSetIntraOpThreads::Call(api, made_options, threads)));
  OPDK_TRY(ToStatus(api, OrtSetInterOpThreads::Call(api, made_options, 1)));
  // Threads that wait in a loop would take the CPUs from the kernels before and behind.
  OPDK_TRY(ToStatus(api, OrtSetConfigEntry::Call(api, made_options, "session.intra_op.allow_spinning", "0")));
  std::shared_ptr<Session> session(new Session(*library));
  OrtSession* made = nullptr;
  if (Status opened = ToStatus(
          api, OrtCreateSessionFromArray::Call(api, library->env(), model.data(), model.size(), made_options, &made));
      !opened.ok()) {
    return Refused(std::move(opened));
  }
  session->session_ = {made, {api}};
  OrtMemoryInfo* memory = nullptr;
  OPDK_TRY(ToStatus(api, OrtCreateCpuMemoryInfo::Call(api, kOrtArenaAllocator, kOrtDefaultMemory, &memory)));
  session->memory_ = {memory, {api}};
  OPDK_TRY(session->Describe(true, session->inputs_));
  OPDK_TRY(session->Describe(false, session->outputs_));
  for (const Value& value : session->inputs_) session->input_names_.push_back(value.name.c_str());
  for (const Value& value : session->outputs_) session->output_names_.push_back(value.name.c_str());
  return std::shared_ptr<const Session>(std::move(session));
}

Status Session::Describe(bool of_inputs, std::vector<Value>& values) const {
  const OrtApi* const api = library_.api();
  OrtAllocator* allocator = nullptr;
  OPDK_TRY(ToStatus(api, OrtGetAllocator::Call(api, &allocator)));
  size_t count = 0;
  OPDK_TRY(ToStatus(api, of_inputs ? OrtGetInputCount::Call(api, session_.get(), &count)
                                   : OrtGetOutputCount::Call(api, session_.get(), &count)));
  values.resize(count);
  for (size_t i = 0; i < count; ++i) OPDK_TRY(DescribeOne(of_inputs, i, allocator, values[i]));
  return Status();
}

Status Session::DescribeOne(bool of_inputs, size_t index, OrtAllocator* allocator, Value& value) const {
  const OrtApi* const api = library_.api();
  char* name = nullptr;
  OPDK_TRY(ToStatus(api, of_inputs ? OrtGetInputName::Call(api, session_.get(), index, allocator, &name)
                                   : OrtGetOutputName::Call(api, session_.get(), index, allocator, &name)));
  value.name = name;
  OPDK_TRY(ToStatus(api, OrtFree::Call(api, allocator, name)));
  OrtTypeInfo* made = nullptr;
  OPDK_TRY(ToStatus(api, of_inputs ? OrtGetInputType::Call(api, session_.get(), index, &made)
                                   : OrtGetOutputType::Call(api, session_.get(), index, &made)));
  const Owned<OrtTypeInfo, OrtReleaseTypeInfo> type(made, {api});
  const OrtTensorInfo* tensor = nullptr;
  OPDK_TRY(ToStatus(api, OrtTensorInfoOf::Call(api, made, &tensor)));
  int dtype = 0;
  if (tensor != nullptr) OPDK_TRY(ToStatus(api, OrtGetElementType::Call(api, tensor, &dtype)));
  value.dtype = onnx_plugin::FromOnnxType(dtype);
  if (value.dtype == ge::DT_UNDEFINED || value.dtype == ge::DT_STRING) {
    return Status(ErrorCode::kOperatorUnknown,
                  fmt::format("'{}' between ONNX Runtime's operators and others is no tensor of numbers", value.name));
  }
  Status status;
  value.shape = ShapeOf(api, tensor, status);
  // ONNX Runtime doesn't tell a scalar from a tensor of unknown rank.
  if (value.shape.empty()) value.shape = ge::UNKNOWN_RANK;
  return status;
}

Result<Owned<OrtValue, OrtReleaseValue>> Session::Wrap(const Buffer& buffer, const Value& value) const {
  const OrtApi* const api = library_.api();
  OrtValue* wrapped = nullptr;
  OPDK_TRY(ToStatus(
      api, OrtCreateTensorWithData::Call(api, memory_.get(), buffer.data == nullptr ? Somewhere() : buffer.data,
                                         buffer.bytes, buffer.shape.data(), buffer.shape.size(),
                                         onnx_plugin::ToOnnxType(value.dtype), &wrapped)));
  return Owned<OrtValue, OrtReleaseValue>(wrapped, {api});
}

Status Session::HandOver(size_t output, OrtValue* value, const Give& give) const {
  const OrtApi* const api = library_.api();
  OrtTensorInfo* made = nullptr;
  OPDK_TRY(ToStatus(api, OrtGetTensorInfo::Call(api, value, &made)));
  const Owned<OrtTensorInfo, OrtReleaseTensorInfo> info(made, {api});
  Status status;
  const std::vector<int64_t> shape = ShapeOf(api, made, status);
  OPDK_TRY(std::move(status));
  int64_t bytes = ge::GetSizeByDataType(outputs_[output].dtype);
  for (const int64_t extent : shape) bytes *= extent;
  void* const to = give(output, shape);
  if (bytes == 0) return Status();
  if (to == nullptr) return Status(ErrorCode::kKernelFailed, "there is no memory for an output");
  void* from = nullptr;
  OPDK_TRY(ToStatus(api, OrtGetTensorData::Call(api, value, &from)));
  std::memcpy(to, from, static_cast<size_t>(bytes));
  return Status();
}

Status Session::Run(std::span<const Buffer> inputs, std::span<const Buffer> outputs, const Give& give) const {
  const OrtApi* const api = library_.api();
  std::vector<Owned<OrtValue, OrtReleaseValue>> held;
  std::vector<OrtValue*> from, to(outputs_.size(), nullptr);
  for (size_t i = 0; i < inputs_.size(); ++i) {
    OPDK_TRY(held.emplace_back(), Wrap(inputs[i], inputs_[i]));
    from.push_back(held.back().get());
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (outputs[i].data == nullptr) continue;
    OPDK_TRY(held.emplace_back(), Wrap(outputs[i], outputs_[i]));
    to[i] = held.back().get();
  }
  const std::vector<OrtValue*> given = to;
  Status ran = ToStatus(api, OrtRun::Call(api, session_.get(), nullptr, input_names_.data(), from.data(), from.size(),
                                          output_names_.data(), to.size(), to.data()));
  for (size_t i = 0; i < to.size(); ++i) {
    if (given[i] != nullptr || to[i] == nullptr) continue;
    const Owned<OrtValue, OrtReleaseValue> value(to[i], {api});
    if (ran.ok()) ran = HandOver(i, to[i], give);
  }
  return ran;
}

}  // namespace opdk::ort
