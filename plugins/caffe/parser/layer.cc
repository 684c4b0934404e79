#include "plugins/caffe/parser/layer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "plugins/caffe/parser/steps.h"

namespace opdk::caffe_plugin {
namespace {

class Caffe : public importer::Framework {
 public:
  domi::FrameworkType type() const override { return domi::CAFFE; }
  bool UpgradesReadAll() const override { return true; }
  // Converts a value as a text writes it: truth values and floats may be written as integers, and a list of one as its
  // number.
  Attr Fitted(const std::string& type, Attr value) const override {
    const auto* whole = std::get_if<int64_t>(&value);
    const auto* real = std::get_if<float>(&value);
    const auto truth = TruthOf(value);
    if (type == "Bool" && truth) return *truth;
    if (type == "ListBool" && truth) return std::vector<bool>{*truth};
    if (type == "Float" && whole != nullptr) return static_cast<float>(*whole);
    if (type == "ListInt" && whole != nullptr) return std::vector<int64_t>{*whole};
    if (type == "ListFloat" && whole != nullptr) return std::vector<float>{static_cast<float>(*whole)};
    if (type == "ListFloat" && real != nullptr) return std::vector<float>{*real};
    if (const auto* list = std::get_if<std::vector<int64_t>>(&value); type == "ListFloat" && list != nullptr) {
      return std::vector<float>(list->begin(), list->end());
    }
    if (const auto* text = std::get_if<std::string>(&value); type == "ListString" && text != nullptr) {
      return std::vector<std::string>{*text};
    }
    return value;
  }
};

// Version 1's types by their numbers, with their names of today.
struct OldType {
  const char* name;
  const char* type;
};
constexpr OldType kOldTypes[] = {
    {"NONE", "None"},
    {"ACCURACY", "Accuracy"},
    {"BNLL", "BNLL"},
    {"CONCAT", "Concat"},
    {"CONVOLUTION", "Convolution"},
    {"DATA", "Data"},
    {"DROPOUT", "Dropout"},
    {"EUCLIDEAN_LOSS", "EuclideanLoss"},
    {"FLATTEN", "Flatten"},
    {"HDF5_DATA", "HDF5Data"},
    {"HDF5_OUTPUT", "HDF5Output"},
    {"IM2COL", "Im2col"},
    {"IMAGE_DATA", "ImageData"},
    {"INFOGAIN_LOSS", "InfogainLoss"},
    {"INNER_PRODUCT", "InnerProduct"},
    {"LRN", "LRN"},
    {"MULTINOMIAL_LOGISTIC_LOSS", "MultinomialLogisticLoss"},
    {"POOLING", "Pooling"},
    {"RELU", "ReLU"},
    {"SIGMOID", "Sigmoid"},
    {"SOFTMAX", "Softmax"},
    {"SOFTMAX_LOSS", "SoftmaxWithLoss"},
    {"SPLIT", "Split"},
    {"TANH", "TanH"},
    {"WINDOW_DATA", "WindowData"},
    {"ELTWISE", "Eltwise"},
    {"POWER", "Power"},
    {"SIGMOID_CROSS_ENTROPY_LOSS", "SigmoidCrossEntropyLoss"},
    {"HINGE_LOSS", "HingeLoss"},
    {"MEMORY_DATA", "MemoryData"},
    {"ARGMAX", "ArgMax"},
    {"THRESHOLD", "Threshold"},
    {"DUMMY_DATA", "DummyData"},
    {"SLICE", "Slice"},
    {"MVN", "MVN"},
    {"ABSVAL", "AbsVal"},
    {"SILENCE", "Silence"},
    {"CONTRASTIVE_LOSS", "ContrastiveLoss"},
    {"EXP", "Exp"},
    {"DECONVOLUTION", "Deconvolution"},
};

constexpr const char* kParameterBlock = "_param";
constexpr const char* kPhases[] = {"TRAIN", "TEST"};

constexpr KnownField kNetworkFields[] = {
    {"name", FieldKind::kText},
    {"input", FieldKind::kText},
    {"input_shape", FieldKind::kMessage},
    {"input_dim", FieldKind::kInteger},
    {"layer", FieldKind::kMessage},
    {"layers", FieldKind::kMessage},
    {"force_backward", FieldKind::kTruth},
    {"state", FieldKind::kMessage},
    {"debug_info", FieldKind::kTruth},
};
constexpr KnownField kLayerFields[] = {
    {"name", FieldKind::kText},
    {"bottom", FieldKind::kText},
    {"top", FieldKind::kText},
    {"phase", FieldKind::kName},
    {"include", FieldKind::kMessage},
    {"exclude", FieldKind::kMessage},
    {"blobs", FieldKind::kMessage},
    // These are training's.
    {"loss_weight", FieldKind::kNumber},
    {"propagate_down", FieldKind::kTruth},
    {"blobs_lr", FieldKind::kNumber},
    {"weight_decay", FieldKind::kNumber},
    {"blob_share_mode", FieldKind::kName},
};
// Version 1 has enumerators of types, later versions have texts.
constexpr KnownField kOldType = {"type", FieldKind::kName}, kType = {"type", FieldKind::kText};
// Version 1 has names of shared blobs there.
constexpr KnownField kNamedBlob = {"param", FieldKind::kText};
constexpr KnownField kBlobRule = {"param", FieldKind::kMessage};
constexpr KnownField kBlobRuleFields[] = {{"name", FieldKind::kText},
                                          {"share_mode", FieldKind::kName},
                                          {"lr_mult", FieldKind::kNumber},
                                          {"decay_mult", FieldKind::kNumber}};
constexpr KnownField kRuleFields[] = {{"phase", FieldKind::kName},
                                      {"min_level", FieldKind::kInteger},
                                      {"max_level", FieldKind::kInteger},
                                      {"stage", FieldKind::kText},
                                      {"not_stage", FieldKind::kText}};
constexpr KnownField kStateFields[] = {
    {"phase", FieldKind::kName}, {"level", FieldKind::kInteger}, {"stage", FieldKind::kText}};
// Fields of fillers. Only training uses fillers, but a misspelt field is an error here, too.
constexpr KnownField kFillerFields[] = {{"type", FieldKind::kText},      {"value", FieldKind::kNumber},
                                        {"min", FieldKind::kNumber},     {"max", FieldKind::kNumber},
                                        {"mean", FieldKind::kNumber},    {"std", FieldKind::kNumber},
                                        {"sparse", FieldKind::kInteger}, {"variance_norm", FieldKind::kName}};
constexpr KnownField kShapeFields[] = {{"dim", FieldKind::kInteger}};

int64_t IntOr(const Field& message, const char* name, int64_t fallback) {
  const std::vector<int64_t> numbers = message.IntsOf(name);
  return numbers.empty() ? fallback : numbers.front();
}

bool Holds(const std::vector<std::string>& stages, const std::string& stage) {
  return std::find(stages.begin(), stages.end(), stage) != stages.end();
}

// Returns whether a network in use meets a rule: its phase is TEST, and `level` and `stages` are its own.
bool RuleHolds(const Field& rule, int64_t level, const std::vector<std::string>& stages) {
  if (rule.Find("phase") != nullptr && rule.NameOf("phase", kPhases) != "TEST") return false;
  if (level < IntOr(rule, "min_level", level) || level > IntOr(rule, "max_level", level)) return false;
  const std::vector<std::string> wanted = rule.TextsOf("stage"), unwanted = rule.TextsOf("not_stage");
  return std::all_of(wanted.begin(), wanted.end(), [&](const auto& stage) { return Holds(stages, stage); }) &&
         std::none_of(unwanted.begin(), unwanted.end(), [&](const auto& stage) { return Holds(stages, stage); });
}

bool IsFiller(const Field& field) { return field.name == "filler" || field.name.ends_with("_filler"); }

Status CheckLayer(const Field& layer) {
  const std::string title = fmt::format("layer '{}' ({})", layer.TextOf("name"), TypeOf(layer));
  std::vector<KnownField> known(std::begin(kLayerFields), std::end(kLayerFields));
  const bool is_old = layer.name == "layers";
  known.push_back(is_old ? kNamedBlob : kBlobRule);
  known.push_back(is_old ? kOldType : kType);
  OPDK_TRY(CheckFields(layer, known, title, kParameterBlock));
  for (const Field& field : layer.fields) {
    if (field.name == "include" || field.name == "exclude") {
      OPDK_TRY(CheckFields(field, kRuleFields, fmt::format("{} of {}", field.name, title)));
    }
    if (field.name == "param" && field.IsMessage()) {
      OPDK_TRY(CheckFields(field, kBlobRuleFields, fmt::format("param of {}", title)));
    }
    for (const Field& inner : field.fields) {
      if (IsFiller(inner)) OPDK_TRY(CheckFields(inner, kFillerFields, fmt::format("{} of {}", inner.name, title)));
    }
  }
  return {};
}

void Collect(const Field& block, const std::string& place, bool places,
             std::map<std::string, std::vector<Attr>>& values) {
  for (const Field& field : block.fields) {
    if (IsFiller(field)) continue;
    const std::string name = place + field.name;
    if (field.IsMessage()) {
      Collect(field, places ? name + "." : "", places, values);
    } else {
      values[name].push_back(field.value);
    }
  }
}

// Fields of Caffe's own parameter blocks that take texts, and fields that take enumerators.
constexpr std::string_view kTextFields[] = {"output_directory", "output_name_prefix", "output_format",
                                            "label_map_file",   "name_size_file",     "save_file"};
constexpr std::string_view kEnumeratorFields[] = {"pool",      "round_mode", "norm_region",   "operation",
                                                  "code_type", "engine",     "normalization", "norm"};

// Fields of Caffe's own parameter blocks that are unsigned. `top_k` is, too, but only that of ArgMax.
constexpr std::string_view kUnsignedFields[] = {"num_output",  "pad",        "pad_h",    "pad_w",      "kernel_size",
                                                "kernel_h",    "kernel_w",   "stride",   "stride_h",   "stride_w",
                                                "group",       "dilation",   "offset",   "local_size", "slice_point",
                                                "slice_dim",   "concat_dim", "pooled_h", "pooled_w",   "order",
                                                "num_classes", "input_dim",  "img_size", "img_h",      "img_w"};

// Refuses what protobuf's text form doesn't take: texts where no quotes belong, words where they do, and negative
// numbers of unsigned fields. An attribute no longer knows how the text was written. `title`: the block, in errors.
Status CheckValues(const Field& block, const std::string& title) {
  const auto is_one_of = [](const auto& names, const std::string& name) {
    return std::ranges::find(names, name) != std::end(names);
  };
  for (const Field& field : block.fields) {
    if (IsFiller(field)) continue;
    // Any other message stands in the place of a value, which is refused later.
    if (field.IsMessage() && !field.name.ends_with(kParameterBlock) && field.name != "shape") continue;
    if (field.IsMessage()) {
      OPDK_TRY(CheckValues(field, fmt::format("{} in {}", field.name, title)));
      continue;
    }
    const auto* number = std::get_if<int64_t>(&field.value);
    if (number != nullptr && *number < 0 && is_one_of(kUnsignedFields, field.name)) {
      return Status(ErrorCode::kAttrInvalid, fmt::format("line {}: the field '{}' of {} is {}, not a number from 0 on",
                                                         field.line, field.name, title, *number));
    }
    const auto* text = std::get_if<std::string>(&field.value);
    if (text == nullptr) continue;
    const bool takes_text = is_one_of(kTextFields, field.name), takes_name = is_one_of(kEnumeratorFields, field.name);
    if (field.quoted ? takes_text : takes_name) continue;
    const char* wanted = takes_text   ? "a text in quotes"
                         : takes_name ? "a name without quotes"
                                      : "a number or a truth value without quotes";
    Status refused(ErrorCode::kAttrInvalid, fmt::format("line {}: the field '{}' of {} is {}, not {}", field.line,
                                                        field.name, title, Shown(field), wanted));
    if (!field.quoted && !takes_text) return refused;
    const std::string written = takes_text ? fmt::format("\"{}\"", *text) : *text;
    return std::move(refused).Hint(fmt::format("{}: {}", field.name, written));
  }
  return {};
}

template <typename T>
Attr ListOf(const std::vector<Attr>& values) {
  std::vector<T> list;
  for (const Attr& value : values) {
    if (const auto* held = std::get_if<T>(&value)) list.push_back(*held);
  }
  return list;
}

Result<Attr> Joined(const std::string& name, const std::vector<Attr>& values) {
  if (values.size() == 1) return values.front();
  const auto all = [&values](auto kind) {
    return std::all_of(values.begin(), values.end(),
                       [](const Attr& value) { return std::holds_alternative<decltype(kind)>(value); });
  };
  if (all(std::string())) return ListOf<std::string>(values);
  if (all(bool())) return ListOf<bool>(values);
  if (all(int64_t())) return ListOf<int64_t>(values);
  std::vector<float> numbers;  // 1 among 0.5s is a number like them
  for (const Attr& value : values) {
    const auto* whole = std::get_if<int64_t>(&value);
    const auto* real = std::get_if<float>(&value);
    if (whole == nullptr && real == nullptr) {
      return Status(ErrorCode::kAttrInvalid,
                    fmt::format("the field '{}' has values of several kinds, {} among them", name, ValueText(value)));
    }
    numbers.push_back(whole == nullptr ? *real : static_cast<float>(*whole));
  }
  return Attr(numbers);
}

}  // namespace

const importer::Framework& CaffeFramework() {
  static const Caffe framework;
  return framework;
}

std::string TypeOf(const Field& layer) {
  const Field* type = layer.Find("type");
  const auto* number = type == nullptr ? nullptr : std::get_if<int64_t>(&type->value);
  if (number != nullptr) {
    const bool known = *number >= 0 && static_cast<size_t>(*number) < std::size(kOldTypes);
    return known ? kOldTypes[*number].type : std::to_string(*number);
  }
  const std::string name = layer.TextOf("type");
  const auto old =
      std::find_if(std::begin(kOldTypes), std::end(kOldTypes), [&](const OldType& row) { return name == row.name; });
  return old == std::end(kOldTypes) ? name : old->type;
}

Status CheckNetwork(const Field& network) {
  OPDK_TRY(CheckFields(network, kNetworkFields, "the network"));
  for (const Field& field : network.fields) {
    if (field.name == "layer" || field.name == "layers") {
      // Version 0 is refused where layers are read.
      if (field.Find("layer") == nullptr) OPDK_TRY(CheckLayer(field));
    } else if (field.name == "input_shape") {
      OPDK_TRY(CheckFields(field, kShapeFields, "input_shape"));
    } else if (field.name == "state") {
      OPDK_TRY(CheckFields(field, kStateFields, "state"));
    }
  }
  return {};
}

bool IsForTest(const Field& layer, const Field& network) {
  const Field* state = network.Find("state");
  const int64_t level = state == nullptr ? 0 : IntOr(*state, "level", 0);
  const std::vector<std::string> stages = state == nullptr ? std::vector<std::string>() : state->TextsOf("stage");
  bool includes = false, included = false;
  for (const Field& rule : layer.fields) {
    if (rule.name == "exclude" && RuleHolds(rule, level, stages)) return false;
    if (rule.name != "include") continue;
    includes = true;
    included = included || RuleHolds(rule, level, stages);
  }
  return !includes || included;
}

Result<AttrMap> AttributesOf(const Field& layer) {
  const std::string type = TypeOf(layer);
  const std::optional<std::string> own = BlockOf(type);
  std::map<std::string, std::vector<Attr>> values;
  for (const Field& block : layer.fields) {
    const bool holds_fields = block.IsMessage() && block.name.ends_with(kParameterBlock);
    // Only training reads transform_param and loss_param.
    if (!holds_fields || block.name == "transform_param" || block.name == "loss_param") continue;
    if (own && block.name != *own) {
      return Status(
          ErrorCode::kAttrInvalid,
          fmt::format("a layer of type {} {}, and nothing reads its '{}'", type,
                      own->empty() ? "has no parameters" : fmt::format("has its fields in '{}'", *own), block.name));
    }
    if (own) OPDK_TRY(CheckValues(block, fmt::format("{} (a layer of type {})", block.name, type)));
    Collect(block, "", own.has_value(), values);
  }
  AttrMap attributes;
  for (const auto& [name, list] : values) {
    OPDK_TRY(attributes[name], Joined(name, list));
  }
  return attributes;
}

}  // namespace opdk::caffe_plugin
