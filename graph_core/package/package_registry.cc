#include "graph_core/package/package_registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "graph/ascend_string.h"
#include "graph/operator.h"
#include "graph_core/base/file.h"
#include "graph_core/base/limits.h"
#include "graph_core/package/admission.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/entries.h"
#include "graph_core/package/expression_inference.h"
#include "graph_core/package/loader.h"
#include "graph_core/package/op_compute_call.h"
#include "graph_core/package/operator_names.h"
#include "graph_core/package/plugin_dirs.h"
#include "graph_core/package/refused_operators.h"
#include "graph_core/package/registry_tables.h"
#include "graph_core/partition/mixed/mixed_compute.h"
#include "opdk/infer_error.h"
#include "opdk/log.h"
#include "opdk/lookups.h"
#include "opdk/prototype_origin.h"

namespace opdk {
namespace {

std::string PackageAt(const Package& package) { return fmt::format("package {} ({})", package.name, package.path); }

// Returns the names by which config.yaml may call a package, the most specific first.
std::vector<std::string> NamesOf(const Package& package) {
  return {package.vendor + "/" + package.name, package.name, package.vendor};
}

// Returns the rank of a package in its directory: by its most specific name in config.yaml. Unnamed packages come last.
int ConfiguredRank(const Package& package, const std::map<std::string, int>& ranks) {
  for (const std::string& key : NamesOf(package)) {
    if (const auto found = ranks.find(key); found != ranks.end()) return found->second;
  }
  return static_cast<int>(ranks.size());
}

std::string RankReason(const Package& package, const PluginDir& dir, const std::map<std::string, int>& ranks,
                       size_t number) {
  if (const int rank = ConfiguredRank(package, ranks); rank < static_cast<int>(ranks.size())) {
    return fmt::format("entry {} of load_priority in {}/config.yaml", rank + 1, dir.path);
  }
  std::string reason = dir.builtin ? "built-in" : fmt::format("custom, plugin directory {}", number);
  if (package.declared_priority != 0) reason += fmt::format(", PRIORITY {}", package.declared_priority);
  return reason;
}

// Notes entries of load_priority that no library of the directory matches.
void NoteUnusedRanks(const PluginDir& dir, const std::map<std::string, int>& ranks,
                     const std::vector<std::unique_ptr<Package>>& packages, std::vector<Status>& notes) {
  std::vector<std::string> known;
  for (const auto& package : packages) {
    for (std::string& name : NamesOf(*package)) known.push_back(std::move(name));
  }
  for (const auto& [name, rank] : ranks) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = Nearest(name, known);
    Status note(ErrorCode::kOpInfoInvalid,
                fmt::format("entry {} of load_priority, '{}', names no package that is loaded from here{}", rank + 1,
                            name, near.empty() ? "" : fmt::format("; did you mean {}?", near)));
    note = std::move(note)
               .At(dir.path + "/config.yaml")
               .Hint("opdk list shows the names: package, vendor, or vendor/package");
    Log(LogLevel::kWarning, "package", "%s: %s", (dir.path + "/config.yaml").c_str(), note.message().c_str());
    notes.push_back(std::move(note));
  }
}

// Returns whether an unreadable config.yaml may require signatures. In doubt it does.
bool MayRequireSignature(const PluginDir& dir) {
  const auto text = ReadFile(dir.path + "/config.yaml", kTextFile);
  return !text.ok() || text->find("signature") != std::string::npos;
}

}  // namespace

PackageRegistry::PackageRegistry() : tables_(std::make_unique<Tables>()) {}
PackageRegistry::~PackageRegistry() = default;

Result<std::shared_ptr<PackageRegistry>> PackageRegistry::Load(const PackageOptions& options) {
  OPDK_TRY(const std::vector<PluginDir> dirs, FindPluginDirs(options));
  std::shared_ptr<PackageRegistry> registry(new PackageRegistry());
  registry->ReadDirectories(dirs);
  registry->RejectDoubles();
  registry->RejectInvalidOpInfo();
  registry->NoteOddities();
  if (registry->packages_.empty()) {
    Status status(ErrorCode::kLoad, "no operator package could be loaded");
    for (const RejectedPackage& rejected : registry->rejected_) {
      status = std::move(status).At(
          fmt::format("{}: {} {}", rejected.path, opdk::ToString(rejected.reason.code()), rejected.reason.message()));
    }
    return std::move(status)
        .At(registry->DescribeSearch())
        .Hint("add --plugins DIR, or set OPDK_BUILTIN_DIR to the directory of libopdk_builtin.so");
  }
  return registry;
}

