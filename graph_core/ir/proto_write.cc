#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <limits>
#include <utility>

#include "graph/utils/type_utils.h"
#include "graph_core/ir/proto.h"
#include "graph_core/ir/proto_model.h"
#include "graph_core/ir/proto_names.h"

namespace opdk {

namespace {

namespace pb = ge::proto;
using ListType = pb::AttrDef::ListValue;

void WriteAttr(const Attr& attr, pb::AttrDef& out);

void WriteInts(const std::vector<int64_t>& values, pb::AttrDef& out) {
  out.mutable_list()->set_val_type(ListType::VT_LIST_INT);
  for (int64_t value : values) out.mutable_list()->add_i(value);
}

void WriteStrings(const std::vector<std::string>& values, pb::AttrDef& out) {
  out.mutable_list()->set_val_type(ListType::VT_LIST_STRING);
  for (const std::string& value : values) out.mutable_list()->add_s(value);
}

void WriteDesc(const ge::TensorDesc& desc, pb::TensorDescriptor& out) {
  out.set_name(desc.GetName());
  out.set_dtype(proto::ToProto(desc.GetDataType()));
  out.mutable_shape();
  for (int64_t dim : desc.GetShape().GetDims()) out.mutable_shape()->add_dim(dim);
  out.set_layout(ge::TypeUtils::FormatToSerialString(desc.GetFormat()));
  out.set_size(desc.GetSize());
  out.set_real_dim_cnt(desc.GetRealDimCnt());
  auto& attrs = *out.mutable_attr();
  // The message's enumeration lacks some types of ge::DataType, and the layout's name lacks the upper bits of a format.
  attrs[std::string(proto::kDataType)].set_i(desc.GetDataType());
  attrs[std::string(proto::kFormatInt)].set_i(desc.GetFormat());
  std::vector<int64_t> origin = desc.GetOriginShape().GetDims();
  attrs[std::string(proto::kOriginShapeInitialized)].set_b(!origin.empty());
  if (!origin.empty()) WriteInts(origin, attrs[std::string(proto::kOriginShape)]);
  attrs[std::string(proto::kOriginFormat)].set_s(ge::TypeUtils::FormatToSerialString(desc.GetOriginFormat()));
  attrs[std::string(proto::kOriginFormatInt)].set_i(desc.GetOriginFormat());
  std::vector<std::pair<int64_t, int64_t>> range;
  if (desc.GetShapeRange(range) != ge::GRAPH_SUCCESS || range.empty()) return;
  auto* pairs = attrs[std::string(proto::kShapeRange)].mutable_list_list_int();
  for (const auto& [low, high] : range) {
    auto* pair = pairs->add_list_list_i();
    pair->add_list_i(low);
    pair->add_list_i(high);
  }
}

void WriteTensor(const ge::Tensor& tensor, pb::TensorDef& out) {
  WriteDesc(tensor.GetTensorDesc(), *out.mutable_desc());
  out.set_data(tensor.GetData(), tensor.GetSize());
}

void WriteNamed(const std::shared_ptr<NamedAttrs>& named, pb::NamedAttrs& out) {
  if (named == nullptr) return;
  out.set_name(named->name);
  for (const auto& [name, value] : named->attrs) WriteAttr(value, (*out.mutable_attr())[name]);
}

struct AttrWriter {
  pb::AttrDef& out;

