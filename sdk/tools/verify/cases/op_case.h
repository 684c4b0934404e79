// Operator-level cases: what tests/op/README.md describes, read from YAML.
#pragma once

#include <yaml-cpp/yaml.h>

#include <optional>
#include <string>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"
#include "graph_core/base/yaml_reading.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"
#include "sdk/tools/verify/cases/standard.h"

namespace opdk::verify {

// One case as it is written; it stands for one run per dtype and engine.
struct OpCase {
  std::string file;  // as messages name it
  std::string op;
  std::string name;
  std::vector<ge::DataType> dtypes;  // those it runs with
  YAML::Node node;
  YAML::Mark mark = YAML::Mark::null_mark();  // where it stands in the file, also when the node was made from it
  uint64_t run_seed = 0;                      // of the run (--seed); cases with a `seed` of their own ignore it

  // "tests/op/elementwise/add.yaml:12: Add repeats x2 over the rows".
  std::string Place() const;
};

// The cases of one file, `each` expanded; a .json file is msOpST's (cases/msopst.h). E2011 located at
// file:line:column; E1002: the file can't be read.
Result<std::vector<OpCase>> ReadCaseFile(const std::string& path);
// Of text that stands for a file `name`.
Result<std::vector<OpCase>> ReadCases(const std::string& text, const std::string& name);
// Every *.yaml below a directory, sorted.
std::vector<std::string> CaseFilesIn(const std::string& directory);

// A tensor of a case. `has_data` false: only dtype and shape are known.
struct CaseTensor {
  ge::Tensor value;
  bool has_data = false;
  // Floats, by element: the case demands this -0.0's sign. Empty: no element does.
  std::vector<bool> negative_zero;
  // Of an expected tensor: how far each element may lie away by derivation from the operator's expression. Empty: not
  // derived.
  std::vector<double> bounds;
};

// One case with one dtype.
struct CaseInstance {
  OpDesc op;                       // attributes set, one port per entry; outputs not inferred
  std::vector<CaseTensor> inputs;  // one per op.inputs; an absent optional one has DT_UNDEFINED
  // One per op.outputs; `compared` false: the case says nothing of it.
  struct Expected {
    bool compared = false;
    CaseTensor tensor;
  };
  std::vector<Expected> expected;

  std::optional<uint64_t> seed;  // what its random data was drawn with; none: nothing was drawn

  bool expects_refusal() const { return !fails.empty(); }
  std::string fails;                 // part of the reason for which verification or inference refuses
  std::string fails_at_run;          // of the kernel's
  bool refused = false;              // someone refuses: verification, inference or the kernel, for whatever reason
  std::vector<std::string> engines;  // the only ones that run it; empty: all
  // No input lacks its data.
  bool runnable() const;
};

// E2011: a port, attribute or value that the prototype or the dtype doesn't have, located in the case's file.
Result<CaseInstance> Instantiate(const OpCase& op_case, ge::DataType dtype, const OpDesc& prototype);

// What decides over an output of `dtype`: `standards` of that output, the case's `standard` or `tolerance`, else the
// dtype's default.
Result<Standard> StandardOf(const OpCase& op_case, ge::DataType dtype, const std::string& output = "");

// What the case's random data is drawn with: its `seed`, else from its text and the run's seed.
Result<uint64_t> SeedOf(const OpCase& op_case);

// The YAML reader whose places are the case's.
YamlReader ReaderOf(const OpCase& op_case);

}  // namespace opdk::verify
