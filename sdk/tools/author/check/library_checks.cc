#include "sdk/tools/author/check/library_checks.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/core/demangle.hpp>
#include <boost/process.hpp>
#include <filesystem>
#include <set>

#include "graph_core/base/own_directory.h"
#include "graph_core/package/elf_file.h"
#include "graph_core/package/loader.h"

namespace opdk::author {
namespace {

namespace bp = boost::process;
namespace fs = std::filesystem;

constexpr const char* kEntrySymbol = "opdk_package";
constexpr size_t kNamesShown = 5;

std::string FileName(const std::string& path) { return fs::path(path).filename().string(); }

std::vector<CheckFinding> CheckExports(const std::string& library, const std::vector<std::string>& exports) {
  std::vector<std::string> names;
  for (const std::string& symbol : exports) {
    if (symbol != kEntrySymbol) names.push_back(boost::core::demangle(symbol.c_str()));
  }
  if (names.empty()) return {};
  std::sort(names.begin(), names.end());
  const size_t count = names.size();
  names.resize(std::min(count, kNamesShown));
  return {{"C302", FileName(library),
           fmt::format("{} {} exported besides {}: {}{}", count, count == 1 ? "name is" : "names are", kEntrySymbol,
                       fmt::join(names, ", "), count > kNamesShown ? ", …" : ""),
           ""}};
}

// Returns the dynamic linker's complaints about the library, without running its code: `ldd -r` does all relocations.
std::vector<std::string> LinkerComplaints(const std::string& library) {
  const boost::filesystem::path ldd = bp::search_path("ldd");
  if (ldd.empty()) return {};
  // The process that loads the package has opdk's own libraries, independent of the package's run path.
  bp::environment environment = boost::this_process::environment();
  const std::string own = DirectoryOf(MachineName).string();
  const std::string before = environment["LD_LIBRARY_PATH"].to_string();
  environment["LD_LIBRARY_PATH"] = before.empty() ? own : own + ":" + before;
  bp::ipstream output;
  bp::child process(ldd, "-r", library, environment, (bp::std_out & bp::std_err) > output, bp::std_in < bp::null);
  std::vector<std::string> lines;
  for (std::string line; std::getline(output, line);) lines.push_back(line);
  process.wait();
  return lines;
}

std::vector<CheckFinding> CheckUndefined(const std::string& library) {
  std::set<std::string> complaints;
  for (const std::string& line : LinkerComplaints(library)) {
    if (const size_t missing = line.find(" => not found"); missing != std::string::npos) {
      const std::string name = line.substr(line.find_first_not_of(" \t"), missing - line.find_first_not_of(" \t"));
      complaints.insert(name + ": cannot open shared object file");
    }
    // "undefined symbol: _ZN…\t(./libmine.so)": of the library itself, not of a library that it needs.
    if (line.starts_with("undefined symbol: ") && line.find(FileName(library)) != std::string::npos) {
      complaints.insert(line);
    }
  }
  std::vector<CheckFinding> findings;
  findings.reserve(complaints.size());
  for (const std::string& complaint : complaints) {
    findings.push_back(FindingOf("C303", ExplainLinkError(complaint), FileName(library)));
  }
  return findings;
}

// Returns the loaded library's description of itself.
const OpdkPackage* DescriptionOf(const std::string& library) {
  void* handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  const auto entry = reinterpret_cast<OpdkPackageFn*>(dlsym(handle, kEntrySymbol));
  const OpdkPackage* description = entry == nullptr ? nullptr : entry();
  dlclose(handle);
  return description;
}

const char* CodeOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNotALibrary:
    case ErrorCode::kNoEntrySymbol:
    case ErrorCode::kFileNotFound:
      return "C301";
    case ErrorCode::kMissingSymbol:
      return "C303";
    case ErrorCode::kAbiMismatch:
      return "C304";
    case ErrorCode::kOpInfoInvalid:
      return "C101";
    default:
      return "C306";
  }
}

}  // namespace

std::vector<CheckFinding> CheckLibraryFile(const std::string& library) {
  const auto file = ReadElfFile(library);
  if (!file.ok()) return {FindingOf("C301", file.status(), FileName(library))};
  const std::vector<std::string>& exports = file->exports;
  if (std::find(exports.begin(), exports.end(), kEntrySymbol) == exports.end()) {
    return {{"C301", FileName(library), fmt::format("a shared library that exports no '{}'", kEntrySymbol), ""}};
  }
  std::vector<CheckFinding> findings = CheckExports(library, exports);
  for (CheckFinding& finding : CheckUndefined(library)) findings.push_back(std::move(finding));
  return findings;
}

std::vector<CheckFinding> CheckAge(const std::string& root, const std::string& library) {
  std::error_code error;
  const fs::file_time_type built = fs::last_write_time(library, error);
  if (error) return {};
  for (const char* folder : {"op_proto", "op_info", "op_impl", "plugins"}) {
    const fs::path top = fs::path(root) / folder;
    for (fs::recursive_directory_iterator entry(top, error), end; !error && entry != end; entry.increment(error)) {
      std::error_code ignored;
      if (!entry->is_regular_file(ignored) || entry->last_write_time(ignored) <= built) continue;
      return {{"C307", FileName(library),
               fmt::format("built before {} was changed: what follows from it may be out of date",
                           entry->path().lexically_relative(root).string()),
               ""}};
    }
  }
  return {};
}

std::unique_ptr<Package> LoadForCheck(const std::string& library, std::vector<CheckFinding>& findings) {
  auto loaded = LoadPackage(library);
  if (!loaded.ok()) {
    const std::string code = CodeOf(loaded.status().code());
    CheckFinding finding = FindingOf(code, loaded.status(), FileName(library));
    if (code != "C101") finding.place = FileName(library);
    findings.push_back(std::move(finding));
    return nullptr;
  }
  const OpdkPackage* description = DescriptionOf(library);
  const std::string version =
      description == nullptr || description->sdk_version == nullptr ? "" : description->sdk_version;
  if (description != nullptr && version != OPDK_SDK_VERSION) {
    findings.push_back(
        {"C305", FileName(library),
         fmt::format("built with SDK {}, this opdk has {}", version.empty() ? "(none)" : version, OPDK_SDK_VERSION),
         ""});
  }
  return std::move(loaded).value();
}

}  // namespace opdk::author
