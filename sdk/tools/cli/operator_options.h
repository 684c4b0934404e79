// Options that say which operators `opdk new` and `opdk add` generate.
#pragma once

#include <CLI/CLI.hpp>

#include "sdk/tools/author/operator_choice.h"

namespace opdk::cli {

// Adds --from, --kind, --op, --group, --engines, --frameworks, --templates. `choice` must live as long as `command`.
void AddOperatorOptions(CLI::App& command, author::OperatorChoice& choice);

}  // namespace opdk::cli
