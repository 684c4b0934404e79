// Files that atc takes.
#include <optional>

#include "graph_core/ir/text.h"
#include "sdk/tools/atc/aipp.h"
#include "sdk/tools/atc/check_report.h"
#include "sdk/tools/model/air_file.h"
#include "tests/fuzz/graph_use.h"
#include "tests/fuzz/target.h"

namespace opdk::fuzz {
namespace {

constexpr const char* kImages = R"(graph images {
  %x = Data {index: 0} : float[1,3,8,8]
  %y = Relu(x: %x) : float[1,3,8,8]
  %out = NetOutput(x: [%y])
})";

// Puts the operators of a configuration into the graph of one image, if it says any.
std::optional<Graph> WithAipp(std::string_view bytes) {
  static_cast<void>(TestPackages());
  auto graph = Parse(kImages);
  Expect(graph.ok(), graph.ok() ? "" : graph.status().ToString());
  atc::AippTargets targets;
  if (!atc::InsertAippOfText(std::string(bytes), targets, *graph).ok()) return std::nullopt;
  return *std::move(graph);
}

}  // namespace

void Air(std::string_view bytes) {
  static_cast<void>(TestPackages());
  auto graph = ReadAir(FileOf(bytes, "graph.air"));
  if (!graph.ok()) return;
  const std::string path = FileOf("", "written.air");
  const Status written = WriteAir(*graph, path);
  Expect(written.ok(), written.ok() ? "" : written.ToString());
  const auto again = ReadAir(path);
  Expect(again.ok(), again.ok() ? "" : again.status().ToString());
  Expect(Print(*again) == Print(*graph), Print(*graph) + "\n---\n" + Print(*again));
  Infer(*std::move(graph));
}

void AirRun(std::string_view bytes) {
  auto graph = ReadAir(FileOf(bytes, "graph.air"));
  if (!graph.ok()) return;
  static const std::unique_ptr<Session> session = [] {
    auto made = Session::Create(TestPackages());
    Expect(made.ok(), made.ok() ? "" : made.status().ToString());
    return *std::move(made);
  }();
  static_cast<void>(atc::CheckOperators(*std::move(graph), *session, {}));
}

void Aipp(std::string_view bytes) {
  if (auto graph = WithAipp(bytes)) Infer(*std::move(graph));
}

void AippRun(std::string_view bytes) {
  if (const auto graph = WithAipp(bytes)) Use(*graph);
}

}  // namespace opdk::fuzz
