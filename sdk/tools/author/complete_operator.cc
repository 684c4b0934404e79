#include "sdk/tools/author/complete_operator.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "graph_core/base/type_names.h"
#include "graph_core/package/engine_info.h"
#include "sdk/tools/author/cpp_text.h"

namespace opdk::author {
namespace {

Status Misfit(const OperatorDefinition& op, const TemplateKind& kind, const std::string& what) {
  return Status(ErrorCode::kDefinitionInvalid, fmt::format("{} isn't of kind {}: {}", op.op, kind.name, what))
      .At(op.place)
      .Hint("leave 'kind' out: what only you can know then is a stub that fails with its file and line");
}

std::string Counted(size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// Checks that the operator has the kind's ports in the same order, under any names. Their dtypes must be related like
// the kind's: equal to the first input's, or fixed.
Status CheckPorts(const OperatorDefinition& op, const TemplateKind& kind) {
  const OperatorDefinition& model = kind.prototype;
  const auto check = [&](const std::vector<PortDefinition>& ports, const std::vector<PortDefinition>& wanted,
                         const char* side) -> Status {
    if (ports.size() != wanted.size()) {
      return Misfit(op, kind, fmt::format("it has {}, the kind {}", Counted(ports.size(), side), wanted.size()));
    }
    for (size_t i = 0; i < ports.size(); ++i) {
      if (ports[i].param_type != wanted[i].param_type) {
        return Misfit(op, kind, fmt::format("{} {} must be required", side, ports[i].name));
      }
      const bool like_first = wanted[i].types == model.inputs.front().types;
      if (like_first && ports[i].types != op.inputs.front().types) {
        return Misfit(op, kind,
                      fmt::format("{} {} must have the types of {}", side, ports[i].name, op.inputs.front().name));
      }
      const ge::DataType fixed = wanted[i].types.front();
      const bool agrees = std::all_of(ports[i].types.begin(), ports[i].types.end(),
                                      [fixed](ge::DataType type) { return type == fixed; });
      if (!like_first && !agrees) {
        return Misfit(op, kind, fmt::format("{} {} must be {}", side, ports[i].name, DtypeName(fixed)));
      }
    }
    return {};
  };
  OPDK_TRY(check(op.inputs, model.inputs, "input"));
  return check(op.outputs, model.outputs, "output");
}

const AttrDefinition* FindAttr(const OperatorDefinition& op, const std::string& name) {
  for (const AttrDefinition& attr : op.attrs) {
    if (attr.name == name) return &attr;
  }
  return nullptr;
}

Status CheckShapeAttrs(const OperatorDefinition& op, const TemplateKind& kind) {
  for (const std::string& name : kind.shape_attrs) {
    const AttrDefinition* given = FindAttr(op, name);
    const AttrDefinition* wanted = FindAttr(kind.prototype, name);
    if (given == nullptr || given->type != wanted->type) {
      return Misfit(op, kind, fmt::format("its shape rule reads an attribute {} of type {}", name, wanted->type));
    }
  }
  return {};
}

// Returns "" if the template's kernels compute this operator; else the difference from the kind.
std::string WhyNotComputed(const OperatorDefinition& op, const TemplateKind& kind) {
  for (const AttrDefinition& attr : op.attrs) {
    const AttrDefinition* wanted = FindAttr(kind.prototype, attr.name);
    if (wanted == nullptr) return fmt::format("attribute {} isn't one that the kind's mathematics has", attr.name);
    if (wanted->type != attr.type) return fmt::format("attribute {} has another type than the kind's", attr.name);
    if (CppValue(attr.default_value) != CppValue(wanted->default_value)) {
      return fmt::format("attribute {} has another default than the kind's", attr.name);
    }
    if (attr.min || !attr.one_of.empty()) {
      if (attr.min != wanted->min || attr.max != wanted->max || attr.one_of != wanted->one_of) {
        return fmt::format("attribute {} has another range than the kind's", attr.name);
      }
    }
  }
  for (const AttrDefinition& attr : kind.prototype.attrs) {
    if (FindAttr(op, attr.name) == nullptr) return fmt::format("it has no attribute {}", attr.name);
  }
  for (const PortDefinition& output : op.outputs) {
    const bool overwrites = std::any_of(op.inputs.begin(), op.inputs.end(),
                                        [&](const PortDefinition& input) { return input.name == output.name; });
    if (overwrites)
      return fmt::format("output {} is an input too, which the kind's kernels don't overwrite", output.name);
  }
  for (const ge::DataType type : op.inputs.front().types) {
    if (std::find(kind.computes.begin(), kind.computes.end(), type) == kind.computes.end()) {
      return fmt::format("the kind's kernels don't compute with {}", DtypeName(type));
    }
  }
  return "";
}

void FillFromKind(OperatorDefinition& op, const TemplateKind& kind) {
  const OperatorDefinition& model = kind.prototype;
  if (op.outputs.empty()) {
    op.inputs = model.inputs;
    op.outputs = model.outputs;
    if (op.attrs.empty()) op.attrs = model.attrs;
    if (op.doc.empty()) op.doc = model.doc;
  }
  if (op.group.empty()) op.group = model.group;
  if (op.engines.empty()) op.engines = model.engines;
}

void NameInFrameworks(OperatorDefinition& op, const std::string& package) {
  for (auto& [framework, names] : op.frameworks) {
    if (names.empty()) names = {framework == "onnx" ? fmt::format("{}::1::{}", package, op.op) : op.op};
  }
}

}  // namespace

Result<CompletedOperator> CompleteOperator(OperatorDefinition op, const TemplateSet& templates,
                                           const std::string& package) {
  CompletedOperator completed;
  if (op.kind.empty()) {
    completed.reason = "its definition has no kind";
    if (op.group.empty()) op.group = "custom";
    if (op.engines.empty()) op.engines = EngineNames();
  } else {
    const TemplateKind* kind = templates.FindKind(op.kind);
    if (kind == nullptr) {
      return Status(ErrorCode::kDefinitionInvalid, fmt::format("no template is of kind {}", op.kind))
          .At(op.place)
          .Hint(fmt::format("kinds: {}", fmt::join(templates.KindNames(), ", ")));
    }
    FillFromKind(op, *kind);
    OPDK_TRY(CheckPorts(op, *kind));
    OPDK_TRY(CheckShapeAttrs(op, *kind));
    for (const std::string& engine : op.engines) {
      const auto& known = kind->prototype.engines;
      if (std::find(known.begin(), known.end(), engine) == known.end()) {
        return Misfit(op, *kind, fmt::format("the kind has no kernel for {}", engine));
      }
    }
    completed.reason = WhyNotComputed(op, *kind);
    completed.fit = completed.reason.empty() ? TemplateFit::kAll : TemplateFit::kShapeRule;
  }
  NameInFrameworks(op, package);
  completed.definition = std::move(op);
  return completed;
}

}  // namespace opdk::author
