// YAML on one line.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

namespace opdk::verify {

// Writes the value in flow style; nothing that it holds becomes an anchor.
void EmitFlow(YAML::Emitter& out, const YAML::Node& node);

// "{name: is odd, inputs: {x: {data: [1, 2]}}}": what is written, read again as the same. Line breaks in strings are
// escaped; nothing else begins a new line.
std::string FlowText(const YAML::Node& node);

}  // namespace opdk::verify
