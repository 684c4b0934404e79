// Writing and reading .opdk files with libarchive.
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "graph_core/base/file.h"
#include "graph_core/base/mapped_file.h"
#include "opdk/output_file.h"
#include "sdk/tools/package/archive_functions.h"

namespace opdk {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxManifest = size_t{4} << 20;
constexpr size_t kBlock = size_t{64} << 10;

struct FreeArchive {
  void operator()(archive* a) const { archive_free(a); }
};
using Archive = std::unique_ptr<archive, FreeArchive>;

struct FreeEntry {
  void operator()(archive_entry* entry) const { archive_entry_free(entry); }
};

Status Broken(const std::string& path, const std::string& what) {
  return Status(ErrorCode::kArchiveInvalid, what).At(path).Hint("get the archive again, or pack it again");
}

std::string ErrorOf(archive* a) {
  const char* text = archive_error_string(a);
  return text == nullptr ? "unknown error" : text;
}

Status AddEntry(archive* to, const std::string& name, std::string_view bytes) {
  const std::unique_ptr<archive_entry, FreeEntry> entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  archive_entry_set_mtime(entry.get(), 0, 0);
  if (archive_write_header(to, entry.get()) != ARCHIVE_OK ||
      archive_write_data(to, bytes.data(), bytes.size()) != static_cast<la_ssize_t>(bytes.size())) {
    return Status(ErrorCode::kWriteFailed, fmt::format("can't write {}: {}", name, ErrorOf(to)));
  }
  return Status();
}

Status WriteTo(int file_to_write, const std::string& path, const Manifest& manifest,
               const std::vector<PackedFile>& files) {
  const Archive to(archive_write_new());
  archive_write_add_filter_gzip(to.get());
  archive_write_set_format_pax_restricted(to.get());
  if (archive_write_set_options(to.get(), "gzip:!timestamp") != ARCHIVE_OK ||
      archive_write_open_fd(to.get(), file_to_write) != ARCHIVE_OK) {
    return Status(ErrorCode::kWriteFailed, fmt::format("can't be written: {}", ErrorOf(to.get()))).At(path);
  }
  OPDK_TRY(AddEntry(to.get(), kManifestName, FormatManifest(manifest)));
  for (const PackedFile& file : files) {
    auto mapped = MappedFile::Open(file.source);
    if (!mapped.ok()) return std::move(mapped).status();
    OPDK_TRY(AddEntry(to.get(), file.path, mapped->bytes()));
  }
  if (archive_write_close(to.get()) != ARCHIVE_OK) {
    return Status(ErrorCode::kWriteFailed, fmt::format("can't be written: {}", ErrorOf(to.get()))).At(path);
  }
  return Status();
}

// Takes the bytes of one entry: computes their hash, and writes a file unless only the hash is asked for.
class Sink {
 public:
  explicit Sink(std::string path) : path_(std::move(path)) { crypto_hash_sha256_init(&state_); }
  Status Open() {
    if (path_.empty()) return Status();
    std::error_code error;
    fs::create_directories(fs::path(path_).parent_path(), error);
    OPDK_TRY(OutputFile file, OutputFile::Create(path_, {.replaces = false}));
    file_.emplace(std::move(file));
    return Status();
  }
  Status Add(std::string_view bytes) {
    crypto_hash_sha256_update(&state_, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    return file_ ? file_->Write(bytes) : Status();
  }
  // Returns the hash once the whole file is on the disk.
  Result<std::string> Finish() {
    if (file_) OPDK_TRY(file_->Publish());
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash;
    std::array<char, crypto_hash_sha256_BYTES * 2 + 1> text;
    crypto_hash_sha256_final(&state_, hash.data());
    return std::string(sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size()));
  }

