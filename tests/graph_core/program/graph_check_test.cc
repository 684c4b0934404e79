#include "graph_core/program/graph_check.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <deque>
#include <functional>

#include "graph_core/ir/node_kind.h"
#include "graph_core/loading/load.h"
#include "graph_core/program/om_container.h"
#include "tests/graph_core/program/program_fixture.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;

using GraphCheck = ProgramFile;

// One number of a program's functions that the test changes; false: it has no k-th place.
struct Change {
  const char* name;
  std::function<bool(std::deque<Function>& functions, size_t k)> make;
};

template <typename Row, typename Make>
std::function<bool(std::deque<Function>&, size_t)> InEach(std::vector<Row> Function::*rows, Make make) {
  return [rows, make](std::deque<Function>& functions, size_t k) {
    for (Function& function : functions) {
      for (Row& row : function.*rows) {
        if (k-- == 0) {
          make(function, row);
          return true;
        }
      }
    }
    return false;
  };
}

TEST_F(GraphCheck, AProgramThatContradictsItsGraphIsRefused) {
  const auto slot = [](auto make) {
    return InEach(&Function::tensors, [make](Function&, TensorSlot& tensor) { make(tensor); });
  };
  const auto step = [](auto make) { return InEach(&Function::steps, [make](Function&, Step& s) { make(s); }); };
  const Change changes[] = {
      {"rank", slot([](TensorSlot& tensor) { tensor.shape.push_back(1); })},
      {"extent", slot([](TensorSlot& tensor) {
         if (tensor.shape.empty()) tensor.shape = {2};
         tensor.shape[0] = 1 << 20;
       })},
      {"dtype", slot([](TensorSlot& tensor) { tensor.dtype = ge::DT_COMPLEX128; })},
      {"node of a slot", slot([](TensorSlot& tensor) { ++tensor.node; })},
      {"kernel", step([](Step& s) {
         auto* kernel = s.As<KernelTask>();
         kernel == nullptr ? static_cast<void>(s.task = KernelTask()) : static_cast<void>(kernel->image = 1 << 20);
       })},
      {"view", step([](Step& s) { s.task = ViewTask(); })},
      {"control", step([](Step& s) {
         auto* control = s.As<ControlTask>();
         s.task = ControlTask{ControlKind::kIf, control == nullptr ? std::vector<int>() : control->functions, 0};
       })},
      {"variable", step([](Step& s) { s.task = VariableTask{VariableOp::kRead}; })},
      {"channel", step([](Step& s) { s.task = ChannelTask{"c"}; })},
      {"resource", step([](Step& s) { s.task = ResourceTask{ResourceOp::kSize}; })},
      {"input of a step", step([](Step& s) { s.inputs[0] = s.outputs[0]; })},
      {"output of a step", step([](Step& s) { s.outputs[0] = s.inputs.back(); })},
      {"functions of a step", step([](Step& s) {
         auto* control = s.As<ControlTask>();
         control == nullptr ? static_cast<void>(s.task = ControlTask{ControlKind::kCall, {1}, 0})
                            : control->functions.push_back(1);
       })},
      {"input of a function", InEach(&Function::inputs,
                                     [](Function& f, ModelInput& input) {
                                       input.tensor = input.tensor == 0 ? static_cast<int>(f.tensors.size()) - 1 : 0;
                                     })},
      {"output of a function", InEach(&Function::outputs, [](Function&, ModelOutput& output) { --output.tensor; })},
      {"root", InEach(&Function::blocks, [](Function& f, Block& block) {
         block.root = static_cast<int>(f.tensors.size());
         block.kind = block.kind == BlockKind::kRegion ? BlockKind::kConstant : BlockKind::kPool;
       })}};
  for (const std::string_view text : {kConvolution, kDynamic, kLoop}) {
    Program program = Compiled(text);
    const std::deque<Function> whole = program.functions;
    for (const Change& change : changes) {
      for (size_t k = 0; change.make(program.functions = whole, k); ++k) {
        const auto bytes = WriteProgram(program);
        ASSERT_TRUE(bytes.ok());
        const auto read = Read(*bytes);
        EXPECT_FALSE(read.ok()) << change.name << " " << k << " of\n" << text;
      }
    }
  }
}

// Loading declares the variables of a function with the type and shape of their nodes' outputs.
TEST_F(GraphCheck, AVariableOfAFunctionIsAVariable) {
  Program program = Compiled(kConvolution);
  const auto nodes = static_cast<int>(NumberedNodes(program.graph)->size());
  for (int node = 0; node < nodes; ++node) {
    program.main().variables = {node};
    EXPECT_FALSE(Read(*WriteProgram(program)).ok()) << node;
  }
}

