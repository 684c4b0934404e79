#include "op_proto/graph/resource_variables.h"
