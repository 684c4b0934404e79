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
  std::vector<std::string> plugins;  // the loaded plugins
  std::string file;                  // the case file; paths in the case are relative to it
  std::string case_yaml;             // on one line

  // Returns the file's text.
  std::string ToYaml() const;
  // Returns the case for the runner. E2011.
  Result<OpCase> ToCase() const;
  // Returns "opdk repro 1f3c9a07".
  std::string Command() const { return "opdk repro " + id; }
};

// Makes the record of a case, with its `id`.
FailureRecord RecordOf(const OpCase& op_case, ge::DataType dtype, const std::string& engine);

// Makes a directory for files of this machine, which git ignores. E1006.
Status MakeStateDirectory(const std::string& directory);
// Writes DIR/failures/ID.yaml and returns its path. E1006.
Result<std::string> KeepFailure(const FailureRecord& record, const std::string& directory);
// Removes the record of this id, if there is one.
void ForgetFailure(const std::string& id, const std::string& directory);
// Reads a record. E1002: no such file; E2011: the file isn't a record.
Result<FailureRecord> ReadFailure(const std::string& path);
// Finds a record by its id, the beginning of its id, or its path. E3001: there is none, or more than one.
Result<FailureRecord> FindFailure(const std::string& id_or_path, const std::string& directory);
// Returns all records of DIR/failures, sorted by operator and id.
std::vector<FailureRecord> ListFailures(const std::string& directory);

}  // namespace opdk::verify
