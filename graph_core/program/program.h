// The program, which compilation hands to loading: the steps in order, the place of every tensor's bytes, and the
// engines' kernel images. Plain data that refers to its parts by number. So it can be written to a file, read by
// another process and compared (program_file.h). Each region of control flow is a function, which the step of its node
// calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "graph/types.h"
#include "graph_core/engines/kernel_image.h"
#include "graph_core/ir/graph.h"
#include "graph_core/program/step.h"
#include "opdk/compile.h"

namespace opdk {

// Owner of a block's bytes.
enum class BlockKind : uint8_t {
  kArena,     // the function's part of the arena, at `offset`
  kConstant,  // the value of a Const node; never copied
  kInput,     // the caller's input buffer (zero copy)
  kOutput,    // the caller's output buffer, or the model's own when the caller gives none
  kPool,      // size known only at run time: a buffer of the model's pool while the block lives
  kSession,   // a variable of the session
  kRegion,    // output of a region, a channel or a tensor array: a buffer of the step, valid until the step runs again
};

// One stretch of memory. Several tensors share a block when one is a view of the other, overwrites it in place or is a
// part of it.
struct Block {
  BlockKind kind = BlockKind::kArena;
  bool dynamic = false;  // size known only at run time
  size_t bytes = 0;      // 0 when dynamic
  size_t offset = 0;     // kArena
  int index = -1;        // kConstant, kSession: entry of constants, variables; kInput, kOutput: graph input or output
  int first_step = 0;    // first step of its life
  int last_step = 0;     // last step of its life, inclusive; the number of steps: the block lives to the end of the run
  int root = -1;         // index of the tensor whose shape gives the block's size
};

// An output of a node. `shape` is the inferred shape: -1 for an unknown dimension, {-2} for an unknown rank.
struct TensorSlot {
  int node = -1;  // number of the producer
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t> shape;
  int block = -1;
  size_t offset = 0;  // bytes from the block's begin; of a part of another tensor, a multiple of kArenaAlignment
};

// Consecutive steps of a function that run at the same time on several streams. Each stream is one thread. Earlier
// steps have ended when the section begins. The section has ended when later steps begin. Steps outside of sections
// have all threads.
struct StreamSection {
  int begin = 0, end = 0;
  int streams = 0;
};

struct ModelOutput {
  std::string name;
  int tensor = -1;
  bool copied = false;  // the bytes lie elsewhere (an input, a constant, another output) and are copied after the run
};

struct ModelInput {
  std::string name;
  int tensor = -1;
};

// One graph's tensors and steps.
struct Function {
  std::string name;  // "": the model's own graph; of a region "node/region", below the function that it is called in
  std::vector<TensorSlot> tensors;
  std::vector<Block> blocks;
  std::vector<int> constants;  // nodes; loading may release the bytes of their values (MemoryReport::released)
  std::vector<int> variables;  // nodes
  std::vector<Step> steps;     // in an order that all edges allow, also for steps on streams
  std::vector<StreamSection> sections;
  std::vector<ModelInput> inputs;
  std::vector<ModelOutput> outputs;
  size_t arena_bytes = 0;
  // Number of its first step, counted through all functions.
  int first_step = 0;
};

// The kernel image that one engine built for the steps that refer to it.
struct EngineImage {
  std::string engine;
  std::shared_ptr<const KernelImage> image;
};
using KernelImages = std::vector<EngineImage>;

struct Program {
  // The operators that run, with their placements, their constants and the bodies of fused operators. Loading makes
  // kernels for them. Runs infer shapes by them. Errors, profiles and `explain` name them.
  Graph graph;
  std::deque<Function> functions;  // the first is the graph's; callers come before the functions that they call
  KernelImages images;
  MemoryReport memory;

  Function& main() { return functions.front(); }
  const Function& main() const { return functions.front(); }
};

struct StreamCounts {
  int streams = 1;  // the largest number of streams of a section
  int events = 0;   // steps that another stream waits for
  int steps = 0;    // steps in sections
};
StreamCounts CountStreams(const Program& program);

// Returns the graph's nodes by their numbers: producers before consumers, and the nodes of regions behind their control
// node. Equal graphs get equal numbers in any process.
Result<std::vector<Node*>> NumberedNodes(const Graph& graph);

// Returns the location of errors of a step: "node conv1 (Conv), engine ai_core, package builtin".
std::string StepPlace(const Node& node);

}  // namespace opdk
