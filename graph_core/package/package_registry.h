// The operator packages of a process: their directories, their operators, and their precedence.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "graph_core/package/op_info.h"
#include "opdk/model_parser.h"
#include "opdk/package.h"
#include "opdk/packages.h"
#include "opdk/registrations.h"
#include "opdk/status.h"

namespace opdk {

// One loaded package. Never unloaded while a registry that lists it lives.
struct Package : PackageInfo {
  const Registrations* registrations = nullptr;
  std::map<std::string, OpInfo, std::less<>> op_info;
  std::shared_ptr<void> library;  // keeps the shared library loaded
};

// Returns "package name (path)", as errors name it.
std::string PlaceOf(const Package& package);

// The parts that one package provides for one operator type. nullptr: it doesn't provide the part.
struct OperatorProvider {
  const Package* package = nullptr;
  const PrototypeEntry* prototype = nullptr;
  std::shared_ptr<const OpDesc> declared;  // the prototype's declaration; nullptr: it can't be made
  const OperatorFunctionEntry* infer_shape = nullptr;
  const OperatorFunctionEntry* infer_format = nullptr;
  const OperatorFunctionEntry* verify = nullptr;
  const ValueRangeEntry* value_ranges = nullptr;
  std::vector<const EngineKernelEntry*> kernels;         // at most one per engine
  std::vector<const CheckSupportEntry*> check_supports;  // at most one per engine
  const OpInfo* info = nullptr;

  // Returns the kernel for this engine. nullptr: there is none.
  const EngineKernelEntry* Kernel(std::string_view engine) const;
  const CheckSupportEntry* CheckSupport(std::string_view engine) const;
};

// Immutable after Load; safe to share between threads.
class PackageRegistry {
 public:
  // Reads the plugin directories in this order: --plugins, OPDK_PLUGIN_PATH,
  // ${XDG_DATA_HOME:-~/.local/share}/opdk/plugins, built-in. An entry of plugin_dirs may also be one library. A bad
  // library is listed in rejected(), and loading goes on. E1002: a --plugins directory doesn't exist. E5007: nothing
  // can be loaded at all.
  static Result<std::shared_ptr<PackageRegistry>> Load(const PackageOptions& options);
  // Makes ge::OperatorFactory and Operator::InferShapeAndType of this process use this registry.
  static void SetCurrent(std::shared_ptr<const PackageRegistry> registry);
  static std::shared_ptr<const PackageRegistry> Current();

  ~PackageRegistry();

  // Returns the packages, the winner first: custom before built-in, then config.yaml's load_priority, then order of
  // discovery.
  const std::vector<std::unique_ptr<Package>>& packages() const { return packages_; }
  const std::vector<RejectedPackage>& rejected() const { return rejected_; }
  // Returns oddities that refuse nothing, for `opdk list`. E5005: several packages provide an operator; names the
  // winner and the others. E5006: a kernel without operator information, or information without a kernel.
  const std::vector<Status>& notes() const { return notes_; }
  // Returns the directories that were read, in order.
  const std::vector<std::string>& searched() const { return searched_; }

  // Providers of an operator type by precedence; empty when unknown.
  const std::vector<OperatorProvider>& Providers(std::string_view type) const;
  // Returns the first provider whose kernel is a tensor expression. nullptr: there is none.
  const OperatorProvider* Expression(std::string_view type) const;
  // Returns the provider whose prototype counts. nullptr: there is none.
  const OperatorProvider* Prototype(std::string_view type) const;
  std::vector<std::string> OperatorTypes() const;  // sorted
  // Returns the operator that this prototype declares, without a name. E2002 with "did you mean", located at `node`.
  Result<const OpDesc*> Declared(std::string_view type, std::string_view node) const;
  // Returns the operator information with the highest precedence. nullptr: there is none.
  const OpInfo* Information(std::string_view type) const;

  // Reads a model, fenced, with the parser of the framework if it is given, else with the first one that accepts the
  // file. E1001: an option or a number of files that this parser doesn't take. E1002: the file can't be read. E2001: no
  // parser accepts the file, or it is broken. E2002: an operator that no package provides. Errors are located at the
  // first file.
  Result<ParseResult> ParseModel(const ParseRequest& request) const;

  // Returns the mapping of a framework's operator ("ai.onnx::13::Clip", "Add"). nullptr: there is none.
  const domi::OpRegistrationData* FindMapping(domi::FrameworkType framework, const std::string& origin_type) const;
  // Returns every mapped type of a framework, sorted.
  std::vector<std::string> OriginTypes(domi::FrameworkType framework) const;
  // Makes an operator from the winning prototype, fenced. E2002 with "did you mean".
  Result<ge::Operator> CreateOperator(const std::string& name, const std::string& type) const;
  // Returns whether the winning prototype comes from another package than the built-in one.
  bool HasCustomPrototype(std::string_view type) const;
  // Returns "loaded packages: a (dir), b (dir); searched: dir, dir", for messages about unknown operators.
  std::string DescribeSearch() const;

 private:
  PackageRegistry();
  Result<const OperatorProvider*> Declaring(std::string_view type, std::string_view node) const;
  void ReadDirectories(const std::vector<struct PluginDir>& dirs);
  void RejectDoubles();
  void RejectInvalidOpInfo();
  void BuildTables();
  void NoteOddities();
  struct Tables;
  std::vector<std::unique_ptr<Package>> packages_;
  std::vector<RejectedPackage> rejected_;
  std::vector<Status> notes_;
  std::vector<std::string> searched_;
  std::unique_ptr<Tables> tables_;
};

}  // namespace opdk
