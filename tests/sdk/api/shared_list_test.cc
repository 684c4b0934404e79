#include "opdk/shared_list.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace opdk {
namespace {

using Names = SharedList<std::string>;

TEST(SharedList, CopiesShareTheirElementsUntilOneChanges) {
  const Names first = {"x", "y"};
  Names second = first;
  EXPECT_EQ(&first.front(), &second.front());
  second.push_back("z");
  EXPECT_EQ(first.list(), (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(second.list(), (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_NE(&first.front(), &second.front());
}

TEST(SharedList, AListAloneIsChangedInPlace) {
  Names names = {"x", "y"};
  const std::string* const place = &names.front();
  names.Edit()[1] = "z";
  EXPECT_EQ(&names.front(), place);
  EXPECT_EQ(names.back(), "z");
}

TEST(SharedList, MovingAndClearingLeaveAnEmptyList) {
  Names from = {"x"};
  const Names to = std::move(from);
  EXPECT_TRUE(from.empty());
  EXPECT_EQ(to.size(), 1U);
  Names copy = to;
  copy.clear();
  EXPECT_EQ(copy, Names());
  EXPECT_EQ(to, Names({"x"}));
}

TEST(SharedList, CopiesOnSeveralThreadsAreIndependent) {
  const Names shared = {"x", "y"};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&shared, thread] {
      for (int i = 0; i < 1000; ++i) {
        Names own = shared;
        own.Edit()[0] = std::to_string(thread);
        EXPECT_EQ(own.front(), std::to_string(thread));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(shared.front(), "x");
}

}  // namespace
}  // namespace opdk
