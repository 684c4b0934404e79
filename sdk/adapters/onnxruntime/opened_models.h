// The models of a process that ONNX Runtime has opened.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "opdk/status.h"
#include "sdk/adapters/onnxruntime/session.h"

namespace opdk::ort {

// Returns the model with this digest and opens it if it isn't open. The 64 models used last stay open. Thread-safe.
Result<std::shared_ptr<const Session>> OpenedModel(const std::string& digest, std::string_view model);

}  // namespace opdk::ort
