// The part of a graph that is to be replaced, told by the tensors that enter it and those that leave it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ge_common/ge_common_api_types.h"
#include "graph/graph.h"
#include "opdk/visibility.h"

namespace ge {
namespace fusion {

// An input or an output of a node, whichever the place where it stands is about.
struct NodeIo {
  GNode node;
  int64_t index;
};

class SubgraphInputImpl;
// One tensor that enters: the inputs, inside, of the nodes that take it. Users outside aren't listed.
class OPDK_API SubgraphInput {
 public:
  SubgraphInput();
  explicit SubgraphInput(std::vector<NodeIo> node_inputs);
  ~SubgraphInput();
  SubgraphInput(const SubgraphInput& other) noexcept;
  SubgraphInput& operator=(SubgraphInput&& other) noexcept;
  SubgraphInput& operator=(const SubgraphInput& other) noexcept;

  // Fails where the node has no such input.
  Status AddInput(const NodeIo& node_input);
  std::vector<NodeIo> GetAllInputs() const;

 private:
  std::unique_ptr<SubgraphInputImpl> impl_;
};

class SubgraphOutputImpl;
// One tensor that leaves: the output of a node inside.
class OPDK_API SubgraphOutput {
 public:
  SubgraphOutput();
  explicit SubgraphOutput(const NodeIo& node_output);
  ~SubgraphOutput();
  SubgraphOutput(const SubgraphOutput& other) noexcept;
  SubgraphOutput& operator=(SubgraphOutput&& other) noexcept;
  SubgraphOutput& operator=(const SubgraphOutput& other) noexcept;

  // Fails where the node has no such output.
  Status SetOutput(const NodeIo& node_output);
  // Fails where none is set.
  Status GetOutput(NodeIo& node_output) const;

 private:
  std::unique_ptr<SubgraphOutputImpl> impl_;
};

class SubgraphBoundaryImpl;
// Inside is what the outputs are made from, up to the inputs. No node inside is a Data or a Variable, all are of one
// graph, and what a node inside gives is used inside unless it is one of the outputs. Indices count from 0 without
// gaps; they are those of the replacement's inputs and outputs.
class OPDK_API SubgraphBoundary {
 public:
  SubgraphBoundary();
  SubgraphBoundary(std::vector<SubgraphInput> inputs, std::vector<SubgraphOutput> outputs);
  ~SubgraphBoundary();
  SubgraphBoundary(const SubgraphBoundary& other) noexcept;
  SubgraphBoundary& operator=(SubgraphBoundary&& other) noexcept;
  SubgraphBoundary& operator=(const SubgraphBoundary& other) noexcept;

  // Fail where the index is taken.
  Status AddInput(int64_t index, SubgraphInput input);
  Status AddOutput(int64_t index, SubgraphOutput output);
  // Fail where there is none.
  Status GetInput(int64_t index, SubgraphInput& subgraph_input) const;
  Status GetOutput(int64_t index, SubgraphOutput& subgraph_output) const;
  // By index; what is in the list before stays.
  Status GetAllInputs(std::vector<SubgraphInput>& subgraph_input) const;
  Status GetAllOutputs(std::vector<SubgraphOutput>& subgraph_outputs) const;

 private:
  std::unique_ptr<SubgraphBoundaryImpl> impl_;
};

}  // namespace fusion
}  // namespace ge
