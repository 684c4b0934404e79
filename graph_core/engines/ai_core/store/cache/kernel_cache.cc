#include "graph_core/engines/ai_core/store/cache/kernel_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "graph_core/base/file.h"
#include "graph_core/base/sha256.h"
#include "graph_core/base/trust.h"
#include "graph_core/engines/ai_core/store/cache/cache_contents.h"
#include "graph_core/engines/ai_core/store/cache/kernel_descriptor.h"
#include "graph_core/engines/ai_core/store/cache/library_record.h"
#include "opdk/output_file.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

// Stands for a missing root: there is no directory, and none can be made there.
constexpr const char* kNowhere = "/dev/null";

// Looking through the cache costs about 2 us per file: not after each of a thousand small additions.
constexpr uint64_t kTrimShare = 16;
// Nor by each of many processes that add a little each.
constexpr auto kTrimPause = std::chrono::seconds(30);

// Uses that follow each other so soon count as one, because writing the time down takes longest of a start.
constexpr time_t kUsePause = 60;  // seconds

// Notes the use of a file in its modification time. The file unused for longest is removed first.
void Touch(const InputFile& file) {
  struct stat status {};
  const time_t now = time(nullptr);
  const bool lately =
      fstat(file.descriptor(), &status) == 0 && status.st_mtim.tv_sec <= now && now - status.st_mtim.tv_sec < kUsePause;
  if (!lately) futimens(file.descriptor(), nullptr);
}

// Opens a file of the cache, which must be no link and belong to nobody else.
std::optional<InputFile> OpenOwn(const fs::path& path) {
  auto file = InputFile::OpenNoFollow(path, kLibraryFile);
  if (!file.ok() || !CheckOpenFile(*file).ok()) return std::nullopt;
  return *std::move(file);
}

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
  return Status(ErrorCode::kWriteFailed, fmt::format("can't write {}: {}", place.string(), error.message()));
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
  OPDK_TRY(Trust());
  for (const char* part : {"kernel_meta", "lib"}) {
    OPDK_TRY(MakePrivateDirectories(directory_ / part));
    if (access((directory_ / part).c_str(), W_OK) != 0) {
      return Status(ErrorCode::kWriteFailed,
                    fmt::format("can't write {}: {}", (directory_ / part).string(), std::strerror(errno)));
    }
  }
  OPDK_TRY(secret_, CacheKey::ReadOrMake(directory_.parent_path()));
  return Status();
}

Status KernelCache::Trust() {
  secret_.reset();
  const fs::path root = directory_.parent_path();
  if (root == kNowhere) return Status();
  TrustCheck trust;
  // A temporary directory was just made for this user alone. In a user namespace, directories above may belong to no
  // known user, and some place to compile is needed. The owner of its files is checked all the same.
  if (!temporary_) {
    for (const fs::path& place : {root, directory_, directory_ / "kernel_meta", directory_ / "lib"}) {
      OPDK_TRY(trust.CheckPlace(place.string()));
    }
  }
  auto key = CacheKey::Read(root);
  if (key.ok()) {
    secret_ = *std::move(key);
    return Status();
  }
  return key.status().code() == ErrorCode::kFileNotFound ? Status() : std::move(key).status();
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
  if (!secret_) return std::nullopt;
  auto text = ReadOwnFile(directory_ / "kernel_meta" / (kernel.name + ".json"), kTextFile);
  if (!text.ok()) return std::nullopt;
  auto descriptor = ParseDescriptor(*text);
  // Names are half a hash: the expression decides.
  if (!descriptor || descriptor->expression != Print(*kernel.ir)) return std::nullopt;
  if (SignatureOf(kernel, descriptor->bin_file_name, descriptor->sha256) != descriptor->signature) return std::nullopt;
  fs::path object = directory_ / "kernel_meta" / (descriptor->bin_file_name + ".o");
  if (intact.contains(object.string())) return object.string();
  const auto file = OpenOwn(object);
  if (!file) return std::nullopt;
  const auto bytes = file->Read();
  if (!bytes.ok() || Sha256(*bytes) != descriptor->sha256) return std::nullopt;
  Touch(*file);
  return object.string();
}

Status KernelCache::AddObject(std::span<const CodegenKernel> kernels, std::string_view object) {
  std::string sha256 = Sha256(object);
  // The content is part of the name, because two processes may compile the same kernels in different batches.
  std::string bin_name = fmt::format("{}_{}", kernels[0].name, sha256.substr(0, 8));
  fs::path folder = directory_ / "kernel_meta";
  auto add = [&](const std::string& name, std::string_view bytes) -> Status {
    OPDK_TRY(WriteFile(folder / name, bytes, kCacheFile));
    added_ += bytes.size();
    return Status();
  };
  OPDK_TRY(add(bin_name + ".o", object));
  for (const CodegenKernel& kernel : kernels) {
    OPDK_TRY(add(kernel.name + ".json",
                 FormatDescriptor(kernel, key_, {bin_name, sha256, SignatureOf(kernel, bin_name, sha256)})));
  }
  return Status();
}

std::string KernelCache::SignatureOf(const CodegenKernel& kernel, const std::string& object,
                                     const std::string& sha256) const {
  return secret_ ? secret_->Sign({"object", kernel.name, Print(*kernel.ir), object, sha256}) : "";
}

std::optional<InputFile> KernelCache::FindLibrary(const std::string& hash) const {
  if (!secret_) return std::nullopt;
  auto text = ReadOwnFile(directory_ / "lib" / (hash + ".json"), kTextFile);
  auto record = text.ok() ? ParseLibraryRecord(*text) : std::nullopt;
  if (!record) return std::nullopt;
  auto library = OpenOwn(directory_ / "lib" / (hash + ".so"));
  if (!library) return std::nullopt;
  const auto bytes = library->Read();
  if (!bytes.ok() || secret_->Sign({"library", hash, *bytes}) != record->signature) return std::nullopt;
  Touch(*library);
  return library;
}

Result<InputFile> KernelCache::AddLibrary(const std::string& hash, std::span<const CodegenKernel> kernels,
                                          const std::string& written) {
  if (!secret_) return Status(ErrorCode::kFileNotFound, "the cache has no key");
  OPDK_TRY(InputFile library, InputFile::OpenNoFollow(written, kLibraryFile));
  OPDK_TRY(const std::string bytes, library.Read());
  if (bytes.empty()) return Status(ErrorCode::kFileNotFound, fmt::format("can't read {}", written));
  // The linker made it as the umask says.
  fchmod(library.descriptor(), 0600);
  LibraryRecord record{secret_->Sign({"library", hash, bytes}), {}};
  for (const CodegenKernel& kernel : kernels) record.kernels.push_back({kernel.name, Describe(*kernel.ir)});
  OPDK_TRY(MoveInto(written, directory_ / "lib" / (hash + ".so")));
  OPDK_TRY(WriteFile(directory_ / "lib" / (hash + ".json"), FormatLibraryRecord(record), kCacheFile));
  added_ += bytes.size();
  return library;
}

void KernelCache::Trim(uint64_t bound) {
  const fs::path stamp = directory_.parent_path() / kTrimmed;
  if (added_ == 0 || (added_ < bound / kTrimShare && (trimmed_ || WrittenLately(stamp)))) return;
  added_ = 0;
  trimmed_ = true;
  fs::path root = directory_.parent_path();
  if (auto lock = CacheLock::TryExclusive(root)) {
    static_cast<void>(WriteFile(stamp, "", kCacheFile));
    TrimCache(root, key_, bound);
  }
}

}  // namespace opdk
