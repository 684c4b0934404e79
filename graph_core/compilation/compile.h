// The compilation stage: from a prepared, placed, optimised graph to a Program.
#pragma once

#include <span>

#include "graph_core/engines/engine.h"
#include "graph_core/program/program.h"
#include "opdk/compile.h"

namespace opdk {

// Lays out steps and memory, then has every engine compile the kernels of its nodes (one call per engine). Of the
// options: reuse_memory (false: every tensor has its own bytes, ge.exec.disableReuseMemory) and progress.
// Errors: E2008 a node without an engine, E2007 a tensor that does not fit in memory, E2005 a graph without outputs or
// that still holds PlaceHolder/End, E4001 from an engine.
Result<Program> Compile(Graph graph, std::span<Engine* const> engines, const PackageRegistry& packages,
                        const CompileOptions& options = {});

}  // namespace opdk
