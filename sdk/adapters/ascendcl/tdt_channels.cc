// Channels of tensors, which graphs' GetNext takes from: opdk/data_channel.h by AscendCL's names.
#include <fmt/format.h>

#include <utility>

#include "opdk/data_channel.h"
#include "sdk/adapters/ascendcl/process.h"
#include "sdk/adapters/ascendcl/tdt_items.h"
#include "sdk/adapters/ascendcl/tdt_queues.h"

struct acltdtChannelHandle {
  std::string name;
  std::shared_ptr<opdk::DataChannel> channel;
};

namespace opdk::acl {
namespace {

Handles<acltdtChannelHandle>& TdtChannels() {
  static Handles<acltdtChannelHandle> channels("channel");
  return channels;
}

constexpr size_t kCapacity = 8;

acltdtChannelHandle* Create(const char* function, uint32_t device, const char* name, size_t capacity) {
  return Get<acltdtChannelHandle*>(function, nullptr, [&](acltdtChannelHandle*& handle) -> Outcome {
    OPDK_ACL_TRY(CheckInitialized());
    if (device != 0) {
      return Fail(ACL_ERROR_INVALID_DEVICE, fmt::format("there is no device {}: this machine is device 0", device));
    }
    if (name == nullptr) return IsNull("name");
    auto channel = DataChannel::Open(name, capacity);
    if (!channel.ok()) return FromStatus(channel.status());
    auto made = std::make_shared<acltdtChannelHandle>();
    made->name = name;
    made->channel = *std::move(channel);
    handle = TdtChannels().Add(std::move(made));
    return {};
  });
}

Outcome Send(acltdtChannelHandle& handle, const acltdtDataset& dataset, std::chrono::milliseconds time) {
  std::vector<ge::Tensor> element;
  OPDK_ACL_TRY(ToElement(dataset, element));
  const auto sent = handle.channel->TrySend(std::move(element), time);
  if (!sent.ok()) return Fail(ACL_ERROR_FAILURE, fmt::format("channel {} was stopped", handle.name));
  if (*sent) return {};
  return Fail(ACL_ERROR_RT_QUEUE_FULL, fmt::format("channel {} is still full after {} ms", handle.name, time.count()));
}

Outcome Receive(acltdtChannelHandle& handle, acltdtDataset& dataset, std::chrono::milliseconds time) {
  auto element = handle.channel->TryTake(time);
  if (!element.ok()) return Fail(ACL_ERROR_FAILURE, fmt::format("channel {} was stopped", handle.name));
  if (*element) return FromElement(handle.name, **std::move(element), dataset);
  return Fail(ACL_ERROR_RT_QUEUE_EMPTY,
              fmt::format("channel {} is still empty after {} ms", handle.name, time.count()));
}

}  // namespace

size_t EndChannels() {
  TdtChannels().ForEach([](const std::shared_ptr<acltdtChannelHandle>& handle) { handle->channel->Close(); });
  return TdtChannels().size();
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

acltdtChannelHandle* acltdtCreateChannel(uint32_t deviceId, const char* name) {
  return Create(__func__, deviceId, name, kCapacity);
}
acltdtChannelHandle* acltdtCreateChannelWithCapacity(uint32_t deviceId, const char* name, size_t capacity) {
  return Create(__func__, deviceId, name, capacity);
}

aclError acltdtDestroyChannel(acltdtChannelHandle* handle) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtChannelHandle> gone;
    OPDK_ACL_TRY(TdtChannels().Remove(handle, &gone));
    bool is_last = true;
    TdtChannels().ForEach([&](const std::shared_ptr<acltdtChannelHandle>& other) {
      is_last = is_last && other->channel != gone->channel;
    });
    if (is_last) gone->channel->Close();
    return {};
  });
}

aclError acltdtStopChannel(acltdtChannelHandle* handle) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtChannelHandle> found;
    OPDK_ACL_TRY(TdtChannels().Find(handle, found));
    found->channel->Close();
    return {};
  });
}

aclError acltdtCleanChannel(acltdtChannelHandle* handle) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtChannelHandle> found;
    OPDK_ACL_TRY(TdtChannels().Find(handle, found));
    found->channel->Clear();
    return {};
  });
}

aclError acltdtSendTensor(const acltdtChannelHandle* handle, const acltdtDataset* dataset, int32_t timeout) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtChannelHandle> channel;
    std::shared_ptr<acltdtDataset> found;
    std::chrono::milliseconds time{};
    OPDK_ACL_TRY(TdtChannels().Find(handle, channel));
    OPDK_ACL_TRY(TdtDatasets().Find(dataset, found));
    OPDK_ACL_TRY(ReadTimeout(timeout, time));
    if (IsAbnormal(*found)) {
      channel->channel->Close();
      return {};
    }
    return Send(*channel, *found, time);
  });
}

aclError acltdtReceiveTensor(const acltdtChannelHandle* handle, acltdtDataset* dataset, int32_t timeout) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtChannelHandle> channel;
    std::shared_ptr<acltdtDataset> found;
    std::chrono::milliseconds time{};
    OPDK_ACL_TRY(TdtChannels().Find(handle, channel));
    OPDK_ACL_TRY(TdtDatasets().Find(dataset, found));
    OPDK_ACL_TRY(ReadTimeout(timeout, time));
    OPDK_ACL_TRY(MakeEmpty(*found));
    return Receive(*channel, *found, time);
  });
}

aclError acltdtQueryChannelSize(const acltdtChannelHandle* handle, size_t* size) {
  return Call(__func__, [&]() -> Outcome {
    if (size == nullptr) return IsNull("place for the size");
    std::shared_ptr<acltdtChannelHandle> found;
    OPDK_ACL_TRY(TdtChannels().Find(handle, found));
    *size = found->channel->size();
    return {};
  });
}
