// Which of some nodes take the one of two forms (a smaller type, the other order of axes) so that least is converted.
#pragma once

#include <cstdint>
#include <vector>

namespace opdk {

// One end of a tensor: its form there is given, or decided by a choice. "Small" is the form of which there shall be
// less.
struct TypeEnd {
  int choice = -1;     // whose end it is: small where that is; -1: given
  bool small = false;  // of a given one
};

struct ChosenTensor {
  TypeEnd producer;
  std::vector<TypeEnd> readers;
  int64_t cost = 1;  // of its conversion, from 1 on
};

// For each choice whether it is small. A tensor that some reader takes in another form than the producer's is
// converted, once for all of them. Of several cheapest answers the one with fewest small ones.
std::vector<bool> FewestCasts(int choices, const std::vector<ChosenTensor>& tensors);

// What the conversions cost with these choices: where each costs 1, their number.
int64_t CountCasts(const std::vector<bool>& small, const std::vector<ChosenTensor>& tensors);

}  // namespace opdk
