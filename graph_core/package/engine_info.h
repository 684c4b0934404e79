// The table of engines: facts about each engine without its code. A new engine is a folder in graph_core/engines with a
// factory, and a row here.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace opdk {

struct EngineInfo {
  std::string_view name;          // "ai_core": its section of the operator information, --engine
  std::string_view title;         // "AI Core": in sentences
  int cost;                       // a node goes to the cheapest engine that supports it
  std::string_view registration;  // the macro that registers a kernel: "A", or "A or B"
  bool has_expressions;           // its kernels are tensor expressions: they can be printed, fused, interpreted
  bool is_reference;              // the reference for other engines; it computes constants at preparation
};

// Returns the table of engines, cheapest first.
std::span<const EngineInfo> Engines();
// Returns the engine's row. nullptr: there is no such engine.
const EngineInfo* FindEngine(std::string_view name);
// Returns the engine whose results are the reference for the other engines.
const EngineInfo& ReferenceEngine();
// Returns the engine whose kernels are tensor expressions.
const EngineInfo& ExpressionEngine();
// Returns the engines' names, cheapest first.
const std::vector<std::string>& EngineNames();

}  // namespace opdk
