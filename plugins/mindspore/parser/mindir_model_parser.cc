// Reads MindSpore's models, MindIR: its graph of primitives -> ge::Graph (plugins/importer).
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "opdk/input_file.h"
#include "opdk/model_parser.h"
#include "plugins/importer/importer.h"
#include "plugins/mindspore/parser/arguments.h"
#include "plugins/mindspore/parser/messages.h"

namespace opdk::mindspore_plugin {
namespace {

using importer::SourceNode;
using mindir::AttributeProto;

constexpr const char* kSuffix = ".mindir";
constexpr const char* kReference = "REF::";
constexpr const char* kArgumentNames = "input_names";
constexpr size_t kMostElements = 65536, kDeepest = 16;

class MindSpore : public importer::Framework {
 public:
  domi::FrameworkType type() const override { return domi::MINDSPORE; }

  // Returns whether the attribute says where a primitive runs, or which effects order it.
  bool Implies(const std::string& name, const Attr& value) const override {
    static_cast<void>(value);
    return name == "primitive_target" || name.starts_with("side_effect_");
  }
};

const importer::Framework& MindSporeFramework() {
  static const MindSpore framework;
  return framework;
}

// Returns a name without its graph: "net_1:conv.weight" becomes "conv.weight".
std::string Short(const std::string& name) {
  const size_t colon = name.find(':');
  return colon == std::string::npos ? name : name.substr(colon + 1);
}

Status CallsGraph(const std::string& graph) {
  return Status(ErrorCode::kOperatorUnknown, fmt::format("it calls the graph '{}': control flow is not read", graph))
      .Hint("export the model as ONNX");
}

// The meaning of a name: a tensor (the importer's value), a number, text or list, or a tuple of such values.
struct Value {
  enum class Kind : uint8_t { kTensor, kConstant, kTuple, kNothing } kind = Kind::kNothing;
  std::string tensor;
  Attr constant = {};
  std::vector<Value> tuple = {};
  size_t size = 1, depth = 0;  // with all elements
};

// A network on its way into a graph.
class Network {
 public:
  Network(mindir::ModelProto& model, const ParserContext& context, const ParseRequest& request)
      : model_(model), graph_(MindSporeFramework(), context, request) {
    for (const auto& primitive : model.primitives()) primitives_[kReference + primitive.name()] = &primitive;
    for (const auto& function : model.functions()) functions_.insert(function.name());
  }

  Result<ParseResult> Read() {
    mindir::GraphProto& graph = *model_.mutable_graph();
    for (const auto& input : graph.input()) OPDK_TRY(AddInput(input));
    for (const auto& parameter : graph.parameter()) {
      OPDK_TRY(values_[parameter.name()], AddConstant(Short(parameter.name()), parameter));
    }
    for (const auto& node : graph.node()) {
      Status status = Add(node);
      if (!status.ok()) return std::move(status).At(fmt::format("node '{}'", Short(node.name())));
    }
    std::vector<std::string> outputs, names;
    for (const auto& output : graph.output()) {
      OPDK_TRY(const Value* const value, Find(output.name()));
      OPDK_TRY(AddOutputs(*value, outputs));
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      names.push_back(outputs.size() == 1 ? "output" : fmt::format("output_{}", i));
    }
    return graph_.Finish(graph.name().empty() ? "mindir" : graph.name(), outputs, names);
  }

 private:
  Result<const Value*> Find(const std::string& name) const {
    const auto found = values_.find(name);
    if (found != values_.end()) return &found->second;
    return functions_.contains(name) ? CallsGraph(name) : Invalid(fmt::format("nothing gives '{}'", Short(name)));
  }

  Status AddInput(const mindir::ValueInfoProto& input) {
    if (input.tensor_size() != 1) return Invalid(fmt::format("the input '{}' is no tensor", Short(input.name())));
    const std::string name = Short(input.name());
    OPDK_TRY(graph_.AddInput(name, DescOf(input.tensor(0))));
    values_[input.name()] = {Value::Kind::kTensor, name};
    return {};
  }

  // Adds a constant. Its bytes stay in the model until the constant is used.
  Result<Value> AddConstant(const std::string& hint, const mindir::TensorProto& tensor) {
    const ge::TensorDesc desc = DescOf(tensor);
    if (desc.GetDataType() == ge::DT_UNDEFINED) return TensorOf(tensor).status();
    const std::string name = graph_.values().NewName(hint);
    graph_.values().AddConstant(name, desc, [&tensor] { return TensorOf(tensor); });
    return Value{Value::Kind::kTensor, name};
  }

  Result<Value> ValueOf(const std::string& hint, const AttributeProto& attribute) {
    switch (attribute.type()) {
      case AttributeProto::UMONAD:
      case AttributeProto::IOMONAD:
      case AttributeProto::NONE:
        return Value();
      case AttributeProto::TENSOR:
        return AddConstant(hint, attribute.t());
      case AttributeProto::TENSORS:
        if (attribute.tensors_size() == 1) return AddConstant(hint, attribute.tensors(0));
        return Invalid(fmt::format("the constant '{}' is not one tensor", hint));
      default: {
        OPDK_TRY(Attr constant, AttrOf(attribute));
        return Value{Value::Kind::kConstant, "", std::move(constant)};
      }
    }
  }

