// .opdk in a package: what its files were made of, so that `opdk upgrade` can tell the author's lines from the
// templates'. One record for the package's own files and one for each operator, so that adding edits none.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sdk/tools/author/package_files.h"

namespace opdk::cli {

struct TemplateRecord {
  int64_t version = 0;                          // of the templates
  PackageIdentity package;                      // as it was when the files were made
  std::optional<OperatorDefinition> operator_;  // none: the package's own files
  std::map<std::string, std::string> files;     // path from the root -> SHA-256 of what was generated
};

// ".opdk/template.yaml", ".opdk/operators/row_sum.yaml".
std::string RecordPath(const TemplateRecord& record);
// Where the text that was generated for `path` is kept: ".opdk/generated/op_proto/reduce/row_sum.cc".
std::string PristinePath(const std::string& path);

// The record of these files and the files that hold it.
TemplateRecord RecordOf(const TemplateSet& templates, const PackageIdentity& package,
                        const OperatorDefinition* definition, const std::vector<GeneratedFile>& files);
std::vector<GeneratedFile> RecordFiles(const TemplateRecord& record, const std::vector<GeneratedFile>& files);

// All records of the package at `root`, the package's own first; none when it has no .opdk. E2012 for a damaged one.
Result<std::vector<TemplateRecord>> ReadRecords(const std::filesystem::path& root);

}  // namespace opdk::cli
