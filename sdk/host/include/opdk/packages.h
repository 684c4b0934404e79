// The operator packages of a process, for programs that run graphs: where they were found, what each provides, who
// wins.
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

struct PackageOptions {
  std::vector<std::string> plugin_dirs;  // read first, in order; an entry may also be one library
  bool use_environment = true;           // OPDK_PLUGIN_PATH, user data directory
  bool use_builtin = true;               // the installed built-in directory (OPDK_BUILTIN_DIR overrides its place)
};

struct PackageInfo {
  std::string name;
  std::string vendor;
  std::string version;
  std::string path;       // of the .so
  std::string directory;  // the plugin directory it was found in
  bool builtin = false;
  int priority = 0;             // rank among the packages: 0 wins over 1
  std::string priority_reason;  // "load_priority in DIR/config.yaml", "custom, directory 1": why it has that rank
  int declared_priority = 0;    // PRIORITY of opdk_add_operator_package()
};

// A file that was not loaded, and why.
struct RejectedPackage {
  std::string path;
  Status reason;
};

// What a package brings of one operator.
struct OperatorSupport {
  std::string package;
  bool prototype = false;
  std::vector<std::string> engines;  // that its operator information describes
};

// Packages that were loaded together. Copies are handles to the same ones, which stay loaded as long as there is one;
// threads may share them. A library is unloaded with the last handle: what its code made must be gone by then.
class Packages {
 public:
  // Reads the plugin directories in order plugin_dirs, OPDK_PLUGIN_PATH, ${XDG_DATA_HOME:-~/.local/share}/opdk/plugins,
  // built-in, and makes the packages those of the process: operators made by name (ge::OperatorFactory, SingleOp) are
  // looked up in them from here on. A bad library is listed in rejected() and the others go on. E1002: one of
  // plugin_dirs does not exist; E5007: nothing can be loaded at all.
  static Result<Packages> Load(const PackageOptions& options = {});
  // Those of the process: of the last Load, or of ge::GEInitialize. E1001: there are none.
  static Result<Packages> Current();

  // By precedence, winner first: custom before built-in, then config.yaml's load_priority, then order of discovery.
  std::vector<PackageInfo> packages() const;
  const std::vector<RejectedPackage>& rejected() const;
  // What is odd but refuses nothing: an operator that several packages provide (E5005), a kernel without operator
  // information or the reverse (E5006).
  const std::vector<Status>& notes() const;
  // The directories that were read, in order.
  const std::vector<std::string>& searched() const;

  // Every operator type, sorted.
  std::vector<std::string> OperatorTypes() const;
  // The packages that know an operator, winner first; empty when none does.
  std::vector<OperatorSupport> Providers(std::string_view type) const;
  // What the winning prototype declares; valid as long as these packages. E2002 with "did you mean".
  Result<const OpDesc*> Prototype(std::string_view type) const;

  // Reads a model with the parser of its framework. E1001: an option or a number of files that the parser doesn't take;
  // E1002: the file can't be read; E2001: nobody's file, or a broken one; E2002: an operator that no package provides.
  Result<ParseResult> ParseModel(const ParseRequest& request) const;

  // For the graph core.
  explicit Packages(std::shared_ptr<const PackageRegistry> registry) : registry_(std::move(registry)) {}
  const std::shared_ptr<const PackageRegistry>& registry() const { return registry_; }

 private:
  std::shared_ptr<const PackageRegistry> registry_;
};

}  // namespace opdk
