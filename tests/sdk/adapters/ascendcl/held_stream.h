// A stream that does nothing until it is released, so that tests decide what comes first.
#pragma once

#include <pthread.h>

#include <atomic>
#include <future>
#include <thread>

#include "tests/sdk/adapters/ascendcl/acl_fixture.h"

namespace opdk::acl_tests {

// Held by a function of the host that waits: its thread is subscribed to the stream.
class HeldStream {
 public:
  HeldStream() {
    EXPECT_OK(aclrtCreateStream(&stream_));
    std::promise<uint64_t> number;
    std::future<uint64_t> subscriber = number.get_future();
    processing_ = std::thread([this, &number] {
      number.set_value(static_cast<uint64_t>(pthread_self()));
      subscribed_.get_future().wait();
      EXPECT_OK(aclrtProcessReport(-1));
    });
    subscriber_ = subscriber.get();
    EXPECT_OK(aclrtSubscribeReport(subscriber_, stream_));
    subscribed_.set_value();
    const auto wait = [](void* data) {
      auto* self = static_cast<HeldStream*>(data);
      self->begun_.set_value();
      self->gate_.get_future().wait();
    };
    EXPECT_OK(aclrtLaunchCallback(wait, this, ACL_CALLBACK_BLOCK, stream_));
    begun_.get_future().wait();
  }
  HeldStream(const HeldStream&) = delete;
  HeldStream& operator=(const HeldStream&) = delete;
  ~HeldStream() {
    Release();
    if (stream_ != nullptr) {
      EXPECT_OK(aclrtDestroyStream(stream_));
    }
  }

  aclrtStream get() const { return stream_; }
  void Release() {
    if (!processing_.joinable()) return;
    gate_.set_value();
    processing_.join();
  }
  // Forgets the stream, which the caller has destroyed.
  void Forget() { stream_ = nullptr; }

 private:
  aclrtStream stream_ = nullptr;
  uint64_t subscriber_ = 0;
  std::promise<void> gate_, subscribed_, begun_;
  std::thread processing_;
};

}  // namespace opdk::acl_tests
