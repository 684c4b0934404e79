#include "graph_core/ir/pass.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph_core/ir/control_flow.h"
#include "graph_core/ir/text.h"
#include "opdk/output_file.h"

namespace opdk {

namespace {

// Constants larger than this are dumped as a hash: a dump is read by people, and weights would bury the graph.
constexpr int64_t kDumpedElements = 16;

Status CheckText(const Graph& graph) {
  const std::string text = Print(graph);
  auto read = Parse(text);
  if (!read.ok()) return Status(ErrorCode::kInternal, "its text can't be read: " + read.status().message());
  if (Print(*read) == text) return Status();
  return Status(ErrorCode::kInternal, "its text is read as another graph");
}

std::string PlaceOfPass(std::string_view pass) { return fmt::format("pass {}", pass); }

}  // namespace

bool IsDisabled(const PassName& pass, const PassContext& context) {
  const std::vector<std::string>& disabled = context.disabled_passes;
  return !pass.required && std::find(disabled.begin(), disabled.end(), pass.name) != disabled.end();
}

void AddRun(std::string_view stage, std::string_view pass, double milliseconds, bool changed, PassRecord& record) {
  auto row = std::find_if(record.timings.begin(), record.timings.end(),
                          [&](const PassTiming& timing) { return timing.pass == pass && timing.stage == stage; });
  if (row == record.timings.end()) {
    row = record.timings.insert(row, {std::string(stage), std::string(pass), 0, false, 0});
  }
  row->milliseconds += milliseconds;
  row->changed = row->changed || changed;
  ++row->runs;
}

void AddMatches(std::string_view pass, MatchCount count, const PassContext& context) {
  if (context.record == nullptr) return;
  MatchCounts& matches = context.record->matches;
  auto known = matches.find(pass);
  if (known == matches.end()) known = matches.emplace(std::string(pass), MatchCount()).first;
  known->second.matched += count.matched;
  known->second.effective += count.effective;
}

Status WriteDump(std::string_view stage, std::string_view pass, const std::string& text, const PassContext& context) {
  std::string path = fmt::format("{}/{:02}_{}_{}.txt", context.dump_directory, context.record->dumps++, stage, pass);
  const Status written = WriteFile(path, text, {.synced = false});
  if (written.ok()) return {};
  return Status(ErrorCode::kWriteFailed, written.message())
      .Hint("--dump-graph takes an existing directory that can be written to");
}

Status AfterChange(std::string_view stage, std::string_view pass, const Graph& graph, const PassContext& context) {
  if (context.check_text) {
    if (Status valid = graph.Verify(); !valid.ok()) return std::move(valid).At(PlaceOfPass(pass));
    OPDK_TRY(CheckText(graph).At(PlaceOfPass(pass)));
  }
  if (context.dump_directory.empty()) return {};
  return WriteDump(stage, pass, Print(graph, {.max_const_elements = kDumpedElements, .placement = true}), context);
}

Result<Changed> RunOnTree(const Pass& pass, Graph& graph, const PassContext& context) {
  OPDK_TRY(Changed changed, pass.run(graph, context));
  if (pass.root_only) return changed;
  for (const Node* node : graph.nodes()) {
    if (node->regions().empty() || !IsControl(*node)) continue;
    for (const Region& region : node->regions()) {
      Result<Changed> inner = RunOnTree(pass, *region.graph, context);
      if (!inner.ok())
        return std::move(inner).status().At(fmt::format("region {} of node {}", region.name, node->name()));
      if (*inner == Changed::kYes) changed = Changed::kYes;
    }
  }
  return changed;
}

Status RunPasses(std::string_view stage, std::span<const Pass> passes, Graph& graph, const PassContext& context) {
  std::vector<std::string_view> unchecked;
  for (const Pass& pass : passes) {
    if (IsDisabled({pass.name, pass.required}, context)) continue;
    auto start = std::chrono::steady_clock::now();
    Result<Changed> changed = RunOnTree(pass, graph, context);
    std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    if (!changed.ok()) return std::move(changed).status().At(PlaceOfPass(pass.name));
    bool has_changed = *changed == Changed::kYes;
    context.record->timings.push_back({std::string(stage), std::string(pass.name), time.count(), has_changed});
    if (has_changed) OPDK_TRY(AfterChange(stage, pass.name, graph, context));
    if (has_changed) unchecked.push_back(pass.name);
  }
  if (unchecked.empty() || context.check_text) return {};
  // One check for all passes of the stage: a check of each would take a twentieth of the time of a large graph.
  if (Status valid = graph.Verify(); !valid.ok())
    return std::move(valid).At(PlaceOfPass(fmt::format("{}", fmt::join(unchecked, ", "))));
  return {};
}

}  // namespace opdk
