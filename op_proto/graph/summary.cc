#include "op_proto/graph/summary.h"