// Execution reads these inputs without looking whether they are there.
TEST_F(GraphCheck, AStepOfTheExecutorHasItsInputs) {
  constexpr std::string_view kVariables = R"(graph net {
  %v = Variable {value: float[2](1.0, 2.0)} : y: float[2]
  %x = Data {index: 0} : float[2]
  %r = ReadVariableOp(x: %v) : y: _
  %i = VarIsInitializedOp(x: %v) : y: _
  %a = Assign(ref: %v, value: %x) : ref: _
  %b = ReadVariableOp(x: %a) : y: _
  %o = NetOutput(x: [%r, %i, %b])
}
)";
  constexpr std::string_view kBranch = R"(graph net {
  %c = Data {index: 0} : bool[]
  %x = Data {index: 1} : float[2]
  %i = If(cond: %c, input: [%x]) : output: [_] then_branch yes {
    %a = Data {index: 0} : float[2]
    %b = Exp(x: %a) : y: _
    %o = NetOutput(x: [%b])
  } else_branch no {
    %a = Data {index: 0} : float[2]
    %b = Neg(x: %a) : y: _
    %o = NetOutput(x: [%b])
  }
  %o = NetOutput(x: [%i])
}
)";
  for (const std::string_view text : {kVariables, kBranch, kLoop}) {
    const size_t steps = Compiled(text).main().steps.size();
    for (size_t s = 0; s < steps; ++s) {
      for (size_t input = 0;; ++input) {
        Program program = Compiled(text);
        Step& step = program.main().steps[s];
        Node* node = (*NumberedNodes(program.graph))[static_cast<size_t>(step.node)];
        if (!IsLocal(*node) || input == step.inputs.size()) break;
        ASSERT_TRUE(Read(*WriteProgram(program)).ok());
        program.graph.Disconnect(node, static_cast<int>(input));
        step.inputs[input] = -1;
        EXPECT_FALSE(Read(*WriteProgram(program)).ok()) << node->name() << " without input " << input;
      }
    }
  }
}

// The executor computes in the frame without looking how large it is.
TEST_F(GraphCheck, TheFrameOfACallIsArenaAndHoldsTheArenaOfEachFunction) {
  const auto injured = [&](const std::function<void(Program&, ControlTask&)>& injure) {
    Program program = Compiled(R"(graph net {
  %n = Data {index: 0} : int32[]
  %x = Data {index: 1} : float[300]
  %zero = Const {value: int32[](0)}
  %one = Const {value: int32[](1)}
  %l = For(start: %zero, limit: %n, delta: %one, input: [%x]) : output: [_] body step {
    %i = Data {index: 0} : int32[]
    %v = Data {index: 1} : float[300]
    %c = CumsumD(x: %v) {axis: 0} : y: _
    %d = SoftmaxV2(x: %c) {axes: [-1]} : y: _
    %o = NetOutput(x: [%d])
  }
  %o = NetOutput(x: [%l])
}
)");
    OPDK_CHECK(program.functions[1].arena_bytes > 0, "the body needs no memory");
    for (Step& step : program.main().steps) {
      if (auto* control = step.As<ControlTask>()) injure(program, *control);
    }
    return Read(*WriteProgram(program)).ok();
  };
  EXPECT_TRUE(injured([](Program&, ControlTask&) {}));
  EXPECT_FALSE(injured([](Program& program, ControlTask&) { program.functions[1].arena_bytes += 1 << 20; }));
  EXPECT_FALSE(injured([](Program& program, ControlTask& task) {
    program.main().blocks[static_cast<size_t>(task.frame)].kind = BlockKind::kRegion;
  }));
  EXPECT_FALSE(injured([](Program&, ControlTask& task) { task.frame = -1; }));
}

TEST_F(GraphCheck, StepsWithoutKnownShapesAdapt) {
  Program program = Compiled(kDynamic);
  auto* kernel = program.main().steps[0].As<KernelTask>();
  ASSERT_TRUE(kernel != nullptr && kernel->adapts);
  kernel->adapts = false;
  EXPECT_FALSE(Read(*WriteProgram(program)).ok());
}

// An engine's plan for a node fits the node's own tensors only.
TEST_F(GraphCheck, ThePlanOfAnotherNodeIsRefused) {
  const auto relu = [](std::string_view shape) {
    return fmt::format(
        "graph net {{\n  %x = Data {{index: 0}} : float[{}]\n  %y = Relu(x: %x) : y: _\n"
        "  %o = NetOutput(x: [%y])\n}}\n",
        shape);
  };
  const std::string small = Written(relu("4")), large = Written(relu("4096"));
  auto sections = ReadOm(small);
  const auto others = ReadOm(large);
  ASSERT_TRUE(sections.ok() && others.ok());
  for (size_t i = 0; i < sections->size(); ++i) {
    if ((*sections)[i].type == OmPartition::kTbeKernels) (*sections)[i].bytes = (*others)[i].bytes;
  }
  auto read = Read(WriteOm("net", *sections));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  const auto loaded = Load(*std::move(read), session_->engines(), session_->packages(), {});
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.status().code(), ErrorCode::kModelInvalid);
  EXPECT_THAT(loaded.status().message(), HasSubstr("the plan of its kernel is for other tensors"));
}

}  // namespace
}  // namespace opdk
