#include "sdk/tools/verify/search/shrink.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace opdk::verify {
namespace {

// Returns the order of values from simple to complex: integers, few decimals, other numbers, numbers beyond exact
// counting, not finite.
std::tuple<int, long double, bool> Complexity(long double value) {
  if (std::isnan(value)) return {5, 0, false};
  if (std::isinf(value)) return {4, 0, value < 0};
  const long double size = std::fabs(value);
  int kind = 2;
  if (size > 0x1p53L) {
    kind = 3;
  } else if (std::floor(value) == value) {
    kind = 0;
  } else if (std::floor(value * 8) == value * 8) {
    kind = 1;
  }
  return {kind, size, std::signbit(value)};
}

// Keeps `extent` elements of the axis, the first or the last ones.
void Crop(SearchTensor& tensor, size_t axis, int64_t extent, bool last) {
  int64_t outer = 1;
  int64_t inner = 1;
  for (size_t i = 0; i < axis; ++i) outer *= tensor.shape[i];
  for (size_t i = axis + 1; i < tensor.shape.size(); ++i) inner *= tensor.shape[i];
  const int64_t old = tensor.shape[axis];
  const int64_t begin = last ? old - extent : 0;
  std::vector<long double> kept;
  for (int64_t o = 0; o < outer; ++o) {
    const auto from = tensor.data.begin() + (o * old + begin) * inner;
    kept.insert(kept.end(), from, from + extent * inner);
  }
  tensor.data = std::move(kept);
  tensor.shape[axis] = extent;
}

// Returns smaller extents to try in turn: 1 and 2, then down from `extent` by ever smaller steps, at last 0.
std::vector<int64_t> SmallerExtents(int64_t extent) {
  std::vector<int64_t> smaller = {1, 2};
  for (int64_t step = extent / 2; step > 0; step /= 2) smaller.push_back(extent - step);
  smaller.push_back(0);
  std::vector<int64_t> tried;
  for (const int64_t each : smaller) {
    if (each < extent && std::find(tried.begin(), tried.end(), each) == tried.end()) tried.push_back(each);
  }
  return tried;
}

std::vector<long double> SimplerValues(ge::DataType dtype, long double value) {
  std::vector<long double> simpler = {0, 1, -1, 2};
  if (std::isfinite(value)) {
    simpler.insert(simpler.end(), {std::fabs(value), std::trunc(value), std::floor(value), std::ceil(value)});
    const long double whole = std::trunc(value);
    for (long double step = std::trunc(whole / 2); step != 0; step = std::trunc(step / 2)) {
      simpler.push_back(whole - step);
    }
    if (std::floor(value) != value) simpler.push_back(std::round(value * 8) / 8);
  } else {
    simpler.insert(simpler.end(), {100, 1000, -1000, 1e30L, std::fabs(value)});
  }
  std::vector<long double> kept;
  for (const long double each : simpler) {
    const long double rounded = RoundTo(dtype, each);
    if (Complexity(rounded) < Complexity(value)) kept.push_back(rounded);
  }
  return kept;
}

class Shrinker {
 public:
  Shrinker(SearchCase failing, const FirstFailing& first_failing, size_t most)
      : best_(std::move(failing)), first_failing_(first_failing), left_(most) {}

  SearchCase Run() {
    bool progress = true;
    while (progress && left_ > 0) {
      progress = false;
      for (const auto pass : {&Shrinker::LeaveOut, &Shrinker::DropAxes, &Shrinker::MergeAxes, &Shrinker::LessExtents,
                              &Shrinker::Zeros, &Shrinker::SimplerElements}) {
        while (left_ > 0 && Take((this->*pass)())) progress = true;
      }
    }
    return best_;
  }

 private:
  using Candidates = std::vector<SearchCase>;

