#include "graph_core/optimization/fewest_casts.h"

// GCC 12 takes Boost's empty optionals for uninitialised ones.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#pragma GCC diagnostic pop

#include <algorithm>
#include <limits>
#include <utility>

namespace opdk {
namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
using FlowGraph = boost::adjacency_list<
    boost::vecS, boost::vecS, boost::directedS,
    boost::property<
        boost::vertex_index_t, long,
        boost::property<boost::vertex_color_t, boost::default_color_type,
                        boost::property<boost::vertex_distance_t, long,
                                        boost::property<boost::vertex_predecessor_t, Traits::edge_descriptor>>>>,
    boost::property<boost::edge_capacity_t, int64_t,
                    boost::property<boost::edge_residual_capacity_t, int64_t,
                                    boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;

constexpr int64_t kInfinite = std::numeric_limits<int64_t>::max() / 4;

// A minimal cut. The source's side holds the small forms.
class Cut {
 public:
  explicit Cut(int choices) : graph_(static_cast<size_t>(choices) + 2), choices_(choices) {}

  // Adds a tensor so that exactly one edge is cut if some reader takes the other form than the producer.
  void Add(const ChosenTensor& tensor) {
    const size_t producer = VertexOf(tensor.producer);
    const size_t from_small = boost::add_vertex(graph_), from_large = boost::add_vertex(graph_);
    AddEdge(producer, from_small, tensor.cost);
    AddEdge(from_large, producer, tensor.cost);
    for (const TypeEnd& reader : tensor.readers) {
      AddEdge(from_small, VertexOf(reader), kInfinite);
      AddEdge(VertexOf(reader), from_large, kInfinite);
    }
  }

  std::vector<bool> Solve() {
    boost::boykov_kolmogorov_max_flow(graph_, Source(), Sink());
    const auto colors = boost::get(boost::vertex_color, graph_);
    std::vector<bool> small;
    // The vertices that the source reaches are the smallest side of all minimal cuts.
    for (int i = 0; i < choices_; ++i) {
      small.push_back(colors[static_cast<size_t>(i)] == boost::get(colors, Source()));
    }
    return small;
  }

 private:
  size_t Source() const { return static_cast<size_t>(choices_); }
  size_t Sink() const { return static_cast<size_t>(choices_) + 1; }
  size_t VertexOf(const TypeEnd& end) const {
    return end.choice >= 0 ? static_cast<size_t>(end.choice) : end.small ? Source() : Sink();
  }

  void AddEdge(size_t from, size_t to, int64_t capacity) {
    if (from == to) return;
    const auto forth = boost::add_edge(from, to, graph_).first;
    const auto back = boost::add_edge(to, from, graph_).first;
    boost::put(boost::edge_capacity, graph_, forth, capacity);
    boost::put(boost::edge_capacity, graph_, back, int64_t{0});
    boost::put(boost::edge_reverse, graph_, forth, back);
    boost::put(boost::edge_reverse, graph_, back, forth);
  }

  FlowGraph graph_;
  int choices_;
};

}  // namespace

std::vector<bool> FewestCasts(int choices, const std::vector<ChosenTensor>& tensors) {
  Cut cut(choices);
  for (const ChosenTensor& tensor : tensors) cut.Add(tensor);
  return cut.Solve();
}

int64_t CountCasts(const std::vector<bool>& small, const std::vector<ChosenTensor>& tensors) {
  const auto is_small = [&](const TypeEnd& end) {
    return end.choice < 0 ? end.small : small[static_cast<size_t>(end.choice)];
  };
  int64_t cost = 0;
  for (const ChosenTensor& tensor : tensors) {
    const bool converted = std::any_of(tensor.readers.begin(), tensor.readers.end(), [&](const TypeEnd& reader) {
      return is_small(reader) != is_small(tensor.producer);
    });
    if (converted) cost += tensor.cost;
  }
  return cost;
}

}  // namespace opdk
