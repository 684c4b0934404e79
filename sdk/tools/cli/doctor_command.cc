// opdk doctor: this opdk, the tools that building needs, the places where packages are looked for, and the packages.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/dll/runtime_symbol_info.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include "graph_core/base/cache_root.h"
#include "graph_core/base/file.h"
#include "graph_core/base/machine.h"
#include "graph_core/base/text.h"
#include "graph_core/base/trust.h"
#include "graph_core/engines/ai_core/store/cache/cache_contents.h"
#include "graph_core/engines/ai_core/store/kernel_store.h"
#include "graph_core/package/elf_file.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/library_records.h"
#include "graph_core/package/plugin_dirs.h"
#include "graph_core/package/probe.h"
#include "graph_core/package/signature.h"
#include "opdk/package.h"
#include "opdk/safe_text.h"
#include "sdk/tools/cli/commands.h"
#include "sdk/tools/cli/idle_options.h"
#include "sdk/tools/cli/model_options.h"
#include "sdk/tools/cli/package_here.h"
#include "sdk/tools/cli/table.h"
#include "sdk/tools/package/archive.h"
#include "sdk/tools/package/build_tools.h"
#include "sdk/tools/verify/golden/python_golden.h"

extern "C" char** environ;

namespace opdk::cli {
namespace {

namespace fs = std::filesystem;
using Rows = std::vector<std::vector<std::string>>;

// Returns the shared libraries of this process: the name under which a library is asked for -> its file's name with all
// version numbers.
std::map<std::string, std::string> LoadedLibraries() {
  std::map<std::string, std::string> loaded;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* to) {
        std::error_code error;
        const fs::path path = info->dlpi_name;
        const fs::path real = fs::canonical(path, error);
        auto& map = *static_cast<std::map<std::string, std::string>*>(to);
        if (!error) map[path.filename().string()] = real.filename().string();
        return 0;
      },
      &loaded);
  return loaded;
}

// Lists the libraries that the core and the kernel compiler are linked with. The compiler is not loaded for this.
std::string Libraries(const std::string& core) {
  const auto loaded = LoadedLibraries();
  std::vector<std::string> files;
  for (const std::string& library : {boost::dll::program_location().string(), core,
                                     (fs::path(core).parent_path() / "libopdk_codegen.so").string()}) {
    const auto elf = ReadElfFile(library);
    if (!elf.ok()) continue;
    for (const std::string& needed : elf->needed) {
      if (needed.starts_with("libopdk_") || needed.starts_with("ld-linux")) continue;
      const auto file = loaded.find(needed);
      std::string name = file == loaded.end() ? needed : file->second;
      if (std::find(files.begin(), files.end(), name) == files.end()) files.push_back(std::move(name));
    }
  }
  std::sort(files.begin(), files.end());
  if (const auto archive = ArchiveLibraryVersion(); archive.ok()) files.push_back(*archive);
  return fmt::format("{}", fmt::join(files, ", "));
}

std::string Environment() {
  std::vector<std::string> set;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (std::string_view(*variable).starts_with("OPDK_")) set.emplace_back(*variable);
  }
  std::sort(set.begin(), set.end());
  return set.empty() ? "no OPDK_ variable is set" : fmt::format("{}", fmt::join(set, ", "));
}

std::string CacheState() {
  const fs::path root = DefaultCacheRoot();
  if (root.empty()) return "none: HOME is not set";
  std::error_code error;
  if (!fs::exists(root, error)) return fmt::format("{} (not there yet)", root.string());
  uint64_t bytes = 0;
  const auto entries = ReadCache(root);
  for (const CacheEntry& entry : entries) bytes += entry.bytes;
  std::string text = fmt::format("{}: {} entries, {}", root.string(), entries.size(), FormatSize(bytes));
  if (access(root.c_str(), W_OK) != 0) text += ", NOT WRITABLE: kernels are compiled again and again";
  if (const Status trust = KernelStore(root.string()).TrustCache(); !trust.ok()) {
    text += ", NOT USED: " + trust.message();
  }
  if (const LibraryRecords records; !records.trust().ok()) {
    text += ", records of libraries NOT USED: " + records.trust().message();
  }
  return text;
}

std::string ProbeState() {
  const std::string program = ProbeProgram();
  return access(program.c_str(), X_OK) == 0 ? program : program + " (MISSING: packages are loaded untried)";
}

std::string KeyState() {
  const auto keys = ReadTrustedKeys();
  if (!keys.ok()) return keys.status().message();
  return fmt::format("{} trusted key{} ({}); signatures are {}", keys->size(), keys->size() == 1 ? "" : "s",
                     TrustedKeysPath(), EnvironmentRequiresSignature() ? "required" : "not required");
}

