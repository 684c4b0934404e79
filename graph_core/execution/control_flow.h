// Steps of control flow: they run the functions of their node's regions.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graph_core/execution/context.h"

namespace opdk {

class DataChannel;

// A value that goes round in a loop.
struct LoopValue {
  const void* data = nullptr;
  size_t bytes = 0;
  std::vector<int64_t> shape;
  bool held = false;  // its bytes are in a buffer of the step, ControlState::held
};

// The slices of a scan output of Loop so far, one behind the other.
struct ScanOutput {
  AlignedBuffer buffer;
  size_t bytes = 0;
  int64_t slices = 0;
  std::vector<int64_t> slice_shape;
};

// State of a step of control flow. After each run of a function, the step swaps its buffers with the function's output
// buffers. The next run writes into the other buffers, so that values of a loop are never copied.
struct ControlState {
  std::vector<AlignedBuffer> held;  // one per output of the regions that give the node's outputs
  std::vector<RunInput> inputs;
  std::vector<RunOutput> outputs;
  std::vector<RunOutput> condition;  // of While's region cond
  std::vector<LoopValue> values;
  std::vector<ScanOutput> scans;
  std::vector<int64_t> shape;  // shape of the output that is being set
  // For GetNext: the last element, and its channel, so that a run needn't look for the channel again.
  std::vector<ge::Tensor> element;
  std::weak_ptr<DataChannel> channel;
};

// Sets the bytes and the shape of an output whose block belongs to the step (BlockKind::kRegion). E2003: they don't fit
// the compiled shape or size.
Status SetOutput(RunState& state, RunStep& step, size_t output, const void* data, size_t bytes,
                 std::span<const int64_t> shape);

// Runs the step. E6001: an index or a condition makes no sense. Errors of the functions are located.
Status RunControl(RunState& state, RunStep& step, const ControlTask& task, RunObserver* observer);

}  // namespace opdk
