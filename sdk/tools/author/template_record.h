// .opdk in a package: the sources of its generated files, so that `opdk upgrade` can tell the author's lines from the
// templates'. There is one record for the package's own files and one for each operator, so that adding an operator
// edits no record.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sdk/tools/author/package_files.h"

namespace opdk::author {

struct TemplateRecord {
  int64_t version = 0;                          // of the templates
  PackageIdentity package;                      // the identity when the files were made
  std::optional<OperatorDefinition> operator_;  // none: the package's own files
  std::map<std::string, std::string> files;     // path from the root -> SHA-256 of the generated text
};

// Returns ".opdk/template.yaml", ".opdk/operators/row_sum.yaml".
std::string RecordPath(const TemplateRecord& record);
// Returns the path of the text that was generated for `path`: ".opdk/generated/op_proto/reduce/row_sum.cc".
std::string PristinePath(const std::string& path);

// Makes the record of these files. RecordFiles returns the files that hold the record.
TemplateRecord RecordOf(const TemplateSet& templates, const PackageIdentity& package,
                        const OperatorDefinition* definition, const std::vector<GeneratedFile>& files);
std::vector<GeneratedFile> RecordFiles(const TemplateRecord& record, const std::vector<GeneratedFile>& files);

// Reads all records of the package at `root`, the package's own first; none if it has no .opdk. E2012: a damaged
// record.
Result<std::vector<TemplateRecord>> ReadRecords(const std::filesystem::path& root);

}  // namespace opdk::author
