// The newer name of graph/ge_error_codes.h.
#pragma once

#include "graph/ge_error_codes.h"
