// Steps of control flow: they run the functions of their node's regions.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graph_core/execution/context.h"

namespace opdk {

class DataChannel;

// One value that goes round in a loop.
struct LoopValue {
  const void* data = nullptr;
  size_t bytes = 0;
  std::vector<int64_t> shape;
  bool held = false;  // its bytes are the step's own, in ControlState::held
};

// The slices that a scan output of Loop has got so far, one behind the other.
struct ScanOutput {
  AlignedBuffer buffer;
  size_t bytes = 0;
  int64_t slices = 0;
  std::vector<int64_t> slice_shape;
};

// What a step of control flow keeps. The buffers change places with those of the function that has run: its next run
// writes into the others, so that values that go round are never copied.
struct ControlState {
  std::vector<AlignedBuffer> held;  // one per output of the regions that give the node's outputs
  std::vector<RunInput> inputs;
  std::vector<RunOutput> outputs;
  std::vector<RunOutput> condition;  // of While's region cond
  std::vector<LoopValue> values;
  std::vector<ScanOutput> scans;
  std::vector<int64_t> shape;  // of the output that is delivered
  // Of GetNext: what it took last, and from where, so that a run doesn't look for the channel again.
  std::vector<ge::Tensor> element;
  std::weak_ptr<DataChannel> channel;
};

// Gives an output of a step whose blocks are its own (BlockKind::kRegion) its bytes and shape. E2003: it is no longer
// what it was when the model was compiled.
Status SetOutput(RunState& state, RunStep& step, size_t output, const void* data, size_t bytes,
                 std::span<const int64_t> shape);

// E6001: an index or a condition makes no sense; the errors of the functions, located.
Status RunControl(RunState& state, RunStep& step, RunObserver* observer);

}  // namespace opdk
