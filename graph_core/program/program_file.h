// A program as bytes: GE's container for offline models (om_container.h) around its graph, its constants, its functions
// and its kernel images.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph_core/engines/engine.h"
#include "graph_core/program/om_container.h"
#include "graph_core/program/program.h"
#include "opdk/status.h"

namespace opdk {

// A package that the program's operators are of.
struct UsedPackage {
  std::string name, version;
  std::string sha256;   // of its library; "": of the built-in one, which comes with opdk
  std::string library;  // its bytes, "": they are not in the file
};

// What an engine needs to load the program's kernels where nothing was compiled: Engine::CodeOf.
struct EngineCode {
  std::string engine, bytes;
};

// The shape of each input.
using InputShapes = std::vector<std::vector<int64_t>>;

// The program for one list of shapes (a gear), beside the one that takes any.
struct GearProgram {
  InputShapes shapes;
  Program program;
};
struct WrittenGear {
  InputShapes shapes;
  const Program* program = nullptr;
};

// The bytes of an offline model, and those of its weights where these lie in a file of their own. Owners keep them;
// nullptr: nobody does.
struct OfflineBytes {
  OfflineBytes(std::string_view of_model, std::shared_ptr<const void> keeps = nullptr)  // NOLINT: one is as good
      : bytes(of_model), owner(std::move(keeps)) {}
  std::string_view bytes;
  std::shared_ptr<const void> owner;
  std::string_view weights;
  std::shared_ptr<const void> weights_owner;
};

// What stands in an offline model beside its program.
struct OfflineParts {
  std::vector<UsedPackage> packages;
  std::vector<EngineCode> code;    // for its kernels and those of the gears
  std::vector<GearProgram> gears;  // once read
  bool any_shape_beside_gears = false;
  bool weights_file = false;  // the weights are to lie in a file of their own
};

// Equal programs give equal bytes; equal weights are there once. E1001: see TargetIsa. E2007: its graph has no protobuf
// form, for its size.
Result<std::string> WriteProgram(const Program& program, const OfflineParts& parts = {},
                                 std::span<const WrittenGear> gears = {});

// The program that gave these bytes, of this or another process, for engines that have the images' names. Everything
// that the bytes say of sizes and places is checked before it is used. E2001: they are no program, were changed, or are
// of another version of opdk or for a processor that this one is not, or their weights lie in a file that isn't given;
// E2008: an engine is not in use. Where somebody owns the bytes, weights stay where they lie in them, and keep the
// owner alive; else they are copied. `parts`: what stands beside it; nothing of it is loaded.
Result<Program> ReadProgram(const OfflineBytes& file, std::span<Engine* const> engines, OfflineParts* parts = nullptr);

struct GearFacts {
  InputShapes shapes;
  MemoryReport memory;
};

// What an offline model says of itself, also where it can't run: for another processor, of another version.
struct OfflineFacts {
  std::string version, isa;  // of opdk; the instruction set
  std::vector<OmSection> sections;
  Graph graph;
  std::vector<Function> functions;
  MemoryReport memory;
  OfflineParts parts;
  std::vector<GearFacts> gears;
};
// As ReadProgram. E2001. Of another version of opdk what stands in it may not be readable: only version, isa and
// sections are set then.
Result<OfflineFacts> ReadFacts(const OfflineBytes& file);

// Only its list of packages, whose libraries have hashes of their own: whether the file was changed isn't looked at.
// E2001.
Result<std::vector<UsedPackage>> ReadUsedPackages(std::string_view bytes);

}  // namespace opdk
