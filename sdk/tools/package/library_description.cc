#include "sdk/tools/package/library_description.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "graph_core/base/file.h"
#include "graph_core/base/trust.h"
#include "graph_core/package/admission.h"
#include "graph_core/package/elf_file.h"
#include "graph_core/package/engine_info.h"
#include "graph_core/package/entries.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/framework_info.h"
#include "graph_core/package/loader.h"
#include "opdk/neutral_text.h"
#include "opdk/package.h"
#include "register/register.h"

namespace opdk {
namespace {

// Returns the minor version, "0.1" of "0.1.7". Releases of one minor version keep the ABI.
std::string MinorVersion(const std::string& version) {
  const size_t dot = version.find('.');
  return version.substr(0, dot == std::string::npos ? dot : version.find('.', dot + 1));
}

std::vector<ManifestOperator> OperatorsOf(const Package& package) {
  std::map<std::string, ManifestOperator> operators;
  const Registrations& list = *package.registrations;
  for (const PrototypeEntry* entry : EntriesOf<PrototypeEntry>(list)) operators[ToText(entry->type)];
  for (const auto& [type, info] : package.op_info) {
    for (const EngineInfo& engine : Engines()) {
      if (info.Find(engine.name) != nullptr) operators[type].engines.emplace_back(engine.name);
    }
  }
  for (const FrameworkOpEntry* entry : EntriesOf<FrameworkOpEntry>(list)) {
    for (const std::string& origin : entry->data->GetOriginOpTypeSet()) {
      operators[entry->data->GetOmOptype()].mappings.push_back(
          fmt::format("{}:{}", FrameworkKey(entry->data->GetFrameworkType()), origin));
    }
  }
  std::vector<ManifestOperator> sorted;
  for (auto& [type, op] : operators) {
    op.type = type;
    std::sort(op.mappings.begin(), op.mappings.end());
    sorted.push_back(std::move(op));
  }
  return sorted;
}

}  // namespace

Result<Manifest> DescribeLibrary(const std::string& path, std::vector<Status>& notes) {
  TrustCheck check;
  OPDK_TRY(const InputFile opened, OpenTrusted(path, kLibraryFile, check));
  const LibraryRecords records;
  auto loaded =
      LoadPackage(opened, [&](const InputFile& file) { return ProveLibrary(file, records, true, notes).status(); });
  if (!loaded.ok()) return std::move(loaded).status();
  const Package& package = **loaded;
  OPDK_TRY(const ElfFile file, ReadElfFile(opened));
  Manifest manifest;
  manifest.name = package.name;
  manifest.vendor = package.vendor;
  manifest.version = package.version;
  manifest.library = "lib" + package.name + ".so";
  // Libraries without a note were checked against this opdk while they were loaded.
  manifest.sdk_min = file.note ? file.note->sdk_version : OPDK_SDK_VERSION;
  manifest.sdk_max = MinorVersion(manifest.sdk_min);
  manifest.package_abi = OPDK_ABI_VERSION;
  manifest.compiler_abi = OPDK_COMPILER_ABI;
  manifest.architecture = MachineName();
  Status status = Fence(
      [&] {
        manifest.operators = OperatorsOf(package);
        return Status();
      },
      [&] { return fmt::format("package {}", package.name); });
  OPDK_TRY(std::move(status));
  return manifest;
}

}  // namespace opdk
