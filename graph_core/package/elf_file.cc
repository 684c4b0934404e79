#include "graph_core/package/elf_file.h"

#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>
#include <utility>

#include "graph_core/base/mapped_file.h"
#include "graph_core/package/elf_sections.h"
#include "opdk/package_note.h"

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

Status NotALibrary(std::string_view message) { return Status(ErrorCode::kNotALibrary, message); }

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
  if (header.e_shentsize != sizeof(Elf64_Shdr)) {
    return NotALibrary(
        fmt::format("its section headers have {} bytes each, not {}", header.e_shentsize, sizeof(Elf64_Shdr)));
  }
  const uint64_t table = uint64_t{header.e_shnum} * sizeof(Elf64_Shdr);
  if (header.e_shoff > bytes.size() || table > bytes.size() - header.e_shoff) {
    return NotALibrary(fmt::format("the file is truncated: it has {} bytes, and {} bytes of section headers at {}",
                                   bytes.size(), table, header.e_shoff));
  }
  return Status();
}

// Upper bound of the bytes of all names. Many symbols may share one long name, so that a small file gives terabytes.
constexpr uint64_t kMostNameBytes = uint64_t{256} << 20;

Status CountName(std::string_view name, uint64_t& bytes) {
  bytes += name.size();
  return bytes <= kMostNameBytes ? Status() : NotALibrary("its names have more than 256 MiB together");
}

Result<std::vector<std::string>> NamesIn(const ElfSections& sections, const Elf64_Shdr& table,
                                         const Elf64_Shdr& strings) {
  std::vector<std::string> names;
  uint64_t bytes = 0;
  for (uint64_t i = 1; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
    const auto symbol = ReadElf<Elf64_Sym>(sections.bytes, table.sh_offset + i * sizeof(Elf64_Sym));
    if (!symbol) return NotALibrary("its symbol table lies outside the file");
    if (symbol->st_shndx == SHN_UNDEF || ELF64_ST_BIND(symbol->st_info) == STB_LOCAL) continue;
    const auto name = sections.Text(strings, symbol->st_name);
    if (!name) return NotALibrary("its symbol names lie outside the file");
    OPDK_TRY(CountName(*name, bytes));
    names.emplace_back(*name);
  }
  return names;
}

Status ReadDynamic(const ElfSections& sections, const Elf64_Shdr& dynamic, ElfFile& file) {
  const auto strings = sections.At(dynamic.sh_link);
  if (!strings) return Status();
  uint64_t bytes = 0;
  for (uint64_t i = 0; i < dynamic.sh_size / sizeof(Elf64_Dyn); ++i) {
    const auto entry = ReadElf<Elf64_Dyn>(sections.bytes, dynamic.sh_offset + i * sizeof(Elf64_Dyn));
    if (!entry || entry->d_tag == DT_NULL) break;
    if (entry->d_tag != DT_NEEDED && entry->d_tag != DT_RUNPATH && entry->d_tag != DT_RPATH) continue;
    const auto text = sections.Text(*strings, entry->d_un.d_val);
    if (!text) break;
    OPDK_TRY(CountName(*text, bytes));
    if (entry->d_tag == DT_NEEDED) {
      file.needed.emplace_back(*text);
    } else {
      file.runpath = *text;
    }
  }
  return Status();
}

std::optional<PackageNote> ReadNote(std::string_view section) {
  const auto header = ReadElf<Elf64_Nhdr>(section, 0);
  const uint64_t begin = sizeof(Elf64_Nhdr) + sizeof(OPDK_NOTE_OWNER) / 4 * 4 + 4;
  if (!header || section.size() < begin ||
      section.substr(sizeof(Elf64_Nhdr), sizeof(OPDK_NOTE_OWNER)) !=
          std::string_view(OPDK_NOTE_OWNER, sizeof(OPDK_NOTE_OWNER))) {
    return std::nullopt;
  }
  std::string_view text = section.substr(begin, header->n_descsz);
  text = text.substr(0, text.find('\0'));
  PackageNote note;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view key = line.substr(0, equals), value = line.substr(equals + 1);
    if (key == "abi") std::from_chars(value.data(), value.data() + value.size(), note.abi_version);
    if (key == "sdk") note.sdk_version = value;
    if (key == "compiler") note.compiler_abi = value;
    if (key == "name") note.name = value;
    if (key == "vendor") note.vendor = value;
    if (key == "version") note.version = value;
  }
  return note;
}

}  // namespace

std::string MachineName() { return kMachineName; }

Result<ElfFile> ReadElfFile(const std::string& path) {
  OPDK_TRY(const InputFile file, InputFile::Open(path, kLibraryFile));
  return ReadElfFile(file);
}

Result<ElfFile> ReadElfFile(const InputFile& library) {
  OPDK_TRY(const MappedFile mapped, MappedFile::Map(library));
  ElfSections sections{mapped.bytes(), {}};
  OPDK_TRY(CheckHeader(sections.bytes));
  std::memcpy(&sections.header, sections.bytes.data(), sizeof(sections.header));
  const auto names = sections.At(sections.header.e_shstrndx);
  ElfFile file;
  bool has_symbols = false, has_dynamic = false;
  for (uint64_t i = 0; i < sections.header.e_shnum; ++i) {
    const auto section = sections.At(i);
    if (!section) continue;
    if (section->sh_type != SHT_NOBITS &&
        (section->sh_offset > sections.bytes.size() || section->sh_size > sections.bytes.size() - section->sh_offset)) {
      return NotALibrary(fmt::format("the file is truncated: it has {} bytes, and a section of {} bytes at {}",
                                     sections.bytes.size(), section->sh_size, section->sh_offset));
    }
    if (section->sh_type == SHT_DYNSYM) {
      if (std::exchange(has_symbols, true)) return NotALibrary("it has two tables of dynamic symbols");
      const auto strings = sections.At(section->sh_link);
      if (strings) {
        OPDK_TRY(file.exports, NamesIn(sections, *section, *strings));
      }
    } else if (section->sh_type == SHT_DYNAMIC) {
      if (std::exchange(has_dynamic, true)) return NotALibrary("it has two dynamic sections");
      OPDK_TRY(ReadDynamic(sections, *section, file));
    } else if (section->sh_type == SHT_NOTE && names && sections.Text(*names, section->sh_name) == OPDK_NOTE_SECTION) {
      file.note = ReadNote(sections.bytes.substr(section->sh_offset, section->sh_size));
    }
  }
  return file;
}

}  // namespace opdk
