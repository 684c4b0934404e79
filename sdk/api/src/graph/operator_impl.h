// The object behind the handle ge::Operator.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "graph/operator.h"
#include "opdk/op_desc.h"

namespace ge {

using OperatorFn = std::function<graphStatus(Operator&)>;

class OperatorImpl : public std::enable_shared_from_this<OperatorImpl> {
 public:
  struct Link {
    Operator source;  // empty: not linked
    int output = 0;
  };
  struct Subgraph {
    std::string instance;
    Operator::SubgraphBuilder builder;
  };

  OperatorImpl(std::string name, std::string type);
  OperatorImpl(opdk::OpDesc& over, opdk::ConstInputFn const_input);
  ~OperatorImpl();
  OperatorImpl(const OperatorImpl&) = delete;
  OperatorImpl& operator=(const OperatorImpl&) = delete;

  opdk::OpDesc& desc() { return *desc_; }
  // Returns one link per input slot; adds links for slots that were added to the desc since the last call.
  std::vector<Link>& links();

  graphStatus LinkInput(int slot, const std::shared_ptr<OperatorImpl>& source, int output);
  void UnlinkInput(int slot);
  void LinkControl(const std::shared_ptr<OperatorImpl>& source);
  void UnlinkControl(const OperatorImpl* source);
  void BreakConnect();
  // Returns the operators with a data or control link from this one, each once, in order of linking.
  std::vector<std::shared_ptr<OperatorImpl>> Consumers() const;
  // Returns whether more than `limit` inputs read output `output`. Looks at no more users than that needs.
  bool HasMoreUses(int output, int limit) const;
  // Gives output `output`'s desc to the inputs it feeds.
  void PushOutputDesc(int output);

  bool ConstInput(int slot, Tensor& value);

  // Appends `count` entries to a dynamic port, declaring it when it is new. at_slot -1: the port's own place.
  void AddInputs(const opdk::IrPort& port, uint32_t count, int at_slot = -1);
  void AddOutputs(const opdk::IrPort& port, uint32_t count);

  std::vector<Operator> control_inputs;
  std::vector<Subgraph> subgraphs;
  OperatorFn infer, verify, infer_format;
  InferenceContextPtr context;
  std::string package;  // package of the prototype; "" when it wasn't noted

 private:
  opdk::OpDesc owned_;
  opdk::OpDesc* desc_;
  opdk::ConstInputFn const_input_;
  struct Consumer {
    std::weak_ptr<OperatorImpl> op;
    // The first input that was linked, where one looks first: an operator may have many thousand inputs. -1: a control
    // link was first.
    int slot;
  };
  std::vector<Link> links_;
  std::vector<Consumer> consumers_;
  // The same, to be found: a value may have many thousand users.
  std::set<std::weak_ptr<OperatorImpl>, std::owner_less<>> known_consumers_;

  void AddConsumer(const std::shared_ptr<OperatorImpl>& consumer, int slot);
  bool Feeds(const OperatorImpl& consumer, int slot) const;
};

}  // namespace ge

namespace opdk {

struct OperatorAccess {
  static const ge::OperatorImplPtr& Impl(const ge::Operator& op) { return op.operator_impl_; }
  static ge::Operator Handle(ge::OperatorImplPtr impl) {
    ge::Operator op;
    op.operator_impl_ = std::move(impl);
    return op;
  }
};

// Returns the desc of an optional input that isn't connected.
ge::TensorDesc AbsentDesc();
bool IsAbsent(const ge::TensorDesc& desc);

}  // namespace opdk
