// The one graph type of the core. A graph owns its nodes; a node owns its operator's data (opdk::OpDesc) and knows
// its edges in both directions. The core gives meaning to these structural operator types only:
//   Data        a graph input; attribute "index" (Int) gives its position; output y
//               RefData is read as one with the attribute kRefAttr: an input that the graph may write
//   Const       a constant; attribute "value" (Tensor); output y ("Constant" is read as Const)
//   NetOutput   the graph's outputs, dynamic input x; attribute "output_names" (ListString)
//   PlaceHolder / End   the two sides of a cut edge between engine subgraphs
//   FusedOp     several operators as one; `body` holds them, with Data/NetOutput for its inputs and outputs
// and to the types of control flow (control_flow.h). Their graphs are regions. A region is isolated: it gets every
// value from outside as an input of its node.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "opdk/compile.h"
#include "opdk/op_desc.h"
#include "opdk/status.h"

namespace opdk {

class Graph;
class Node;
struct OperatorProvider;

inline constexpr std::string_view kData = "Data";
inline constexpr std::string_view kConst = "Const";
inline constexpr std::string_view kNetOutput = "NetOutput";
inline constexpr std::string_view kPlaceHolder = "PlaceHolder";
inline constexpr std::string_view kEnd = "End";
inline constexpr std::string_view kFusedOp = "FusedOp";
// Attribute (Bool) of a Data: the graph may write to its tensor, which belongs to the caller.
inline constexpr std::string_view kRefAttr = "_ref_data";
// The region of a FusedOp, of While, For and Loop.
inline constexpr std::string_view kBody = "body";

// Output `index` of `node`; node == nullptr: nothing is connected.
struct Endpoint {
  Node* node = nullptr;
  int index = 0;
  bool operator==(const Endpoint&) const = default;
};

// Input `index` of `node`, seen from the producer.
struct Use {
  Node* node = nullptr;
  int index = 0;
  bool operator==(const Use&) const = default;
};

// The engine that runs a node, and the reasons. Filled by placement, read by `opdk explain`.
struct Placement {
  std::string engine;             // "" while not placed
  std::string package;            // the package that provides the kernel
  std::string kernel;             // kernel name, filled by the engine when it builds the task
  std::vector<Refusal> refusals;  // cheaper engines that said no
  bool beside_others = false;     // its task runs on one thread, at the same time as others
  // The provider in `package`, for quick access. nullptr: only the package's name is known (a graph that was read).
  // Belongs to the registry that the graph was placed with.
  const OperatorProvider* provider = nullptr;
};

// A graph that a node owns, under the name that the node's type gives it ("then_branch").
struct Region {
  std::string name;
  std::unique_ptr<Graph> graph;
};

class Node {
 public:
  const std::string& name() const { return op_.name; }
  const std::string& type() const { return op_.type; }
  // Ports are added and moved through Graph, the name through Graph::Rename; the rest may be written.
  OpDesc& op() { return op_; }
  const OpDesc& op() const { return op_; }
  Graph& graph() const { return *graph_; }
  // Returns the creation number, which is unique in the graph's life. Every order breaks its ties by this number.
  int64_t id() const { return id_; }

  // Returns the sources of the inputs, one for each entry of op().inputs.
  const std::vector<Endpoint>& inputs() const { return inputs_; }
  const Endpoint& input(int i) const { return inputs_.at(static_cast<size_t>(i)); }
  // Consumers of output i, in order of connection; where one was taken away the last one takes its place.
  const std::vector<Use>& uses(int i) const { return uses_.at(static_cast<size_t>(i)); }
  // Returns the index of input i among uses() of its producer's output.
  size_t use_position(size_t i) const { return use_positions_.at(i); }
  bool HasUses() const;
  const std::vector<Node*>& control_inputs() const { return control_inputs_; }
  const std::vector<Node*>& control_outputs() const { return control_outputs_; }

  Placement& placement() { return placement_; }
  const Placement& placement() const { return placement_; }

  // Returns the regions in the order in which they were added. control_flow.h lists the regions of each type.
  const std::vector<Region>& regions() const { return regions_; }
  // Returns the region of this name. nullptr: the node has none.
  Graph* region(std::string_view name) const;
  Graph* AddRegion(std::string name, std::unique_ptr<Graph> graph);
  std::unique_ptr<Graph> TakeRegion(std::string_view name);

  // Returns the operators that a FusedOp stands for, its region "body". nullptr: any other node.
  Graph* body() const { return Is(kFusedOp) ? region(kBody) : nullptr; }

