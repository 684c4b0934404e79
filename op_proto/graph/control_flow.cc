#include "op_proto/graph/control_flow.h"
