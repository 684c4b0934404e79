// Inputs that graphs take by themselves: a program puts elements, tuples of tensors, into a channel, and a graph's
// GetNext of that channel takes the next one in each run; in sink mode each of the iterations of one launch does.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "opdk/status.h"

namespace opdk {

// Thread-safe. Lives as long as somebody holds it: the one who fills it.
class DataChannel {
 public:
  // The process's channel of that name, made with place for so many elements when there is none. E1001: no name, or
  // place for none.
  static Result<std::shared_ptr<DataChannel>> Open(const std::string& name, size_t capacity = 8);
  // nullptr: there is none.
  static std::shared_ptr<DataChannel> Find(const std::string& name);

  DataChannel(std::string name, size_t capacity) : name_(std::move(name)), capacity_(capacity) {}

  // Puts an element behind the others; the tensors aren't copied. Waits while the channel is full. One without tensors
  // ends a sequence, and others may follow. E1001: it is closed.
  Status Send(std::vector<ge::Tensor> element);
  // The same, waiting `patience` at most (negative: without end). False: it was full all that time.
  Result<bool> TrySend(std::vector<ge::Tensor> element, std::chrono::milliseconds patience);
  // Nothing more comes. What is in it is still taken; after that a run that asks fails with E1003.
  void Close();

  // Drops what nobody has taken.
  void Clear();

  // What was put in first. Waits for it, `patience` at most. E1003: it is closed and empty, or nothing came.
  Result<std::vector<ge::Tensor>> Take(std::chrono::milliseconds patience);
  // The same, without end where `patience` is negative. nullopt: nothing came. E1003: it is closed and empty.
  Result<std::optional<std::vector<ge::Tensor>>> TryTake(std::chrono::milliseconds patience);
  size_t size() const;

 private:
  template <typename Condition>
  bool Wait(std::unique_lock<std::mutex>& lock, std::chrono::milliseconds patience, Condition condition);

  const std::string name_;
  const size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::vector<ge::Tensor>> elements_;
  size_t taken_ = 0;
  bool closed_ = false;
};

}  // namespace opdk