  bool Take(Candidates candidates) {
    if (candidates.size() > left_) candidates.resize(left_);
    if (candidates.empty()) return false;
    const auto failing = first_failing_(candidates);
    left_ -= failing ? *failing + 1 : candidates.size();
    if (!failing) return false;
    best_ = std::move(candidates[*failing]);
    return true;
  }

  template <typename Change>
  void Try(Candidates& candidates, const Change& change) const {
    // Each candidate is a copy of the case.
    if (candidates.size() >= std::max<size_t>(64, (size_t{1} << 21) / (best_.elements() + 1))) return;
    SearchCase candidate = best_;
    if (change(candidate)) candidates.push_back(std::move(candidate));
  }

  Candidates LeaveOut() const {
    Candidates candidates;
    for (size_t p = 0; p < best_.inputs.size(); ++p) {
      if (best_.inputs[p].kind == PortKind::kRequired) continue;
      for (size_t e = 0; e < best_.inputs[p].entries.size(); ++e) {
        Try(candidates, [&](SearchCase& candidate) {
          auto& entries = candidate.inputs[p].entries;
          entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(e));
          return true;
        });
      }
    }
    for (const auto& [name, value] : best_.attrs) {
      Try(candidates, [&name = name](SearchCase& candidate) { return candidate.attrs.erase(name) > 0; });
    }
    return candidates;
  }

  // Calls visit(port, entry) for every tensor.
  template <typename Visit>
  void ForTensors(const Visit& visit) const {
    for (size_t p = 0; p < best_.inputs.size(); ++p) {
      for (size_t e = 0; e < best_.inputs[p].entries.size(); ++e) visit(p, e);
    }
  }

  std::set<size_t> Ranks() const {
    std::set<size_t> ranks;
    ForTensors([&](size_t p, size_t e) { ranks.insert(best_.inputs[p].entries[e].shape.size()); });
    return ranks;
  }

  // Merges two axes of all tensors of a rank; the elements stay where they are.
  Candidates MergeAxes() const {
    Candidates candidates;
    for (const size_t rank : Ranks()) {
      for (size_t axis = 0; axis + 1 < rank; ++axis) {
        Try(candidates, [&](SearchCase& candidate) {
          ForTensors([&](size_t p, size_t e) {
            auto& shape = candidate.inputs[p].entries[e].shape;
            if (shape.size() != rank) return;
            shape[axis] *= shape[axis + 1];
            shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
          });
          return true;
        });
      }
    }
    return candidates;
  }

  Candidates DropAxes() const {
    Candidates candidates;
    const std::set<size_t> ranks = Ranks();
    // First all tensors of a rank lose an axis, then one tensor alone.
    for (const size_t rank : ranks) {
      for (size_t axis = 0; axis < rank; ++axis) {
        Try(candidates, [&](SearchCase& candidate) {
          bool all = true;
          ForTensors([&](size_t p, size_t e) {
            SearchTensor& tensor = candidate.inputs[p].entries[e];
            if (tensor.shape.size() == rank) all = DropAxis(tensor, axis) && all;
          });
          return all;
        });
      }
    }
    ForTensors([&](size_t p, size_t e) {
      for (size_t axis = 0; axis < best_.inputs[p].entries[e].shape.size(); ++axis) {
        Try(candidates, [&](SearchCase& candidate) { return DropAxis(candidate.inputs[p].entries[e], axis); });
      }
    });
    return candidates;
  }

  static bool DropAxis(SearchTensor& tensor, size_t axis) {
    if (tensor.shape[axis] == 0) return false;
    if (tensor.shape[axis] > 1) Crop(tensor, axis, 1, false);
    tensor.shape.erase(tensor.shape.begin() + static_cast<std::ptrdiff_t>(axis));
    return true;
  }

