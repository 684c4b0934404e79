// How the Ascend kernel of PairAdd is cut: a part of the project that has no meaning on a CPU.
#include "register/op_tiling_registry.h"
