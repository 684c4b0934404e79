// Texts that authors write: operator information, cases, definitions, CANN's JSON and ini files.
#include "graph_core/package/op_info.h"
#include "graph_core/package/package_registry.h"
#include "sdk/tools/author/cann/ini_op_info.h"
#include "sdk/tools/author/definition.h"
#include "sdk/tools/verify/cases/msopst.h"
#include "sdk/tools/verify/cases/op_case.h"
#include "tests/fuzz/target.h"

namespace opdk::fuzz {
namespace {

// Makes each case's tensors for the prototype of its operator, in each of its dtypes.
void InstantiateAll(const Result<std::vector<verify::OpCase>>& cases) {
  static const auto packages = [] {
    setenv("OPDK_MAX_MEMORY", "64M", 0);
    auto loaded = PackageRegistry::Load({{OPDK_BUILTIN_DIRECTORY}, false, false});
    Expect(loaded.ok(), loaded.ok() ? "" : loaded.status().ToString());
    return *loaded;
  }();
  if (!cases.ok()) return;
  for (const verify::OpCase& one : *cases) {
    const auto prototype = packages->CreateOperator("op", one.op);
    if (!prototype.ok()) continue;
    for (const ge::DataType dtype : one.dtypes) {
      static_cast<void>(verify::Instantiate(one, dtype, DescOf(*prototype)));
      static_cast<void>(verify::StandardOf(one, dtype));
    }
  }
}

const std::vector<std::string> kKinds = {"elementwise", "broadcast",     "reduction",
                                         "matmul",      "data_movement", "multi_output"};

}  // namespace

void OpInfo(std::string_view bytes) { static_cast<void>(ParseOpInfo(std::string(bytes), "op_info/fuzzed.yaml")); }

void Case(std::string_view bytes) { InstantiateAll(verify::ReadCases(std::string(bytes), "fuzzed.yaml")); }

void Msopst(std::string_view bytes) { InstantiateAll(verify::ReadMsopstCases(std::string(bytes), "fuzzed.json")); }

void Definition(std::string_view bytes) { static_cast<void>(author::ParseDefinition(bytes, "fuzzed.yaml", kKinds)); }

void Msopgen(std::string_view bytes) {
  // A list at the root is msOpGen's form.
  static_cast<void>(author::ParseDefinition("[" + std::string(bytes) + "]", "fuzzed.json", kKinds));
}

void Ini(std::string_view bytes) {
  const auto sections = author::ParseIni(std::string(bytes), "fuzzed.ini");
  if (!sections.ok()) return;
  std::vector<author::ImportNote> notes;
  for (const author::IniSection& section : *sections) {
    static_cast<void>(author::ConvertAiCpu(section, nullptr, notes));
    static_cast<void>(author::ConvertAiCore(section, nullptr, notes));
  }
}

}  // namespace opdk::fuzz
