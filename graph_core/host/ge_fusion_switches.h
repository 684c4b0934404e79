// The file of GE's option ge.fusionSwitchFile. It says which passes of packages ("GraphFusion") and which passes that
// fuse kernels ("UBFusion") run. Its form is lines "Pass:on" and "Pass:off", or JSON:
//   {"Switch": {"GraphFusion": {"Pass": "off"}, "UBFusion": {"ALL": "off"}}}
// "ALL" stands for the passes of its part that aren't named.
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

// Reads the file. E1002. E1001 names the line or the place that isn't understood.
Result<FusionSwitches> ReadFusionSwitches(const std::string& path);

// Returns whether a pass makes one kernel of several operators (GE's "UBFusion").
bool FusesKernels(std::string_view pass);

// Returns the passes of packages and of kernel fusion that are off.
std::vector<std::string> SwitchedOff(const FusionSwitches& switches, const std::vector<std::string>& package_passes);
// Returns the names in the file that no pass has. They are names of GE's passes that aren't needed here.
std::vector<std::string> UnknownSwitches(const FusionSwitches& switches, const std::vector<std::string>& passes);

}  // namespace opdk