// Returns what a Python program prints; "" when it fails. The program has no single quotes.
std::string AnswerOf(const std::string& python, const char* program) {
  const std::string command = fmt::format("'{}' -c '{}' 2>/dev/null", python, program);
  std::string answer;
  if (FILE* pipe = popen(command.c_str(), "r"); pipe != nullptr) {
    std::array<char, 256> room;
    while (std::fgets(room.data(), static_cast<int>(room.size()), pipe) != nullptr) answer += room.data();
    if (pclose(pipe) != 0) answer.clear();
  }
  while (!answer.empty() && answer.back() == '\n') answer.pop_back();
  return answer;
}

// Describes the interpreter of Python goldens and its numpy.
std::string PythonState() {
  const std::string python = verify::PythonInterpreter();
  const std::string version = AnswerOf(python, "import platform; print(platform.python_version())");
  const std::string numpy = AnswerOf(python, "import numpy; print(numpy.__version__)");
  if (version.empty()) return python + " (MISSING: Python goldens don't run; apt-get install python3 python3-numpy)";
  return fmt::format(
      "{} ({}, {})", python, version,
      numpy.empty() ? "NO NUMPY: Python goldens don't run; apt-get install python3-numpy" : "numpy " + numpy);
}

// Says where that interpreter finds the Python package `opdk`, or how to get it.
std::string PythonPackageState() {
  const std::string place = AnswerOf(verify::PythonInterpreter(),
                                     "import importlib.util, sys\n"
                                     "sys.path.pop(0)\n"  // this directory
                                     "print(importlib.util.find_spec(\"opdk\").origin or \"\")");
  if (!place.empty()) return fs::path(place).parent_path().string();
  const fs::path program = boost::dll::program_location().parent_path().string();
  const fs::path sources = (program / "../share/opdk/python/sdk/tools/python").lexically_normal();
  return fs::exists(sources)
             ? fmt::format("none; in a virtual environment: pip install {}", ShellQuoted(sources.string()))
             : "none; in a virtual environment: pip install sdk/tools/python, in opdk's tree";
}

void PrintProgram() {
  const std::string core = boost::dll::symbol_location(opdk::Fence).string();
  const auto isa = TargetIsa();
  const Caches& caches = MachineCaches();
  fmt::print(
      "{}\n",
      FormatTable(
          {{"opdk", fmt::format("{}, package ABI {}, {}", OPDK_SDK_VERSION, OPDK_ABI_VERSION, OPDK_COMPILER_ABI)},
           {"core", core},
           {"trial program", ProbeState()},
           {"processor",
            fmt::format("{}, {} CPUs, {}, caches {}, {}, {}", CpuModel(), std::thread::hardware_concurrency(),
                        isa.ok() ? Name(*isa) : isa.status().message(), FormatSize(caches.l1), FormatSize(caches.l2),
                        FormatSize(caches.l3))},
           {"libraries", Libraries(core)},
           {"environment", Environment()},
           {"cache", CacheState()},
           {"keys", KeyState()},
           {"python", PythonState()},
           {"python package", PythonPackageState()}}));
}

std::string Condition(const BuildTool& tool) {
  if (tool.state == ToolState::kFound) return tool.found;
  const std::string least = tool.least.empty() ? "" : fmt::format(", {} or newer is needed", tool.least);
  if (tool.state == ToolState::kUnfit) return fmt::format("UNFIT: {}{}", tool.found, least);
  return (tool.required ? "MISSING" : "missing") + least;
}

// Prints the tools that building needs. A tool that is missing or unfit has the command that installs it.
void PrintBuildTools(const std::vector<BuildTool>& tools) {
  Rows rows = {{"building needs", "found", "for", "get it by"}};
  for (const BuildTool& tool : tools) {
    rows.push_back({tool.name, Condition(tool), tool.purpose, tool.state == ToolState::kFound ? "" : tool.get_it});
  }
  fmt::print("{}\n", FormatTable(rows));
}

// Returns the contents of a library: its operators, or the reason why it is refused.
std::string Offer(const PackageRegistry* packages, const std::vector<RejectedPackage>& rejected,
                  const std::string& path) {
  for (const RejectedPackage& entry : rejected) {
    if (entry.path == path) return fmt::format("{} {}", ToString(entry.reason.code()), entry.reason.message());
  }
  if (packages == nullptr) return "not loaded";
  for (const auto& package : packages->packages()) {
    if (package->path != path) continue;
    size_t operators = 0, wins = 0;
    for (const std::string& type : packages->OperatorTypes()) {
      for (const OperatorProvider& provider : packages->Providers(type)) operators += provider.package == package.get();
      wins += packages->Prototype(type)->package == package.get();
    }
    std::string text = fmt::format("{}/{} {}: {} operators, wins {}", package->vendor, package->name, package->version,
                                   operators, wins);
    Status trust = package->builtin ? Status() : TrustCheck().Check(path);
    return trust.ok() ? text : text + "; " + trust.message();
  }
  return "the same file as one above";
}

