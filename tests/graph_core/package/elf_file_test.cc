// Libraries that say too much of themselves.
#include "graph_core/package/elf_file.h"

#include <elf.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace opdk {
namespace {

using ::testing::HasSubstr;

template <typename T>
std::string BytesOf(const T& value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

// A library with sections of these types. The last one has the bytes of the string table; the others have `entries`.
class ElfFileTest : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  Result<ElfFile> Read(const std::vector<uint32_t>& types, const std::string& entries, const std::string& strings) {
    const auto count = static_cast<uint16_t>(types.size() + 2);
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_type = ET_DYN;
    header.e_machine = MachineName() == "x86-64" ? EM_X86_64 : EM_AARCH64;
    header.e_shoff = sizeof header;
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = count;
    header.e_shstrndx = static_cast<uint16_t>(count - 1);
    const uint64_t begin = sizeof header + count * sizeof(Elf64_Shdr);
    std::string bytes = BytesOf(header) + BytesOf(Elf64_Shdr{});
    for (const uint32_t type : types) bytes += Section(type, begin, entries.size(), count);
    bytes += Section(SHT_STRTAB, begin + entries.size(), strings.size(), count);
    std::ofstream(path_, std::ios::binary) << bytes << entries << strings;
    return ReadElfFile(path_);
  }

 private:
  static std::string Section(uint32_t type, uint64_t offset, uint64_t size, uint16_t count) {
    Elf64_Shdr section{};
    section.sh_type = type;
    section.sh_offset = offset;
    section.sh_size = size;
    section.sh_link = count - 1U;
    return BytesOf(section);
  }

  const std::string path_ =
      (std::filesystem::temp_directory_path() / ("opdk_elf_file_" + std::to_string(getpid()) + ".so")).string();
};

std::string Symbols(int count) {
  Elf64_Sym symbol{};
  symbol.st_name = 1;
  symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  symbol.st_shndx = 1;
  std::string bytes = BytesOf(Elf64_Sym{});
  for (int i = 0; i < count; ++i) bytes += BytesOf(symbol);
  return bytes;
}

TEST_F(ElfFileTest, SymbolsOfOneTableAreTheExports) {
  const auto file = Read({SHT_DYNSYM}, Symbols(2), std::string("\0name\0", 6));
  ASSERT_TRUE(file.ok()) << file.status().ToString();
  EXPECT_EQ(file->exports, (std::vector<std::string>{"name", "name"}));
}

// Two megabytes of file, four gigabytes of names.
TEST_F(ElfFileTest, OneLongNameOfManySymbolsIsRefused) {
  const auto file = Read({SHT_DYNSYM}, Symbols(4096), '\0' + std::string(size_t{1} << 20, 'n') + '\0');
  ASSERT_FALSE(file.ok());
  EXPECT_THAT(file.status().ToString(), HasSubstr("more than 256 MiB"));
}

TEST_F(ElfFileTest, OneLongNameOfManyNeededLibrariesIsRefused) {
  std::string needed;
  for (int i = 0; i < 4096; ++i) needed += BytesOf(Elf64_Dyn{DT_NEEDED, {1}});
  const auto file = Read({SHT_DYNAMIC}, needed, '\0' + std::string(size_t{1} << 20, 'n') + '\0');
  ASSERT_FALSE(file.ok());
  EXPECT_THAT(file.status().ToString(), HasSubstr("more than 256 MiB"));
}

// Tables that share their bytes would be read once for each of them.
TEST_F(ElfFileTest, SecondTableOfAKindIsRefused) {
  const auto symbols = Read({SHT_DYNSYM, SHT_DYNSYM}, Symbols(1), std::string("\0name\0", 6));
  ASSERT_FALSE(symbols.ok());
  EXPECT_THAT(symbols.status().ToString(), HasSubstr("two tables of dynamic symbols"));
  const auto dynamic = Read({SHT_DYNAMIC, SHT_DYNAMIC}, BytesOf(Elf64_Dyn{}), std::string("\0name\0", 6));
  ASSERT_FALSE(dynamic.ok());
  EXPECT_THAT(dynamic.status().ToString(), HasSubstr("two dynamic sections"));
}

}  // namespace
}  // namespace opdk