void PackageRegistry::ReadDirectories(const std::vector<PluginDir>& dirs) {
  std::vector<std::string> seen;
  Admission admission;
  for (size_t number = 0; number < dirs.size(); ++number) {
    const PluginDir& dir = dirs[number];
    searched_.push_back(dir.path);
    rejected_.insert(rejected_.end(), dir.unusable.begin(), dir.unusable.end());
    PluginDirConfig config;
    if (auto read = ReadPluginDirConfig(dir.path); read.ok()) {
      config = *std::move(read);
    } else {
      rejected_.push_back({dir.path + "/config.yaml", std::move(read).status()});
      config.require_signature = MayRequireSignature(dir);
    }
    const std::map<std::string, int>& ranks = config.load_priority;
    std::vector<std::unique_ptr<Package>> here;
    for (const PluginLibrary& library : dir.libraries) {
      std::error_code error;
      const std::string canonical = std::filesystem::weakly_canonical(library.path, error).string();
      if (!error && std::find(seen.begin(), seen.end(), canonical) != seen.end()) continue;
      seen.push_back(canonical);
      auto loaded = dir.builtin ? LoadPackage(library.path) : admission.Load(library, config.require_signature);
      if (!loaded.ok()) {
        rejected_.push_back({library.path, std::move(loaded).status()});
        continue;
      }
      std::unique_ptr<Package> package = *std::move(loaded);
      package->directory = dir.path;
      package->builtin = dir.builtin;
      package->priority_reason = RankReason(*package, dir, ranks, number + 1);
      here.push_back(std::move(package));
    }
    std::stable_sort(here.begin(), here.end(), [&ranks](const auto& a, const auto& b) {
      const std::pair left(ConfiguredRank(*a, ranks), a->declared_priority);
      return left < std::pair(ConfiguredRank(*b, ranks), b->declared_priority);
    });
    NoteUnusedRanks(dir, ranks, here, notes_);
    std::move(here.begin(), here.end(), std::back_inserter(packages_));
  }
  notes_.insert(notes_.end(), admission.notes().begin(), admission.notes().end());
}

void PackageRegistry::RejectDoubles() {
  std::vector<std::unique_ptr<Package>> kept;
  for (std::unique_ptr<Package>& package : packages_) {
    const auto twin = std::find_if(kept.begin(), kept.end(), [&](const auto& other) {
      return other->name == package->name && other->vendor == package->vendor;
    });
    if (twin == kept.end()) {
      package->priority = static_cast<int>(kept.size());
      kept.push_back(std::move(package));
      continue;
    }
    rejected_.push_back(
        {package->path, Status(ErrorCode::kPackageInvalid, fmt::format("package {}/{} is already loaded from {}",
                                                                       package->vendor, package->name, (*twin)->path))
                            .Hint("remove one of the two, or give it another name or VENDOR")});
  }
  packages_ = std::move(kept);
}

void PackageRegistry::RejectInvalidOpInfo() {
  // After a refusal all packages are checked again: the refused package may have had the prototype of other
  // information.
  for (bool again = true; again;) {
    again = false;
    BuildTables();
    for (size_t i = 0; i < packages_.size(); ++i) {
      Status status = tables_->ValidatePackage(*packages_[i]);
      if (status.ok()) continue;
      rejected_.push_back({packages_[i]->path, std::move(status)});
      packages_.erase(packages_.begin() + static_cast<std::ptrdiff_t>(i));
      again = true;
      break;
    }
  }
  for (size_t i = 0; i < packages_.size(); ++i) packages_[i]->priority = static_cast<int>(i);
}

void PackageRegistry::BuildTables() {
  *tables_ = Tables();
  for (const auto& package : packages_) tables_->Add(*package);
}

void PackageRegistry::NoteOddities() {
  std::vector<Status> notes = tables_->Notes(packages_);
  notes_.insert(notes_.end(), std::make_move_iterator(notes.begin()), std::make_move_iterator(notes.end()));
}

const std::vector<OperatorProvider>& PackageRegistry::Providers(std::string_view type) const {
  static const std::vector<OperatorProvider> none;
  const auto found = tables_->providers.find(type);
  return found == tables_->providers.end() ? none : found->second;
}