 private:
  std::string path_;
  std::optional<OutputFile> file_;
  crypto_hash_sha256_state state_;
};

// Reads the next entry; nullptr at the archive's end.
Result<archive_entry*> Next(archive* from, const std::string& path) {
  archive_entry* entry = nullptr;
  const int outcome = archive_read_next_header(from, &entry);
  if (outcome == ARCHIVE_EOF) return nullptr;
  if (outcome != ARCHIVE_OK) {
    return Broken(path, fmt::format("not a whole .opdk archive: {}", ErrorOf(from)));
  }
  return entry;
}

// Reads the current entry in pieces, at most `limit` bytes.
Status ReadEntry(archive* from, const std::string& path, uint64_t limit,
                 const std::function<Status(std::string_view)>& take) {
  std::array<char, kBlock> room;
  uint64_t total = 0;
  while (true) {
    const la_ssize_t got = archive_read_data(from, room.data(), room.size());
    if (got < 0) return Broken(path, fmt::format("the archive is damaged: {}", ErrorOf(from)));
    if (got == 0) return Status();
    total += static_cast<uint64_t>(got);
    if (total > limit) return Broken(path, fmt::format("an entry holds more than its {} bytes", limit));
    OPDK_TRY(take({room.data(), static_cast<size_t>(got)}));
  }
}

Result<Manifest> TakeManifest(archive* from, const std::string& path) {
  OPDK_TRY(archive_entry * entry, Next(from, path));
  const char* name = entry == nullptr ? nullptr : archive_entry_pathname(entry);
  if (name == nullptr || std::strcmp(name, kManifestName) != 0 || archive_entry_filetype(entry) != AE_IFREG) {
    return Broken(path, fmt::format("not an operator package: its first entry is '{}', not {}",
                                    name == nullptr ? "" : name, kManifestName));
  }
  std::string text;
  OPDK_TRY(ReadEntry(from, path, kMaxManifest, [&](std::string_view bytes) {
    text += bytes;
    return Status();
  }));
  return ParseManifest(text, fmt::format("{}:{}", path, kManifestName));
}

Status TakeFile(archive* from, const std::string& path, const ManifestFile& file, const std::string& target) {
  Sink sink(target);
  OPDK_TRY(sink.Open());
  uint64_t bytes = 0;
  OPDK_TRY(ReadEntry(from, path, file.bytes, [&](std::string_view piece) {
    bytes += piece.size();
    return sink.Add(piece);
  }));
  OPDK_TRY(const std::string hash, sink.Finish());
  if (bytes == file.bytes && hash == file.sha256) return Status();
  return Broken(path,
                fmt::format("{} is not what the manifest says: {} bytes with sha256 {} instead of {} bytes with {}",
                            file.path, bytes, hash, file.bytes, file.sha256));
}

Result<Manifest> ReadFrom(const std::string& path, const std::string& unpack_to) {
  const Archive from(archive_read_new());
  archive_read_support_filter_gzip(from.get());
  archive_read_support_format_tar(from.get());
  OPDK_TRY(const InputFile opened, InputFile::Open(path, {"the archive", kMaxLibrary}));
  if (archive_read_open_fd(from.get(), opened.descriptor(), kBlock) != ARCHIVE_OK) {
    return Broken(path, fmt::format("not a .opdk archive: {}", ErrorOf(from.get())));
  }
  OPDK_TRY(Manifest manifest, TakeManifest(from.get(), path));
  std::set<std::string> missing;
  for (const ManifestFile& file : manifest.files) missing.insert(file.path);
  while (true) {
    OPDK_TRY(archive_entry * entry, Next(from.get(), path));
    if (entry == nullptr) break;
    const char* raw = archive_entry_pathname(entry);
    const std::string name = raw == nullptr ? "" : raw;
    if (archive_entry_filetype(entry) != AE_IFREG || archive_entry_hardlink(entry) != nullptr) {
      return Broken(path, fmt::format("'{}' is a link, directory or device; only regular files are allowed", name));
    }
    if (missing.erase(name) == 0) {
      return Broken(path, fmt::format("'{}' stands twice or is not in the manifest", name));
    }
    const auto file = std::find_if(manifest.files.begin(), manifest.files.end(),
                                   [&](const ManifestFile& listed) { return listed.path == name; });
    OPDK_TRY(TakeFile(from.get(), path, *file, unpack_to.empty() ? "" : unpack_to + "/" + name));
  }
  if (!missing.empty()) return Broken(path, fmt::format("the archive lacks {}", *missing.begin()));
  return manifest;
}

}  // namespace
}  // namespace opdk

extern "C" __attribute__((visibility("default"))) const opdk::ArchiveFunctions* opdk_archive_functions() {
  static const opdk::ArchiveFunctions functions = {opdk::WriteTo, opdk::ReadFrom, archive_version_string};
  return &functions;
}
