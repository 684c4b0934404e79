// Offline models: containers, and programs in them.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "graph_core/program/program_file.h"
#include "graph_core/session.h"
#include "tests/fuzz/target.h"

namespace opdk::fuzz {
namespace {

Session& TestSession() {
  static const std::unique_ptr<Session> session = [] {
    setenv("OPDK_MAX_MEMORY", "256M", 0);
    setenv("OPDK_ISA", "baseline", 1);  // the corpus is compiled for it
    auto packages = PackageRegistry::Load({{OPDK_BUILTIN_DIRECTORY}, false, false});
    Expect(packages.ok(), packages.ok() ? "" : packages.status().ToString());
    auto made = Session::Create(*packages);
    Expect(made.ok(), made.ok() ? "" : made.status().ToString());
    return std::move(made).value();
  }();
  return *session;
}

// Returns the sections that the table names, as far as they are there. No checksum protects their readers.
std::vector<OmSection> SectionsOf(std::string_view bytes) {
  constexpr size_t kTable = 256, kEntry = 20, kMost = 8;
  std::vector<OmSection> sections;
  if (bytes.size() < kTable + sizeof(uint32_t)) return sections;
  uint32_t count = 0;
  std::memcpy(&count, bytes.data() + kTable, sizeof count);
  count = std::min<uint32_t>(count, kMost);
  const size_t begin = kTable + sizeof count + count * kEntry;
  if (begin > bytes.size()) return sections;
  const std::string_view rest = bytes.substr(begin);
  for (uint32_t i = 0; i < count; ++i) {
    const char* entry = bytes.data() + kTable + sizeof count + i * kEntry;
    uint32_t type = 0;
    uint64_t offset = 0, size = 0;
    std::memcpy(&type, entry, sizeof type);
    std::memcpy(&offset, entry + 4, sizeof offset);
    std::memcpy(&size, entry + 12, sizeof size);
    sections.push_back({static_cast<OmPartition>(type), rest.substr(std::min<uint64_t>(offset, rest.size()), size)});
  }
  return sections;
}

}  // namespace

void Om(std::string_view bytes) {
  Session& session = TestSession();
  static_cast<void>(ReadOm(bytes));
  const std::vector<OmSection> sections = SectionsOf(bytes);
  const std::string sealed = WriteOm("fuzzed", sections);
  static_cast<void>(ReadFacts(std::string_view(sealed)));
  static_cast<void>(ReadUsedPackages(sealed));
  const std::vector<Engine*> engines = session.engines();
  OfflineParts parts;
  const auto program = ReadProgram(std::string_view(sealed), engines, &parts);
  if (!program.ok()) return;
  std::vector<WrittenGear> gears;
  for (const GearProgram& gear : parts.gears) gears.push_back({gear.shapes, &gear.program});
  const auto written = WriteProgram(*program, parts, gears);
  Expect(written.ok(), written.ok() ? "" : written.status().ToString());
  const auto again = ReadProgram(std::string_view(*written), engines);
  Expect(again.ok(), again.ok() ? "" : again.status().ToString());
}

}  // namespace opdk::fuzz
