// An error as JSON, for reports and for passing it on from a child process.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "opdk/status.h"

namespace opdk {

// Returns {"code": "E2003", "message": …, "places": […], "hint": …}.
nlohmann::json ToJson(const Status& status);
// Returns the Status that ToJson was given. Throws nlohmann's exceptions for JSON of another form.
Status StatusFrom(const nlohmann::json& json);

}  // namespace opdk
