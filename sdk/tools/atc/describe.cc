#include <fmt/format.h>

#include "graph_core/base/cache_root.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/loading/offline_file.h"
#include "graph_core/program/program_file.h"
#include "opdk/safe_text.h"
#include "sdk/tools/atc/atc.h"

namespace opdk::atc {
namespace {

const char* PartitionName(OmPartition type) {
  switch (type) {
    case OmPartition::kModelDef:
      return "graph";
    case OmPartition::kWeightsData:
      return "weights";
    case OmPartition::kTaskInfo:
      return "tasks";
    case OmPartition::kTbeKernels:
      return "kernels";
    case OmPartition::kSoBins:
      return "packages";
    case OmPartition::kFlowSubmodel:
      return "gears";
    case OmPartition::kBundleModel:
      return "a model";
    case OmPartition::kWeightsFile:
      return "where the weights lie";
  }
  return "unknown";
}

std::string Property(const Graph& graph, std::string_view name) {
  const auto found = graph.attrs().find(name);
  const auto* text = found == graph.attrs().end() ? nullptr : std::get_if<std::string>(&found->second);
  return text == nullptr ? "" : SafeLine(*text);
}

template <typename Port>
void AddPorts(const char* what, const std::vector<Port>& ports, const Function& main, std::vector<std::string>& lines) {
  for (const Port& port : ports) {
    const TensorSlot& slot = main.tensors[static_cast<size_t>(port.tensor)];
    lines.push_back(fmt::format("{}: {} {}", what, SafeLine(port.name), DescribeTensor(slot.dtype, slot.shape)));
  }
}

void Describe(const OfflineFacts& facts, std::vector<std::string>& lines) {
  lines.push_back(fmt::format("compiled by opdk {} for {}", facts.version, facts.isa));
  for (const char* name : {"atc_cmdline", "atc_version", "soc_version", "framework_type"}) {
    if (const std::string value = Property(facts.graph, name); !value.empty()) {
      lines.push_back(fmt::format("{}[{}]", name, value));
    }
  }
  if (!facts.functions.empty()) {
    const Function& main = facts.functions.front();
    AddPorts("input", main.inputs, main, lines);
    AddPorts("output", main.outputs, main, lines);
    Program program;
    program.functions.assign(facts.functions.begin(), facts.functions.end());
    const StreamCounts streams = CountStreams(program);
    lines.push_back(fmt::format("memory_size[{} B] weight_size[{} B] stream_num[{}] event_num[{}]",
                                facts.memory.planned, facts.memory.constants, streams.streams, streams.events));
    size_t tasks = 0, of_values = 0;
    for (const Function& function : facts.functions) {
      for (const Step& step : function.steps) {
        const auto* kernel = step.As<KernelTask>();
        if (kernel == nullptr) continue;
        ++tasks;
        of_values += kernel->value_inputs.empty() ? 0 : 1;
      }
    }
    lines.push_back(
        fmt::format("tasks[{}] tasks_of_values[{}] functions[{}]", tasks, of_values, facts.functions.size()));
  }
  for (const GearFacts& gear : facts.gears) {
    lines.push_back(fmt::format("gear: {}, memory_size[{} B]", ShapesText(gear.shapes), gear.memory.planned));
  }
  if (!facts.gears.empty()) {
    lines.push_back(facts.parts.any_shape_beside_gears ? "other shapes: run, too" : "other shapes: refused");
  }
  for (const UsedPackage& package : facts.parts.packages) {
    lines.push_back(fmt::format("package: {} {}{}", SafeLine(package.name), SafeLine(package.version),
                                package.sha256.empty()    ? ", which comes with opdk"
                                : package.library.empty() ? ", sha256 " + SafeLine(package.sha256)
                                                          : ", brought along"));
  }
  for (const OmSection& section : facts.sections) {
    lines.push_back(fmt::format("partition {}: {}, {}", static_cast<uint32_t>(section.type),
                                PartitionName(section.type), FormatSize(section.bytes.size())));
  }
}

}  // namespace

Result<std::vector<std::string>> DescribeOffline(const std::string& path) {
  OPDK_TRY(const std::vector<OfflineFacts> models, FactsOfBundle(path));
  const Result<std::string> signature = DescribeSignature(path);
  std::vector<std::string> lines = {
      fmt::format("offline model: {}", SafeLine(path)),
      fmt::format("signature: {}", SafeLine(signature.ok() ? *signature : signature.status().message()))};
  for (size_t i = 0; i < models.size(); ++i) {
    if (models.size() > 1)
      lines.push_back(fmt::format("model {} of the bundle: {}", i, SafeLine(models[i].graph.name())));
    Describe(models[i], lines);
  }
  return lines;
}

}  // namespace opdk::atc
