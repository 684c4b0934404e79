// The operators that `opdk new` and `opdk add` are asked to generate.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/author/complete_operator.h"
#include "sdk/tools/author/package_files.h"

namespace opdk::author {

struct OperatorChoice {
  std::string from;                     // a definition file
  std::string kind;                     // or a kind of template
  std::vector<std::string> operators;   // with --from: the chosen ones; with --kind: the name
  std::string group;                    // "": the definition's, or the kind's
  std::vector<std::string> engines;     // empty: the definition's, or the kind's
  std::vector<std::string> frameworks;  // empty: the definition's
  std::string templates;                // directory of templates; "": this opdk's
};

// Returns the chosen definitions, and the file's facts about its package. E1001: options that contradict each other or
// name a thing that doesn't exist.
Result<PackageDefinition> ChosenDefinition(const OperatorChoice& choice, const TemplateSet& templates);

// Joins all definitions with their kinds. E2012.
Result<std::vector<CompletedOperator>> CompleteAll(const PackageDefinition& definition, const TemplateSet& templates,
                                                   const std::string& package);

// Generates files of operators with their records, for a package of this identity.
Result<std::vector<GeneratedFile>> FilesWithRecords(const std::vector<CompletedOperator>& operators,
                                                    const TemplateSet& templates, const PackageIdentity& package);

// Prints on stderr the parts of the operators that only their author can write, with file and line.
void PrintStubs(const std::vector<CompletedOperator>& operators, const std::vector<GeneratedFile>& files);

}  // namespace opdk::author
