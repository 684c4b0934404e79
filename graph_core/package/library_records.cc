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
#include "opdk/package.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr size_t kHashDigits = 64;
// A library that is used again after this time is hashed and tried again.
constexpr auto kKept = std::chrono::hours(24 * 90);

// Changes whenever the content may have changed. "" for a file that isn't there.
std::string FileIdentity(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return "";
  return fmt::format("{} {} {} {}.{:09} {}.{:09}", status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
}

// A verdict belongs to the opdk that a package was tried with.
const std::string& HostIdentity() {
  static const std::string identity = [] {
    const std::string here = boost::dll::this_line_location().string();
    const std::string sdk = boost::dll::symbol_location(opdk::ExitCode).string();
    return Sha256(OPDK_SDK_VERSION + FileIdentity(here) + FileIdentity(sdk)).substr(0, 16);
  }();
  return identity;
}

}  // namespace

LibraryRecords::LibraryRecords() {
  if (const fs::path root = DefaultCacheRoot(); !root.empty()) directory_ = root / "packages";
}

Result<std::string> LibraryRecords::ContentHash(const std::string& path) const {
  const std::string identity = FileIdentity(path);
  std::error_code ignored;
  const fs::path place = directory_ / ("file-" + Sha256(fs::absolute(path, ignored).string()).substr(0, 32));
  if (!directory_.empty()) {
    const auto known = ReadFile(place, kTextFile);
    if (known.ok() && known->size() == kHashDigits + 1 + identity.size() && known->ends_with(identity)) {
      return known->substr(0, kHashDigits);
    }
  }
  OPDK_TRY(const MappedFile file, MappedFile::Open(path));
  std::string hash = Sha256(file.bytes());
  // Not when it changed meanwhile: the record would be of neither content.
  if (!identity.empty() && FileIdentity(path) == identity) Write(place, hash + " " + identity);
  return hash;
}

std::optional<ProbeVerdict> LibraryRecords::Verdict(const std::string& hash) const {
  if (directory_.empty()) return std::nullopt;
  const auto text = ReadFile(VerdictPlace(hash), kTextFile);
  const std::string& host = HostIdentity();
  if (!text.ok() || !text->starts_with(host + " ")) return std::nullopt;
  const std::string verdict = text->substr(host.size() + 1);
  if (verdict == "ok") return ProbeVerdict{true, ""};
  if (verdict.starts_with("refused ")) return ProbeVerdict{false, verdict.substr(8)};
  return std::nullopt;
}

void LibraryRecords::Remember(const std::string& hash, const ProbeVerdict& verdict) const {
  Write(VerdictPlace(hash), HostIdentity() + (verdict.harmless ? " ok" : " refused " + verdict.reason));
  RemoveOld();
}

void LibraryRecords::Forget(const std::string& hash) const {
  std::error_code ignored;
  if (!directory_.empty()) fs::remove(VerdictPlace(hash), ignored);
}

fs::path LibraryRecords::VerdictPlace(const std::string& hash) const {
  return directory_ / ("verdict-" + hash.substr(0, 32));
}

void LibraryRecords::RemoveOld() const {
  std::error_code error, ignored;
  const auto limit = fs::file_time_type::clock::now() - kKept;
  for (fs::directory_iterator entry(directory_, error), end; !error && entry != end; entry.increment(error)) {
    const fs::file_time_type time = entry->last_write_time(ignored);
    if (!ignored && time < limit) fs::remove(entry->path(), ignored);
  }
}

void LibraryRecords::Write(const fs::path& place, const std::string& text) const {
  if (directory_.empty()) return;
  std::error_code ignored;
  fs::create_directories(directory_, ignored);
  fs::path written = place;
  written += fmt::format(".{}", getpid());
  if (!WriteWholeFile(written, text).ok()) return;
  fs::rename(written, place, ignored);
  if (ignored) fs::remove(written, ignored);
}

}  // namespace opdk
