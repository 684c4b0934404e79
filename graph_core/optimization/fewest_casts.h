// Which of some nodes compute in a smaller type so that fewest tensors are converted.
#pragma once

#include <vector>

namespace opdk {

// One end of a tensor: its type there is given, or decided by a choice.
struct TypeEnd {
  int choice = -1;     // whose end it is: small where that is; -1: given
  bool small = false;  // of a given one
};

struct ChosenTensor {
  TypeEnd producer;
  std::vector<TypeEnd> readers;
};

// For each choice whether it is small. A tensor that some reader takes in another type than the producer's is converted,
// once for all of them. Of several best answers the one with fewest small ones.
std::vector<bool> FewestCasts(int choices, const std::vector<ChosenTensor>& tensors);

// The tensors that are converted with these choices.
int CountCasts(const std::vector<bool>& small, const std::vector<ChosenTensor>& tensors);

}  // namespace opdk
