// The operator packages of a process, for programs that run graphs: their files, the operators of each, and their
// precedence.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opdk/model_parser.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

class PackageRegistry;

// The directories in which packages are searched.
struct PackageOptions {
  std::vector<std::string> plugin_dirs;  // read first, in order; an entry may also be one library
  bool use_environment = true;           // OPDK_PLUGIN_PATH, user data directory
  bool use_builtin = true;               // the installed built-in directory (OPDK_BUILTIN_DIR overrides its place)
};

// A loaded package.
struct PackageInfo {
  std::string name;
  std::string vendor;
  std::string version;
  std::string path;       // of the .so
  std::string directory;  // plugin directory in which the package was found
  bool builtin = false;
  int priority = 0;             // rank among the packages: 0 wins over 1
  std::string priority_reason;  // reason of the rank: "load_priority in DIR/config.yaml", "custom, directory 1"
  int declared_priority = 0;    // PRIORITY of opdk_add_operator_package()
};

// A file that was not loaded, and the reason.
struct RejectedPackage {
  std::string path;
  Status reason;
};

// The parts of one operator that a package provides.
struct OperatorSupport {
  std::string package;
  bool prototype = false;
  std::vector<std::string> engines;  // engines that its operator information describes
};

// Packages that were loaded together. Copies are handles to the same packages, which stay loaded while a handle exists.
// Threads may share handles. A library is unloaded with the last handle: objects that its code made must be gone by
// then.
class Packages {
 public:
  // Reads the plugin directories in order: plugin_dirs, OPDK_PLUGIN_PATH,
  // ${XDG_DATA_HOME:-~/.local/share}/opdk/plugins, built-in. Makes the packages those of the process: operators made by
  // name (ge::OperatorFactory, SingleOp) are looked up in them from now on. A bad library is listed in rejected(), and
  // the other libraries are loaded. E1002: one of plugin_dirs does not exist; E5007: no package can be loaded.
  static Result<Packages> Load(const PackageOptions& options = {});
  // Returns the packages of the process, from the last Load or from ge::GEInitialize. E1001: there are none.
  static Result<Packages> Current();

  // Returns the packages by precedence, winner first: custom before built-in, then config.yaml's load_priority, then
  // order of discovery.
  std::vector<PackageInfo> packages() const;
  const std::vector<RejectedPackage>& rejected() const;
  // Returns oddities that refuse no package: an operator that several packages provide (E5005), a kernel without
  // operator information or the reverse (E5006).
  const std::vector<Status>& notes() const;
  // Returns the directories that were read, in order.
  const std::vector<std::string>& searched() const;

  // Returns every operator type, sorted.
  std::vector<std::string> OperatorTypes() const;
  // Returns the packages that provide a part of an operator, winner first; empty when none does.
  std::vector<OperatorSupport> Providers(std::string_view type) const;
  // Returns the winning prototype's declaration; valid as long as these packages. E2002 with "did you mean".
  Result<const OpDesc*> Prototype(std::string_view type) const;

  // Reads a model with the parser of its framework. E1001: an option or a number of files that the parser doesn't take;
  // E1002: the file can't be read; E2001: a file that no parser reads, or a broken one; E2002: an operator that no
  // package provides.
  Result<ParseResult> ParseModel(const ParseRequest& request) const;

  // Makes a handle; for the graph core.
  explicit Packages(std::shared_ptr<const PackageRegistry> registry) : registry_(std::move(registry)) {}
  const std::shared_ptr<const PackageRegistry>& registry() const { return registry_; }

 private:
  std::shared_ptr<const PackageRegistry> registry_;
};

}  // namespace opdk
