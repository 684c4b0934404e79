// ge::Status under the name that CANN's headers of graph passes include.
#pragma once

#include "ge/ge_api_error_codes.h"
