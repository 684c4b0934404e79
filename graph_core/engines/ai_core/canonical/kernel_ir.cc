#include "graph_core/engines/ai_core/canonical/kernel_ir.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tbe/print.h"

namespace opdk {
namespace {

constexpr std::array kReduceNames = {"reduce_sum", "reduce_prod", "reduce_max",
                                     "reduce_min", "reduce_any",  "reduce_all"};

const char* Name(tbe::ReduceOp op) { return kReduceNames.at(static_cast<size_t>(op)); }

std::string PrintNumber(const tbe::Number& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return fmt::format("{}", *integer);
  return fmt::format("{:a}", std::get<double>(value));
}

bool IsOperation(const tbe::ExprNode& expr) {
  return expr.kind != tbe::ExprKind::kIndex && expr.kind != tbe::ExprKind::kReduceIndex &&
         expr.kind != tbe::ExprKind::kLiteral && expr.kind != tbe::ExprKind::kExtent;
}

// Prints a scalar without its operands. The operands of an operation follow its head, in brackets.
std::string HeadOf(const tbe::ExprNode& expr) {
  switch (expr.kind) {
    case tbe::ExprKind::kIndex:
      return fmt::format("i{}", expr.index);
    case tbe::ExprKind::kReduceIndex:
      return fmt::format("r{}", expr.index);
    case tbe::ExprKind::kLiteral:
      return fmt::format("{}:{}", PrintNumber(expr.value), static_cast<int>(expr.dtype));
    case tbe::ExprKind::kExtent:
      return fmt::format("s{}", expr.index);
    case tbe::ExprKind::kRead:
      return fmt::format("(read{}:{}", expr.index, static_cast<int>(expr.dtype));
    case tbe::ExprKind::kUnary:
      return fmt::format("({}:{}", tbe::TextOf(expr.unary), static_cast<int>(expr.dtype));
    case tbe::ExprKind::kBinary:
      return fmt::format("({}:{}", tbe::TextOf(expr.binary), static_cast<int>(expr.dtype));
    case tbe::ExprKind::kSelect:
      return fmt::format("(select:{}", static_cast<int>(expr.dtype));
    case tbe::ExprKind::kCast:
      return fmt::format("(cast:{}", static_cast<int>(expr.dtype));
  }
  return "?";
}

// Prints the whole tree. A shared scalar is printed as often as it is read. Doesn't recurse, because bodies may be
// deep.
void PrintScalar(const tbe::ExprNode& body, std::string& out) {
  std::vector<std::pair<const tbe::ExprNode*, size_t>> open = {{&body, 0}};
  out += HeadOf(body);
  while (!open.empty()) {
    auto& [expr, next] = open.back();
    if (next < expr->operands.size()) {
      const tbe::ExprNode* operand = expr->operands[next++].get();
      out += ' ' + HeadOf(*operand);
      open.emplace_back(operand, 0);
      continue;
    }
    if (IsOperation(*expr)) out += ')';
    open.pop_back();
  }
}

// Appends texts and integers. Kernels are printed many thousand times while a graph is compiled; format strings would
// take most of that time.
template <typename... Parts>
void AppendParts(std::string& out, const Parts&... parts) {
  const auto append = [&](const auto& part) {
    if constexpr (std::is_convertible_v<decltype(part), std::string_view>) {
      out += std::string_view(part);
    } else {
      const fmt::format_int digits(part);
      out.append(digits.data(), digits.size());
    }
  };
  (append(parts), ...);
}

void PrintNode(const KernelNode& node, std::string& out) {
  AppendParts(out, NameOf(node));
  for (int input : node.inputs) AppendParts(out, " %", input);
  AppendParts(out, " : ", static_cast<int>(node.dtype), "[");
  for (size_t i = 0; i < node.dims.size(); ++i) AppendParts(out, i == 0 ? "s" : ",s", node.dims[i]);
  out += ']';
  if (node.op == KernelOp::kInput || node.op == KernelOp::kParam) AppendParts(out, " #", node.index);
  if (node.op == KernelOp::kNumber) AppendParts(out, " ", PrintNumber(node.value));
  if (node.op == KernelOp::kCast) AppendParts(out, " ", tbe::TextOf(node.rounding));
  const bool reduces = node.op == KernelOp::kScatter || node.op == KernelOp::kScan ||
                       (node.op == KernelOp::kCompute && !node.reduce_dims.empty());
  if (reduces) AppendParts(out, " ", node.overwrite ? "overwrite" : Name(node.reduce));
  auto list = [&](const char* name, const std::vector<int>& values) {
    if (values.empty()) return;
    AppendParts(out, " ", name);
    for (size_t i = 0; i < values.size(); ++i) AppendParts(out, i == 0 ? "=" : ",", values[i]);
  };
  for (const AxisMap& map : node.maps) {
    AppendParts(out, " <i", map.axis, "*", map.step, "+s", map.start, ">");
  }
  list("axes", node.axes);
  list("starts", node.starts);
  list("over", node.reduce_dims);
  if (node.body) {
    out += ' ';
    PrintScalar(*node.body, out);
  }
  if (node.storing == StoringHint::kMaterialize) out += " materialize";
  if (node.storing == StoringHint::kRecompute) out += " recompute";
}

// Returns the operation names that tell kernels apart, without inputs, numbers and plain broadcasts.
std::vector<std::string> TellingNames(const KernelIr& ir) {
  std::vector<std::string> names;
  for (const KernelNode& node : ir.nodes) {
    if (node.op == KernelOp::kInput || node.op == KernelOp::kNumber || node.op == KernelOp::kParam) continue;
    bool plain_broadcast = node.op == KernelOp::kMap && node.inputs.size() == 1 && ir.nodes.size() > 2;
    if (!plain_broadcast) names.push_back(NameOf(node));
  }
  if (names.empty()) names.emplace_back("copy");
  return names;
}

}  // namespace

std::string NameOf(const KernelNode& node) {
  switch (node.op) {
    case KernelOp::kInput:
      return "input";
    case KernelOp::kNumber:
      return "const";
    case KernelOp::kParam:
      return "param";
    case KernelOp::kUnary:
      return tbe::TextOf(node.unary);
    case KernelOp::kBinary:
      return tbe::TextOf(node.binary);
    case KernelOp::kSelect:
      return "select";
    case KernelOp::kCast:
      return "cast";
    case KernelOp::kMap:
      return "map";
    case KernelOp::kReduce:
      return Name(node.reduce);
    case KernelOp::kConcat:
      return "concat";
    case KernelOp::kPad:
      return "pad";
    case KernelOp::kGather:
      return "gather";
    case KernelOp::kScatter:
      return "scatter";
    case KernelOp::kScan:
      return "scan";
    case KernelOp::kCompute:
      return "compute";
    case KernelOp::kReshape:
      return "reshape";
  }
  return "?";
}

std::string Print(const KernelIr& ir) {
  std::vector<int> params;
  for (ge::DataType dtype : ir.params) params.push_back(static_cast<int>(dtype));
  std::string out = fmt::format("kernel inputs={} symbols={} params=[{}]{}\n", ir.inputs, ir.symbols,
                                fmt::join(params, ","), ir.large ? " large" : "");
  for (const TileHint& tile : ir.tiles)
    fmt::format_to(std::back_inserter(out), "tile s{} {}\n", tile.symbol, tile.size);
  if (ir.parallel_above >= 0) fmt::format_to(std::back_inserter(out), "parallel_above {}\n", ir.parallel_above);
  for (size_t i = 0; i < ir.nodes.size(); ++i) {
    AppendParts(out, "%", i, " = ");
    PrintNode(ir.nodes[i], out);
    out += '\n';
  }
  fmt::format_to(std::back_inserter(out), "return %{}\n", fmt::join(ir.outputs, " %"));
  return out;
}

std::string HashText(std::string_view text) {
  // FNV-1a, 128 bits, eight bytes at a time: each step is a bijection, so one changed word always shows.
  __extension__ using Wide = unsigned __int128;
  constexpr Wide kPrime = (static_cast<Wide>(0x0000000001000000ULL) << 64) | 0x000000000000013BULL;
  Wide hash = (static_cast<Wide>(0x6c62272e07bb0142ULL) << 64) | 0x62b821756295c58dULL;
  hash ^= text.size();
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), sizeof(uint64_t)))) {
    uint64_t word = 0;
    std::memcpy(&word, text.data(), std::min(text.size(), sizeof word));
    hash ^= word;
    hash *= kPrime;
    hash ^= hash >> 64;  // the product carries upwards only
  }
  // Some bits of the last words have reached only one half of the hash, and kernel names use only one half. A Feistel
  // network spreads these bits over both halves; it is a bijection too.
  const auto mix = [](uint64_t x) {
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdULL;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
  };
  uint64_t high = static_cast<uint64_t>(hash >> 64), low = static_cast<uint64_t>(hash);
  for (int round = 0; round < 2; ++round) {
    high ^= mix(low);
    low ^= mix(high);
  }
  return fmt::format("{:016x}{:016x}", high, low);
}

