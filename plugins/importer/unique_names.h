// Names that are given once: of the values and of the nodes of a model.
#pragma once

#include <fmt/format.h>

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace opdk::importer {

class UniqueNames {
 public:
  // Adds a name of the model. Models may use a name twice for one thing, so a name that is taken already is no error.
  void Add(const std::string& name) { taken_.insert(name); }

  // Returns `wanted`, or `wanted`_1, _2 … where it is taken, and takes that name. The time doesn't grow with repeated
  // requests for a name.
  std::string Give(const std::string& wanted) {
    if (taken_.insert(wanted).second) return wanted;
    int& suffix = last_suffix_[wanted];
    std::string name;
    do {
      name = fmt::format("{}_{}", wanted, ++suffix);
    } while (!taken_.insert(name).second);
    return name;
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> last_suffix_;
};

}  // namespace opdk::importer
