#include "sdk/tools/atc/check_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "graph_core/ir/node_kind.h"
#include "graph_core/optimization/pipeline.h"
#include "graph_core/partition/passes.h"
#include "graph_core/preparation/pipeline.h"

namespace opdk::atc {
namespace {

using Json = nlohmann::ordered_json;

struct Row {
  std::string name, type;
  Status why;
};

// The errors of nodes of one graph.
class Checked {
 public:
  explicit Checked(const PassContext& context) : context_(context) {}

  // Adds a row for each node of the model. A node without a declared operator has its error from the start.
  void List(const Graph& graph, const std::string& place) {
    for (const Node* node : graph.nodes()) {
      if (node->Is(kData) || node->Is(kConst) || node->Is(kNetOutput)) continue;
      Status known =
          IsStructuralType(node->type()) ? Status() : context_.packages->Declared(node->type(), node->name()).status();
      rows_.push_back({place + node->name(), node->type(), std::move(known)});
      ForRegions(*node, place, [&](Graph& region, const std::string& inner) { List(region, inner); });
    }
  }
  bool failed() const {
    for (const Row& row : rows_) {
      if (!row.why.ok()) return true;
    }
    return false;
  }

  // Assigns a stage's error to the node that it names, else to the model.
  void Blame(const std::string& model, const Status& why) {
    for (const std::string& place : why.places()) {
      for (Row& row : rows_) {
        const std::string last = row.name.substr(row.name.rfind('/') + 1);
        if (place != fmt::format("node {} ({})", row.name, row.type) &&
            place != fmt::format("node {} ({})", last, row.type)) {
          continue;
        }
        row.why = why;
        return;
      }
    }
    rows_.push_back({model, "", why});
  }

  void Place(Graph& graph, const std::string& place) {
    for (Node* node : graph.nodes()) {
      if (!IsStructural(*node)) Take(place + node->name(), node->type(), PlaceNode(*node, context_));
      ForRegions(*node, place, [&](Graph& region, const std::string& inner) { Place(region, inner); });
    }
  }

  const std::vector<Row>& rows() const { return rows_; }

 private:
  template <typename Visit>
  static void ForRegions(const Node& node, const std::string& place, Visit visit) {
    for (const Region& region : node.regions()) {
      visit(*region.graph, fmt::format("{}{}/{}/", place, node.name(), region.name));
    }
  }
  // Takes a node's result. Nodes that passes add, and that the model doesn't have, get rows of their own.
  void Take(const std::string& name, const std::string& type, Status why) {
    if (why.ok()) return;
    for (Row& row : rows_) {
      if (row.name != name) continue;
      row.why = std::move(why);
      return;
    }
    rows_.push_back({name, type, std::move(why)});
  }

  const PassContext& context_;
  std::vector<Row> rows_;
};

const char* Word(bool success) { return success ? "success" : "failed"; }

CheckReport Written(const std::string& name, const std::vector<Row>& rows) {
  CheckReport report;
  Json operators = Json::array();
  for (const Row& row : rows) {
    Json causes = Json::array();
    if (!row.why.ok()) {
      causes.push_back({{"code", ToString(row.why.code())}, {"message", row.why.message()}});
      ++report.failed;
    }
    operators.push_back(
        {{"name", row.name}, {"type", row.type}, {"result", Word(row.why.ok())}, {"cause", std::move(causes)}});
  }
  report.total = static_cast<int>(rows.size());
  const Json json = {{"name", name},          {"result", Word(report.failed == 0)},
                     {"total", report.total}, {"pass", report.total - report.failed},
                     {"fail", report.failed}, {"op", std::move(operators)}};
  report.json = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  return report;
}

}  // namespace

CheckReport CheckOperators(Graph graph, const Session& session, const PrecisionOptions& precision) {
  PassContext context;
  context.packages = &session.packages();
  context.engines = session.engines();
  context.precision = std::make_shared<const PrecisionOptions>(precision);
  const std::string name = graph.name();
  Checked checked(context);
  checked.List(graph, "");
  // Without prototypes nothing can be inferred.
  if (checked.failed()) return Written(name, checked.rows());
  Status status = PrepareGraph(graph, context);
  if (status.ok()) status = OptimizeGraph(graph, context);
  if (status.ok()) {
    checked.Place(graph, "");
  } else {
    checked.Blame(name, status);
  }
  return Written(name, checked.rows());
}

CheckReport ReportUnread(const std::string& name, const Status& why) { return Written(name, {{name, "", why}}); }

}  // namespace opdk::atc
