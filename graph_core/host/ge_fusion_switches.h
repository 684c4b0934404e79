// The file of GE's option ge.fusionSwitchFile: which passes of packages ("GraphFusion") and which passes that fuse
// kernels ("UBFusion") run. Lines "Pass:on" and "Pass:off", or JSON: {"Switch": {"GraphFusion": {"Pass": "off"},
// "UBFusion":
// {"ALL": "off"}}}; "ALL" stands for those of its part that aren't named.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/status.h"

namespace opdk {

struct FusionSwitches {
  std::map<std::string, bool> passes;
  bool all_graph = true;
  bool all_kernel = true;
};

// E1002; E1001 with the line or the place: what it is that isn't understood.
Result<FusionSwitches> ReadFusionSwitches(const std::string& path);

// Whether a pass makes kernels of several operators: GE's "UBFusion".
bool FusesKernels(std::string_view pass);

// The passes that are off, of those that packages bring and of kernel fusion.
std::vector<std::string> SwitchedOff(const FusionSwitches& switches, const std::vector<std::string>& package_passes);
// Names in the file that no pass has: GE's own, of passes that aren't needed here.
std::vector<std::string> UnknownSwitches(const FusionSwitches& switches, const std::vector<std::string>& passes);

}  // namespace opdk
