#include "plugins/onnx/parser/channels_last.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

std::string InOrder(UpgradeContext& context, const std::string& value, std::vector<int64_t> order) {
  return AddStep(context, "Transpose", {value}, {{"perm", std::move(order)}});
}

std::vector<int64_t> AxesOf(int rank) {
  std::vector<int64_t> axes(static_cast<size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

}  // namespace

std::string AddChannelsSecond(UpgradeContext& context, const std::string& value, int rank) {
  std::vector<int64_t> order = AxesOf(rank);
  std::rotate(order.begin() + 1, order.end() - 1, order.end());
  return InOrder(context, value, std::move(order));
}

std::string AddChannelsLast(UpgradeContext& context, const std::string& value, int rank) {
  std::vector<int64_t> order = AxesOf(rank);
  std::rotate(order.begin() + 1, order.begin() + 2, order.end());
  return InOrder(context, value, std::move(order));
}

Result<int> RankWithChannelsLast(UpgradeContext& context) {
  const auto rank = context.values().Rank(context.Input(0));
  if (rank && *rank >= 3) return *rank;
  return context.Refuse("channels that come last need an input of known rank, at least 3");
}

}  // namespace opdk::onnx_plugin
