// Operator-level cases: what tests/op/README.md describes, read from YAML.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/tensor.h"
#include "graph/types.h"
#include "graph_core/base/yaml_reading.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"
#include "sdk/tools/verify/cases/standard.h"
#include "sdk/tools/verify/cases/written.h"

namespace opdk::verify {

// What the random data of a case without a seed is drawn from. Where a case comes from doesn't tell it from another.
struct CaseOrigin {
  WrittenPlace place = {};  // in the file, also when the case was made from it
  Written text;             // the case as its file has it; nothing: a program made it
  bool operator==(const CaseOrigin&) const { return true; }
};

// One case as it is written; it stands for one run per dtype and engine. ReadCases reads it, CaseText writes it.
struct OpCase {
  std::string file;  // as messages name it
  std::string op;
  std::string name;
  std::vector<ge::DataType> dtypes = {ge::DT_FLOAT};  // those it runs with
  WrittenPorts inputs;
  std::vector<WrittenAttr> attrs;
  std::vector<std::pair<WrittenName, size_t>> outputs;  // entries of dynamic ones of which nothing is expected

  std::optional<WrittenPorts> expect;
  std::string fails;         // part of the reason for which verification or inference refuses
  std::string fails_at_run;  // of the kernel's
  bool refused = false;      // someone refuses: verification, inference or the kernel, for whatever reason

  std::optional<WrittenGolden> golden;
  Written standard;
  std::vector<std::pair<WrittenName, Written>> standards;  // by output
  std::optional<WrittenTolerance> tolerance;
  std::vector<Relation> relations;
  std::vector<WrittenName> engines;  // the only ones that run it; empty: all
  std::optional<int64_t> seed;

  uint64_t run_seed = 0;  // of the run (--seed); cases with a `seed` of their own ignore it
  CaseOrigin origin;
  bool operator==(const OpCase&) const = default;

  // "tests/op/elementwise/add.yaml:12: Add repeats x2 over the rows".
  std::string Place() const;
  bool expects_refusal() const { return !fails.empty() || !fails_at_run.empty(); }
};

// The cases of one file, `each` expanded; a .json file is msOpST's (cases/msopst.h). E2011 located at
// file:line:column; E1002: the file can't be read.
Result<std::vector<OpCase>> ReadCaseFile(const std::string& path);
// Of text that stands for a file `name`.
Result<std::vector<OpCase>> ReadCases(const std::string& text, const std::string& name);
// One case of the operator, as CaseText writes it. E2011.
Result<OpCase> ReadCaseText(const std::string& op, const std::string& text, const std::string& file);
// Every *.yaml below a directory, sorted.
std::vector<std::string> CaseFilesIn(const std::string& directory);

// A tensor of a case. `has_data` false: only dtype and shape are known.
struct CaseTensor {
  ge::Tensor value;
  bool has_data = false;
  // Floats, by element (by part of complex ones): the case demands this -0.0's sign. Empty: no element does.
  std::vector<bool> negative_zero;
  // Of an expected tensor: how far each element may lie away by derivation from the operator's expression. Empty: not
  // derived. Complex numbers have one for each part.
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
uint64_t SeedOf(const OpCase& op_case);

// The YAML reader whose places are the case's.
YamlReader ReaderOf(const OpCase& op_case);

}  // namespace opdk::verify
