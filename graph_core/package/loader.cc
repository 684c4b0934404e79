#include "graph_core/package/loader.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <boost/core/demangle.hpp>
#include <boost/dll/shared_library.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <utility>

#include "graph_core/base/descriptor_path.h"
#include "graph_core/base/file.h"
#include "graph_core/base/library_scope.h"
#include "graph_core/base/sha256.h"
#include "graph_core/package/entries.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/library_records.h"
#include "graph_core/package/manifest.h"
#include "graph_core/package/op_info_record.h"

namespace opdk {
namespace {

constexpr const char* kEntrySymbol = "opdk_package";
constexpr int kAttempts = 3;
constexpr size_t kMostOpInfoFiles = 100000;
constexpr const char* kRebuild = "rebuild the package against this opdk";

struct Provider {
  const char* marker;  // part of the symbol's name as it is written in C++
  const char* who;
  const char* next_step;
};
constexpr Provider kProviders[] = {
    {"ge::", "libopdk_sdk.so", "the package was built against another opdk; rebuild it"},
    {"aicpu::", "libopdk_sdk.so", "the package was built against another opdk; rebuild it"},
    {"domi::", "libopdk_sdk.so", "the package was built against another opdk; rebuild it"},
    {"tbe::", "libopdk_sdk.so", "the package was built against another opdk; rebuild it"},
    {"opdk::", "libopdk_sdk.so", "the package was built against another opdk; rebuild it"},
    {"onnx::", "libonnx", "add 'onnx' to LINK_LIBRARIES of opdk_add_operator_package()"},
    {"google::protobuf::", "libprotobuf", "add 'protobuf::libprotobuf' to LINK_LIBRARIES"},
    {"GOMP_", "libgomp", "link the package with OpenMP::OpenMP_CXX"},
    {"omp_", "libgomp", "link the package with OpenMP::OpenMP_CXX"},
};

std::string Between(const std::string& text, const std::string& before, const std::string& after) {
  const size_t begin = text.find(before);
  if (begin == std::string::npos) return "";
  const size_t from = begin + before.size();
  const size_t end = after.empty() ? std::string::npos : text.find(after, from);
  return text.substr(from, end == std::string::npos ? std::string::npos : end - from);
}

Status MissingSymbol(std::string mangled) {
  // Other messages of the linker continue behind the name: "name, version GLIBC_2.38" or "name\t(./lib.so)".
  mangled = mangled.substr(0, mangled.find_first_of(" \t,()"));
  const std::string name = boost::core::demangle(mangled.c_str());
  for (const Provider& provider : kProviders) {
    // The marker must be the function's own qualifier, not the qualifier of a parameter's type.
    if (name.rfind(provider.marker, 0) == 0 || name.find(std::string(" for ") + provider.marker) != std::string::npos) {
      return Status(ErrorCode::kMissingSymbol,
                    fmt::format("undefined symbol '{}'; {} should have provided it", name, provider.who))
          .Hint(provider.next_step);
    }
  }
  return Status(ErrorCode::kMissingSymbol,
                fmt::format("undefined symbol '{}'; the package itself (a function that is declared but not defined) "
                            "or a library that it isn't linked with should have provided it",
                            name))
      .Hint("add the missing source, or the library to LINK_LIBRARIES of opdk_add_operator_package()");
}

std::string OrNone(const char* text) { return text == nullptr ? "" : text; }

Status CheckAbiVersion(uint32_t version) {
  if (version == OPDK_ABI_VERSION) return Status();
  return Status(ErrorCode::kAbiMismatch,
                fmt::format("built for package ABI {}, this opdk has ABI {}", version, OPDK_ABI_VERSION))
      .Hint(kRebuild);
}

Status CheckCompiler(const std::string& compiler_abi) {
  if (compiler_abi == OPDK_COMPILER_ABI) return Status();
  return Status(ErrorCode::kAbiMismatch,
                fmt::format("built with compiler ABI '{}', this opdk with '{}'", compiler_abi, OPDK_COMPILER_ABI))
      .Hint("rebuild the package with the compiler that built opdk");
}

Status CheckNote(const PackageNote& note) {
  OPDK_TRY(CheckAbiVersion(note.abi_version));
  OPDK_TRY(CheckCompiler(note.compiler_abi));
  if (CompareVersions(note.sdk_version, OPDK_SDK_VERSION) > 0) {
    return Status(ErrorCode::kAbiMismatch,
                  fmt::format("built with opdk {}, this is the older {}", note.sdk_version, OPDK_SDK_VERSION))
        .Hint(fmt::format("install opdk {} or newer, or {}", note.sdk_version, kRebuild));
  }
  return Status();
}

Status CheckAbi(const OpdkPackage& package) {
  OPDK_TRY(CheckAbiVersion(package.abi_version));
  if (package.struct_size != sizeof(OpdkPackage)) {
    return Status(ErrorCode::kAbiMismatch, fmt::format("its description has {} bytes, this opdk's has {}",
                                                       package.struct_size, sizeof(OpdkPackage)))
        .Hint(kRebuild);
  }
  OPDK_TRY(CheckCompiler(OrNone(package.compiler_abi)));
  if (OrNone(package.name).empty() || package.registrations == nullptr || package.op_info_count > kMostOpInfoFiles ||
      (package.op_info == nullptr && package.op_info_count != 0)) {
    return Status(ErrorCode::kPackageInvalid, "its description lacks a name or its registrations")
        .Hint("build it with opdk_add_operator_package()");
  }
  return CheckEntries(*package.registrations);
}

// Bytes of text from which a record is used. Parsing less text is faster than looking for its record.
constexpr size_t kRecordedText = size_t{1} << 15;

Result<std::vector<OpInfo>> ParseAll(const OpdkPackage& description, const std::string& package) {
  std::vector<OpInfo> all;
  for (size_t i = 0; i < description.op_info_count; ++i) {
    const OpdkOpInfoFile& file = description.op_info[i];
    OPDK_TRY(auto operators, ParseOpInfo(file.text, fmt::format("{}:{}", package, file.path)));
    std::move(operators.begin(), operators.end(), std::back_inserter(all));
  }
  return all;
}

// Returns the parsed operator information. Long texts are parsed once; later starts read the record.
Result<std::vector<OpInfo>> ParsedOpInfo(const OpdkPackage& description, const std::string& package) {
  std::string all = package;
  for (size_t i = 0; i < description.op_info_count; ++i) {
    const OpdkOpInfoFile& file = description.op_info[i];
    if (file.path == nullptr || file.text == nullptr) {
      return Status(ErrorCode::kPackageInvalid, "an embedded operator information file is null");
    }
    all += fmt::format("\n{} {}\n", file.path, std::strlen(file.text));
    all += file.text;
  }
  if (all.size() < kRecordedText) return ParseAll(description, package);
  const std::string hash = Sha256(all);
  const LibraryRecords records;
  if (const auto bytes = records.OpInfo(hash)) {
    if (auto known = ReadOpInfo(*bytes)) return *std::move(known);
  }
  OPDK_TRY(std::vector<OpInfo> parsed, ParseAll(description, package));
  if (const auto bytes = WriteOpInfo(parsed)) records.RememberOpInfo(hash, *bytes);
  return parsed;
}

Status TakeOpInfo(const OpdkPackage& description, Package& package) {
  OPDK_TRY(std::vector<OpInfo> operators, ParsedOpInfo(description, package.name));
  for (OpInfo& info : operators) {
    const std::string place = info.place;
    const auto [known, added] = package.op_info.try_emplace(info.type, std::move(info));
    if (added) continue;
    return Status(ErrorCode::kOpInfoInvalid,
                  fmt::format("operator {} is described twice; first at {}", known->first, known->second.place))
        .At(place);
  }
  return Status();
}

// Returns the places where the dynamic linker looked for needed libraries.
std::string DescribeLibrarySearch(const ElfFile& file) {
  const char* path = std::getenv("LD_LIBRARY_PATH");
  return fmt::format("searched: {}{}the system's libraries (ldconfig -p)",
                     file.runpath.empty() ? "" : fmt::format("its RUNPATH {}, ", file.runpath),
                     path == nullptr || *path == '\0' ? "" : fmt::format("LD_LIBRARY_PATH {}, ", path));
}

// Gives a library that was loaded by a temporary path the name of its file. Backtraces, profilers and packages that
// look for their own directory need it.
void SetName(void* handle, const std::string& loaded, const std::string& path) {
  link_map* map = nullptr;
  char* name = strdup(std::filesystem::absolute(path).c_str());
  // The linker frees the name when it unloads the library.
  if (name == nullptr || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || loaded != map->l_name) {
    std::free(name);
    return;
  }
  std::free(std::exchange(map->l_name, name));
}

// Checks that the open file is still the file at its path.
Status CheckInPlace(const InputFile& opened) {
  const auto now = InputFile::Open(opened.path(), kLibraryFile);
  if (now.ok() && FileIdentity(*now) == FileIdentity(opened)) return Status();
  // Opening can fail for another reason, such as too many open files.
  if (!now.ok() && std::filesystem::exists(opened.path())) return now.status();
  return Status(ErrorCode::kLoad, "another file was put in its place while it was loaded")
      .Hint("try again when no program writes the file");
}

Result<std::shared_ptr<boost::dll::shared_library>> Open(const InputFile& opened, const ElfFile& file) {
  const bool by_descriptor = LoadsByDescriptor(file);
  const std::string path = by_descriptor ? PathOfDescriptor(opened.descriptor()) : RespelledPath(opened.path());
  if (!by_descriptor) {
    OPDK_TRY(CheckInPlace(opened));
  }
  try {
    auto library = std::make_shared<boost::dll::shared_library>(
        boost::dll::fs::path(path), boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local |
                                        static_cast<boost::dll::load_mode::type>(LibraryScope()));
    SetName(library->native(), path, opened.path());
    if (!by_descriptor) {
      OPDK_TRY(CheckInPlace(opened));
    }
    return library;
  } catch (const std::exception& error) {
    const std::string text = error.what();
    std::string from_linker = Between(text, "(dlerror system message: ", "");
    if (from_linker.empty()) from_linker = text;
    for (size_t at = 0; (at = from_linker.find(path, at)) != std::string::npos; at += opened.path().size()) {
      from_linker.replace(at, path.size(), opened.path());
    }
    Status status = ExplainLinkError(from_linker);
    if (from_linker.find("cannot open shared object file") == std::string::npos) return status;
    return std::move(status).At(DescribeLibrarySearch(file));
  }
}

// Checks a library until its file didn't change during the check. Removing or renaming the file counts as a change,
// too.
Result<ElfFile> CheckWhole(const InputFile& opened, const BeforeLoading& before_loading) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::string identity = FileIdentity(opened);
    OPDK_TRY(ElfFile file, CheckLibrary(opened));
    if (before_loading) {
      OPDK_TRY(before_loading(opened));
    }
    if (FileIdentity(opened) == identity) return file;
  }
  return Status(ErrorCode::kLoad, "it was changed while it was looked at")
      .Hint("try again when no program writes the file");
}

}  // namespace

