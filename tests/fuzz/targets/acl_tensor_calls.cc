// Tensor descriptions, data buffers, attributes, single operators.
#include "tests/fuzz/targets/acl_calls.h"

namespace opdk::fuzz {
namespace {

constexpr AclCall kTensors[] = {
    [](Draws& d) {
      const aclDataType type = TypeOf(d);
      const int count = d.ListSize();
      const int64_t* const dims = d.Dims();
      d.Keep(HandleKind::kDesc, aclCreateTensorDesc(type, count, dims, FormatOf(d)));
    },
    [](Draws& d) { aclDestroyTensorDesc(DescOf(d)); },
    [](Draws& d) { static_cast<void>(aclGetTensorDescSize(DescOf(d))); },
    [](Draws& d) { static_cast<void>(aclGetTensorDescElementCount(DescOf(d))); },
    [](Draws& d) {
      const auto* const desc = DescOf(d);
      static_cast<void>(aclGetTensorDescDim(desc, IndexOf(d)));
    },
    [](Draws& d) {
      const auto* const desc = DescOf(d);
      int64_t range[2];
      aclGetTensorDescDimRange(desc, IndexOf(d), 2, range);
    },
    [](Draws& d) { static_cast<void>(aclGetTensorDescName(DescOf(d))); },
    [](Draws& d) {
      auto* const desc = DescOf(d);
      static_cast<void>(aclGetTensorDescByIndex(desc, IndexOf(d)));
    },
    [](Draws& d) {
      auto* const desc = DescOf(d);
      auto* const ranges = reinterpret_cast<int64_t(*)[2]>(d.Dims());
      aclSetTensorShapeRange(desc, d.Byte() % 3, ranges);
    },
    [](Draws& d) {
      auto* const desc = DescOf(d);
      auto* const ranges = reinterpret_cast<int64_t(*)[2]>(d.Dims());
      aclSetTensorValueRange(desc, d.Byte() % 3, ranges);
    },
    [](Draws& d) {
      auto* const desc = DescOf(d);
      aclSetTensorDescName(desc, d.Text());
    },
    [](Draws& d) {
      const auto* const desc = DescOf(d);
      aclTensorDesc* made = nullptr;
      if (aclTransTensorDescFormat(desc, FormatOf(d), &made) == ACL_SUCCESS) d.Keep(HandleKind::kDesc, made);
    },
    [](Draws& d) {
      auto* const desc = DescOf(d);
      const int count = d.ListSize();
      aclSetTensorShape(desc, count, d.Dims());
    },
    [](Draws& d) {
      auto* const desc = DescOf(d);
      const int count = d.ListSize();
      aclSetTensorOriginShape(desc, count, d.Dims());
    },
    [](Draws& d) {
      auto* const desc = DescOf(d);
      void* const data = d.Host();
      aclSetTensorConst(desc, data, d.Size());
    },
    [](Draws& d) {
      auto* const desc = DescOf(d);
      aclSetTensorPlaceMent(desc, static_cast<aclMemType>(d.Small()));
    },
    [](Draws& d) {
      void* const memory = d.Memory();
      d.Keep(HandleKind::kBuffer, aclCreateDataBuffer(memory, d.Size()));
    },
    [](Draws& d) { aclDestroyDataBuffer(d.As<aclDataBuffer>(HandleKind::kBuffer)); },
    [](Draws& d) {
      auto* const buffer = d.As<aclDataBuffer>(HandleKind::kBuffer);
      void* const memory = d.Memory();
      aclUpdateDataBuffer(buffer, memory, d.Size());
    },
    [](Draws& d) { static_cast<void>(aclGetDataBufferAddr(d.As<aclDataBuffer>(HandleKind::kBuffer))); },
};

constexpr AclCall kOperators[] = {
    [](Draws& d) { d.Keep(HandleKind::kAttr, aclopCreateAttr()); },
    [](Draws& d) { aclopDestroyAttr(d.As<aclopAttr>(HandleKind::kAttr)); },
    [](Draws& d) {
      auto* const attr = d.As<aclopAttr>(HandleKind::kAttr);
      const char* const name = d.Text();
      aclopSetAttrInt(attr, name, d.Number());
    },
    [](Draws& d) {
      auto* const attr = d.As<aclopAttr>(HandleKind::kAttr);
      const char* const name = d.Text();
      aclopSetAttrString(attr, name, d.Text());
    },
    [](Draws& d) {
      auto* const attr = d.As<aclopAttr>(HandleKind::kAttr);
      const char* const name = d.Text();
      aclopSetAttrDataType(attr, name, TypeOf(d));
    },
    [](Draws& d) {
      auto* const attr = d.As<aclopAttr>(HandleKind::kAttr);
      const char* const name = d.Text();
      const int count = d.ListSize();
      aclopSetAttrListInt(attr, name, count, d.Flag() ? d.Dims() : nullptr);
    },
    [](Draws& d) {
      auto* const attr = d.As<aclopAttr>(HandleKind::kAttr);
      const char* const name = d.Text();
      const char* texts[3] = {d.Text(), d.Text(), d.Text()};
      aclopSetAttrListString(attr, name, d.ListSize(), texts);
    },
    [](Draws& d) {
      auto* const attr = d.As<aclopAttr>(HandleKind::kAttr);
      const char* const name = d.Text();
      const int counts[3] = {d.ListSize(), d.ListSize(), d.ListSize()};
      const int64_t* const lists[3] = {d.Dims(), d.Flag() ? d.Dims() : nullptr, d.Dims()};
      aclopSetAttrListListInt(attr, name, d.ListSize(), counts, lists);
    },
    [](Draws& d) {
      const char* const type = d.Text();
      const int inputs = d.ListSize(), outputs = d.ListSize();
      auto** const input_descs = d.List<aclTensorDesc>(HandleKind::kDesc);
      auto** const input_buffers = d.List<aclDataBuffer>(HandleKind::kBuffer);
      auto** const output_descs = d.List<aclTensorDesc>(HandleKind::kDesc);
      aclopInferShape(type, inputs, input_descs, input_buffers, outputs, output_descs,
                      d.As<aclopAttr>(HandleKind::kAttr));
    },
    [](Draws& d) {
      const char* const type = d.Text();
      const int inputs = d.ListSize(), outputs = d.ListSize();
      auto** const input_descs = d.List<aclTensorDesc>(HandleKind::kDesc);
      auto** const output_descs = d.List<aclTensorDesc>(HandleKind::kDesc);
      aclopHandle* handle = nullptr;
      const auto* const attr = d.As<aclopAttr>(HandleKind::kAttr);
      if (aclopCreateHandle(type, inputs, input_descs, outputs, output_descs, attr, &handle) == ACL_SUCCESS) {
        d.Keep(HandleKind::kOperator, handle);
      }
    },
    [](Draws& d) { aclopDestroyHandle(d.As<aclopHandle>(HandleKind::kOperator)); },
    [](Draws& d) {
      auto* const handle = d.As<aclopHandle>(HandleKind::kOperator);
      const int inputs = d.ListSize(), outputs = d.ListSize();
      auto** const input_buffers = d.List<aclDataBuffer>(HandleKind::kBuffer);
      auto** const output_buffers = d.List<aclDataBuffer>(HandleKind::kBuffer);
      aclopExecWithHandle(handle, inputs, input_buffers, outputs, output_buffers, d.Handle(HandleKind::kStream));
    },
    [](Draws& d) {
      const char* const type = d.Text();
      const int inputs = d.ListSize(), outputs = d.ListSize();
      auto** const input_descs = d.List<aclTensorDesc>(HandleKind::kDesc);
      auto** const input_buffers = d.List<aclDataBuffer>(HandleKind::kBuffer);
      auto** const output_descs = d.List<aclTensorDesc>(HandleKind::kDesc);
      auto** const output_buffers = d.List<aclDataBuffer>(HandleKind::kBuffer);
      auto* const attr = d.As<aclopAttr>(HandleKind::kAttr);
      aclopExecuteV2(type, inputs, input_descs, input_buffers, outputs, output_descs, output_buffers, attr,
                     d.Handle(HandleKind::kStream));
    },
    [](Draws& d) {
      const auto option = static_cast<aclCompileOpt>(d.Byte() % 20);
      aclSetCompileopt(option, d.Text());
    },
    [](Draws& d) {
      const auto option = static_cast<aclCompileOpt>(d.Byte() % 20);
      auto* const value = static_cast<char*>(d.Host());
      aclGetCompileopt(option, value, d.Size());
    },
};

}  // namespace

std::span<const AclCall> TensorCalls() { return kTensors; }
std::span<const AclCall> OperatorCalls() { return kOperators; }

}  // namespace opdk::fuzz
