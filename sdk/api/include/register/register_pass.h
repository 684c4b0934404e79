// The older name of register/register_custom_pass.h.
#pragma once

#include "register/register_custom_pass.h"
