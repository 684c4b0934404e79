// The cases with which a search of one operator begins, and the cases that it leaves for the next search.
#pragma once

#include <string>
#include <vector>

#include "sdk/tools/verify/golden/golden.h"
#include "sdk/tools/verify/search/search_case.h"

namespace opdk::verify {

struct Seeds {
  std::vector<OpCase> cases;  // written, derived, from the corpus
  size_t written = 0;
  size_t corpus = 0;
  size_t derived = 0;
  std::string crash;  // how verification or inference ended the deriving process; "": not at all
};

// Collects the seeds. `cases`: the author's. Derives more cases from them, or from the prototype alone, and adds the
// corpus of earlier searches. E3001: there is no legal case to begin with.
Result<Seeds> SeedsOf(const std::string& op, const std::vector<OpCase>& cases, const std::string& state,
                      const TestHarness& harness);

// Returns the cases that can be searched on this engine, the corpus last.
EngineSeeds ForEngine(const Seeds& seeds, const std::string& op, const std::string& engine, const TestHarness& harness,
                      size_t max_elements);

// Writes STATE/corpus/OP/ID.yaml, one file for each case. E1006.
Status KeepCorpus(const std::vector<SearchCase>& kept, const std::string& state);

}  // namespace opdk::verify
