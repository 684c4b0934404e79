#include "graph_core/package/elf_file.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace opdk {
namespace {

#if defined(__x86_64__)
constexpr uint16_t kMachine = EM_X86_64;
constexpr const char* kMachineName = "x86-64";
#elif defined(__aarch64__)
constexpr uint16_t kMachine = EM_AARCH64;
constexpr const char* kMachineName = "AArch64";
#else
#error "the package loader knows x86-64 and AArch64"
#endif

Status NotALibrary(std::string message) { return Status(ErrorCode::kNotALibrary, std::move(message)); }

// Reads T at `offset`; nothing when it lies outside the file.
template <typename T>
std::optional<T> ReadAt(std::string_view bytes, uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// A file's bytes, of which only those that are looked at are read: a package may have many megabytes of code.
class MappedFile {
 public:
  static Result<MappedFile> Open(const std::string& path) {
    const auto failed = [] {
      return Status(ErrorCode::kFileNotFound, fmt::format("can't be read: {}", std::strerror(errno)));
    };
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return failed();
    struct stat status {};
    void* data = nullptr;
    bool mapped = fstat(file, &status) == 0;
    if (mapped && S_ISDIR(status.st_mode)) {
      errno = EISDIR;
      mapped = false;
    }
    const auto size = static_cast<size_t>(status.st_size);
    if (mapped && size > 0) {
      data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
      mapped = data != MAP_FAILED;
    }
    const int error = errno;
    close(file);
    errno = error;
    if (!mapped) return failed();
    return MappedFile(data, size);
  }
  ~MappedFile() {
    if (data_ != nullptr) munmap(data_, size_);
  }
  MappedFile(MappedFile&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(other.size_) {}
  MappedFile& operator=(MappedFile&&) = delete;

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  MappedFile(void* data, size_t size) : data_(data), size_(size) {}
  void* data_;
  size_t size_;
};

bool LooksLikeText(std::string_view bytes) {
  const size_t shown = std::min<size_t>(bytes.size(), 512);
  for (size_t i = 0; i < shown; ++i) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    if (c < 0x20 && c != '\n' && c != '\r' && c != '\t') return false;
  }
  return true;
}

Status CheckHeader(std::string_view bytes) {
  if (bytes.empty()) return NotALibrary("the file is empty");
  if (!bytes.starts_with(std::string_view(ELFMAG, SELFMAG))) {
    return NotALibrary(LooksLikeText(bytes) ? "it is a text file, not a shared library"
                                            : "it is not a shared library (no ELF header)");
  }
  if (bytes.size() < sizeof(Elf64_Ehdr)) return NotALibrary("the file is truncated inside its ELF header");
  if (bytes[EI_CLASS] != ELFCLASS64 || bytes[EI_DATA] != ELFDATA2LSB) {
    return NotALibrary(
        fmt::format("it was built for another architecture (not 64-bit little-endian {})", kMachineName));
  }
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.e_machine != kMachine) {
    return NotALibrary(fmt::format("it was built for another architecture (ELF machine {}, this program runs on {})",
                                   header.e_machine, kMachineName));
  }
  if (header.e_type != ET_DYN) return NotALibrary("it is an ELF file but not a shared library");
  const uint64_t end = header.e_shoff + uint64_t{header.e_shnum} * sizeof(Elf64_Shdr);
  if (header.e_shentsize != sizeof(Elf64_Shdr) || end < header.e_shoff || end > bytes.size()) {
    return NotALibrary(fmt::format("the file is truncated: {} of at least {} bytes", bytes.size(), end));
  }
  return Status();
}

Result<std::vector<std::string>> NamesIn(std::string_view bytes, const Elf64_Shdr& table, const Elf64_Shdr& strings) {
  std::vector<std::string> names;
  for (uint64_t i = 1; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
    const auto symbol = ReadAt<Elf64_Sym>(bytes, table.sh_offset + i * sizeof(Elf64_Sym));
    if (!symbol) return NotALibrary("its symbol table lies outside the file");
    if (symbol->st_shndx == SHN_UNDEF || ELF64_ST_BIND(symbol->st_info) == STB_LOCAL) continue;
    const uint64_t begin = strings.sh_offset + symbol->st_name;
    const size_t end = begin < bytes.size() ? bytes.find('\0', begin) : std::string::npos;
    if (end == std::string::npos) return NotALibrary("its symbol names lie outside the file");
    names.emplace_back(bytes.substr(begin, end - begin));
  }
  return names;
}

}  // namespace

Result<std::vector<std::string>> ExportedSymbols(const std::string& path) {
  OPDK_TRY(const MappedFile file, MappedFile::Open(path));
  const std::string_view bytes = file.bytes();
  OPDK_TRY(CheckHeader(bytes));
  Elf64_Ehdr header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    const auto section = ReadAt<Elf64_Shdr>(bytes, header.e_shoff + i * sizeof(Elf64_Shdr));
    if (!section || section->sh_type != SHT_DYNSYM || section->sh_link >= header.e_shnum) continue;
    const auto strings = ReadAt<Elf64_Shdr>(bytes, header.e_shoff + section->sh_link * sizeof(Elf64_Shdr));
    return NamesIn(bytes, *section, *strings);
  }
  return std::vector<std::string>();
}

}  // namespace opdk
