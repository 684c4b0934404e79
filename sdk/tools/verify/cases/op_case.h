// Operator-level cases in the form of tests/op/README.md, read from YAML.
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

// The text and place of a case; random data of a case without a seed is drawn from the text. Origins are always equal:
// cases that differ only in their origin are the same case.
struct CaseOrigin {
  WrittenPlace place = {};  // in the file, also when the case was made from it
  Written text;             // the case as its file has it; nothing: a program made it
  bool operator==(const CaseOrigin&) const { return true; }
};

// One case in its written form; it stands for one run per dtype and engine. ReadCases reads it, CaseText writes it.
struct OpCase {
  std::string file;  // as messages name it
  std::string op;
  std::string name;
  std::vector<ge::DataType> dtypes = {ge::DT_FLOAT};  // the dtypes to run the case with
  WrittenPorts inputs;
  std::vector<WrittenAttr> attrs;
  std::vector<std::pair<WrittenName, size_t>> outputs;  // number of entries of dynamic outputs without expected values

  std::optional<WrittenPorts> expect;
  std::string fails;         // part of the reason with which verification or inference refuses
  std::string fails_at_run;  // part of the kernel's reason
  bool refused = false;      // verification, inference or the kernel refuses, for any reason

  std::optional<WrittenGolden> golden;
  Written standard;
  std::vector<std::pair<WrittenName, Written>> standards;  // by output
  std::optional<WrittenTolerance> tolerance;
  std::vector<Relation> relations;
  std::vector<WrittenName> engines;  // the only engines that run the case; empty: all
  std::optional<int64_t> seed;

  uint64_t run_seed = 0;  // of the run (--seed); cases with a `seed` of their own ignore it
  CaseOrigin origin;
  bool operator==(const OpCase&) const = default;

  // Returns "tests/op/elementwise/add.yaml:12: Add repeats x2 over the rows".
  std::string Place() const;
  bool expects_refusal() const { return !fails.empty() || !fails_at_run.empty(); }
};

// Reads the cases of one file and expands `each`. A .json file is msOpST's (cases/msopst.h). E2011 located at
// file:line:column; E1002: the file can't be read.
Result<std::vector<OpCase>> ReadCaseFile(const std::string& path);
// Reads the cases in `text`, the content of the file `name`.
Result<std::vector<OpCase>> ReadCases(const std::string& text, const std::string& name);
// Reads one case of the operator, in the form that CaseText writes. E2011.
Result<OpCase> ReadCaseText(const std::string& op, const std::string& text, const std::string& file);
// Returns every *.yaml below a directory, sorted.
std::vector<std::string> CaseFilesIn(const std::string& directory);

// A tensor of a case. `has_data` false: only dtype and shape are known.
struct CaseTensor {
  ge::Tensor value;
  bool has_data = false;
  // Floats, by element (complex numbers: by part): whether the case demands the sign of this -0.0. Empty: no element
  // does.
  std::vector<bool> negative_zero;
  // Largest distance of each element of an expected tensor, derived from the operator's expression. Empty: not derived.
  // Complex numbers have one bound for each part.
  std::vector<double> bounds;
};

// One case with one dtype.
struct CaseInstance {
  OpDesc op;                       // attributes set, one port per entry; outputs not inferred
  std::vector<CaseTensor> inputs;  // one per op.inputs; an absent optional one has DT_UNDEFINED
  // An expected output, one per op.outputs. `compared` false: the case expects nothing of the output.
  struct Expected {
    bool compared = false;
    CaseTensor tensor;
  };
  std::vector<Expected> expected;

  std::optional<uint64_t> seed;  // seed of the random data; none: nothing was drawn

  bool expects_refusal() const { return !fails.empty(); }
  std::string fails;                 // part of the reason with which verification or inference refuses
  std::string fails_at_run;          // part of the kernel's reason
  bool refused = false;              // verification, inference or the kernel refuses, for any reason
  std::vector<std::string> engines;  // the only engines that run the case; empty: all
  // Returns whether every input has its data.
  bool runnable() const;
};

// Makes the case's instance with one dtype. E2011: a port, attribute or value that the prototype or the dtype doesn't
// have, located in the case's file.
Result<CaseInstance> Instantiate(const OpCase& op_case, ge::DataType dtype, const OpDesc& prototype);

// Returns the standard for an output of `dtype`: `standards` of that output, the case's `standard` or `tolerance`, else
// the dtype's default.
Result<Standard> StandardOf(const OpCase& op_case, ge::DataType dtype, const std::string& output = "");

// Returns the seed of the case's random data: the case's `seed`, else a hash of its text and the run's seed.
uint64_t SeedOf(const OpCase& op_case);

// Returns a YAML reader whose messages name the case's places.
YamlReader ReaderOf(const OpCase& op_case);

}  // namespace opdk::verify
