// The models of a process that ONNX Runtime has opened.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "opdk/status.h"
#include "sdk/tools/onnxruntime/session.h"

namespace opdk::ort {

// The one of that name, which is opened where it isn't yet, or no longer: the last 64 that were used are kept.
// Thread-safe.
Result<std::shared_ptr<const Session>> OpenedModel(const std::string& digest, std::string_view model);

}  // namespace opdk::ort
