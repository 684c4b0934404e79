// Operator information: the inputs that each engine's kernel of an operator accepts. Read from YAML, checked against
// the prototype.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/types.h"
#include "graph_core/package/layout_info.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

inline constexpr std::string_view kAiCoreEngine = "ai_core";
inline constexpr std::string_view kAiCpuEngine = "ai_cpu";

// A port in all signatures. The entries k of all ports are one signature (a column). FORMAT_ND: any format.
struct PortInfo {
  std::string name;  // the prototype's port: an input, an output, or both (CANN's in-place reference)
  std::vector<ge::DataType> dtypes;
  std::vector<ge::Format> formats;
};

struct ShapeLimit {
  std::optional<int64_t> min_rank, max_rank;
  std::map<int, std::pair<int64_t, int64_t>> dims;  // axis (negative: from the end) -> inclusive range
};

// Ports of an operator that joins tensors or cuts one. `whole`: the port of the large tensor. `parts`: the port of the
// pieces. `axis`: the attribute (Int) or the input (a number) that names the axis of the whole along which the parts
// lie.
struct PartsInfo {
  std::string whole;
  std::string parts;
  std::string axis;
};

// One operator on one engine.
struct EngineOpInfo {
  std::string engine;           // of the table of engines (engine_info.h)
  std::string place;            // "package:op_info/elementwise/clip.yaml:4:3"
  std::vector<PortInfo> ports;  // inputs and outputs, in the YAML's order
  size_t columns = 0;           // 0: no signatures; all types of the prototype, unless `allow` narrows them
  // Dtypes and formats of single ports, without signatures: ports don't depend on each other (CANN's AI CPU
  // information).
  struct Allowed {
    std::vector<ge::DataType> dtypes;  // empty: any
    std::vector<ge::Format> formats;   // empty: any
  };
  std::map<std::string, Allowed> allow;
  bool dynamic_shape = true;
  std::map<std::string, ShapeLimit> limits;                   // by port
  std::vector<std::pair<std::string, std::string>> in_place;  // output -> input that it may overwrite
  std::vector<std::pair<std::string, std::string>> view;      // output -> input with the same bytes (no kernel runs)
  std::optional<PartsInfo> joins;   // the output consists of its inputs, which may be written in place
  std::optional<PartsInfo> splits;  // the outputs are stretches of the input
  // The axis of the first input along which the AI CPU kernel divides its work, by the attributes block_num and
  // block_id. -1: along all its elements.
  std::optional<int> block_dim;
  std::vector<std::string> value_depend;  // inputs whose values must be known when the kernel is built

  const PortInfo* FindPort(std::string_view port) const;
  // Returns the column that accepts the dtypes and formats of `op`. Absent optional inputs match anything. Also checks
  // the limits and dynamic_shape. E2008 gives the reason: "no column accepts (x: float16, y: float16); columns: (float,
  // float), (int32, int32)", or "input x has rank 9, the kernel takes 1 to 8".
  Result<size_t> MatchColumn(const OpDesc& op) const;
};

// An attribute in the operator information. It is checked against the prototype, which defines the attribute.
struct AttrInfo {
  std::string name;
  std::string type;    // CANN's token: "Float", "ListInt"
  Attr default_value;  // std::monostate: none given
  std::string place;
};

struct OpInfo {
  std::string type;
  std::string place;  // "package:op_info/elementwise/clip.yaml:3"
  std::vector<EngineOpInfo> engines;
  std::vector<AttrInfo> attrs;
  // Mixed precision: true computes in the smaller type, false in float. nullopt: in the type with the fewest
  // conversions.
  std::optional<bool> precision_reduce;
  std::optional<LayoutInfo> layout;  // nullopt: it works in one order of axes only

  const EngineOpInfo* Find(std::string_view engine) const;
};

// Parses one YAML file; `path` stands in places and messages. E2006 with file:line:column and "did you mean".
Result<std::vector<OpInfo>> ParseOpInfo(std::string_view yaml, std::string_view path);
// Compares operator information with the prototype. E2006: a port, attribute, type or default that the prototype
// doesn't have.
Status ValidateOpInfo(const OpInfo& info, const OpDesc& prototype);

}  // namespace opdk
