#include "op_proto/graph/structural.h"
