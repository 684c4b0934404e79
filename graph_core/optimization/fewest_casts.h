// Which of some nodes take the one of two forms (a smaller type, the other order of axes) so that least is converted.
#pragma once

#include <cstdint>
#include <vector>

namespace opdk {

// The form of a tensor at its producer or at a reader: given, or decided by a choice. The algorithm prefers the form
// that isn't "small".
struct TypeEnd {
  int choice = -1;     // index of the choice that decides; -1: `small` is given
  bool small = false;  // the form if it is given
};

struct ChosenTensor {
  TypeEnd producer;
  std::vector<TypeEnd> readers;
  int64_t cost = 1;  // of its conversion, from 1 on
};

// Returns, by choice, whether the small form is best. Minimizes the cost of conversions: a tensor is converted once if
// any of its readers takes another form than the producer's. Of several cheapest answers returns the answer with the
// fewest small forms.
std::vector<bool> FewestCasts(int choices, const std::vector<ChosenTensor>& tensors);

// Returns the cost of the conversions for these choices. If each tensor costs 1, this is their number.
int64_t CountCasts(const std::vector<bool>& small, const std::vector<ChosenTensor>& tensors);

}  // namespace opdk
