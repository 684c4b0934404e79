#include <fmt/format.h>
#include <google/protobuf/stubs/logging.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <unordered_map>

#include "graph/utils/type_utils.h"
#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/limits.h"
#include "graph_core/ir/control_flow.h"
#include "graph_core/ir/proto.h"
#include "graph_core/ir/proto_names.h"

namespace opdk {

namespace {

namespace pb = ge::proto;
using ListType = pb::AttrDef::ListValue;
using ProtoAttrs = google::protobuf::Map<std::string, pb::AttrDef>;

Status Invalid(std::string_view message) { return Status(ErrorCode::kGraphInvalid, message); }

const pb::AttrDef* FindAttr(const ProtoAttrs& attrs, std::string_view name) {
  auto found = attrs.find(std::string(name));
  return found == attrs.end() ? nullptr : &found->second;
}

std::vector<std::string> Strings(const ProtoAttrs& attrs, std::string_view name) {
  const pb::AttrDef* attr = FindAttr(attrs, name);
  return attr == nullptr ? std::vector<std::string>()
                         : std::vector<std::string>(attr->list().s().begin(), attr->list().s().end());
}

std::vector<int64_t> Ints(const ProtoAttrs& attrs, std::string_view name) {
  const pb::AttrDef* attr = FindAttr(attrs, name);
  return attr == nullptr ? std::vector<int64_t>()
                         : std::vector<int64_t>(attr->list().i().begin(), attr->list().i().end());
}

// Reads a format from the integer that keeps all its bits, else from its name.
ge::Format ReadFormat(const ProtoAttrs& attrs, std::string_view as_int, const std::string& name) {
  if (const pb::AttrDef* value = FindAttr(attrs, as_int); value != nullptr) return static_cast<ge::Format>(value->i());
  return name.empty() ? ge::FORMAT_ND : ge::TypeUtils::SerialStringToFormat(name);
}

// Converts a number, which a file may choose freely. DT_UNDEFINED: no dtype has this number.
ge::DataType DtypeOf(int64_t number) {
  return number >= 0 && number < ge::DT_MAX ? static_cast<ge::DataType>(number) : ge::DT_UNDEFINED;
}

ge::TensorDesc ReadDesc(const pb::TensorDescriptor& in) {
  const ProtoAttrs& attrs = in.attr();
  const pb::AttrDef* dtype = FindAttr(attrs, proto::kDataType);
  ge::TensorDesc desc(ge::Shape({in.shape().dim().begin(), in.shape().dim().end()}),
                      ReadFormat(attrs, proto::kFormatInt, in.layout()),
                      dtype != nullptr ? DtypeOf(dtype->i()) : proto::FromProto(in.dtype()));
  if (!in.name().empty()) desc.SetName(in.name());
  desc.SetSize(in.size());
  desc.SetRealDimCnt(in.real_dim_cnt());
  desc.SetOriginShape(ge::Shape(Ints(attrs, proto::kOriginShape)));
  const pb::AttrDef* origin_format = FindAttr(attrs, proto::kOriginFormat);
  desc.SetOriginFormat(ReadFormat(attrs, proto::kOriginFormatInt, origin_format == nullptr ? "" : origin_format->s()));
  if (const pb::AttrDef* ranges = FindAttr(attrs, proto::kShapeRange); ranges != nullptr) {
    std::vector<std::pair<int64_t, int64_t>> pairs;
    for (const auto& pair : ranges->list_list_int().list_list_i()) {
      if (pair.list_i_size() == 2) pairs.emplace_back(pair.list_i(0), pair.list_i(1));
    }
    // A range that doesn't fit the shape is ignored, because the shape itself is valid.
    if (static_cast<int>(pairs.size()) == in.shape().dim_size()) static_cast<void>(desc.SetShapeRange(pairs));
  }
  return desc;
}

ge::Tensor ReadTensor(const pb::TensorDef& in) {
  return {ReadDesc(in.desc()), reinterpret_cast<const uint8_t*>(in.data().data()), in.data().size()};
}

Result<AttrMap> ReadAttrs(const ProtoAttrs& in);

// Returns whether the bytes can be a name: protobuf reads texts only in valid form, so other bytes couldn't be read
// again.
bool IsName(const std::string& bytes) {
  pb::GraphDef named;
  named.set_name(bytes);
  return pb::GraphDef().ParseFromString(named.SerializeAsString());
}

Result<std::shared_ptr<NamedAttrs>> ReadNamed(const pb::NamedAttrs& in) {
  auto named = std::make_shared<NamedAttrs>();
  named->name = in.name();
  OPDK_TRY(named->attrs, ReadAttrs(in.attr()));
  return named;
}

// Returns the kind of a list. Lists of old files have no val_type: then the field with entries decides, and an empty
// list is a list of integers.
ListType::ListValueType TypeOf(const ListType& list) {
  if (list.val_type() != ListType::VT_LIST_NONE) return list.val_type();
  if (list.s_size() > 0) return ListType::VT_LIST_STRING;
  if (list.f_size() > 0) return ListType::VT_LIST_FLOAT;
  if (list.b_size() > 0) return ListType::VT_LIST_BOOL;
  if (list.bt_size() > 0) return ListType::VT_LIST_BYTES;
  if (list.t_size() > 0) return ListType::VT_LIST_TENSOR;
  if (list.na_size() > 0) return ListType::VT_LIST_NAMED_ATTRS;
  if (list.dt_size() > 0) return ListType::VT_LIST_DATA_TYPE;
  return ListType::VT_LIST_INT;
}

Result<Attr> ReadList(const ListType& list) {
  switch (TypeOf(list)) {
    case ListType::VT_LIST_STRING:
      return Attr(std::vector<std::string>(list.s().begin(), list.s().end()));
    case ListType::VT_LIST_INT:
      return Attr(std::vector<int64_t>(list.i().begin(), list.i().end()));
    case ListType::VT_LIST_FLOAT:
      return Attr(std::vector<float>(list.f().begin(), list.f().end()));
    case ListType::VT_LIST_BOOL:
      return Attr(std::vector<bool>(list.b().begin(), list.b().end()));
    case ListType::VT_LIST_TENSOR: {
      std::vector<ge::Tensor> tensors;
      for (const pb::TensorDef& tensor : list.t()) tensors.push_back(ReadTensor(tensor));
      return Attr(std::move(tensors));
    }
    case ListType::VT_LIST_NAMED_ATTRS: {
      std::vector<std::shared_ptr<NamedAttrs>> all;
      for (const pb::NamedAttrs& named : list.na()) {
        OPDK_TRY(auto read, ReadNamed(named));
        all.push_back(std::move(read));
      }
      return Attr(std::move(all));
    }
    case ListType::VT_LIST_DATA_TYPE: {
      std::vector<ge::DataType> types;
      for (int64_t type : list.dt()) types.push_back(DtypeOf(type));
      return Attr(std::move(types));
    }
    default:
      return Invalid("a list of bytes, graphs or tensor descriptions, which no operator attribute can be");
  }
}

Result<Attr> ReadAttr(const pb::AttrDef& in) {
  switch (in.value_case()) {
    case pb::AttrDef::kS:
      return Attr(in.s());
    case pb::AttrDef::kI:
      return Attr(static_cast<int64_t>(in.i()));
    case pb::AttrDef::kF:
      return Attr(in.f());
    case pb::AttrDef::kB:
      return Attr(in.b());
    case pb::AttrDef::kBt:
      return Attr(std::vector<uint8_t>(in.bt().begin(), in.bt().end()));
    case pb::AttrDef::kDt:
      return Attr(DtypeOf(in.dt()));
    case pb::AttrDef::kT:
      return Attr(ReadTensor(in.t()));
    case pb::AttrDef::kFunc: {
      OPDK_TRY(auto named, ReadNamed(in.func()));
      return Attr(std::move(named));
    }
    case pb::AttrDef::kList:
      return ReadList(in.list());
    case pb::AttrDef::kListListInt: {
      std::vector<std::vector<int64_t>> lists;
      for (const auto& list : in.list_list_int().list_list_i()) {
        lists.emplace_back(list.list_i().begin(), list.list_i().end());
      }
      return Attr(std::move(lists));
    }
    case pb::AttrDef::VALUE_NOT_SET:
      return Attr();
    default:
      return Invalid(
          "a graph, tensor description, expression or list of float lists, which no operator attribute can be");
  }
}

bool IsHelper(std::string_view name) {
  for (std::string_view helper :
       {proto::kIrAttrNames, proto::kIrInputsKey, proto::kIrInputsValue, proto::kIrOutputsKey, proto::kIrOutputsValue,
        proto::kInputNameKey, proto::kInputNameValue, proto::kOutputNameKey, proto::kOutputNameValue,
        proto::kOptionalInputs, proto::kUnsetAttrs, proto::kPlacement, proto::kRegionGraphName, proto::kRegionNames}) {
    if (name == helper) return true;
  }
  return false;
}

Result<AttrMap> ReadAttrs(const ProtoAttrs& in) {
  AttrMap attrs;
  for (const auto& [name, value] : in) {
    if (IsHelper(name)) continue;
    Result<Attr> attr = ReadAttr(value);
    if (!attr.ok()) return std::move(attr).status().At(fmt::format("attribute {}", name));
    attrs.emplace(name, std::move(attr).value());
  }
  for (const std::string& name : Strings(in, proto::kUnsetAttrs)) attrs.emplace(name, Attr());
  return attrs;
}

// Returns the port names from the lists of names and slots. Ports without a name in the file become "x0", "x1" …
std::vector<std::string> PortNames(const ProtoAttrs& attrs, std::string_view key, std::string_view value, int count,
                                   std::string_view fallback) {
  std::vector<std::string> names(static_cast<size_t>(count));
  std::vector<std::string> keys = Strings(attrs, key);
  std::vector<int64_t> slots = Ints(attrs, value);
  for (size_t i = 0; i < keys.size() && i < slots.size(); ++i) {
    if (slots[i] >= 0 && slots[i] < count) names[static_cast<size_t>(slots[i])] = keys[i];
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) names[i] = count == 1 ? std::string(fallback) : fmt::format("{}{}", fallback, i);
  }
  return names;
}

// Returns the declared port of an instance's port: the port of that name, or a dynamic port with a number. -1: none.
int IrIndexOf(const std::vector<IrPort>& declared, const std::string& name) {
  for (size_t i = 0; i < declared.size(); ++i) {
    const IrPort& ir = declared[i];
    if (ir.kind != PortKind::kDynamic && ir.name == name) return static_cast<int>(i);
    if (ir.kind != PortKind::kDynamic || !name.starts_with(ir.name) || name.size() == ir.name.size()) continue;
    if (name.find_first_not_of("0123456789", ir.name.size()) == std::string::npos) return static_cast<int>(i);
  }
  return -1;
}

Result<OpDesc> ReadOp(const pb::OpDef& in) {
  OpDesc op;
  op.name = in.name();
  op.type = in.type();
  OPDK_TRY(op.attrs, ReadAttrs(in.attr()));
  auto declare = [&](std::string_view key, std::string_view value, int64_t dynamic, SharedList<IrPort>& ports) {
    std::vector<std::string> names = Strings(in.attr(), key);
    std::vector<int64_t> kinds = Ints(in.attr(), value);
    for (size_t i = 0; i < names.size(); ++i) {
      int64_t kind = i < kinds.size() ? kinds[i] : proto::kIrRequired;
      ports.push_back({names[i],
                       kind == dynamic              ? PortKind::kDynamic
                       : kind == proto::kIrOptional ? PortKind::kOptional
                                                    : PortKind::kRequired,
                       ""});
    }
  };
  declare(proto::kIrInputsKey, proto::kIrInputsValue, proto::kIrDynamic, op.ir_inputs);
  declare(proto::kIrOutputsKey, proto::kIrOutputsValue, proto::kIrDynamicOutput, op.ir_outputs);
  for (const std::string& name : Strings(in.attr(), proto::kIrAttrNames)) op.ir_attrs.push_back({name, "", false, {}});

  int data_inputs = 0;
  for (const std::string& edge : in.input()) data_inputs += edge.ends_with(":-1") ? 0 : 1;
  // GE leaves trailing absent inputs out of one list or the other.
  int inputs = std::max(data_inputs, in.input_desc_size());
  std::vector<std::string> names = PortNames(in.attr(), proto::kInputNameKey, proto::kInputNameValue, inputs, "x");
  for (int i = 0; i < inputs; ++i) {
    ge::TensorDesc absent(ge::Shape(), ge::FORMAT_RESERVED, ge::DT_UNDEFINED);
    std::string& name = names[static_cast<size_t>(i)];
    int ir_index = IrIndexOf(op.ir_inputs, name);
    op.inputs.push_back({std::move(name), ir_index, i < in.input_desc_size() ? ReadDesc(in.input_desc(i)) : absent});
  }
  int outputs = in.output_desc_size();
  names = PortNames(in.attr(), proto::kOutputNameKey, proto::kOutputNameValue, outputs, "y");
  for (int i = 0; i < outputs; ++i) {
    std::string& name = names[static_cast<size_t>(i)];
    int ir_index = IrIndexOf(op.ir_outputs, name);
    op.outputs.push_back({std::move(name), ir_index, ReadDesc(in.output_desc(i))});
  }
  return op;
}

class ModelReader {
 public:
  ModelReader(const pb::ModelDef& model, std::string_view weights, const std::shared_ptr<const void>& owner)
      : model_(model), weights_(weights), owner_(owner) {
    for (const pb::GraphDef& graph : model.graph()) by_name_.emplace(graph.name(), &graph);
  }