  bool Is(std::string_view type) const { return op_.type == type; }
  // Returns the value of a Const node. nullptr: any other node.
  const ge::Tensor* ConstValue() const;

 private:
  friend class Graph;
  Node(Graph* graph, int64_t id, OpDesc op);

  Graph* graph_;
  int64_t id_;
  OpDesc op_;
  std::vector<Endpoint> inputs_;
  // Where each connected input stands among the uses of its producer's output: graphs of a million nodes are taken
  // apart in linear time.
  std::vector<size_t> use_positions_;
  std::vector<std::vector<Use>> uses_;
  std::vector<Node*> control_inputs_;
  std::vector<Node*> control_outputs_;
  Placement placement_;
  std::vector<Region> regions_;
  std::list<std::unique_ptr<Node>>::iterator place_;  // in the graph's list
};

// Not thread-safe. Node pointers stay valid until Remove() or Release().
class Graph {
 public:
  explicit Graph(std::string name = "graph");
  ~Graph();
  Graph(Graph&&) noexcept;
  Graph& operator=(Graph&&) noexcept;

  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  AttrMap& attrs() { return attrs_; }
  const AttrMap& attrs() const { return attrs_; }
  // Returns the node that has this graph as a region. nullptr: the graph is no region.
  const Node* owner() const { return owner_; }

  // Prepares for so many nodes, which are then added in less time.
  void Reserve(size_t nodes);
  // Adds a node with op.inputs.size() unconnected inputs. A name that is taken gets a numeric suffix; an empty one
  // becomes the type's. The type "Constant" becomes "Const", "RefData" a Data with kRefAttr.
  Node* AddNode(OpDesc op);
  Node* AddConst(std::string name, const ge::Tensor& value);
  // Returns all nodes, in creation order.
  std::vector<Node*> nodes() const;
  size_t size() const { return nodes_.size(); }
  Node* Find(std::string_view name) const;

  // Connects; an input that was connected before is disconnected first. Ports must exist (checked).
  void Connect(Endpoint from, Node* to, int input);
  void Disconnect(Node* node, int input);
  void ConnectControl(Node* from, Node* to);
  void DisconnectControl(Node* from, Node* to);
  // Makes every use of `from` in this graph a use of `to`.
  void ReplaceUses(Endpoint from, Endpoint to);
  // Appends a port to a node (dynamic ports, NetOutput). Returns its index.
  int AppendInput(Node* node, Port port);
  int AppendOutput(Node* node, Port port);
  // Gives a node a new list of ports: new port i takes over the connection(s) of old port from[i] (-1: none). Old
  // inputs that are not named in `from` are disconnected; an old output that is left out must have no uses.
  void RearrangeInputs(Node* node, std::vector<Port> ports, std::span<const int> from);
  void RearrangeOutputs(Node* node, std::vector<Port> ports, std::span<const int> from);
  // Gives a node another name (with a numeric suffix when it is taken).
  void Rename(Node* node, std::string name);
  // Disconnects the node's inputs and control edges and destroys it. It must have no uses.
  void Remove(Node* node);
  // Moves a node that is disconnected from everything out of `from` into this graph. It gets a new id, keeps its
  // placement and regions, and its name where that is free here.
  Node* Adopt(Graph& from, Node* node);

  // Returns the Data nodes, ordered by their attribute "index".
  std::vector<Node*> inputs() const;
  Node* net_output() const;

  // Producers before consumers, ties by id: deterministic. E2004 with the nodes of one cycle.
  Result<std::vector<Node*>> TopologicalOrder() const;
  // Checks the structure: edges agree in both directions, ports exist, names are unique. Data indices are 0..n-1, there
  // is at most one NetOutput and no cycle, and the regions are valid. E2004, E2005.
  Status Verify() const;

  std::unique_ptr<Graph> Clone() const;

 private:
  friend class Node;
  Node* Append(std::unique_ptr<Node> node);
  // Returns all nodes in creation order. The caller holds the index's mutex.
  const std::vector<Node*>& NodesById() const;
  static void AddUse(Endpoint from, Node* to, int input);
  std::string name_;
  AttrMap attrs_;
  const Node* owner_ = nullptr;             // stays where other contents are moved in
  std::list<std::unique_ptr<Node>> nodes_;  // by id: ids only grow and new nodes are appended
  struct Index;
  std::unique_ptr<Index> index_;
  int64_t next_id_ = 0;
};

}  // namespace opdk
