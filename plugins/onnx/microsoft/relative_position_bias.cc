#include <cmath>
#include <string>

#include "plugins/onnx/microsoft/short_steps.h"
#include "plugins/onnx/parser/extent_steps.h"
#include "plugins/onnx/parser/upgrade_steps.h"

namespace opdk::onnx_plugin {
namespace {

// Adds the places 0, 1, … of a length, which may be a list of one.
std::string PlacesOfLength(UpgradeContext& context, size_t length) {
  return AddPlaces(context, AddWithInts(context, "Reshape", context.Input(length), {}));
}

// Adds the numbers of the buckets for distances of at least 0. The first half of `buckets` is for a distance each. The
// others grow, so that their logarithms are evenly spaced up to `most`; the last one takes what is beyond.
std::string AddBuckets(UpgradeContext& context, const std::string& distance, int64_t buckets, int64_t most) {
  const int64_t exact = buckets / 2;
  const std::string limit = context.AddInt("exact", exact);
  const std::string far = AddCast(context, AddBinary(context, "Max", distance, limit), ge::DT_INT64, ge::DT_FLOAT);
  const std::string growth =
      AddUnary(context, "Log", AddBinary(context, "Div", far, context.AddScalar("unit", static_cast<float>(exact))));
  const double per_bucket =
      std::log(static_cast<double>(most) / static_cast<double>(exact)) / static_cast<double>(buckets - exact);
  const std::string above =
      AddBinary(context, "Div", growth, context.AddScalar("per_bucket", static_cast<float>(per_bucket)));
  const std::string grown = AddBinary(context, "Add", AddCast(context, above, ge::DT_FLOAT, ge::DT_INT64), limit);
  const std::string capped = AddBinary(context, "Min", grown, context.AddInt("last", buckets - 1));
  return AddStep(context, "Where", {AddBinary(context, "Less", distance, limit), distance, capped});
}

// Looks up the biases of all pairs of a query and a key, by the bucket of their distance. The table is declared
// [buckets, heads], but its numbers lie as [heads, buckets].
Status UpgradeRelativePositionBias(UpgradeContext& context) {
  const auto buckets = context.values().Dim(context.Input(0), 0), heads = context.values().Dim(context.Input(0), 1);
  if (!buckets || !heads) return context.Refuse("its table must have known extents");
  const bool both = context.Take<int64_t>("is_bidirectional").value_or(0) != 0;
  const int64_t most = context.Take<int64_t>("max_distance").value_or(0), own = both ? *buckets / 2 : *buckets;
  if (own < 2 || most <= own / 2) {
    return context.Refuse("its table has " + std::to_string(*buckets) + " buckets, and max_distance is " +
                          std::to_string(most));
  }
  const std::string query = AddWithInts(context, "Unsqueeze", PlacesOfLength(context, 1), {1});
  const std::string ahead = AddBinary(context, "Sub", PlacesOfLength(context, 2), query);
  const std::string zero = context.AddInt("zero", 0);
  std::string bucket;
  if (both) {
    bucket = AddBuckets(context, AddUnary(context, "Abs", ahead), own, most);
    const std::string is_ahead = AddBinary(context, "Greater", ahead, zero);
    bucket =
        AddBinary(context, "Add", bucket, AddStep(context, "Where", {is_ahead, context.AddInt("half", own), zero}));
  } else {
    const std::string behind = AddBinary(context, "Max", AddUnary(context, "Neg", ahead), zero);
    bucket = AddBuckets(context, behind, own, most);
  }
  const std::string table = AddWithInts(context, "Reshape", context.Input(0), {*heads, *buckets});
  return Give(context, AddWithInts(context, "Unsqueeze", AddGather(context, table, bucket, 1), {0}));
}

}  // namespace

OPDK_MAP_ONNX_OF(com.microsoft, GatherV2D, RelativePositionBias, 1);
OPDK_UPGRADE_ONNX(UpgradeRelativePositionBias, "com.microsoft::RelativePositionBias");

}  // namespace opdk::onnx_plugin