bool LoadsByDescriptor(const ElfFile& file) { return file.runpath.find("ORIGIN") == std::string::npos; }

Status ExplainLinkError(const std::string& dlerror_text) {
  if (std::string symbol = Between(dlerror_text, "undefined symbol: ", ""); !symbol.empty()) {
    return MissingSymbol(std::move(symbol));
  }
  constexpr std::string_view kCantOpen = "cannot open shared object file: ";
  if (const size_t at = dlerror_text.find(kCantOpen); at != std::string::npos) {
    const std::string library = dlerror_text.substr(0, dlerror_text.find(':'));
    std::string why = dlerror_text.substr(at + kCantOpen.size());
    why = why.substr(0, why.find(')'));  // Boost puts the linker's text in brackets
    if (why != std::strerror(ENOENT)) {
      return Status(ErrorCode::kLoad, fmt::format("the library {} can't be opened: {}", library, why));
    }
    return Status(ErrorCode::kMissingSymbol, fmt::format("it needs the library {}, which isn't found", library))
        .Hint("install it or add its directory to LD_LIBRARY_PATH");
  }
  if (const std::string version = Between(dlerror_text, "version `", "' not found"); !version.empty()) {
    return Status(ErrorCode::kAbiMismatch, fmt::format("it needs {}, which this system's libraries lack", version))
        .Hint("rebuild the package on this system");
  }
  return Status(ErrorCode::kNotALibrary, fmt::format("the dynamic linker refuses it: {}", dlerror_text));
}

