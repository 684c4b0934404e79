// The part of a graph that is replaced, described by the tensors that enter and leave it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ge_common/ge_common_api_types.h"
#include "graph/graph.h"
#include "opdk/visibility.h"

namespace ge {
namespace fusion {

// An input or an output of a node; the context says which.
struct NodeIo {
  GNode node;
  int64_t index;
};

class SubgraphInputImpl;
// A tensor that enters: the inputs of the inside nodes that read it. Users outside aren't listed.
class OPDK_API SubgraphInput {
 public:
  SubgraphInput();
  explicit SubgraphInput(std::vector<NodeIo> node_inputs);
  ~SubgraphInput();
  SubgraphInput(const SubgraphInput& other) noexcept;
  SubgraphInput& operator=(SubgraphInput&& other) noexcept;
  SubgraphInput& operator=(const SubgraphInput& other) noexcept;

  // Adds an input; fails when the node has no such input.
  Status AddInput(const NodeIo& node_input);
  std::vector<NodeIo> GetAllInputs() const;

 private:
  std::unique_ptr<SubgraphInputImpl> impl_;
};

class SubgraphOutputImpl;
// A tensor that leaves: the output of a node inside.
class OPDK_API SubgraphOutput {
 public:
  SubgraphOutput();
  explicit SubgraphOutput(const NodeIo& node_output);
  ~SubgraphOutput();
  SubgraphOutput(const SubgraphOutput& other) noexcept;
  SubgraphOutput& operator=(SubgraphOutput&& other) noexcept;
  SubgraphOutput& operator=(const SubgraphOutput& other) noexcept;

  // Sets the output; fails when the node has no such output.
  Status SetOutput(const NodeIo& node_output);
  // Reads the output; fails when none is set.
  Status GetOutput(NodeIo& node_output) const;

 private:
  std::unique_ptr<SubgraphOutputImpl> impl_;
};

class SubgraphBoundaryImpl;
// The nodes between inputs and outputs. No node inside is a Data or a Variable, and all are of one graph. The outputs
// of inside nodes have users inside only, apart from the boundary's outputs. Indices count from 0 without gaps; the
// replacement's inputs and outputs have the same indices.
class OPDK_API SubgraphBoundary {
 public:
  SubgraphBoundary();
  SubgraphBoundary(std::vector<SubgraphInput> inputs, std::vector<SubgraphOutput> outputs);
  ~SubgraphBoundary();
  SubgraphBoundary(const SubgraphBoundary& other) noexcept;
  SubgraphBoundary& operator=(SubgraphBoundary&& other) noexcept;
  SubgraphBoundary& operator=(const SubgraphBoundary& other) noexcept;

  // Adds an input or output; fails when the index is taken.
  Status AddInput(int64_t index, SubgraphInput input);
  Status AddOutput(int64_t index, SubgraphOutput output);
  // Reads an input or output; fails when there is none with the index.
  Status GetInput(int64_t index, SubgraphInput& subgraph_input) const;
  Status GetOutput(int64_t index, SubgraphOutput& subgraph_output) const;
  // Appends all inputs or outputs to the list, ordered by index.
  Status GetAllInputs(std::vector<SubgraphInput>& subgraph_input) const;
  Status GetAllOutputs(std::vector<SubgraphOutput>& subgraph_outputs) const;

 private:
  std::unique_ptr<SubgraphBoundaryImpl> impl_;
};

}  // namespace fusion
}  // namespace ge