void PrintPlaces(const PackageOptions& options, const std::vector<PluginDir>& dirs, const PackageRegistry* packages,
                 const std::vector<RejectedPackage>& rejected) {
  Rows rows = {{"place", "named by", "found"}};
  for (const NamedPluginDir& named : NamedPluginDirs(options)) {
    std::error_code error;
    const auto dir = std::find_if(dirs.begin(), dirs.end(), [&](const PluginDir& d) { return d.path == named.path; });
    if (dir == dirs.end()) {
      rows.push_back(
          {named.path, named.source, fs::exists(named.path, error) ? "named above already" : "does not exist"});
      continue;
    }
    const size_t count = dir->libraries.size();
    rows.push_back({named.path, named.source, fmt::format("{} librar{}", count, count == 1 ? "y" : "ies")});
    for (const RejectedPackage& unusable : dir->unusable) {
      rows.push_back({"  " + unusable.path, "", unusable.reason.message()});
    }
    for (const PluginLibrary& library : dir->libraries) {
      const std::string shown =
          library.path == dir->path ? library.path : fs::path(library.path).lexically_relative(dir->path).string();
      rows.push_back(
          {"  " + shown, library.manifest.empty() ? "" : "installed", Offer(packages, rejected, library.path)});
    }
  }
  fmt::print("{}", FormatTable(rows));
}

// Forgets refusals of libraries, because a refusal may have come from the environment. The libraries are tried again
// when they are loaded.
void ForgetRefusals(const std::vector<PluginDir>& dirs) {
  const LibraryRecords records;
  for (const PluginDir& dir : dirs) {
    for (const PluginLibrary& library : dir.libraries) {
      if (dir.builtin) break;
      const auto hash = records.ContentHash(library.path);
      if (!hash.ok()) continue;
      const auto verdict = records.Verdict(*hash);
      if (verdict && !verdict->harmless) records.Forget(*hash);
    }
  }
}

Status Doctor(const std::vector<std::string>& plugin_dirs) {
  PackageOptions options;
  options.plugin_dirs = PackagePlaces(plugin_dirs);
  OPDK_TRY(const std::vector<PluginDir> dirs, FindPluginDirs(options));
  PrintProgram();
  PrintBuildTools(FindBuildTools());
  std::fflush(stdout);
  ForgetRefusals(dirs);
  const auto loaded = PackageRegistry::Load(options);
  const PackageRegistry* packages = loaded.ok() ? loaded->get() : nullptr;
  const std::vector<RejectedPackage> rejected =
      packages == nullptr ? std::vector<RejectedPackage>() : packages->rejected();
  PrintPlaces(options, dirs, packages, rejected);
  if (!loaded.ok()) return loaded.status();
  for (const Status& note : packages->notes()) fmt::print("note: {}\n", SafeLine(note.message()));
  if (rejected.empty()) return Status();
  return Status(rejected.front().reason.code(), fmt::format("{} of the libraries found can't be used", rejected.size()))
      .Hint("the table says why; opdk list prints the places and next steps too");
}

// Prints the tools alone. E1002: a required tool is missing or unfit.
Status DoctorForBuilding() {
  const std::vector<BuildTool> tools = FindBuildTools();
  PrintBuildTools(tools);
  return CheckBuildTools(tools);
}

}  // namespace

void AddDoctorCommand(CLI::App& app, Status& outcome) {
  CLI::App* command = app.add_subcommand(
      "doctor", "Versions, processor, cache, what building needs, plugin directories and their findings");
  auto plugin_dirs = std::make_shared<std::vector<std::string>>();
  AddPluginsOption(*command, *plugin_dirs);
  auto building = std::make_shared<bool>(false);
  command->add_flag("--building", *building, "only what building needs; exit code 2 where a part of it is missing");
  Exclude(*command, "--building", {"--plugins"});
  command->footer(
      "Libraries that were found to crash while they load are tried again.\n"
      "Examples:\n"
      "  opdk doctor\n"
      "  opdk doctor --plugins build/plugins\n"
      "  opdk doctor --building && opdk build\n"
      "The exit code is that of the first library that can't be used, else 0.");
  command->callback([=, &outcome] { outcome = *building ? DoctorForBuilding() : Doctor(*plugin_dirs); });
}

}  // namespace opdk::cli
