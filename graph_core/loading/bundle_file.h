// Several offline models in one file: a container around containers.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/status.h"

namespace opdk {

struct SessionMemory;

std::string WriteBundle(std::span<const std::string> models);
// The models, in `bytes`, each at a multiple of kOmAlignment; none of them is looked at. E2001: no bundle, cut off, or
// changed.
Result<std::vector<std::string_view>> ReadBundle(std::string_view bytes);
// For the sessions that load them: they share variables.
std::shared_ptr<SessionMemory> MemoryOfBundle();
// Whether a file that may be read as one is one.
bool IsBundle(std::string_view bytes);

}  // namespace opdk
