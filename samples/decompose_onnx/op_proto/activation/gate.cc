// The kernel's expression says the shapes.
#include "op_proto/activation/gate.h"
