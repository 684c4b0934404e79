// Constants that are made at load time or at first use, what threads wait for, and members that are named like
// functions of C.
#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "op_impl/ai_cpu/outside/parts.h"

namespace aicpu {
namespace {

const std::vector<float> kWeights = {1, 2, 3};
const std::string steps_text = std::string("steps") + "of";
std::mutex table_lock;
constexpr std::array<float, 4> kPowers = {1, 2, 4, 8};

std::vector<float> MakeTable(size_t size) {
  std::vector<float> table(size);
  for (size_t i = 0; i < size; ++i) table[i] = std::sqrt(static_cast<float>(i));
  return table;
}

const std::vector<float>& Roots() {
  static const std::vector<float> roots = MakeTable(16);
  return roots;
}

float Named(const std::string& name) {
  static const std::map<std::string, float> values = {{"one", 1}, {"two", 2}};
  static const auto squares = [] {
    std::vector<float> made(8);
    for (size_t i = 0; i < made.size(); ++i) made[i] = static_cast<float>(i * i);
    return made;
  }();
  static std::once_flag once;
  std::call_once(once, [] {});
  const auto found = values.find(name);
  return found == values.end() ? squares[2] : found->second;
}

}  // namespace

float IsFine(float x) {
  const std::lock_guard lock(table_lock);
  float sum = x;
  for (const float weight : kWeights) sum += weight;
  return sum + Roots()[3] + Named(steps_text) + kPowers[static_cast<size_t>(x) % 4];
}

}  // namespace aicpu
