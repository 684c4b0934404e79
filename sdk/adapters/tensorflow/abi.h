// Interface between the two sides of the adapter: TensorFlow's (host/, built on the user's machine with the installed
// TensorFlow) and opdk's (engine/, libopdk_tensorflow.so). It is C only: each side has a protobuf of its own, and no
// type of one side may reach the other. A list of texts is a sequence of texts that each end with NUL.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define OPDK_TENSORFLOW_ABI 2

// Attributes that TensorFlow's side adds to the nodes that it passes on: facts from the definitions of their operators.
#define OPDK_TF_TYPES "_opdk_types"              // list(type): of the outputs
#define OPDK_TF_INPUT_TYPES "_opdk_input_types"  // list(type): of the inputs
#define OPDK_TF_SHAPES "_opdk_shapes"            // list(shape): of the outputs, as far as inference knows them
#define OPDK_TF_STATEFUL "_opdk_stateful"        // bool
// list(int), which TensorFlow's side adds to each node before any optimizer changes the graph (OpdkTfMark). It holds
// the numbers of in_out_pair's pairs whose names the graph has, from 1 on; a negative number means that the node isn't
// between the pair's nodes.
#define OPDK_TF_PAIRS "_opdk_pairs"
// Attribute of an IterationOp that npu_bridge has made: the variable with the number of steps behind a run's first
// step.
#define OPDK_TF_ITERATIONS "_opdk_iterations"

typedef struct OpdkTfBytes {
  const char* data;
  size_t size;
} OpdkTfBytes;

// Takes bytes that are there for the time of the call.
typedef void (*OpdkTfTake)(void* receiver, OpdkTfBytes bytes);

typedef struct OpdkTfTensor {
  const void* data;
  size_t bytes;
  int32_t dtype;  // TensorFlow's number
  int32_t rank;
  const int64_t* dims;
} OpdkTfTensor;

typedef struct OpdkTfRewrite {
  OpdkTfBytes graph;    // GraphDef, annotated
  OpdkTfBytes options;  // list: name, value, name, value …
  OpdkTfBytes kept;     // list: nodes that a reader knows by name ("y"), and values that are taken ("y:0")
  OpdkTfBytes fed;      // list: nodes whose values are replaced by others
  void* receiver;
  OpdkTfTake take_graph;  // not called: the graph stays as it is
  OpdkTfTake take_error;
} OpdkTfRewrite;

typedef struct OpdkTfMark {
  OpdkTfBytes graph;    // GraphDef of which the nodes' names, operators and inputs are read
  OpdkTfBytes options;  // list: name, value, name, value …
  OpdkTfBytes calls;    // list: loops, conditionals and calls that TensorFlow may have written out as nodes "name/…"
  void* receiver;
  // Takes what OPDK_TF_PAIRS says of a node, which goes by its place in the graph. Not called where no pair's names are
  // there.
  void (*take_pairs)(void* receiver, size_t node, const int64_t* pairs, size_t count);
  OpdkTfTake take_error;
} OpdkTfMark;

typedef struct OpdkTfOpen {
  OpdkTfBytes graph;       // attribute "graph" of a GeOp
  OpdkTfBytes outputs;     // list: its attribute "outputs"
  OpdkTfBytes options;     // list: its attribute "options"
  const int32_t* weights;  // its attribute "weights": inputs that hardly ever change
  size_t weight_count;
  void* receiver;
  OpdkTfTake take_error;
} OpdkTfOpen;

typedef struct OpdkTfRun {
  const OpdkTfTensor* inputs;
  size_t input_count;
  // Version of the weights: calls with the same number have equal bytes in the weights. 0: the version isn't known.
  uint64_t generation;
  void* receiver;
  // Memory for an output of that shape, of the type that the GeOp says; NULL: there is none.
  void* (*allocate)(void* receiver, size_t output, int32_t rank, const int64_t* dims, size_t bytes);
  OpdkTfTake take_error;
} OpdkTfRun;

typedef struct OpdkTensorflow {
  size_t struct_size;
  int32_t abi;
  // Returns 0, or the number of an error whose text take_error gets. No function throws; all may be called from any
  // thread.
  int (*rewrite)(const OpdkTfRewrite* request);
  int (*mark)(const OpdkTfMark* request);
  // A cluster ready to run; NULL: an error.
  void* (*open)(const OpdkTfOpen* request);
  void (*close)(void* cluster);
  int (*run)(void* cluster, const OpdkTfRun* request);
} OpdkTensorflow;

// Name of the only function that libopdk_tensorflow.so exports: const OpdkTensorflow* opdk_tensorflow(void).
#define OPDK_TENSORFLOW_ENTRY "opdk_tensorflow"