  ListType& List(ListType::ListValueType type) const {
    out.mutable_list()->set_val_type(type);
    return *out.mutable_list();
  }
  void operator()(std::monostate) const {}
  void operator()(int64_t value) const { out.set_i(value); }
  void operator()(float value) const { out.set_f(value); }
  void operator()(bool value) const { out.set_b(value); }
  void operator()(const std::string& value) const { out.set_s(value); }
  void operator()(ge::DataType value) const { out.set_dt(value); }
  void operator()(const ge::Tensor& value) const { WriteTensor(value, *out.mutable_t()); }
  void operator()(const std::vector<uint8_t>& value) const { out.set_bt(value.data(), value.size()); }
  void operator()(const std::vector<int64_t>& value) const { WriteInts(value, out); }
  void operator()(const std::vector<float>& value) const {
    for (ListType& list = List(ListType::VT_LIST_FLOAT); float item : value) list.add_f(item);
  }
  void operator()(const std::vector<bool>& value) const {
    for (ListType& list = List(ListType::VT_LIST_BOOL); bool item : value) list.add_b(item);
  }
  void operator()(const std::vector<std::string>& value) const { WriteStrings(value, out); }
  void operator()(const std::vector<ge::DataType>& value) const {
    for (ListType& list = List(ListType::VT_LIST_DATA_TYPE); ge::DataType item : value) list.add_dt(item);
  }
  void operator()(const std::vector<ge::Tensor>& value) const {
    for (ListType& list = List(ListType::VT_LIST_TENSOR); const ge::Tensor& item : value) {
      WriteTensor(item, *list.add_t());
    }
  }
  void operator()(const std::vector<std::vector<int64_t>>& value) const {
    auto* lists = out.mutable_list_list_int();
    for (const std::vector<int64_t>& item : value) {
      lists->add_list_list_i()->mutable_list_i()->Add(item.begin(), item.end());
    }
  }
  void operator()(const std::shared_ptr<NamedAttrs>& value) const { WriteNamed(value, *out.mutable_func()); }
  void operator()(const std::vector<std::shared_ptr<NamedAttrs>>& value) const {
    for (ListType& list = List(ListType::VT_LIST_NAMED_ATTRS); const auto& item : value) {
      WriteNamed(item, *list.add_na());
    }
  }
};

void WriteAttr(const Attr& attr, pb::AttrDef& out) { std::visit(AttrWriter{out}, attr); }

using ProtoAttrs = google::protobuf::Map<std::string, pb::AttrDef>;

// Attributes without a value have no place in an AttrDef: their names are kept.
void WriteAttrs(const AttrMap& attrs, ProtoAttrs& out) {
  std::vector<std::string> unset;
  for (const auto& [name, value] : attrs) {
    if (std::holds_alternative<std::monostate>(value)) {
      unset.push_back(name);
    } else {
      WriteAttr(value, out[name]);
    }
  }
  if (!unset.empty()) WriteStrings(unset, out[std::string(proto::kUnsetAttrs)]);
}

// Writes the declared ports, and the names of the instance's ports with their slots.
void WritePorts(const OpDesc& op, ProtoAttrs& attrs) {
  std::vector<std::string> names;
  std::vector<int64_t> values;
  std::vector<std::string> optional;
  auto put = [&](std::string_view key, std::string_view value) {
    WriteStrings(names, attrs[std::string(key)]);
    WriteInts(values, attrs[std::string(value)]);
    names.clear();
    values.clear();
  };
  for (const IrPort& port : op.ir_inputs) {
    names.push_back(port.name);
    values.push_back(port.kind == PortKind::kRequired   ? proto::kIrRequired
                     : port.kind == PortKind::kOptional ? proto::kIrOptional
                                                        : proto::kIrDynamic);
    if (port.kind == PortKind::kOptional) optional.push_back(port.name);
  }
  put(proto::kIrInputsKey, proto::kIrInputsValue);
  for (const IrPort& port : op.ir_outputs) {
    names.push_back(port.name);
    values.push_back(port.kind == PortKind::kDynamic ? proto::kIrDynamicOutput : proto::kIrRequired);
  }
  put(proto::kIrOutputsKey, proto::kIrOutputsValue);
  for (size_t i = 0; i < op.inputs.size(); ++i) {
    names.push_back(op.inputs[i].name);
    values.push_back(static_cast<int64_t>(i));
  }
  put(proto::kInputNameKey, proto::kInputNameValue);
  for (size_t i = 0; i < op.outputs.size(); ++i) {
    names.push_back(op.outputs[i].name);
    values.push_back(static_cast<int64_t>(i));
  }
  put(proto::kOutputNameKey, proto::kOutputNameValue);
  WriteStrings(optional, attrs[std::string(proto::kOptionalInputs)]);
  for (const IrAttr& attr : op.ir_attrs) names.push_back(attr.name);
  WriteStrings(names, attrs[std::string(proto::kIrAttrNames)]);
}

class ModelWriter {
 public:
  // Makes a writer. `weights` takes the values of constants; nullptr: they stay in their nodes.
  explicit ModelWriter(BytePool* weights) : weights_(weights) {}

