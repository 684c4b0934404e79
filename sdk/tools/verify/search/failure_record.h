// A failing run, kept in a file so that `opdk repro` runs exactly it again.
#pragma once

#include <string>
#include <vector>

#include "opdk/status.h"
#include "sdk/tools/verify/cases/op_case.h"

namespace opdk::verify {

struct FailureRecord {
  std::string id;  // of 8 hexadecimal digits: a hash of operator, case, dtype and engine
  std::string op;
  std::string engine;
  ge::DataType dtype = ge::DT_FLOAT;
  std::string standard;             // RunOptions::standard
  std::vector<std::string> checks;  // RunOptions::checks
  std::string found_by;             // "fuzz", "test"
  uint64_t seed = 0;                // of the search
  std::string kind;                 // "values", "crash SIGSEGV"
  std::string reason;
  std::vector<std::string> plugins;  // what was loaded
  std::string file;                  // the case file; paths in the case count from it
  std::string case_yaml;             // on one line

  // What the file holds.
  std::string ToYaml() const;
  // The case, as the runner takes it. E2011.
  Result<OpCase> ToCase() const;
  // "opdk repro 1f3c9a07".
  std::string Command() const { return "opdk repro " + id; }
};

// Fills in `id`.
FailureRecord RecordOf(const OpCase& op_case, ge::DataType dtype, const std::string& engine);

// Makes a directory for what belongs to this machine: git passes it over. E1006.
Status MakeStateDirectory(const std::string& directory);
// DIR/failures/ID.yaml, returns its path. E1006.
Result<std::string> KeepFailure(const FailureRecord& record, const std::string& directory);
// Removes the record of this id, if there is one.
void ForgetFailure(const std::string& id, const std::string& directory);
// E1002: no such file; E2011: it isn't such a record.
Result<FailureRecord> ReadFailure(const std::string& path);
// A record by its id or the beginning of one, or by its path. E3001: there is none, or more than one.
Result<FailureRecord> FindFailure(const std::string& id_or_path, const std::string& directory);
// All of DIR/failures, sorted by operator and id.
std::vector<FailureRecord> ListFailures(const std::string& directory);

}  // namespace opdk::verify
