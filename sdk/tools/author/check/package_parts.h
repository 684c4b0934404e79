// The parts of an operator package's operators, from its sources and from its library.
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

namespace opdk::author {

// The place of a part of an operator. `stem` is "activation/mish", "" for parts that only the library shows.
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
  std::string library;  // "" if there is none
  std::map<std::string, OperatorParts> operators;
  std::map<std::string, OpInfo> op_info;
  std::vector<verify::OpCase> cases;
  verify::References references;
  // False: a macro or an expression hides which operators the sources register; the library shows them.
  bool sources_show_all = true;
  // Files that can't be read ("op_info/activation/mish", "tests/op/…"), which have a finding of their own. The parts in
  // these files don't count as missing.
  std::set<std::string> unreadable;

  // Returns "libmine.so: operator Mish".
  std::string LibraryPlace(std::string_view type) const;
};

// Returns the parts that the sources below `root` show, and adds findings about single files: C101, C102, C403, C501,
// C502. Places are relative to the root.
PackageParts ReadSources(const std::string& root, std::vector<CheckFinding>& findings);

// The code of a source file. Comments and literals are blanked, so that places in the code are places in the file.
struct SourceCode {
  std::string path;  // relative to the root
  std::string code;

  // Returns "op_impl/ai_cpu/activation/mish.cc:12:3".
  std::string Place(size_t offset) const;
};
// Returns the C++ sources below these folders of the root.
std::vector<SourceCode> ReadCode(const std::string& root, const std::vector<std::string>& folders);

// Adds the parts that only the loaded library shows. For a bare library, also adds its operator information.
void AddLibraryParts(const Package& package, PackageParts& parts);

// Checks how the operators' parts fit together: C201 … C208, C401, C405, and C404 for cases of an operator that no
// package declares. `declared`: every operator type that some loaded package declares.
std::vector<CheckFinding> CheckParts(const PackageParts& parts, const std::vector<std::string>& declared);

// Sets a part unless it is set: the first of several places that declare a part counts.
inline void SetFirst(std::optional<Part>& part, Part value) {
  if (!part) part = std::move(value);
}

}  // namespace opdk::author
