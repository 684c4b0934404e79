#include "sdk/tools/author/check/library_symbols.h"

#include <string_view>

#include "graph_core/base/mapped_file.h"
#include "graph_core/package/elf_sections.h"

namespace opdk::author {
namespace {

// The range that the dynamic linker makes read-only after relocation: vtables, tables of pointers.
struct SealedRange {
  uint64_t begin = 0;
  uint64_t end = 0;
};

SealedRange FindSealed(const ElfSections& sections) {
  for (uint64_t i = 0; i < sections.header.e_phnum; ++i) {
    const auto segment = ReadElf<Elf64_Phdr>(sections.bytes, sections.header.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment && segment->p_type == PT_GNU_RELRO) return {segment->p_vaddr, segment->p_vaddr + segment->p_memsz};
  }
  return {};
}

// Calls visit(symbol, name) for each symbol of a table.
template <typename Visit>
void VisitSymbols(const ElfSections& sections, const Elf64_Shdr& table, const Visit& visit) {
  const auto strings = sections.At(table.sh_link);
  if (!strings) return;
  for (uint64_t i = 1; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
    const auto symbol = ReadElf<Elf64_Sym>(sections.bytes, table.sh_offset + i * sizeof(Elf64_Sym));
    const auto name = symbol ? sections.Text(*strings, symbol->st_name) : std::nullopt;
    if (!name) return;
    if (!name->empty()) visit(*symbol, *name);
  }
}

bool IsWritable(const ElfSections& sections, const SealedRange& sealed, const Elf64_Sym& symbol) {
  const auto section = sections.At(symbol.st_shndx);
  if (!section || (section->sh_flags & SHF_WRITE) == 0 || symbol.st_size == 0) return false;
  const uint8_t type = ELF64_ST_TYPE(symbol.st_info);
  if (type == STT_TLS) return true;  // its value is an offset, to which the range doesn't apply
  return type == STT_OBJECT && (symbol.st_value < sealed.begin || symbol.st_value >= sealed.end);
}

}  // namespace

Result<LibrarySymbols> ReadLibrarySymbols(const std::string& library) {
  OPDK_TRY(const MappedFile mapped, MappedFile::Open(library));
  const auto header = ReadElf<Elf64_Ehdr>(mapped.bytes(), 0);
  if (!header) return Status(ErrorCode::kNotALibrary, "the file is truncated inside its ELF header").At(library);
  const ElfSections sections{mapped.bytes(), *header};
  const SealedRange sealed = FindSealed(sections);
  LibrarySymbols symbols;
  symbols.stripped = true;
  for (uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto table = sections.At(i);
    if (table && table->sh_type == SHT_DYNSYM) {
      VisitSymbols(sections, *table, [&symbols](const Elf64_Sym& symbol, std::string_view name) {
        if (symbol.st_shndx == SHN_UNDEF) symbols.imports.emplace_back(name);
      });
    }
    if (table && table->sh_type == SHT_SYMTAB) {
      symbols.stripped = false;
      VisitSymbols(sections, *table, [&](const Elf64_Sym& symbol, std::string_view name) {
        if (!IsWritable(sections, sealed, symbol)) return;
        symbols.objects.push_back({std::string(name), ELF64_ST_TYPE(symbol.st_info) == STT_TLS});
      });
    }
  }
  return symbols;
}

}  // namespace opdk::author
