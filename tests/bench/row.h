// The rows of the benchmark's table, as data (rows/*.yaml; README.md describes the keys).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "opdk/status.h"

namespace opdk::bench {

struct Range {
  double low = -1;
  double high = 1;
};

struct Row {
  std::string name;
  double required = 0;    // ONNX Runtime's time over opdk's must reach it; 0: shown only
  std::string measure;    // "run", or "cold creation" or "warm creation" of a session
  std::string single_op;  // opdk calls this operator through SingleOp; "": it runs `graph` in a session
  std::vector<std::string> single_op_inputs;  // names of its ports, in the order of the graph's inputs
  std::string file;                           // an .onnx file in the directory of models, in place of `graph`
  std::string graph;                          // ONNX's text syntax: "(float[4] x) => (float[4] y) { y = Relu(x) }"
  std::string ir_graph;                       // run by opdk in place of `graph`, in the IR's text form; "": `graph`
  std::string ort_graph;                // the same mathematics for ONNX Runtime where it can't run `graph`; "": `graph`
  std::string ours_graph;               // opdk with this graph takes ONNX Runtime's place; "": doesn't
  std::map<std::string, int> opsets;    // by domain; "" is ONNX's own
  std::vector<std::string> constants;   // graph inputs that become initializers of random values
  std::map<std::string, Range> ranges;  // of random values, by input
  std::map<std::string, int64_t> dimensions;  // values of symbolic dimensions
};

// Reads all rows of all *.yaml files of a directory, in the order of the files' names. E1002: there are none. E1001: a
// key is unknown or missing; names file and line.
Result<std::vector<Row>> ReadRows(const std::string& directory);

}  // namespace opdk::bench
