#include "sdk/tools/cli/explanation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "graph_core/base/type_names.h"
#include "graph_core/engines/slow_kernel.h"
#include "opdk/safe_text.h"
#include "sdk/tools/cli/table.h"

namespace opdk::cli {
namespace {

std::string Why(const NodeExplanation& node) {
  std::string why;
  if (node.view) {
    why = "its bytes are its input's";
  } else if (!node.fused_into.empty()) {
    why = fmt::format("fused into {}", node.fused_into);
  }
  if (!node.description.empty()) why += (why.empty() ? "" : "; ") + node.description;
  if (node.stream >= 0) why += fmt::format("{}on stream {}", why.empty() ? "" : "; ", node.stream);
  for (const Refusal& refusal : node.refusals) {
    why += fmt::format("{}{} refused: {}", why.empty() ? "" : "; ", refusal.engine, refusal.reason);
  }
  for (const std::string& note : node.notes) why += (why.empty() ? "" : "; ") + note;
  return why.empty() ? "cheapest engine, it accepts the node" : why;
}

// Returns a line that names the first few nodes with slow kernels; "" if there are none.
std::string SlowNodes(const CompileReport& report) {
  constexpr size_t kMostNamed = 5;
  std::vector<std::string> slow;
  for (const NodeExplanation& node : report.nodes) {
    if (node.description.find(kSlowKernel) != std::string::npos) slow.push_back(SafeLine(node.node));
  }
  if (slow.empty()) return "";
  const size_t more = slow.size() - std::min(slow.size(), kMostNamed);
  slow.resize(slow.size() - more);
  return fmt::format("\nslow, as no faster kernel takes them: {}{}", fmt::join(slow, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

}  // namespace

std::string FormatPorts(const Executable& model, const ShapeExpressions& shapes) {
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const char* role, const std::vector<PortSpec>& ports, const std::vector<std::string>& known) {
    for (size_t i = 0; i < ports.size(); ++i) {
      const std::string shape = known.size() == ports.size() ? known[i] : fmt::format("[{}]", DimsText(ports[i].shape));
      rows.push_back({role, ports[i].name, DtypeName(ports[i].dtype) + shape});
    }
  };
  add("input", model.inputs(), shapes.inputs);
  add("output", model.outputs(), shapes.outputs);
  return FormatTable(rows);
}

std::string FormatExplanation(const CompileReport& report) {
  std::vector<std::vector<std::string>> rows = {{"node", "operator", "engine", "kernel", "package", "why"}};
  for (const NodeExplanation& node : report.nodes) {
    const std::string kernel = node.view ? "(view)" : node.kernel;
    rows.push_back({node.node, node.type, node.engine.empty() ? "-" : node.engine, kernel.empty() ? "-" : kernel,
                    node.package.empty() ? "-" : node.package, Why(node)});
  }
  return FormatTable(rows);
}

std::string FormatPasses(const CompileReport& report) {
  std::vector<std::vector<std::string>> rows = {{"stage", "pass", "runs", "ms", "changed"}};
  for (const PassTiming& pass : report.passes) {
    rows.push_back({pass.stage, pass.pass, fmt::format("{}", pass.runs), fmt::format("{:.3f}", pass.milliseconds),
                    pass.changed ? "yes" : "-"});
  }
  return FormatTable(rows);
}

std::string FormatFusedGroups(const CompileReport& report) {
  struct Group {
    std::vector<std::string> operators;
    const NodeExplanation* any = nullptr;
  };
  std::vector<std::string> order;
  std::map<std::string, Group> groups;
  for (const NodeExplanation& node : report.nodes) {
    if (node.fused_into.empty()) continue;
    Group& group = groups[node.fused_into];
    if (group.any == nullptr) order.push_back(node.fused_into);
    group.any = &node;
    group.operators.push_back(SafeLine(fmt::format("{} ({})", node.node, node.type)));
  }
  std::string text;
  for (const std::string& name : order) {
    const Group& group = groups[name];
    text += fmt::format("fused: {}\n    kernel {}\n", fmt::join(group.operators, ", "), group.any->kernel);
  }
  return text.empty() ? text : text + "\n";
}

std::string FormatSummary(const CompileReport& report) {
  std::map<std::string, int> engines;
  int fused = 0;
  int views = 0;
  for (const NodeExplanation& node : report.nodes) {
    if (!node.engine.empty()) ++engines[node.engine];
    fused += !node.fused_into.empty();
    views += node.view;
  }
  std::vector<std::string> parts;
  parts.reserve(engines.size() + 2);
  for (const auto& [engine, count] : engines) parts.push_back(fmt::format("{} on {}", count, engine));
  if (fused != 0) parts.push_back(fmt::format("{} fused", fused));
  if (views != 0) parts.push_back(fmt::format("{} views", views));
  const std::string streams =
      report.streams == 1 ? "" : fmt::format(", {} of them on {} streams", report.parallel_tasks, report.streams);
  return fmt::format("{} nodes ({}) in {} tasks{}; {} in {:.1f} ms{}", report.nodes.size(), fmt::join(parts, ", "),
                     report.tasks, streams, report.passes.empty() ? "loaded" : "compiled", report.compile_ms,
                     SlowNodes(report));
}

}  // namespace opdk::cli
