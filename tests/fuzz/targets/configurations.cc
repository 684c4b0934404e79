// Files of options: fusion switches, precision, AscendCL's configuration, and options of GE as text.
#include <cstdlib>
#include <string>

#include "acl/acl.h"
#include "acl/acl_mdl.h"
#include "graph_core/debugging/profile_files.h"
#include "graph_core/host/ge_fusion_switches.h"
#include "graph_core/host/ge_options.h"
#include "opdk/precision.h"
#include "opdk/tensor_dump_options.h"
#include "tests/fuzz/graph_use.h"
#include "tests/fuzz/target.h"

namespace opdk::fuzz {

void FusionSwitchFile(std::string_view bytes) {
  const auto switches = ReadFusionSwitches(FileOf(bytes, "fusion_switch.cfg"));
  if (!switches.ok()) return;
  static const std::vector<std::string> passes{"MatMulBiasAddFusion", "fuse_vector"};
  static_cast<void>(SwitchedOff(*switches, passes));
  Expect(UnknownSwitches(*switches, passes).size() <= switches->passes.size(), "passes that the file doesn't name");
}

void PrecisionFiles(std::string_view bytes) {
  const std::string path = FileOf(bytes, "precision.cfg");
  PrecisionOptions options;
  static_cast<void>(ReadModifyMixlist(path, options));
  static_cast<void>(ReadCustomizeDtypes(path, options));
  static_cast<void>(ReadKeepDtype(path, options));
  static_cast<void>(ReadOpPrecisionMode(path, options));
}

namespace {

void ChooseAclPackages() {
  setenv("OPDK_BUILTIN_DIR", OPDK_BUILTIN_DIRECTORY, 1);
  setenv("XDG_DATA_HOME", "/nowhere", 1);
  unsetenv("OPDK_PLUGIN_PATH");
}

}  // namespace

void AclConfig(std::string_view bytes) {
  ChooseAclPackages();
  // `acl_config_run` may have ended the process's use of AscendCL.
  const aclError begun = aclInit(nullptr);
  Expect(begun == ACL_SUCCESS || begun == ACL_ERROR_REPEAT_INITIALIZE, "aclInit is refused");
  const std::string path = FileOf(bytes, "acl.json");
  aclmdlInitDump();
  aclmdlSetDump(path.c_str());
  aclmdlFinalizeDump();
  static_cast<void>(ParseProfileOptions(bytes));
  static_cast<void>(ParseRuns(bytes));
}

void AclConfigRun(std::string_view bytes) {
  ChooseAclPackages();
  // A profiler would write its files wherever the input says.
  if (bytes.find("prof") != std::string_view::npos || bytes.find('\\') != std::string_view::npos) return;
  aclFinalize();  // `acl_config` may have begun
  if (aclInit(FileOf(bytes, "acl.json").c_str()) == ACL_SUCCESS) aclFinalize();
}

void GeOptionTexts(std::string_view bytes) {
  static_cast<void>(TestPackages());
  OptionMap options;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    const size_t equals = line.find('=');
    if (equals != std::string_view::npos) options[std::string(line.substr(0, equals))] = line.substr(equals + 1);
  }
  for (const OptionLevel level : {OptionLevel::kGlobal, OptionLevel::kSession, OptionLevel::kGraph}) {
    static_cast<void>(CheckOptions(options, level));
  }
  auto read = ReadOptions(options, options, options);
  if (read.ok()) SwitchFusion(*TestPackages(), *read);
}

}  // namespace opdk::fuzz