std::string KernelName(const KernelIr& ir) {
  if (!ir.name.empty()) return ir.name;
  std::vector<std::string> names = TellingNames(ir);
  if (names.size() > 3) names = {names[0], names[1], names.back()};
  return fmt::format("{}_{}", fmt::join(names, "_"), HashText(Print(ir)).substr(0, 16));
}

std::string Describe(const KernelIr& ir) {
  std::vector<std::string> names = TellingNames(ir);
  size_t total = names.size();
  if (total > 8) names.resize(7);
  size_t rank = 0;
  for (const KernelNode& node : ir.nodes) rank = std::max(rank, node.dims.size());
  return fmt::format("{}{}, {} d, {} in", fmt::join(names, "+"), total > 8 ? fmt::format("+{} more", total - 7) : "",
                     rank, ir.inputs);
}

std::vector<std::string> HintsOf(const KernelIr& ir) {
  std::vector<std::string> hints;
  for (size_t i = 0; i < ir.nodes.size(); ++i) {
    if (ir.nodes[i].storing == StoringHint::kMaterialize) hints.push_back(fmt::format("materialize %{}", i));
    if (ir.nodes[i].storing == StoringHint::kRecompute) hints.push_back(fmt::format("recompute %{}", i));
  }
  for (const TileHint& tile : ir.tiles) hints.push_back(fmt::format("tile s{} {}", tile.symbol, tile.size));
  if (ir.parallel_above >= 0) hints.push_back(fmt::format("parallel_above {}", ir.parallel_above));
  return hints;
}

}  // namespace opdk
