#include "graph_core/host/ge_fusion_switches.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "graph_core/base/file.h"
#include "graph_core/base/json_reading.h"
#include "graph_core/session.h"

namespace opdk {
namespace {

// Returns the passes that fuse kernels. They are asked for once, because the question makes each engine.
const std::vector<std::string>& KernelFusion() {
  static const std::vector<std::string> passes = Session::PassNames(PassGroup::kKernelFusion);
  return passes;
}

constexpr std::string_view kAll = "ALL";
constexpr std::string_view kForm = R"(it has lines "Pass:off", or {"Switch": {"GraphFusion": {"Pass": "off"}}})";

Status NotUnderstood(std::string_view what) {
  return Status(ErrorCode::kUsage, std::string(what)).Hint(std::string(kForm));
}

Result<bool> IsOn(std::string_view text) {
  if (text == "on") return true;
  if (text == "off") return false;
  return NotUnderstood(fmt::format("'{}' is neither on nor off", text));
}

Status ReadPart(const nlohmann::json& part, bool& all, FusionSwitches& switches) {
  if (!part.is_object()) return NotUnderstood("it isn't an object");
  for (const auto& [pass, value] : part.items()) {
    const auto on = IsOn(value.is_string() ? value.get<std::string>() : value.dump());
    if (!on.ok()) return on.status().At(pass);
    if (pass == kAll) {
      all = *on;
    } else {
      switches.passes[pass] = *on;
    }
  }
  return Status();
}

Result<FusionSwitches> ReadJson(const nlohmann::json& json) {
  FusionSwitches switches;
  if (!json.is_object() || !json.contains("Switch") || !json["Switch"].is_object()) {
    return NotUnderstood("it has no object 'Switch'");
  }
  for (const auto& [name, part] : json.items()) {
    if (name != "Switch") return NotUnderstood(fmt::format("'{}' isn't Switch", name));
  }
  for (const auto& [name, part] : json["Switch"].items()) {
    if (name != "GraphFusion" && name != "UBFusion") {
      return NotUnderstood(fmt::format("'{}' is neither GraphFusion nor UBFusion", name));
    }
    bool& all = name == "GraphFusion" ? switches.all_graph : switches.all_kernel;
    if (Status read = ReadPart(part, all, switches); !read.ok()) return std::move(read).At(name);
  }
  return switches;
}

Result<FusionSwitches> ReadLines(const std::string& text) {
  FusionSwitches switches;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::erase_if(line, [](unsigned char letter) { return std::isspace(letter) != 0; });
    if (line.empty()) continue;
    const size_t colon = line.rfind(':');
    if (colon == std::string::npos || colon == 0) {
      return NotUnderstood(fmt::format("'{}' names no pass and its state", line)).At(fmt::format("line {}", number));
    }
    const auto on = IsOn(std::string_view(line).substr(colon + 1));
    if (!on.ok()) return on.status().At(fmt::format("line {}", number));
    const std::string pass = line.substr(0, colon);
    if (pass == kAll) {
      switches.all_graph = switches.all_kernel = *on;
    } else {
      switches.passes[pass] = *on;
    }
  }
  return switches;
}

bool IsOff(const FusionSwitches& switches, const std::string& pass, bool all) {
  const auto named = switches.passes.find(pass);
  return named == switches.passes.end() ? !all : !named->second;
}

}  // namespace

Result<FusionSwitches> ReadFusionSwitches(const std::string& path) {
  OPDK_TRY(const std::string text, ReadFile(path, kTextFile));
  const size_t first = text.find_first_not_of(" \t\r\n");
  Result<FusionSwitches> read = FusionSwitches();
  if (first == std::string::npos || text[first] != '{') {
    read = ReadLines(text);
  } else if (const auto json = ParseJson(text); json.is_discarded()) {
    read = NotUnderstood("it isn't JSON");
  } else {
    read = ReadJson(json);
  }
  if (!read.ok()) return std::move(read).status().At(path);
  return read;
}

bool FusesKernels(std::string_view pass) {
  const std::vector<std::string>& passes = KernelFusion();
  return std::find(passes.begin(), passes.end(), pass) != passes.end();
}

std::vector<std::string> SwitchedOff(const FusionSwitches& switches, const std::vector<std::string>& package_passes) {
  std::vector<std::string> off;
  for (const std::string& pass : package_passes) {
    if (IsOff(switches, pass, switches.all_graph)) off.push_back(pass);
  }
  for (const std::string& pass : KernelFusion()) {
    if (IsOff(switches, pass, switches.all_kernel)) off.push_back(pass);
  }
  return off;
}

std::vector<std::string> UnknownSwitches(const FusionSwitches& switches, const std::vector<std::string>& passes) {
  std::vector<std::string> unknown;
  for (const auto& [pass, on] : switches.passes) {
    if (!FusesKernels(pass) && std::find(passes.begin(), passes.end(), pass) == passes.end()) unknown.push_back(pass);
  }
  return unknown;
}

}  // namespace opdk
