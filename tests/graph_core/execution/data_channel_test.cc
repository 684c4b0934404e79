#include "opdk/data_channel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "graph_core/ir/text.h"
#include "graph_core/session.h"
#include "tests/graph_core/builtin_packages.h"
#include "tests/graph_core/execution/test_graph.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;
using tests::Dims;
using tests::Floats;
using tests::Ints;
using std::chrono_literals::operator""ms;

TEST(DataChannel, GivesElementsInTheirOrder) {
  const auto channel = *DataChannel::Open("order");
  EXPECT_EQ(DataChannel::Find("order"), channel);
  EXPECT_EQ(*DataChannel::Open("order"), channel);
  ASSERT_TRUE(channel->Send({Floats({1}, {1})}).ok());
  ASSERT_TRUE(channel->Send({Floats({1}, {2})}).ok());
  EXPECT_EQ(channel->size(), 2u);
  EXPECT_EQ(tests::TensorValues((*channel->Take(std::chrono::milliseconds(0)))[0]), std::vector<float>{1});
  EXPECT_EQ(tests::TensorValues((*channel->Take(std::chrono::milliseconds(0)))[0]), std::vector<float>{2});
}

TEST(DataChannel, SendWaitsWhileTheChannelIsFull) {
  const auto channel = *DataChannel::Open("full", 1);
  std::thread sender([&] {
    for (float i = 0; i < 100; ++i) EXPECT_TRUE(channel->Send({Floats({1}, {i})}).ok());
  });
  for (float i = 0; i < 100; ++i)
    EXPECT_EQ(tests::TensorValues((*channel->Take(std::chrono::milliseconds(30'000)))[0]), std::vector<float>{i});
  sender.join();
}

TEST(DataChannel, ElementsOfAClosedChannelAreStillTaken) {
  const auto channel = *DataChannel::Open("closed");
  ASSERT_TRUE(channel->Send({Floats({1}, {1})}).ok());
  channel->Close();
  EXPECT_EQ(channel->Send({}).code(), ErrorCode::kUsage);
  EXPECT_TRUE(channel->Take(std::chrono::milliseconds(0)).ok());
  const auto ended = channel->Take(std::chrono::milliseconds(0));
  EXPECT_EQ(ended.status().code(), ErrorCode::kInputMissing);
  EXPECT_THAT(ended.status().message(), HasSubstr("all its 1 elements were taken"));
}

TEST(DataChannel, NothingComingIsAnError) {
  const auto channel = *DataChannel::Open("empty");
  EXPECT_THAT(channel->Take(std::chrono::milliseconds(1)).status().message(),
              HasSubstr("nothing came into channel empty"));
}

TEST(DataChannel, ATimeoutOfZeroReturnsAtOnce) {
  const auto channel = *DataChannel::Open("try", 1);
  EXPECT_FALSE((*channel->TryTake(std::chrono::milliseconds(0))).has_value());
  EXPECT_TRUE(*channel->TrySend({Floats({1}, {1})}, std::chrono::milliseconds(0)));
  EXPECT_FALSE(*channel->TrySend({Floats({1}, {2})}, std::chrono::milliseconds(0)));
  channel->Clear();
  EXPECT_EQ(channel->size(), 0u);
  EXPECT_TRUE(*channel->TrySend({Floats({1}, {3})}, -std::chrono::milliseconds(1)));
  EXPECT_EQ(tests::TensorValues((**channel->TryTake(-std::chrono::milliseconds(1)))[0]), std::vector<float>{3});
  channel->Close();
  EXPECT_EQ(channel->TrySend({}, std::chrono::milliseconds(0)).status().code(), ErrorCode::kUsage);
  EXPECT_EQ(channel->TryTake(std::chrono::milliseconds(0)).status().code(), ErrorCode::kInputMissing);
}

TEST(DataChannel, IsClosedByItsLastOwner) {
  DataChannel::Open("short").value();
  EXPECT_EQ(DataChannel::Find("short"), nullptr);
  EXPECT_EQ(DataChannel::Open("").status().code(), ErrorCode::kUsage);
  EXPECT_EQ(DataChannel::Open("none", 0).status().code(), ErrorCode::kUsage);
}

// Makes a model that gives twice the first tensor of each element, and the second tensor.
Executable Doubling(const std::string& channel, const std::string& rows) {
  auto graph = Parse("graph g { %n = GetNext() {channel_name: \"" + channel +
                     "\", output_types: [float, int64], output_shapes: [[" + rows +
                     ",2], [1]]} : y: [_, _] %d = Add(x1: %n, x2: %n) : y: _ %o = NetOutput(x: [%d, %n:y1]) }");
  OPDK_CHECK(graph.ok(), graph.status().ToString());
  const auto session = Session::Create(BuiltinPackages());
  auto compiled = (*session)->Compile(*std::move(graph));
  OPDK_CHECK(compiled.ok(), compiled.status().ToString());
  return std::move(compiled->model);
}

TEST(GetNext, TakesTheNextElementInEachRun) {
  const auto channel = *DataChannel::Open("runs");
  const Executable model = Doubling("runs", "1");
  for (float i = 0; i < 3; ++i) {
    ASSERT_TRUE(channel->Send({Floats({1, 2}, {i, 1}), Ints({static_cast<int64_t>(i)})}).ok());
  }
  for (float i = 0; i < 3; ++i) {
    const auto outputs = model.Run(std::span<const ge::Tensor>());
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    EXPECT_EQ(tests::TensorValues((*outputs)[0]), (std::vector<float>{2 * i, 2}));
    EXPECT_EQ(*reinterpret_cast<const int64_t*>((*outputs)[1].GetData()), static_cast<int64_t>(i));
  }
}

TEST(GetNext, EachIterationOfALaunchTakesOne) {
  const auto channel = *DataChannel::Open("iterations");
  const Executable model = Doubling("iterations", "1");
  for (float i = 0; i < 4; ++i) ASSERT_TRUE(channel->Send({Floats({1, 2}, {i, 1}), Ints({0})}).ok());
  const auto outputs = model.Run(std::span<const ge::Tensor>(), nullptr, 4);
  ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
  EXPECT_EQ(tests::TensorValues((*outputs)[0]), (std::vector<float>{6, 2}));
  EXPECT_EQ(channel->size(), 0u);
}

TEST(GetNext, ElementsDecideDimensionsThatTheGraphLeavesOpen) {
  const auto channel = *DataChannel::Open("open");
  const Executable model = Doubling("open", "-1");
  for (const int64_t rows : {2, 1, 3}) {
    ASSERT_TRUE(
        channel->Send({Floats({rows, 2}, std::vector<float>(static_cast<size_t>(rows) * 2, 1)), Ints({0})}).ok());
    const auto outputs = model.Run(std::span<const ge::Tensor>());
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    EXPECT_EQ(Dims((*outputs)[0]), (std::vector<int64_t>{rows, 2}));
  }
}

TEST(GetNext, AnElementThatDoesNotFitIsRefusedAndTheNextOneRuns) {
  const auto channel = *DataChannel::Open("wrong");
  const Executable model = Doubling("wrong", "1");
  ASSERT_TRUE(channel->Send({Floats({1, 3}, {1, 2, 3}), Ints({0})}).ok());
  ASSERT_TRUE(channel->Send({Floats({1, 2}, {1, 2})}).ok());
  ASSERT_TRUE(channel->Send({Floats({1, 2}, {1, 2}), Ints({0})}).ok());
  auto outputs = model.Run(std::span<const ge::Tensor>());
  EXPECT_EQ(outputs.status().code(), ErrorCode::kInputMismatch);
  EXPECT_THAT(outputs.status().ToString(), HasSubstr("tensor 0 of an element of channel wrong is float[1, 3]"));
  EXPECT_THAT(outputs.status().ToString(), HasSubstr("node n (GetNext)"));
  outputs = model.Run(std::span<const ge::Tensor>());
  EXPECT_THAT(outputs.status().ToString(), HasSubstr("has 1 tensors, the graph takes 2"));
  EXPECT_TRUE(model.Run(std::span<const ge::Tensor>()).ok());
}

TEST(GetNext, ASequenceEndsAndTheNextOneRuns) {
  const auto channel = *DataChannel::Open("sequences");
  const Executable model = Doubling("sequences", "1");
  ASSERT_TRUE(channel->Send({}).ok());
  ASSERT_TRUE(channel->Send({Floats({1, 2}, {1, 2}), Ints({0})}).ok());
  const auto outputs = model.Run(std::span<const ge::Tensor>());
  EXPECT_EQ(outputs.status().code(), ErrorCode::kInputMissing);
  EXPECT_THAT(outputs.status().ToString(), HasSubstr("a sequence of channel sequences has ended"));
  EXPECT_TRUE(model.Run(std::span<const ge::Tensor>()).ok());
}

TEST(GetNext, AChannelThatIsOpenedAgainIsFound) {
  const Executable model = Doubling("again", "1");
  for (float i = 0; i < 2; ++i) {
    const auto channel = *DataChannel::Open("again");
    ASSERT_TRUE(channel->Send({Floats({1, 2}, {i, 1}), Ints({0})}).ok());
    const auto outputs = model.Run(std::span<const ge::Tensor>());
    ASSERT_TRUE(outputs.ok()) << outputs.status().ToString();
    EXPECT_EQ(tests::TensorValues((*outputs)[0]), (std::vector<float>{2 * i, 2}));
  }
  EXPECT_EQ(model.Run(std::span<const ge::Tensor>()).status().code(), ErrorCode::kInputMissing);
}

TEST(GetNext, AMissingChannelIsNamed) {
  const Executable model = Doubling("nowhere", "1");
  const auto outputs = model.Run(std::span<const ge::Tensor>());
  EXPECT_EQ(outputs.status().code(), ErrorCode::kInputMissing);
  EXPECT_THAT(outputs.status().ToString(), HasSubstr("there is no channel nowhere"));
}

TEST(GetNext, TypesAndShapesAreOneOfEachForEachOutput) {
  auto graph = Parse(R"(graph g {
    %n = GetNext() {channel_name: "c", output_types: [float], output_shapes: [[1], [2]]} : y: [_]
    %o = NetOutput(x: [%n])
  })");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const auto session = Session::Create(BuiltinPackages());
  const auto compiled = (*session)->Compile(*std::move(graph));
  EXPECT_THAT(compiled.status().ToString(), HasSubstr("1 outputs, 1 output_types and 2 output_shapes"));
}

}  // namespace
}  // namespace opdk