  Status Add(const mindir::NodeProto& node) {
    if (node.output_size() != 1) return Invalid(fmt::format("it has {} outputs", node.output_size()));
    Value& gives = values_[node.output(0)];
    const std::string& type = node.op_type();
    if (type == "Constant") {
      if (node.attribute_size() != 1) return Invalid("it is a constant without a value");
      OPDK_TRY(gives, ValueOf(Short(node.name()), node.attribute(0)));
      return {};
    }
    const auto primitive = primitives_.find(type);
    if (primitive == primitives_.end() && type.starts_with(kReference)) {
      return CallsGraph(type.substr(std::char_traits<char>::length(kReference)));
    }
    const std::string name = primitive == primitives_.end() ? type : primitive->second->op_type();
    std::vector<const Value*> inputs;
    for (const std::string& input : node.input()) {
      OPDK_TRY(inputs.emplace_back(), Find(input));
    }
    if (OrdersOnly(name, inputs, gives)) return {};
    if (MakesTuple(name)) return MakeTuple(inputs, gives);
    if (name == "TupleGetItem" || name == "tuple_getitem") return TakeElement(inputs, gives);
    return AddOperator(node, name, primitive == primitives_.end() ? nullptr : primitive->second, inputs, gives);
  }

  // Handles the nodes that only order effects. Returns false for other nodes.
  static bool OrdersOnly(const std::string& type, const std::vector<const Value*>& inputs, Value& gives) {
    if (type == "UpdateState") {
      gives = Value();
    } else if ((type == "Load" || type == "Depend") && !inputs.empty()) {
      const Value first = *inputs.front();
      gives = first;
    } else {
      return false;
    }
    return true;
  }

  static bool MakesTuple(const std::string& type) {
    return type == "MakeTuple" || type == "MakeList" || type == "make_tuple" || type == "make_list";
  }

  // Makes a tuple of bounded size, because tuples of the same tuples double with each one.
  static Status MakeTuple(const std::vector<const Value*>& inputs, Value& gives) {
    Value made{Value::Kind::kTuple, ""};
    for (const Value* input : inputs) {
      made.size += input->size;
      made.depth = std::max(made.depth, input->depth + 1);
    }
    if (made.size > kMostElements || made.depth > kDeepest) return Invalid("its tuple is too large");
    for (const Value* input : inputs) made.tuple.push_back(*input);
    gives = std::move(made);
    return {};
  }

  static Status TakeElement(const std::vector<const Value*>& inputs, Value& gives) {
    const int64_t* const index = inputs.size() == 2 ? std::get_if<int64_t>(&inputs[1]->constant) : nullptr;
    if (index == nullptr || inputs[0]->kind != Value::Kind::kTuple) return Invalid("it takes no element of a tuple");
    const auto count = static_cast<int64_t>(inputs[0]->tuple.size());
    const int64_t place = *index < 0 ? *index + count : *index;
    if (place < 0 || place >= count) return Invalid(fmt::format("it takes element {} of {}", *index, count));
    const Value element = inputs[0]->tuple[static_cast<size_t>(place)];
    gives = element;
    return {};
  }

  Status AddOperator(const mindir::NodeProto& node, const std::string& type, const mindir::PrimitiveProto* primitive,
                     const std::vector<const Value*>& inputs, Value& gives) {
    SourceNode source;
    const size_t scope = node.domain().find('/');
    source.name = scope == std::string::npos ? Short(node.name()) : node.domain().substr(scope + 1);
    source.type = type;
    OPDK_TRY(AddArguments(inputs, source));
    OPDK_TRY(AddAttributes(node.attribute(), source));
    if (primitive != nullptr) OPDK_TRY(AddAttributes(primitive->attribute(), source));
    if (graph_.mappings().TakesByName(source.domain, type)) {
      OPDK_TRY(NameArguments(primitive == nullptr ? node.attribute() : primitive->attribute(), source));
    }
    gives = Outputs(node, source);
    if (source.outputs.empty()) return Invalid("it has no outputs");
    return graph_.AddNode(std::move(source));
  }

  // Adds the tensors as inputs, in order. Attributes say which argument each tensor is, and hold the other arguments
  // (arguments.h).
  static Status AddArguments(const std::vector<const Value*>& arguments, SourceNode& source) {
    std::vector<int64_t> places;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const Value& argument = *arguments[i];
      const auto add = [&](const Value& value) -> Status {
        if (value.kind != Value::Kind::kTensor)
          return Invalid(fmt::format("argument {} is a tuple of other things", i));
        source.inputs.push_back(value.tensor);
        places.push_back(static_cast<int64_t>(i));
        return {};
      };
      if (argument.kind == Value::Kind::kTensor) OPDK_TRY(add(argument));
      for (const Value& element : argument.tuple) OPDK_TRY(add(element));
      if (argument.kind == Value::Kind::kConstant) source.attributes[ArgumentName(i)] = argument.constant;
    }
    source.attributes[kTensorPlaces] = std::move(places);
    return {};
  }

