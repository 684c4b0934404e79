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

// Checks that a file holds a bundle of so many models. E1001: there are none, or too many.
Status CheckBundle(size_t models);
// Returns the bundle's bytes. CheckBundle holds for the number of models.
std::string WriteBundle(std::span<const std::string> models);
// Returns the models, which point into `bytes`, each at a multiple of kOmAlignment. Their content isn't checked. E2001:
// no bundle, cut off, or changed.
Result<std::vector<std::string_view>> ReadBundle(std::string_view bytes);
// Makes the memory of the sessions that load the models of one bundle: they share variables.
std::shared_ptr<SessionMemory> MemoryOfBundle();
// Returns whether the bytes of a readable file are a bundle.
bool IsBundle(std::string_view bytes);

}  // namespace opdk