  Result<Graph> ReadModel() {
    // Each node holds a copy of the graphs that it names. Graphs that name each other twice would give any number of
    // nodes.
    const int64_t limit = NodeLimit();
    if (CountNodes(model_.graph(0), 0) > limit) {
      return Invalid(fmt::format("the model has more than {} nodes when its subgraphs are written out", limit))
          .Hint("--max-nodes or OPDK_MAX_NODES sets another limit");
    }
    return ReadGraph(model_.graph(0), 0);
  }

 private:
  static constexpr int kMaxDepth = 32;

  // Counts the nodes of a graph, visiting each graph once. A graph that contains itself counts as 0, and is refused
  // when it is read.
  int64_t CountNodes(const pb::GraphDef& graph, int depth) {
    const auto [known, added] = counted_.emplace(&graph, 0);
    if (!added || depth > kMaxDepth) return known->second;
    constexpr int64_t kCountless = std::numeric_limits<int64_t>::max() / 4;
    int64_t count = graph.op_size();
    for (const pb::OpDef& op : graph.op()) {
      for (const std::string& name : op.subgraph_name()) {
        if (const auto found = by_name_.find(name); found != by_name_.end()) {
          count = std::min(kCountless, count + CountNodes(*found->second, depth + 1));
        }
      }
    }
    return counted_[&graph] = count;
  }