  // Makes attributes of the arguments that are no tensors, under the names that the primitive gives its arguments.
  static Status NameArguments(const google::protobuf::RepeatedPtrField<AttributeProto>& attributes,
                              SourceNode& source) {
    std::vector<std::string> names;
    for (const AttributeProto& attribute : attributes) {
      if (attribute.name() != kArgumentNames) continue;
      OPDK_TRY(const Attr value, AttrOf(attribute));
      if (const auto* list = std::get_if<std::vector<std::string>>(&value)) names = *list;
    }
    source.attributes.erase(kTensorPlaces);
    for (auto at = source.attributes.begin(); at != source.attributes.end();) {
      const std::optional<size_t> place = ArgumentPlace(at->first);
      if (!place) {
        ++at;
        continue;
      }
      if (*place >= names.size()) {
        return Invalid(
            fmt::format("argument {} is no tensor, and the primitive has no name for it ({})", *place, kArgumentNames));
      }
      source.attributes.insert_or_assign(names[*place], std::move(at->second));
      at = source.attributes.erase(at);
    }
    return {};
  }

  static Status AddAttributes(const google::protobuf::RepeatedPtrField<AttributeProto>& attributes,
                              SourceNode& source) {
    for (const AttributeProto& attribute : attributes) {
      const bool tells_values =
          attribute.name() == "shape" || attribute.name() == kArgumentNames || attribute.name() == "output_names";
      if (tells_values) continue;
      // An attribute that no mapping of this package reads may be of another kind.
      if (auto value = AttrOf(attribute); value.ok()) source.attributes[attribute.name()] = *std::move(value);
    }
    return {};
  }

  Value Outputs(const mindir::NodeProto& node, SourceNode& source) {
    const AttributeProto* shapes = nullptr;
    for (const AttributeProto& attribute : node.attribute()) {
      if (attribute.name() == "shape") shapes = &attribute;
    }
    const auto output = [&](const AttributeProto* shape, const std::string& hint) {
      const std::string name = graph_.values().NewName(hint);
      if (shape != nullptr && shape->tensors_size() == 1) graph_.values().Declare(name, DescOf(shape->tensors(0)));
      source.outputs.push_back(name);
      return Value{Value::Kind::kTensor, name};
    };
    const std::string hint = Short(node.output(0));
    if (shapes == nullptr || shapes->type() != AttributeProto::TUPLE) return output(shapes, hint);
    Value all{Value::Kind::kTuple, ""};
    for (const AttributeProto& shape : shapes->values()) {
      all.tuple.push_back(output(&shape, fmt::format("{}.{}", hint, all.tuple.size())));
    }
    return all;
  }

  static Status AddOutputs(const Value& value, std::vector<std::string>& outputs) {
    if (value.kind == Value::Kind::kTensor) outputs.push_back(value.tensor);
    for (const Value& element : value.tuple) OPDK_TRY(AddOutputs(element, outputs));
    if (value.kind != Value::Kind::kConstant && value.kind != Value::Kind::kNothing) return {};
    return Invalid("an output of the model is no tensor");
  }

  mindir::ModelProto& model_;
  importer::Importer graph_;
  std::unordered_map<std::string, const mindir::PrimitiveProto*> primitives_;
  std::unordered_set<std::string> functions_;
  std::unordered_map<std::string, Value> values_;
};

}  // namespace

class MindirModelParser : public ModelParser {
 public:
  domi::FrameworkType framework() const override { return domi::MINDSPORE; }
  bool Accepts(const std::string& path, const std::string&) const override {
    return std::filesystem::path(path).extension() == kSuffix;
  }

  Result<ParseResult> Parse(const ParseRequest& request, const ParserContext& context) const override {
    const std::string& path = request.files.front();
    try {
      auto parsed = Read(request, context);
      if (!parsed.ok()) return std::move(parsed).status().At(path);
      return parsed;
    } catch (const std::exception& error) {
      return Invalid(fmt::format("reading the model failed: {}", error.what())).At(path);
    }
  }

 private:
  static Result<ParseResult> Read(const ParseRequest& request, const ParserContext& context) {
    const std::string& path = request.files.front();
    OPDK_TRY(const std::string bytes, ReadFile(path, {"the model", std::numeric_limits<int>::max()}));
    mindir::ModelProto model;
    if (!model.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || !model.has_graph()) {
      return Invalid("not a MindIR model, or cut off").Hint("encrypted models are not read");
    }
    return Network(model, context, request).Read();
  }
};

REGISTER_MODEL_PARSER(MindirModelParser);

}  // namespace opdk::mindspore_plugin
