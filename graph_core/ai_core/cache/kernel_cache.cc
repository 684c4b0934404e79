#include "graph_core/ai_core/cache/kernel_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "graph_core/ai_core/cache/cache_contents.h"
#include "graph_core/ai_core/cache/kernel_descriptor.h"
#include "graph_core/ai_core/cache/library_record.h"
#include "graph_core/base/file.h"
#include "graph_core/base/sha256.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

// In place of a root that nothing names: no directory, and none can be made there.
constexpr const char* kNowhere = "/dev/null";

// Looking through the cache costs about 2 us per file: not after each of a thousand small additions.
constexpr uint64_t kTrimShare = 16;
// Nor by each of many processes that add a little each.
constexpr auto kTrimPause = std::chrono::seconds(30);

// The time of the last use is the modification time: what is kept longest unused goes first.
void Touch(const fs::path& path) { utimensat(AT_FDCWD, path.c_str(), nullptr, 0); }

// The file whose time says when some process looked through the cache.
constexpr const char* kTrimmed = "trimmed";

bool WrittenLately(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  return !error && time > fs::file_time_type::clock::now() - kTrimPause;
}

Status MoveInto(const std::string& written, const fs::path& place) {
  std::error_code error;
  fs::rename(written, place, error);
  if (!error) return Status();
  std::error_code ignored;
  fs::remove(written, ignored);
  return Status(ErrorCode::kFileNotFound, fmt::format("can't write {}: {}", place.string(), error.message()));
}

}  // namespace

KernelCache::KernelCache(const std::string& root, const std::string& key) : key_(key) {
  fs::path base = root.empty() ? DefaultCacheRoot() : fs::path(root);
  std::error_code ignored;
  directory_ = fs::absolute(base.empty() ? fs::path(kNowhere) : base, ignored) / key;
}

KernelCache::~KernelCache() {
  if (!temporary_ || owner_ != getpid()) return;
  std::error_code ignored;
  fs::remove_all(directory_.parent_path(), ignored);
}

Status KernelCache::Create() {
  if (directory_.parent_path() == kNowhere) {
    return Status(ErrorCode::kFileNotFound, "no directory for kernels is known: HOME is not set");
  }
  for (const char* part : {"kernel_meta", "lib"}) {
    std::error_code error;
    fs::create_directories(directory_ / part, error);
    if (!error && access((directory_ / part).c_str(), W_OK) != 0) error = {errno, std::generic_category()};
    if (error) {
      return Status(ErrorCode::kFileNotFound,
                    fmt::format("can't write {}: {}", (directory_ / part).string(), error.message()));
    }
  }
  return Status();
}

bool KernelCache::MoveToTemporary(int attempt) {
  std::error_code error;
  const std::array<fs::path, 2> places{fs::temp_directory_path(error), "/dev/shm"};
  if (attempt < 0 || attempt >= static_cast<int>(places.size())) return false;
  RemoveDeadTemporaries(places[static_cast<size_t>(attempt)]);
  std::string name = (places[static_cast<size_t>(attempt)] / kTemporaryCaches).string() + "XXXXXX";
  if (mkdtemp(name.data()) == nullptr) return MoveToTemporary(attempt + 1);
  directory_ = fs::path(name) / key_;
  temporary_ = true;
  owner_ = getpid();
  alive_ = CacheLock::Shared(name);
  return Create().ok() || MoveToTemporary(attempt + 1);
}

std::string KernelCache::NewPath(const std::string& suffix) const {
  static std::atomic<int> number{0};
  return (directory_ / fmt::format("{}{}-{}{}", kNewFiles, getpid(), number++, suffix)).string();
}

std::optional<std::string> KernelCache::FindObject(const CodegenKernel& kernel,
                                                   const std::set<std::string>& intact) const {
  auto text = ReadFile(directory_ / "kernel_meta" / (kernel.name + ".json"), kTextFile);
  if (!text.ok()) return std::nullopt;
  auto descriptor = ParseDescriptor(*text);
  // Names are half a hash: the expression decides.
  if (!descriptor || descriptor->expression != Print(*kernel.ir)) return std::nullopt;
  fs::path object = directory_ / "kernel_meta" / (descriptor->bin_file_name + ".o");
  if (intact.contains(object.string())) return object.string();
  auto bytes = ReadFile(object, kLibraryFile);
  if (!bytes.ok() || Sha256(*bytes) != descriptor->sha256) return std::nullopt;
  Touch(object);
  return object.string();
}

Status KernelCache::AddObject(std::span<const CodegenKernel> kernels, std::string_view object) {
  std::string sha256 = Sha256(object);
  // Two processes may compile the same kernels in different batches: the content is part of the name.
  std::string bin_name = fmt::format("{}_{}", kernels[0].name, sha256.substr(0, 8));
  fs::path folder = directory_ / "kernel_meta";
  auto add = [&](const std::string& name, std::string_view bytes) -> Status {
    std::string written = NewPath(".tmp");
    OPDK_TRY(WriteWholeFile(written, bytes));
    added_ += bytes.size();
    return MoveInto(written, folder / name);
  };
  OPDK_TRY(add(bin_name + ".o", object));
  for (const CodegenKernel& kernel : kernels) {
    OPDK_TRY(add(kernel.name + ".json", FormatDescriptor(kernel, key_, bin_name, sha256)));
  }
  return Status();
}

std::optional<std::string> KernelCache::FindLibrary(const std::string& hash) const {
  auto text = ReadFile(directory_ / "lib" / (hash + ".json"), kTextFile);
  auto record = text.ok() ? ParseLibraryRecord(*text) : std::nullopt;
  if (!record) return std::nullopt;
  fs::path library = directory_ / "lib" / (hash + ".so");
  auto bytes = ReadFile(library, kLibraryFile);
  if (!bytes.ok() || HashText(*bytes) != record->hash) return std::nullopt;
  Touch(library);
  return library.string();
}

Result<std::string> KernelCache::AddLibrary(const std::string& hash, std::span<const CodegenKernel> kernels,
                                            const std::string& written) {
  auto bytes = ReadFile(written, kLibraryFile);
  if (!bytes.ok() || bytes->empty()) return Status(ErrorCode::kFileNotFound, fmt::format("can't read {}", written));
  LibraryRecord record{HashText(*bytes), {}};
  for (const CodegenKernel& kernel : kernels) record.kernels.push_back({kernel.name, Describe(*kernel.ir)});
  fs::path library = directory_ / "lib" / (hash + ".so");
  std::string record_written = NewPath(".tmp");
  OPDK_TRY(WriteWholeFile(record_written, FormatLibraryRecord(record)));
  OPDK_TRY(MoveInto(written, library));
  OPDK_TRY(MoveInto(record_written, directory_ / "lib" / (hash + ".json")));
  added_ += bytes->size();
  return library.string();
}

void KernelCache::Trim(uint64_t bound) {
  const fs::path stamp = directory_.parent_path() / kTrimmed;
  if (added_ == 0 || (added_ < bound / kTrimShare && (trimmed_ || WrittenLately(stamp)))) return;
  added_ = 0;
  trimmed_ = true;
  fs::path root = directory_.parent_path();
  if (auto lock = CacheLock::TryExclusive(root)) {
    static_cast<void>(WriteWholeFile(stamp, ""));
    TrimCache(root, key_, bound);
  }
}

}  // namespace opdk