  Result<Graph> ReadGraph(const pb::GraphDef& in, int depth) {
    if (depth > kMaxDepth) return Invalid("graphs are nested too deeply, or contain themselves");
    const pb::AttrDef* own_name = FindAttr(in.attr(), proto::kRegionGraphName);
    if (own_name != nullptr && !IsName(own_name->s())) return Invalid("a graph's name is no UTF-8");
    Graph graph(own_name == nullptr ? in.name() : own_name->s());
    OPDK_TRY(graph.attrs(), ReadAttrs(in.attr()));
    for (const pb::OpDef& op : in.op()) {
      Status read = ReadNode(op, graph, depth);
      if (!read.ok()) return std::move(read).At(fmt::format("node {} ({})", op.name(), op.type()));
    }
    for (const pb::OpDef& op : in.op()) {
      Status connected = Connect(op, graph);
      if (!connected.ok()) return std::move(connected).At(fmt::format("node {} ({})", op.name(), op.type()));
    }
    return graph;
  }

  Status ReadNode(const pb::OpDef& in, Graph& graph, int depth) {
    if (in.name().empty()) return Invalid("a node has no name");
    if (graph.Find(in.name()) != nullptr) return Invalid("two nodes have this name");
    OPDK_TRY(OpDesc op, ReadOp(in));
    if (op.type == kConst) OPDK_TRY(TakeValue(in, op));
    Node* node = graph.AddNode(std::move(op));
    std::vector<std::string> placed = Strings(in.attr(), proto::kPlacement);
    if (placed.size() == 3) {
      node->placement().engine = placed[0];
      node->placement().package = placed[1];
      node->placement().kernel = placed[2];
    }
    return ReadRegions(in, *node, depth);
  }

