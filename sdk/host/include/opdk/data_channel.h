// Channels from which graphs take inputs by themselves. A program puts elements (tuples of tensors) into a channel, and
// a graph's GetNext of that channel takes the next element in each run. In sink mode each iteration of one launch takes
// one.
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

// A queue of elements. Thread-safe. Lives as long as a program holds it.
class DataChannel {
 public:
  // Returns the process's channel of that name; makes it, with place for `capacity` elements, when there is none.
  // E1001: the name is empty, or the capacity is 0.
  static Result<std::shared_ptr<DataChannel>> Open(const std::string& name, size_t capacity = 8);
  // Returns the process's channel of that name; nullptr when there is none.
  static std::shared_ptr<DataChannel> Find(const std::string& name);

  DataChannel(std::string name, size_t capacity) : name_(std::move(name)), capacity_(capacity) {}

  // Appends an element; the tensors aren't copied. Waits while the channel is full. An element without tensors ends a
  // sequence; other elements may follow. E1001: the channel is closed.
  Status Send(std::vector<ge::Tensor> element);
  // Appends an element as Send does, waiting at most `patience` (negative: without end). False: the channel stayed
  // full.
  Result<bool> TrySend(std::vector<ge::Tensor> element, std::chrono::milliseconds patience);
  // Closes the channel for sending. Its elements can still be taken; after them a run that needs an element fails with
  // E1003.
  void Close();

  // Drops the elements that nobody has taken.
  void Clear();

  // Takes the oldest element, waiting at most `patience`. E1003: the channel is closed and empty, or no element came.
  Result<std::vector<ge::Tensor>> Take(std::chrono::milliseconds patience);
  // Takes the oldest element, waiting at most `patience` (negative: without end). nullopt: no element came. E1003: the
  // channel is closed and empty.
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
