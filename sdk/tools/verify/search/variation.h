// Small changes of a case.
#pragma once

#include <random>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "sdk/tools/verify/search/search_case.h"

namespace opdk::verify {

using SearchRandom = std::mt19937_64;

// What cases of one operator on one engine may look like.
struct CaseSpace {
  OpDesc prototype;
  const EngineOpInfo* info = nullptr;  // of the engine: its columns are the signatures
  size_t max_elements = 4096;          // of one tensor
};

// E2002: no package provides the operator; E2008: the engine doesn't run it.
Result<CaseSpace> SpaceOf(const std::string& op, const std::string& engine, const PackageRegistry& packages);

// One to four changes: signature, extents (equal ones together, or one alone), axes, values, optional inputs, number of
// entries, attributes.
SearchCase Varied(const SearchCase& from, const CaseSpace& space, SearchRandom& random);

}  // namespace opdk::verify