  // Takes the value of a constant from the weights, without a copy.
  Status TakeValue(const pb::OpDef& in, OpDesc& op) const {
    const pb::AttrDef* value = FindAttr(in.attr(), "value");
    if (value == nullptr || !value->has_t() || value->t().desc().weight_size() == 0) return {};
    const auto offset = static_cast<uint64_t>(value->t().desc().data_offset());
    const auto bytes = static_cast<uint64_t>(value->t().desc().weight_size());
    if (offset % kArenaAlignment != 0 || offset > weights_.size() || bytes > weights_.size() - offset) {
      return Invalid(
          fmt::format("its value lies at {} of {} bytes of weights, and has {}", offset, weights_.size(), bytes));
    }
    ge::Tensor tensor(ReadDesc(value->t().desc()));
    // The cast is safe: nothing writes to the value of a constant.
    auto* data = const_cast<uint8_t*>(reinterpret_cast<const uint8_t*>(weights_.data()) + offset);
    tensor.SetData(data, bytes, [owner = owner_](uint8_t*) {});
    op.attrs["value"] = std::move(tensor);
    return {};
  }

  // Reads the graphs of a node as its regions. GE's own files don't name the regions; they are in the order of the
  // type.
  Status ReadRegions(const pb::OpDef& in, Node& node, int depth) {
    const std::vector<std::string> given = Strings(in.attr(), proto::kRegionNames);
    const auto count = static_cast<size_t>(in.subgraph_name_size());
    for (size_t i = 0; i < count; ++i) {
      const std::string& graph_name = in.subgraph_name(static_cast<int>(i));
      std::string name = i < given.size() ? given[i] : RegionName(node, i);
      if (name.empty() || node.region(name) != nullptr) {
        return Invalid(fmt::format("it has {} subgraphs, which an operator of this type doesn't have", count));
      }
      auto found = by_name_.find(graph_name);
      if (found == by_name_.end()) return Invalid(fmt::format("the file has no graph {}", graph_name));
      OPDK_TRY(Graph read, ReadGraph(*found->second, depth + 1));
      node.AddRegion(std::move(name), std::make_unique<Graph>(std::move(read)));
    }
    return {};
  }

