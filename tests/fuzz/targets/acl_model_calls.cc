// Offline models, their descriptions, datasets and runs.
#include <string>

#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/fuzz/graph_use.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/targets/acl_calls.h"

namespace opdk::fuzz {
namespace {

// A model that the process has in a file and in memory: y = Relu(x), x: float[?, 3].
struct OneModel {
  std::string bytes, path;
};
const OneModel& TheModel() {
  static const OneModel model = [] {
    CompileOptions options;
    options.engine = "ai_cpu";
    auto session = Session::Create(TestPackages(), options);
    Expect(session.ok(), session.ok() ? "" : session.status().ToString());
    auto graph = Parse(R"(graph relu {
  %x = Data {index: 0} : float[?,3]
  %y = Relu(x: %x) : float[?,3]
  %out = NetOutput(x: [%y])
})");
    Expect(graph.ok(), graph.ok() ? "" : graph.status().ToString());
    auto bytes = (*session)->Offline(*std::move(graph));
    Expect(bytes.ok(), bytes.ok() ? "" : bytes.status().ToString());
    return OneModel{*bytes, FileOf(*bytes, "relu.om")};
  }();
  return model;
}

aclmdlDesc* ModelDescOf(Draws& draws) { return draws.As<aclmdlDesc>(HandleKind::kModelDesc); }
aclmdlDataset* DatasetOf(Draws& draws) { return draws.As<aclmdlDataset>(HandleKind::kDataset); }

constexpr AclCall kModels[] = {
    [](Draws& d) {
      uint32_t id = 0;
      KeepId(d, aclmdlLoadFromFile(d.Byte() % 8 == 0 ? d.Text() : TheModel().path.c_str(), &id), id);
    },
    [](Draws& d) {
      uint32_t id = 0;
      const std::string& bytes = TheModel().bytes;
      KeepId(d, aclmdlLoadFromMem(bytes.data(), bytes.size() * (1 + d.Byte() % 4) / 4, &id), id);
    },
    [](Draws& d) {
      uint32_t id = 0;
      KeepId(d, aclmdlBundleLoadFromFile(TheModel().path.c_str(), &id), id);
    },
    [](Draws& d) { aclmdlUnload(d.Id()); },
    [](Draws& d) { aclmdlBundleUnload(d.Id()); },
    [](Draws& d) { d.Keep(HandleKind::kModelDesc, aclmdlCreateDesc()); },
    [](Draws& d) { aclmdlDestroyDesc(ModelDescOf(d)); },
    [](Draws& d) {
      auto* const desc = ModelDescOf(d);
      aclmdlGetDesc(desc, d.Id());
    },
    [](Draws& d) {
      auto* const desc = ModelDescOf(d);
      static_cast<void>(aclmdlGetInputSizeByIndex(desc, IndexOf(d)));
    },
    [](Draws& d) {
      aclmdlIODims dims;
      const auto* const desc = ModelDescOf(d);
      const size_t index = IndexOf(d);
      aclmdlGetInputDims(desc, index, &dims);
      aclmdlGetCurOutputDims(desc, index, &dims);
      static_cast<void>(aclmdlGetInputNameByIndex(desc, index));
    },
    [](Draws& d) {
      size_t index = 0;
      const auto* const desc = ModelDescOf(d);
      aclmdlGetInputIndexByName(desc, d.Text(), &index);
    },
    [](Draws& d) { d.Keep(HandleKind::kDataset, aclmdlCreateDataset()); },
    [](Draws& d) { aclmdlDestroyDataset(DatasetOf(d)); },
    [](Draws& d) {
      auto* const dataset = DatasetOf(d);
      aclmdlAddDatasetBuffer(dataset, d.As<aclDataBuffer>(HandleKind::kBuffer));
    },
    [](Draws& d) {
      auto* const dataset = DatasetOf(d);
      auto* const desc = DescOf(d);
      aclmdlSetDatasetTensorDesc(dataset, desc, IndexOf(d));
    },
    [](Draws& d) {
      const auto* const dataset = DatasetOf(d);
      static_cast<void>(aclmdlGetDatasetBuffer(dataset, IndexOf(d)));
    },
    [](Draws& d) {
      const uint32_t id = d.Id();
      const auto* const inputs = DatasetOf(d);
      aclmdlExecute(id, inputs, DatasetOf(d));
    },
    [](Draws& d) {
      const uint32_t id = d.Id();
      const auto* const inputs = DatasetOf(d);
      auto* const outputs = DatasetOf(d);
      aclmdlExecuteAsync(id, inputs, outputs, d.Handle(HandleKind::kStream));
    },
    [](Draws& d) {
      const uint32_t id = d.Id();
      auto* const dataset = DatasetOf(d);
      aclmdlIODims dims{"", static_cast<size_t>(d.Number()), {}};
      for (int i = 0; i < 3; ++i) dims.dims[i] = d.Number();
      aclmdlSetInputDynamicDims(id, dataset, IndexOf(d), &dims);
    },
    [](Draws& d) {
      const uint32_t id = d.Id();
      auto* const dataset = DatasetOf(d);
      const size_t index = IndexOf(d);
      aclmdlSetDynamicBatchSize(id, dataset, index, static_cast<uint64_t>(d.Number()));
    },
    [](Draws& d) { d.Keep(HandleKind::kConfig, aclmdlCreateConfigHandle()); },
    [](Draws& d) { aclmdlDestroyConfigHandle(d.As<aclmdlConfigHandle>(HandleKind::kConfig)); },
    [](Draws& d) { d.Keep(HandleKind::kAipp, aclmdlCreateAIPP(static_cast<uint64_t>(d.Number()))); },
    [](Draws& d) { aclmdlDestroyAIPP(d.As<aclmdlAIPP>(HandleKind::kAipp)); },
    [](Draws& d) {
      auto* const aipp = d.As<aclmdlAIPP>(HandleKind::kAipp);
      const auto x = static_cast<int32_t>(d.Number()), y = static_cast<int32_t>(d.Number());
      aclmdlSetAIPPCropParams(aipp, d.Flag() ? 1 : 0, x, y, x, y, static_cast<uint64_t>(d.Number()));
    },
    [](Draws& d) {
      const uint32_t id = d.Id();
      auto* const dataset = DatasetOf(d);
      const size_t index = IndexOf(d);
      aclmdlSetInputAIPP(id, dataset, index, d.As<aclmdlAIPP>(HandleKind::kAipp));
    },
};

}  // namespace

std::span<const AclCall> ModelCalls() { return kModels; }

}  // namespace opdk::fuzz
