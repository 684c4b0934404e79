// What an operator package consists of: the parts of its operators, from its sources and from its library.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "graph_core/package/op_info.h"
#include "graph_core/package/package_registry.h"
#include "sdk/tools/author/check/finding.h"
#include "sdk/tools/verify/cases/op_case.h"
#include "sdk/tools/verify/golden/references.h"

namespace opdk::cli {

// Where a part of an operator is. `stem` is "activation/mish", "" for what only the library shows.
struct Part {
  std::string place;
  std::string stem;
};

struct OperatorParts {
  std::optional<Part> prototype;
  std::optional<Part> inference;
  std::optional<Part> info;
  std::map<std::string, Part, std::less<>> kernels;  // by engine
  std::optional<Part> mapping;                       // of a framework's operator
  std::optional<Part> cases;
};

struct PackageParts {
  std::string root;     // of the sources, "" for a bare library
  std::string library;  // "" where there is none
  std::map<std::string, OperatorParts> operators;
  std::map<std::string, OpInfo> op_info;
  std::vector<verify::OpCase> cases;
  verify::References references;
  // False: a macro or an expression hides which operators the sources register; the library shows them.
  bool sources_show_all = true;
  // "op_info/activation/mish", "tests/op/…": files that can't be read, a finding of their own. What they would have
  // shown isn't missing.
  std::set<std::string> unreadable;

  // "libmine.so: operator Mish".
  std::string LibraryPlace(std::string_view type) const;
};

// The parts that the sources below `root` show, with what is wrong in single files: C101, C102, C403, C501, C502.
// Places are relative to the root.
PackageParts ReadSources(const std::string& root, std::vector<CheckFinding>& findings);

// The code of a source file: comments and literals are blanked, so that places in it are those of the file.
struct SourceCode {
  std::string path;  // relative to the root
  std::string code;

  // "op_impl/ai_cpu/activation/mish.cc:12:3"
  std::string Place(size_t offset) const;
};
// The C++ sources below these folders of the root.
std::vector<SourceCode> ReadCode(const std::string& root, const std::vector<std::string>& folders);

// Adds the parts that only the loaded library shows. Of a bare library also its operator information.
void AddLibraryParts(const Package& package, PackageParts& parts);

// How the operators' parts fit together: C201 … C208, C401, C405, and C404 for cases of an operator that nobody
// declares. `declared`: every operator type that some loaded package declares.
std::vector<CheckFinding> CheckParts(const PackageParts& parts, const std::vector<std::string>& declared);

// Of several places that declare a part, the first one counts.
inline void SetFirst(std::optional<Part>& part, Part value) {
  if (!part) part = std::move(value);
}

}  // namespace opdk::cli
