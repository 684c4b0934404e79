// A program as bytes: GE's container for offline models (om_container.h) around its graph, its constants, its functions
// and its kernel images.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "graph_core/engines/engine.h"
#include "graph_core/program/program.h"
#include "opdk/status.h"

namespace opdk {

// Equal programs give equal bytes. E1001: see TargetIsa. E2007: its graph has no protobuf form, for its size.
Result<std::string> WriteProgram(const Program& program);

// The program that gave these bytes, of this or another process, for engines that have the images' names. Everything that
// the bytes say of sizes and places is checked before it is used. E2001: they are no program, were changed, or are of
// another version of opdk or for a processor that this one is not; E2008: an engine is not in use. `owner`: of the bytes;
// packed constants stay where they lie in them then, and keep it alive; nullptr: they are copied.
Result<Program> ReadProgram(std::string_view bytes, std::span<Engine* const> engines,
                            std::shared_ptr<const void> owner = nullptr);

}  // namespace opdk
