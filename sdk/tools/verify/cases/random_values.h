// Random numbers for cases: equal seeds give equal numbers on every machine.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "graph/tensor.h"
#include "graph_core/base/yaml_reading.h"
#include "opdk/status.h"

namespace opdk::verify {

// How the elements of a tensor are drawn.
enum class DistributionKind : uint8_t {
  kUniform,     // [low, high]; integers include both ends
  kNormal,      // mean, standard deviation
  kBeta,        // alpha, beta: in [0, 1]
  kLaplace,     // mean, scale
  kTriangular,  // low, mode, high
  kSteps,       // low, high, step: low, low + step, … up to high
  kRelu,        // max(x, 0) of a uniform x in [low, high]
  kSigmoid,     // of a uniform x
  kTanh,        // of a uniform x
  kSoftmax,     // of uniform x along the last axis
};

struct Distribution {
  DistributionKind kind = DistributionKind::kUniform;
  // Two numbers, three of kTriangular. Integers of 64 bits are exact in a long double.
  std::vector<long double> numbers;
};

// Returns the distribution of a tensor without `random:`: floats uniform in [-4, 4], integers in [-10, 10] (unsigned:
// [0, 20]), bools.
Distribution DefaultDistribution(ge::DataType dtype);

// Reads the value of `random:`: a name (with its default numbers) or a mapping of one name to its numbers. `min` and
// `max` are the dtype's. E2011: an unknown name, the wrong count, low above high, a standard deviation that isn't
// positive.
Result<Distribution> ReadDistribution(const YamlReader& reader, const YAML::Node& node, ge::DataType dtype);
std::vector<std::string> DistributionNames();

// Draws `count` elements as bytes; `row`: elements along the last axis. Integers are rounded and clamped to the dtype;
// both parts of complex numbers are drawn. Returns false for a dtype without elements (strings).
bool DrawElements(const Distribution& distribution, ge::DataType dtype, size_t count, size_t row,
                  std::mt19937_64& generator, std::vector<uint8_t>& bytes);

// Returns a hash of 64 bits of a text (FNV-1a), to derive a seed from a case.
uint64_t HashText(std::string_view text, uint64_t start = 0xcbf29ce484222325U);

}  // namespace opdk::verify
