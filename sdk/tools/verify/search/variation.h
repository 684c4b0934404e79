// Small changes of a case.
#pragma once

#include <random>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "sdk/tools/verify/search/search_case.h"

namespace opdk::verify {

using SearchRandom = std::mt19937_64;

// The possible cases of one operator on one engine.
struct CaseSpace {
  OpDesc prototype;
  const EngineOpInfo* info = nullptr;  // of the engine: its columns are the signatures
  size_t max_elements = 4096;          // of one tensor
};

// Returns the space. E2002: no package provides the operator; E2008: the engine doesn't run it.
Result<CaseSpace> SpaceOf(const std::string& op, const std::string& engine, const PackageRegistry& packages);

// Makes one to four changes of the case: signature, extents (equal ones together, or one alone), axes, values, optional
// inputs, number of entries, attributes.
SearchCase Varied(const SearchCase& from, const CaseSpace& space, SearchRandom& random);

}  // namespace opdk::verify
