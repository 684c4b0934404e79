#include "op_proto/graph/variables.h"