  // Writes a graph with its regions behind it. `instance` names a region ("" for the root).
  void WriteGraph(const Graph& graph, const std::string& instance) {
    int place = model_.graph_size();
    model_.add_graph();
    auto order = graph.TopologicalOrder();
    std::vector<std::pair<const Graph*, std::string>> regions;
    pb::GraphDef out;
    out.set_name(instance.empty() ? graph.name() : instance);
    WriteAttrs(graph.attrs(), *out.mutable_attr());
    // A region is found by the name of its instance. The graph's own name is kept beside it.
    if (!instance.empty()) (*out.mutable_attr())[std::string(proto::kRegionGraphName)].set_s(graph.name());
    for (const Node* data : graph.inputs()) out.add_input(data->name() + ":0");
    if (const Node* outputs = graph.net_output(); outputs != nullptr) out.add_output(outputs->name());
    int64_t id = 0;
    for (const Node* node : order.ok() ? *order : graph.nodes()) {
      pb::OpDef& op = *out.add_op();
      op.set_id(id++);
      WriteNode(*node, op);
      std::vector<std::string> names;
      for (const Region& region : node->regions()) {
        op.add_subgraph_name(fmt::format("{}/{}/{}", out.name(), node->name(), region.name));
        regions.emplace_back(region.graph.get(), op.subgraph_name().rbegin()[0]);
        names.push_back(region.name);
      }
      if (!names.empty()) WriteStrings(names, (*op.mutable_attr())[std::string(proto::kRegionNames)]);
    }
    *model_.mutable_graph(place) = std::move(out);
    for (const auto& [region, name] : regions) WriteGraph(*region, name);
  }

  pb::ModelDef Finish(const Graph& graph) {
    model_.set_name(graph.name());
    model_.set_version(1);
    return std::move(model_);
  }

 private:
  void MoveValue(pb::TensorDef& value) {
    value.mutable_desc()->set_data_offset(static_cast<int64_t>(weights_->Put(value.data())));
    value.mutable_desc()->set_weight_size(static_cast<int64_t>(value.data().size()));
    value.clear_data();
  }

  void WriteNode(const Node& node, pb::OpDef& out) {
    const OpDesc& op = node.op();
    out.set_name(op.name);
    out.set_type(op.type);
    WriteAttrs(op.attrs, *out.mutable_attr());
    if (weights_ != nullptr && node.ConstValue() != nullptr) MoveValue(*(*out.mutable_attr())["value"].mutable_t());
    WritePorts(op, *out.mutable_attr());
    for (const Endpoint& from : node.inputs()) {
      out.add_input(from.node == nullptr ? "" : fmt::format("{}:{}", from.node->name(), from.index));
      out.add_is_input_const(from.node != nullptr && from.node->Is(kConst));
      // Human readers use src_name and src_index; programs need only `input`.
      out.add_src_name(from.node == nullptr ? "" : from.node->name());
      out.add_src_index(from.node == nullptr ? 0 : from.index);
    }
    for (const Node* control : node.control_inputs()) out.add_input(control->name() + ":-1");
    for (const Port& port : op.inputs) WriteDesc(port.desc, *out.add_input_desc());
    for (const Port& port : op.outputs) WriteDesc(port.desc, *out.add_output_desc());
    const Placement& placed = node.placement();
    if (!placed.engine.empty()) {
      WriteStrings({placed.engine, placed.package, placed.kernel},
                   (*out.mutable_attr())[std::string(proto::kPlacement)]);
    }
  }

  BytePool* weights_;
  pb::ModelDef model_;
};

Result<std::string> Write(const Graph& graph, BytePool* weights, std::string_view what) {
  const pb::ModelDef model = ToModelDef(graph, weights);
  std::string bytes;
  bool written = false;
  if (model.ByteSizeLong() <= static_cast<size_t>(std::numeric_limits<int>::max())) {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    // Attributes are maps, whose order is otherwise that of their hash: equal graphs must give equal bytes.
    coded.SetSerializationDeterministic(true);
    written = model.SerializeToCodedStream(&coded);
  }
  if (written) return bytes;
  return Status(ErrorCode::kShapeOverflow,
                fmt::format("graph {} has more than 2 GiB{}, which protobuf doesn't take", graph.name(), what));
}

}  // namespace

pb::ModelDef ToModelDef(const Graph& graph, BytePool* weights) {
  ModelWriter writer(weights);
  writer.WriteGraph(graph, "");
  return writer.Finish(graph);
}

Result<std::string> Serialize(const Graph& graph) { return Write(graph, nullptr, ""); }

Result<std::string> Serialize(const Graph& graph, BytePool& weights) {
  return Write(graph, &weights, " beside its constants");
}

}  // namespace opdk