  Candidates LessExtents() const {
    Candidates candidates;
    std::set<int64_t, std::greater<>> extents;
    ForTensors([&](size_t p, size_t e) {
      const auto& shape = best_.inputs[p].entries[e].shape;
      extents.insert(shape.begin(), shape.end());
    });
    for (const int64_t extent : extents) {
      for (const int64_t smaller : SmallerExtents(extent)) {
        for (const bool last : {false, true}) {
          Try(candidates, [&](SearchCase& candidate) {
            ForTensors([&](size_t p, size_t e) {
              SearchTensor& tensor = candidate.inputs[p].entries[e];
              for (size_t axis = 0; axis < tensor.shape.size(); ++axis) {
                if (tensor.shape[axis] == extent) Crop(tensor, axis, smaller, last);
              }
            });
            return true;
          });
        }
      }
    }
    ForTensors([&](size_t p, size_t e) {
      for (size_t axis = 0; axis < best_.inputs[p].entries[e].shape.size(); ++axis) {
        for (const int64_t smaller : SmallerExtents(best_.inputs[p].entries[e].shape[axis])) {
          for (const bool last : {false, true}) {
            Try(candidates, [&](SearchCase& candidate) {
              Crop(candidate.inputs[p].entries[e], axis, smaller, last);
              return true;
            });
          }
        }
      }
    });
    return candidates;
  }

  // Returns candidates in which a block of elements is 0: all elements, then halves, down to single ones.
  Candidates Zeros() const {
    Candidates candidates;
    size_t largest = 0;
    ForTensors([&](size_t p, size_t e) { largest = std::max(largest, best_.inputs[p].entries[e].data.size()); });
    for (size_t block = largest; block > 0; block /= 2) {
      ForTensors([&](size_t p, size_t e) {
        const auto& data = best_.inputs[p].entries[e].data;
        for (size_t begin = 0; begin < data.size(); begin += block) {
          const size_t end = std::min(begin + block, data.size());
          const auto is_zero = [](long double value) { return value == 0 && !std::signbit(value); };
          if (std::all_of(data.begin() + static_cast<std::ptrdiff_t>(begin),
                          data.begin() + static_cast<std::ptrdiff_t>(end), is_zero)) {
            continue;
          }
          Try(candidates, [&](SearchCase& candidate) {
            auto& changed = candidate.inputs[p].entries[e].data;
            std::fill(changed.begin() + static_cast<std::ptrdiff_t>(begin),
                      changed.begin() + static_cast<std::ptrdiff_t>(end), 0);
            return true;
          });
        }
      });
    }
    return candidates;
  }

  // Simplifies all elements with equal values together, then each alone.
  Candidates SimplerElements() const {
    Candidates candidates;
    ForTensors([&](size_t p, size_t e) {
      const SearchTensor& tensor = best_.inputs[p].entries[e];
      std::map<std::tuple<int, long double, bool>, std::vector<size_t>> places;
      for (size_t i = 0; i < tensor.data.size(); ++i) places[Complexity(tensor.data[i])].push_back(i);
      for (auto place = places.rbegin(); place != places.rend(); ++place) {
        AddSimpler(p, e, place->second, candidates);
        if (place->second.size() < 2 || place->second.size() > 64) continue;
        for (const size_t i : place->second) AddSimpler(p, e, {i}, candidates);
      }
    });
    return candidates;
  }

  void AddSimpler(size_t p, size_t e, const std::vector<size_t>& places, Candidates& candidates) const {
    const SearchTensor& tensor = best_.inputs[p].entries[e];
    for (const long double simpler : SimplerValues(tensor.dtype, tensor.data[places[0]])) {
      Try(candidates, [&](SearchCase& candidate) {
        for (const size_t i : places) candidate.inputs[p].entries[e].data[i] = simpler;
        return true;
      });
    }
  }

  SearchCase best_;
  const FirstFailing& first_failing_;
  size_t left_;
};

}  // namespace

SearchCase Shrink(SearchCase failing, const FirstFailing& first_failing, size_t most_candidates) {
  return Shrinker(std::move(failing), first_failing, most_candidates).Run();
}

}  // namespace opdk::verify
