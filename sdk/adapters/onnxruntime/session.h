// A model that ONNX Runtime has opened.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/types.h"
#include "opdk/status.h"
#include "sdk/adapters/onnxruntime/library.h"

namespace opdk::ort {

struct Value {
  std::string name;
  ge::DataType dtype = ge::DT_UNDEFINED;
  std::vector<int64_t> shape;  // -1: an unknown extent; {-2}: an unknown rank
};

struct Buffer {
  void* data = nullptr;
  size_t bytes = 0;
  std::vector<int64_t> shape;
};

// An opened model. Any number of threads may run it at once.
class Session {
 public:
  // Opens a model from the bytes of a ModelProto; a run uses `threads` threads. E1002, E5007: there is no ONNX Runtime;
  // E2002: ONNX Runtime refuses the model, or an input or output isn't a tensor of numbers.
  static Result<std::shared_ptr<const Session>> Open(std::string_view model, int threads);

  const std::vector<Value>& inputs() const { return inputs_; }
  const std::vector<Value>& outputs() const { return outputs_; }

  // Returns memory for an output whose shape isn't known before the run; nullptr if there is none.
  using Give = std::function<void*(size_t output, const std::vector<int64_t>& shape)>;
  // Runs the model. `give` provides the memory of outputs without data. E6001.
  Status Run(std::span<const Buffer> inputs, std::span<const Buffer> outputs, const Give& give) const;

 private:
  explicit Session(const Library& library) : library_(library) {}
  Status Describe(bool of_inputs, std::vector<Value>& values) const;
  Status DescribeOne(bool of_inputs, size_t index, OrtAllocator* allocator, Value& value) const;
  Result<Owned<OrtValue, OrtReleaseValue>> Wrap(const Buffer& buffer, const Value& value) const;
  Status HandOver(size_t output, OrtValue* value, const Give& give) const;

  const Library& library_;
  Owned<OrtSession, OrtReleaseSession> session_;
  Owned<OrtMemoryInfo, OrtReleaseMemoryInfo> memory_;
  std::vector<Value> inputs_, outputs_;
  std::vector<const char*> input_names_, output_names_;
};

}  // namespace opdk::ort
