#include "opdk/data_channel.h"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace opdk {
namespace {

struct Channels {
  std::mutex mutex;
  std::map<std::string, std::weak_ptr<DataChannel>> by_name;
};

Channels& AllChannels() {
  static Channels channels;
  return channels;
}

}  // namespace

Result<std::shared_ptr<DataChannel>> DataChannel::Open(const std::string& name, size_t capacity) {
  if (name.empty()) return Status(ErrorCode::kUsage, "a channel needs a name");
  if (capacity == 0) return Status(ErrorCode::kUsage, fmt::format("channel {} has place for no element", name));
  Channels& channels = AllChannels();
  const std::lock_guard lock(channels.mutex);
  std::weak_ptr<DataChannel>& known = channels.by_name[name];
  std::shared_ptr<DataChannel> channel = known.lock();
  if (channel == nullptr) {
    channel = std::make_shared<DataChannel>(name, capacity);
    known = channel;
  }
  return channel;
}

std::shared_ptr<DataChannel> DataChannel::Find(const std::string& name) {
  Channels& channels = AllChannels();
  const std::lock_guard lock(channels.mutex);
  const auto known = channels.by_name.find(name);
  return known == channels.by_name.end() ? nullptr : known->second.lock();
}

template <typename Condition>
bool DataChannel::Wait(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds patience, Condition condition) {
  if (patience.count() >= 0) return changed_.wait_for(lock, patience, condition);
  changed_.wait(lock, condition);
  return true;
}

Result<bool> DataChannel::TrySend(std::vector<ge::Tensor> element, std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  if (!Wait(lock, patience, [this] { return closed_ || elements_.size() < capacity_; })) return false;
  if (closed_) return Status(ErrorCode::kUsage, fmt::format("channel {} is closed", name_));
  elements_.push_back(std::move(element));
  changed_.notify_all();
  return true;
}

Status DataChannel::Send(std::vector<ge::Tensor> element) {
  return TrySend(std::move(element), std::chrono::milliseconds(-1)).status();
}

void DataChannel::Close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

void DataChannel::Clear() {
  const std::lock_guard lock(mutex_);
  elements_.clear();
  changed_.notify_all();
}

Result<std::optional<std::vector<ge::Tensor>>> DataChannel::TryTake(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  const bool came = Wait(lock, patience, [this] { return closed_ || !elements_.empty(); });
  std::optional<std::vector<ge::Tensor>> element;
  if (!elements_.empty()) {
    element = std::move(elements_.front());
    elements_.pop_front();
    ++taken_;
    changed_.notify_all();
    return element;
  }
  if (!came) return element;
  return Status(ErrorCode::kInputMissing,
                fmt::format("channel {} has ended: it is closed, and all its {} elements were taken", name_, taken_));
}

Result<std::vector<ge::Tensor>> DataChannel::Take(std::chrono::milliseconds patience) {
  OPDK_TRY(std::optional<std::vector<ge::Tensor>> element, TryTake(patience));
  if (element) return *std::move(element);
  return Status(ErrorCode::kInputMissing,
                fmt::format("nothing came into channel {} for {} s", name_,
                            std::chrono::duration_cast<std::chrono::seconds>(patience).count()))
      .Hint("DataChannel::Send puts an element in, Close says that none follows");
}

size_t DataChannel::size() const {
  const std::lock_guard lock(mutex_);
  return elements_.size();
}

}  // namespace opdk
