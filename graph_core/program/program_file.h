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

// A package that provides operators of the program.
struct UsedPackage {
  std::string name, version;
  std::string sha256;   // of its library; "": of the built-in one, which comes with opdk
  std::string library;  // its bytes, "": they are not in the file
};

// An engine's code for loading the program's kernels in a process that has compiled nothing (Engine::CodeOf).
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

// The bytes of an offline model, and of its weights if they are in a file of their own. The owners keep the bytes
// alive; nullptr: the caller does.
struct OfflineBytes {
  OfflineBytes(std::string_view of_model, std::shared_ptr<const void> keeps = nullptr)  // NOLINT: one is as good
      : bytes(of_model), owner(std::move(keeps)) {}
  std::string_view bytes;
  std::shared_ptr<const void> owner;
  std::string_view weights;
  std::shared_ptr<const void> weights_owner;
};

// Content of an offline model besides its program.
struct OfflineParts {
  std::vector<UsedPackage> packages;
  std::vector<EngineCode> code;    // for the kernels of the program and of its gears
  std::vector<GearProgram> gears;  // once read
  bool any_shape_beside_gears = false;
  bool weights_file = false;  // the weights are written to a file of their own
};

// Returns the program as bytes. Equal programs give equal bytes; equal weights are stored once. E1001: see TargetIsa.
// E2007: the graph is too large for its protobuf form.
Result<std::string> WriteProgram(const Program& program, const OfflineParts& parts = {},
                                 std::span<const WrittenGear> gears = {});

// Reads the bytes of a program, written by this or another process. `engines` must have the names of the images. All
// sizes and offsets in the bytes are checked before they are used. If the bytes have an owner, weights are not copied
// and keep the owner alive; otherwise they are copied. `parts` receives the other content, of which nothing is loaded.
// E2001: the bytes are no program, were changed, are of another version of opdk or for another processor, or need a
// file of weights that isn't given. E2008: an engine is not in use.
Result<Program> ReadProgram(const OfflineBytes& file, std::span<Engine* const> engines, OfflineParts* parts = nullptr);

struct GearFacts {
  InputShapes shapes;
  MemoryReport memory;
};

// Facts about an offline model. They can be read even if the model can't run here: other processor, other version.
struct OfflineFacts {
  std::string version, isa;  // of opdk; the instruction set
  std::vector<OmSection> sections;
  Graph graph;
  std::vector<Function> functions;
  MemoryReport memory;
  OfflineParts parts;
  std::vector<GearFacts> gears;
};
// Reads the facts. For a model of another version of opdk, possibly only version, isa and sections are set. E2001: see
// ReadProgram.
Result<OfflineFacts> ReadFacts(const OfflineBytes& file);

// Reads only the list of packages. The file's checksum isn't compared, because the libraries have hashes of their own.
// E2001.
Result<std::vector<UsedPackage>> ReadUsedPackages(std::string_view bytes);

}  // namespace opdk