const OperatorProvider* PackageRegistry::Prototype(std::string_view type) const {
  return ChoosePrototype(Providers(type));
}

std::vector<std::string> PackageRegistry::OperatorTypes() const {
  std::vector<std::string> types;
  for (const auto& [type, providers] : tables_->providers) {
    if (Prototype(type) != nullptr) types.push_back(type);
  }
  return types;
}

const ModelParser* PackageRegistry::FindParser(std::optional<domi::FrameworkType> framework, const std::string& path,
                                               const std::string& head) const {
  for (const auto& package : packages_) {
    for (const ModelParserEntry* entry : EntriesOf<ModelParserEntry>(*package->registrations)) {
      bool accepts = false;
      const Status status = Fence(
          [&] {
            accepts = framework ? entry->parser->framework() == *framework : entry->parser->Accepts(path, head);
            return Status();
          },
          [&] { return PackageAt(*package); });
      if (status.ok() && accepts) return entry->parser.get();
    }
  }
  return nullptr;
}

const domi::OpRegistrationData* PackageRegistry::FindMapping(domi::FrameworkType framework,
                                                             const std::string& origin_type) const {
  const auto found = tables_->mappings.find({static_cast<int>(framework), origin_type});
  return found == tables_->mappings.end() ? nullptr : found->second;
}

std::vector<std::string> PackageRegistry::OriginTypes(domi::FrameworkType framework) const {
  std::vector<std::string> types;
  for (const auto& [key, mapping] : tables_->mappings) {
    if (key.first == static_cast<int>(framework)) types.push_back(key.second);
  }
  return types;
}

Result<const OperatorProvider*> PackageRegistry::Declaring(std::string_view type, std::string_view node) const {
  if (const OperatorProvider* provider = Prototype(type)) return provider;
  return Status(ErrorCode::kOperatorUnknown,
                fmt::format("no loaded package provides the operator '{}'{}", type, DidYouMean(*this, type)))
      .At(fmt::format("node {} ({})", node, type))
      .Hint(HowToProvide(*this, type));
}

Result<const OpDesc*> PackageRegistry::Declared(std::string_view type, std::string_view node) const {
  OPDK_TRY(const OperatorProvider* provider, Declaring(type, node));
  if (provider->declared != nullptr) return provider->declared.get();
  // Loading could not make it, so making it again gives the reason.
  return CreateOperator(std::string(node), std::string(type)).status();
}

const OpInfo* PackageRegistry::Information(std::string_view type) const {
  for (const OperatorProvider& provider : Providers(type)) {
    if (provider.info != nullptr) return provider.info;
  }
  return nullptr;
}

Result<ge::Operator> PackageRegistry::CreateOperator(const std::string& name, const std::string& type) const {
  OPDK_TRY(const OperatorProvider* provider, Declaring(type, name));
  ge::Operator op;
  OPDK_TRY(Fence(
      [&] {
        op = provider->prototype->create(ge::AscendString(name.c_str()));
        return Status();
      },
      [&] { return fmt::format("{}, prototype of {}, node {}", PackageAt(*provider->package), type, name); }));
  if (!op.IsEmpty()) NotePackage(op, provider->package->name);
  return op;
}

int64_t PackageRegistry::MaxNodes() const { return NodeLimit(); }

std::string PackageRegistry::DescribeSearch() const {
  std::vector<std::string> loaded;
  for (const auto& package : packages_) loaded.push_back(fmt::format("{} ({})", package->name, package->directory));
  return fmt::format("loaded packages: {}; searched: {}",
                     loaded.empty() ? "none" : fmt::format("{}", fmt::join(loaded, ", ")),
                     searched_.empty() ? "nothing" : fmt::format("{}", fmt::join(searched_, ", ")));
}