  static Status Connect(const pb::OpDef& in, Graph& graph) {
    Node* node = graph.Find(in.name());
    int input = 0;
    for (const std::string& edge : in.input()) {
      if (edge.empty()) {
        ++input;
        continue;
      }
      size_t colon = edge.rfind(':');
      int index = 0;
      const char* end = edge.data() + edge.size();
      bool number = colon != std::string::npos &&
                    std::from_chars(edge.data() + colon + 1, end, index) == std::from_chars_result{end, std::errc()};
      Node* producer = number ? graph.Find(std::string_view(edge).substr(0, colon)) : nullptr;
      if (producer == nullptr) return Invalid(fmt::format("the edge \"{}\" names no node of the graph", edge));
      if (index == -1) {
        graph.ConnectControl(producer, node);
        continue;
      }
      if (index < 0 || static_cast<size_t>(index) >= producer->op().outputs.size()) {
        return Invalid(fmt::format("the edge \"{}\" names an output that {} does not have", edge, producer->name()));
      }
      graph.Connect({producer, index}, node, input++);
    }
    return {};
  }

  const pb::ModelDef& model_;
  std::string_view weights_;
  std::shared_ptr<const void> owner_;
  std::unordered_map<std::string, const pb::GraphDef*> by_name_;
  std::unordered_map<const pb::GraphDef*, int64_t> counted_;  // nodes of a graph and of those in it
};

}  // namespace

Result<Graph> Deserialize(std::string_view bytes, std::string_view source_name, std::string_view weights,
                          const std::shared_ptr<const void>& owner) {
  pb::ModelDef model;
  // The returned error says what is wrong, so protobuf needn't log it.
  const google::protobuf::LogSilencer quiet;
  if (bytes.size() > static_cast<size_t>(std::numeric_limits<int>::max()) ||
      !model.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return Status(ErrorCode::kModelInvalid, "not a ge.proto.ModelDef, or cut off").At(std::string(source_name));
  }
  if (model.graph_size() == 0) return Invalid("the model holds no graph").At(std::string(source_name));
  Result<Graph> graph = ModelReader(model, weights, owner).ReadModel();
  if (!graph.ok()) return std::move(graph).status().At(std::string(source_name));
  if (Status valid = graph->Verify(); !valid.ok()) return std::move(valid).At(std::string(source_name));
  return graph;
}

}  // namespace opdk