Result<ElfFile> CheckLibrary(const InputFile& library) {
  OPDK_TRY(ElfFile file, ReadElfFile(library));
  if (std::find(file.exports.begin(), file.exports.end(), kEntrySymbol) == file.exports.end()) {
    return Status(ErrorCode::kNoEntrySymbol,
                  fmt::format("a shared library, but no operator package: it exports no '{}'", kEntrySymbol))
        .Hint("build it with opdk_add_operator_package(), or take it out of the plugin directory");
  }
  if (file.note) {
    OPDK_TRY(CheckNote(*file.note));
  }
  return file;
}

Result<std::unique_ptr<Package>> LoadPackage(const std::string& path, const BeforeLoading& before_loading) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, kLibraryFile));
  return LoadPackage(file, before_loading);
}

Result<std::unique_ptr<Package>> LoadPackage(const InputFile& opened, const BeforeLoading& before_loading) {
  OPDK_TRY(const ElfFile file, CheckWhole(opened, before_loading));
  std::shared_ptr<boost::dll::shared_library> library;
  // The library's constructors run there.
  OPDK_TRY(Fence(
      [&] {
        OPDK_TRY(library, Open(opened, file));
        return Status();
      },
      [&] { return "loading the library " + opened.path(); }));
  const OpdkPackage* description = nullptr;
  OPDK_TRY(Fence(
      [&] {
        description = library->get<OpdkPackageFn>(kEntrySymbol)();
        return Status();
      },
      [&] { return "opdk_package() of " + opened.path(); }));
  if (description == nullptr) return Status(ErrorCode::kPackageInvalid, "opdk_package() returns nothing");
  OPDK_TRY(CheckAbi(*description));

  auto package = std::make_unique<Package>();
  package->name = description->name;
  package->vendor = OrNone(description->vendor);
  package->version = OrNone(description->version);
  package->path = opened.path();
  package->declared_priority = description->priority;
  package->registrations = description->registrations;
  package->library = std::move(library);
  OPDK_TRY(TakeOpInfo(*description, *package));
  return package;
}

}  // namespace opdk
