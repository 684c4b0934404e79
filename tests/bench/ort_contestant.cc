#include "tests/bench/ort_contestant.h"

#include <utility>

namespace opdk::bench {

using namespace ort;
namespace {

class OrtContestant : public Contestant {
 public:
  explicit OrtContestant(const OrtApi* api) : api_(api) {}
  OrtContestant(const OrtContestant&) = delete;
  OrtContestant& operator=(const OrtContestant&) = delete;
  ~OrtContestant() override {
    if (binding_ != nullptr) OrtReleaseIoBinding::Call(api_, binding_);
    for (OrtValue* value : values_) OrtReleaseValue::Call(api_, value);
    if (memory_ != nullptr) OrtReleaseMemoryInfo::Call(api_, memory_);
    if (session_ != nullptr) OrtReleaseSession::Call(api_, session_);
    if (options_ != nullptr) OrtReleaseSessionOptions::Call(api_, options_);
  }

  Status SetOptions(int threads) {
    OPDK_TRY(ToStatus(api_, OrtCreateSessionOptions::Call(api_, &options_)));
    OPDK_TRY(ToStatus(api_, OrtSetOptimizationLevel::Call(api_, options_, kOrtEnableAll)));
    OPDK_TRY(ToStatus(api_, OrtSetIntraOpThreads::Call(api_, options_, threads)));
    return ToStatus(api_, OrtSetInterOpThreads::Call(api_, options_, 1));
  }

  Status OpenFile(const OrtEnv* env, const std::string& path, int threads) {
    OPDK_TRY(SetOptions(threads));
    return ToStatus(api_, OrtCreateSession::Call(api_, env, path.c_str(), options_, &session_));
  }

  Status OpenModel(const OrtEnv* env, const onnx::ModelProto& model, int threads) {
    OPDK_TRY(SetOptions(threads));
    const std::string bytes = model.SerializeAsString();
    return ToStatus(api_, OrtCreateSessionFromArray::Call(api_, env, bytes.data(), bytes.size(), options_, &session_));
  }

  Status Open(const OrtEnv* env, const Entry& entry) {
    if (!entry.file.empty()) {
      OPDK_TRY(OpenFile(env, entry.file, entry.threads));
    } else {
      OPDK_TRY(OpenModel(env, entry.model, entry.threads));
    }
    OPDK_TRY(ToStatus(api_, OrtCreateCpuMemoryInfo::Call(api_, kOrtArenaAllocator, kOrtDefaultMemory, &memory_)));
    OPDK_TRY(ToStatus(api_, OrtCreateIoBinding::Call(api_, session_, &binding_)));
    for (Buffer& input : entry.inputs) {
      OPDK_TRY(OrtValue* const value, Wrap(input));
      OPDK_TRY(ToStatus(api_, OrtBindInput::Call(api_, binding_, input.name.c_str(), value)));
    }
    for (Buffer& output : entry.outputs) {
      OPDK_TRY(OrtValue* const value, Wrap(output));
      OPDK_TRY(ToStatus(api_, OrtBindOutput::Call(api_, binding_, output.name.c_str(), value)));
    }
    return Status();
  }

  Status Run() override { return ToStatus(api_, OrtRunWithBinding::Call(api_, session_, nullptr, binding_)); }

 private:
  Result<OrtValue*> Wrap(Buffer& buffer) {
    OrtValue* value = nullptr;
    OPDK_TRY(ToStatus(api_, OrtCreateTensorWithData::Call(api_, memory_, buffer.data, buffer.bytes, buffer.shape.data(),
                                                          buffer.shape.size(), buffer.dtype, &value)));
    return values_.emplace_back(value);
  }

  const OrtApi* api_;
  OrtSessionOptions* options_ = nullptr;
  OrtSession* session_ = nullptr;
  OrtMemoryInfo* memory_ = nullptr;
  OrtIoBinding* binding_ = nullptr;
  std::vector<OrtValue*> values_;
};

}  // namespace

Result<std::unique_ptr<OrtRuntime>> OrtRuntime::Load(const std::string& path) {
  OPDK_TRY(auto library, Library::Load(path));
  return std::unique_ptr<OrtRuntime>(new OrtRuntime(std::move(library)));
}

Status OrtRuntime::OpenModel(const std::string& path, int threads) const {
  return OrtContestant(library_->api()).OpenFile(library_->env(), path, threads);
}

Result<std::unique_ptr<Contestant>> OrtRuntime::MakeContestant(const Entry& entry) const {
  auto contestant = std::make_unique<OrtContestant>(library_->api());
  OPDK_TRY(contestant->Open(library_->env(), entry));
  return std::unique_ptr<Contestant>(std::move(contestant));
}

}  // namespace opdk::bench