Status PackageRegistry::CallOperatorFunction(const OperatorFunctionEntry::Function& function,
                                             const OperatorProvider& provider, OpDesc& op,
                                             const ConstInputFn& const_input, const char* what) const {
  ge::Operator handle = OperatorOver(op, const_input);
  uint32_t code = 0;
  const auto where = [&] { return fmt::format("node {} ({})", op.name, op.type); };
  static_cast<void>(TakeInferError());
  ForgetFailedLookups();
  OPDK_TRY(Fence(
      [&] {
        code = function(handle);
        return Status();
      },
      [&] { return fmt::format("package {}, operator {}, node {}", provider.package->name, op.type, op.name); }));
  if (code == ge::GRAPH_SUCCESS && !AnyUnknownLookup()) return Status();
  const FailedLookups failed = TakeFailedLookups();
  std::string reason = TakeInferError();
  if (!failed.unknown.empty()) {
    return Status(ErrorCode::kInferShape, fmt::format("{} asks for what isn't there: {}{}", what, failed.unknown,
                                                      reason.empty() ? "" : fmt::format("; it refuses it: {}", reason)))
        .At(where())
        .At(PackageAt(*provider.package))
        .Hint("the fault is in the package's code: use the names and types of its REG_OP");
  }
  if (reason.empty()) {
    reason = failed.last.empty() ? fmt::format("status {}, and no reason is given with opdk::ReportInferError", code)
                                 : fmt::format("no reason is given; its last failed call is {}", failed.last);
  }
  return Status(ErrorCode::kInferShape, fmt::format("{} refuses it: {}", what, reason))
      .At(where())
      .At(PackageAt(*provider.package));
}

Status PackageRegistry::Verify(OpDesc& op, const ConstInputFn& const_input) const {
  const OperatorProvider* provider = Prototype(op.type);
  if (provider == nullptr) return CreateOperator(op.name, op.type).status();
  if (provider->verify == nullptr) return Status();
  return CallOperatorFunction(provider->verify->function, *provider, op, const_input, "verification");
}

bool PackageRegistry::HasCustomPrototype(const std::string& type) const {
  const OperatorProvider* provider = Prototype(type);
  return provider != nullptr && !provider->package->builtin;
}

Result<MixedPartition> PackageRegistry::PartitionMixed(const MixedGraph& graph, const MixedOptions& options) const {
  return opdk::PartitionMixed(graph, options);
}

const OperatorProvider* PackageRegistry::Expression(std::string_view type) const {
  const std::vector<OperatorProvider>& providers = Providers(type);
  const auto found = std::find_if(providers.begin(), providers.end(), HasExpression);
  return found == providers.end() ? nullptr : &*found;
}

Status PackageRegistry::InferShape(OpDesc& op, const ConstInputFn& const_input) const {
  const OperatorProvider* provider = Prototype(op.type);
  if (provider == nullptr) return CreateOperator(op.name, op.type).status();
  if (provider->infer_shape == nullptr) {
    // Sources (Data, Const) describe their outputs themselves. An operator without outputs has nothing to infer.
    if (op.inputs.empty() || op.outputs.empty()) return Status();
    const auto where = [&](Status status) {
      return std::move(status).At(fmt::format("node {} ({})", op.name, op.type)).At(PackageAt(*provider->package));
    };
    const OperatorProvider* expression = Expression(op.type);
    if (expression != nullptr) {
      Status inferred = InferFromExpression(*expression, op, const_input);
      return inferred.ok() ? std::move(inferred) : where(std::move(inferred));
    }
    return where(Status(ErrorCode::kInferShape, fmt::format("{} has no shape inference", op.type)))
        .Hint(fmt::format("register one with INFER_FUNC_REG({}, …); an {} kernel's expression would do as well",
                          op.type, ExpressionEngine().title));
  }
  return CallOperatorFunction(provider->infer_shape->function, *provider, op, const_input, "shape inference");
}

bool PackageRegistry::InfersFormats(const std::string& type) const {
  const OperatorProvider* provider = Prototype(type);
  return provider != nullptr && provider->infer_format != nullptr;
}

Status PackageRegistry::InferFormats(OpDesc& op, const ConstInputFn& const_input) const {
  OPDK_CHECK(InfersFormats(op.type), op.type + " has no inference of formats");
  const OperatorProvider* provider = Prototype(op.type);
  return CallOperatorFunction(provider->infer_format->function, *provider, op, const_input, "format inference");
}

const ValueRangeEntry* PackageRegistry::ValueRanges(const std::string& type) const {
  const OperatorProvider* provider = Prototype(type);
  return provider == nullptr ? nullptr : provider->value_ranges;
}

Status PackageRegistry::InferValueRanges(OpDesc& op, const ConstInputFn& const_input) const {
  const OperatorProvider* provider = Prototype(op.type);
  return CallOperatorFunction(provider->value_ranges->function, *provider, op, const_input, "value-range inference");
}

}  // namespace opdk
