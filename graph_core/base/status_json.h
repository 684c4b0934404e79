// An error as JSON: what reports show, and how it gets out of a child process.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "opdk/status.h"

namespace opdk {

// {"code": "E2003", "message": …, "places": […], "hint": …}
nlohmann::json ToJson(const Status& status);
// The same Status. Throws nlohmann's exceptions for JSON of another form.
Status StatusFrom(const nlohmann::json& json);

}  // namespace opdk
