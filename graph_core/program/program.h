// What passes from compilation to loading: what runs in which order, where every tensor's bytes lie, and what the
// engines made of the operators. Plain data that holds all it speaks of by number, so that it can be written to a file,
// read back by another process and compared (program_file.h). Each region of control flow is a function of its own,
// which its step calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "graph/types.h"
#include "graph_core/engines/kernel_image.h"
#include "graph_core/engines/packed_constant.h"
#include "graph_core/ir/control_flow.h"
#include "graph_core/ir/graph.h"
#include "graph_core/ir/resources.h"
#include "graph_core/ir/variables.h"
#include "opdk/compile.h"

namespace opdk {

// Who owns the bytes of a block.
enum class BlockKind : uint8_t {
  kArena,     // the function's part of the arena, at `offset`
  kConstant,  // the value of a Const node; never copied
  kInput,     // the caller's input buffer (zero copy)
  kOutput,    // the caller's output buffer, or the model's own when the caller gives none
  kPool,      // size known only at run time: a buffer of the model's pool while the block lives
  kSession,   // a variable of the session
  kRegion,  // what a region, a channel or a tensor array has given: a buffer of the step that asked, until it does so again
};

// One stretch of memory. Several tensors share a block when one is a view of the other, overwrites it in place or is a
// part of it.
struct Block {
  BlockKind kind = BlockKind::kArena;
  bool dynamic = false;  // size known only at run time
  size_t bytes = 0;      // 0 when dynamic
  size_t offset = 0;     // kArena
  int index = -1;        // kConstant, kSession: entry of constants, variables; kInput, kOutput: graph input or output
  int first_step = 0;    // live from this step …
  int last_step = 0;     // … to this one, inclusive; the number of steps: to the end of the run
  int root = -1;         // the tensor that the block was made for, whose shape gives its size
};

// An output of a node. `shape` is what inference said: -1 for an unknown dimension, {-2} for an unknown rank.
struct TensorSlot {
  int node = -1;  // whose output it is
  ge::DataType dtype = ge::DT_FLOAT;
  std::vector<int64_t> shape;
  int block = -1;
  size_t offset = 0;  // in bytes from the block's begin: of a part of another tensor, a multiple of kArenaAlignment
};

struct Step {
  int node = -1;             // of NumberedNodes
  int image = -1;            // of the program's; -1: the engine needs none, or nothing runs
  std::vector<int> inputs;   // tensors; -1: absent optional input
  std::vector<int> outputs;  // tensors
  bool has_task = true;      // false: a view whose shape, or whether it fits its input, is known only in a run
  // Shapes, or values that the kernel is built from, are known only at run time: before each run the step's shapes are
  // inferred and its kernel is prepared again where something changed.
  bool adapts = false;
  // What its kernel keeps of constants in forms of its own: known once it was loaded, and not packed again then.
  std::vector<PackedConstant> packed;
  std::vector<int> value_inputs;  // inputs that are not constant and whose values the kernel is built from
  // In a section: which of its streams runs the step, and the steps of other streams that have ended before.
  int stream = 0;
  std::vector<int> waits;
  // Of control flow, which no kernel runs: the functions of its regions in the order of RegionName, and the block that
  // their arenas lie in, one over the other, since one runs at a time.
  ControlKind control = ControlKind::kNone;
  std::vector<int> functions;
  int frame = -1;
  // Of what reads or writes a variable; nothing is copied where both have one memory.
  VariableOp variable = VariableOp::kNone;
  // Of GetNext: the channel that it takes from.
  std::string channel;
  // Of what uses a tensor array or a stack.
  ResourceOp resource = ResourceOp::kNone;
};

// Steps, one behind the other in their function, that run at the same time: on so many streams, each of them one
// thread. What stands before has ended when they begin, and they have ended before what follows; each of those has all
// threads.
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
  std::vector<int> constants;  // nodes, whose values may be without bytes once loaded: MemoryReport::released
  std::vector<int> variables;  // nodes
  std::vector<Step> steps;     // an order that all their edges allow, also where they run on streams
  std::vector<StreamSection> sections;
  std::vector<ModelInput> inputs;
  std::vector<ModelOutput> outputs;
  size_t arena_bytes = 0;
  // Number of its first step among those of all functions.
  int first_step = 0;
};

// What one engine made of the nodes that name it.
struct EngineImage {
  std::string engine;
  std::shared_ptr<const KernelImage> image;
};
using KernelImages = std::vector<EngineImage>;

struct Program {
  // The operators that run, with their places, their constants and the bodies of fused ones: what kernels are loaded
  // for, shapes that are known at run time only are inferred by, and errors, profiles and `explain` name.
  Graph graph;
  std::deque<Function> functions;  // the graph's own is the first; callers before what they call
  KernelImages images;
  MemoryReport memory;

  Function& main() { return functions.front(); }
  const Function& main() const { return functions.front(); }
};

struct StreamCounts {
  int streams = 1;  // most at a time
  int events = 0;   // steps that another stream waits for
  int steps = 0;    // that run beside others
};
StreamCounts CountStreams(const Program& program);

// The nodes of a graph by their numbers: producers before consumers, those of a control node's regions behind it. Equal
// graphs number alike, in any process.
Result<std::vector<Node*>> NumberedNodes(const Graph& graph);

// Where an error of a step is located: "node conv1 (Conv), engine ai_core, package builtin".
std::string StepPlace(const Node& node);

}  // namespace opdk
