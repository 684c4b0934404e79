// YAML on one line.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>

namespace opdk::verify {

// Writes the value in flow style, without anchors.
void EmitFlow(YAML::Emitter& out, const YAML::Node& node);

// Returns the value on one line: "{name: is odd, inputs: {x: {data: [1, 2]}}}". Reading the text gives an equal value.
// Line breaks in strings are escaped; nothing else begins a new line.
std::string FlowText(const YAML::Node& node);

}  // namespace opdk::verify
