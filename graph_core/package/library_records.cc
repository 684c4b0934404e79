#include "graph_core/package/library_records.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/dll/runtime_symbol_info.hpp>
#include <chrono>
#include <system_error>

#include "graph_core/base/cache_root.h"
#include "graph_core/base/file.h"
#include "graph_core/base/mapped_file.h"
#include "graph_core/base/sha256.h"
#include "graph_core/base/trust.h"
#include "opdk/output_file.h"
#include "opdk/package.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr size_t kHashDigits = 64;
// Lifetime of unused records. A library that is used again later is hashed and tried again.
constexpr auto kKept = std::chrono::hours(24 * 90);

std::string IdentityOf(const struct stat& status) {
  return fmt::format("{} {} {} {}.{:09} {}.{:09}", status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

// Returns the identity of the file at a path. "": there is no file.
std::string IdentityAt(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? IdentityOf(status) : "";
}

}  // namespace

const std::string& HostIdentity() {
  static const std::string identity = [] {
    const std::string here = boost::dll::this_line_location().string();
    const std::string sdk = boost::dll::symbol_location(opdk::ExitCode).string();
    return Sha256(OPDK_SDK_VERSION + IdentityAt(here) + IdentityAt(sdk)).substr(0, 16);
  }();
  return identity;
}

std::string FileIdentity(const InputFile& file) {
  struct stat status {};
  return fstat(file.descriptor(), &status) == 0 ? IdentityOf(status) : "";
}

LibraryRecords::LibraryRecords()
    : LibraryRecords(DefaultCacheRoot().empty() ? fs::path() : DefaultCacheRoot() / "packages") {}

LibraryRecords::LibraryRecords(fs::path directory) : directory_(std::move(directory)) {
  if (directory_.empty()) return;
  std::error_code ignored;
  directory_ = fs::absolute(directory_, ignored);
  trust_ = TrustCheck().CheckPlace(directory_.string());
  if (!trust_.ok()) return;
  auto key = CacheKey::Read(directory_.parent_path());
  if (key.ok()) {
    key_ = *std::move(key);
  } else if (key.status().code() != ErrorCode::kFileNotFound) {
    trust_ = std::move(key).status();
  }
}

Result<std::string> LibraryRecords::ContentHash(const std::string& path) const {
  OPDK_TRY(const InputFile file, InputFile::Open(path, kLibraryFile));
  return ContentHash(file);
}

Result<std::string> LibraryRecords::ContentHash(const InputFile& file) const {
  const std::string identity = FileIdentity(file);
  std::error_code ignored;
  const std::string path = fs::absolute(file.path(), ignored).string();
  const fs::path place = directory_ / ("file-" + Sha256(path).substr(0, 32));
  const std::string subject = path + "\n" + identity;
  if (const auto known = Read(place, subject); known && known->size() == kHashDigits) return *known;
  OPDK_TRY(const MappedFile mapped, MappedFile::Map(file));
  std::string hash = Sha256(mapped.bytes());
  // A file that changed meanwhile is not recorded, because the hash would belong to neither content.
  if (!identity.empty() && FileIdentity(file) == identity) Write(place, subject, hash);
  return hash;
}

std::optional<ProbeVerdict> LibraryRecords::Verdict(const std::string& hash) const {
  const auto verdict = Read(VerdictPlace(hash), hash + "\n" + HostIdentity());
  if (!verdict) return std::nullopt;
  if (*verdict == "ok") return ProbeVerdict{true, ""};
  if (verdict->starts_with("refused ")) return ProbeVerdict{false, verdict->substr(8)};
  return std::nullopt;
}

void LibraryRecords::Remember(const std::string& hash, const ProbeVerdict& verdict) const {
  Write(VerdictPlace(hash), hash + "\n" + HostIdentity(), verdict.harmless ? "ok" : "refused " + verdict.reason);
  RemoveOld();
}

std::optional<std::string> LibraryRecords::OpInfo(const std::string& hash) const {
  return Read(OpInfoPlace(hash), hash + "\n" + HostIdentity());
}

void LibraryRecords::RememberOpInfo(const std::string& hash, const std::string& bytes) const {
  Write(OpInfoPlace(hash), hash + "\n" + HostIdentity(), bytes);
  RemoveOld();
}

fs::path LibraryRecords::OpInfoPlace(const std::string& hash) const {
  return directory_ / ("op_info-" + hash.substr(0, 32));
}

void LibraryRecords::Forget(const std::string& hash) const {
  std::error_code ignored;
  if (usable()) fs::remove(VerdictPlace(hash), ignored);
}

fs::path LibraryRecords::VerdictPlace(const std::string& hash) const {
  return directory_ / ("verdict-" + hash.substr(0, 32));
}

void LibraryRecords::RemoveOld() const {
  if (!usable()) return;
  std::error_code error, ignored;
  const auto limit = fs::file_time_type::clock::now() - kKept;
  for (fs::directory_iterator entry(directory_, error), end; !error && entry != end; entry.increment(error)) {
    const fs::file_time_type time = entry->last_write_time(ignored);
    if (!ignored && time < limit) fs::remove(entry->path(), ignored);
  }
}

// Reads a record, which is its signature, a space and the text. nullopt: there is none, or its signature is wrong.
std::optional<std::string> LibraryRecords::Read(const fs::path& place, const std::string& subject) const {
  if (!usable() || !key_) return std::nullopt;
  const auto record = ReadOwnFile(place, kTextFile);
  if (!record.ok() || record->size() <= kHashDigits || (*record)[kHashDigits] != ' ') return std::nullopt;
  std::string text = record->substr(kHashDigits + 1);
  if (key_->Sign({"record", subject, text}) != record->substr(0, kHashDigits)) return std::nullopt;
  return text;
}

void LibraryRecords::Write(const fs::path& place, const std::string& subject, const std::string& text) const {
  if (!usable() || !MakePrivateDirectories(directory_).ok()) return;
  if (!key_) {
    auto made = CacheKey::ReadOrMake(directory_.parent_path());
    if (!made.ok()) return;
    key_ = *std::move(made);
  }
  // If the record can't be written, the next process only has to hash or try the library again.
  static_cast<void>(WriteFile(place, key_->Sign({"record", subject, text}) + " " + text, kCacheFile));
}

}  // namespace opdk
