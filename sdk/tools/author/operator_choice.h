// What `opdk new` and `opdk add` are asked to generate.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/complete_operator.h"
#include "sdk/tools/author/package_files.h"

namespace opdk::cli {

struct OperatorChoice {
  std::string from;                     // a definition file
  std::string kind;                     // or a kind of template
  std::vector<std::string> operators;   // with --from: which of them; with --kind: the name
  std::string group;                    // "": the definition's, or the kind's
  std::vector<std::string> engines;     // empty: the definition's, or the kind's
  std::vector<std::string> frameworks;  // empty: the definition's
  std::string templates;                // "": those of this opdk
};

// The definitions that were chosen, and what the file says of its package. E1001: options that contradict each other
// or name what isn't there.
Result<PackageDefinition> ChosenDefinition(const OperatorChoice& choice, const TemplateSet& templates);

// All of them joined with their kinds. E2012.
Result<std::vector<CompletedOperator>> CompleteAll(const PackageDefinition& definition, const TemplateSet& templates,
                                                   const std::string& package);

// Files of operators with their records, for a package of this identity.
Result<std::vector<GeneratedFile>> FilesWithRecords(const std::vector<CompletedOperator>& operators,
                                                    const TemplateSet& templates, const PackageIdentity& package);

// On stderr: what of the operators only their author can write, with file and line.
void PrintStubs(const std::vector<CompletedOperator>& operators, const std::vector<GeneratedFile>& files);

}  // namespace opdk::cli
