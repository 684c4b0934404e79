// The table that says, for each node, which engine and kernel took it and why.
#pragma once

#include <string>

#include "graph_core/preparation/shape_expressions.h"
#include "graph_core/session.h"

namespace opdk::cli {

// Formats one line for each input and output of the model: "input  x  float[N,3,2*H]".
std::string FormatPorts(const Executable& model, const ShapeExpressions& shapes);
// Formats the nodes as a table. Columns: node, operator, engine, kernel, package, why (a refusal of each cheaper
// engine).
std::string FormatExplanation(const CompileReport& report);
// Formats the operators of each fused group and its kernel; "" if nothing was fused.
std::string FormatFusedGroups(const CompileReport& report);
// Formats the passes with their times.
std::string FormatPasses(const CompileReport& report);
// Formats "12 tasks from 15 nodes: 9 ai_core, 3 ai_cpu; 4 fused; arena 120 KiB …; compiled in 85 ms". A second line
// names the nodes whose kernel is slow (kSlowKernel), if there are any.
std::string FormatSummary(const CompileReport& report);

}  // namespace opdk::cli
