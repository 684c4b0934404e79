#include "sdk/tools/verify/report/common_traits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "graph_core/base/element_type.h"
#include "graph_core/base/type_names.h"

namespace opdk::verify {
namespace {

constexpr size_t kLeastFailing = 3;
constexpr size_t kLeastPassing = 6;

// Texts that hold for a case, and its numbers by their names.
struct Traits {
  std::set<std::string> texts;
  std::map<std::string, double> numbers;
};

std::optional<double> NumberOf(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return end == text.c_str() || *end != '\0' ? std::nullopt : std::optional<double>(number);
}

void AddAttr(const std::string& name, const Written& value, Traits& traits) {
  const std::string text = value.Text();
  traits.texts.insert(fmt::format("{} given", name));
  traits.texts.insert(fmt::format("{} = {}", name, text));
  if (text == "[]") traits.texts.insert(fmt::format("{} empty or by default", name));
  std::vector<std::string> scalars = value.Scalars();
  if (scalars.empty()) scalars = {text};
  for (const std::string& scalar : scalars) {
    const auto number = NumberOf(scalar);
    if (!number) continue;
    if (*number < 0) traits.texts.insert(fmt::format("a negative {}", name));
    if (*number < -1) traits.texts.insert(fmt::format("a negative {} other than -1", name));
    if (*number == 0) traits.texts.insert(fmt::format("{} 0", name));
    if (scalars.size() == 1) traits.numbers[name] = *number;
  }
}

void AddValues(const TensorValues& values, Traits& traits) {
  if (values.edge)
    traits.texts.insert("edge values (NaN, infinities, zeros of both signs, denormals, ends of the range)");
  if (values.special) traits.texts.insert("special values (NaN, infinities, -0, denormals) among others");
  if (values.fill) traits.texts.insert(fmt::format("all elements equal: {}", values.fill.Text()));
  if (!values.random) return;
  const YAML::Node& random = values.random.node();
  if (random.IsScalar() && random.Scalar() == "steps") traits.texts.insert("many equal elements and halves (ties)");
  const YAML::Node ends = random.IsMap() ? random["uniform"] : YAML::Node();
  if (!ends || !ends.IsSequence() || ends.size() != 2) return;
  if (ends[0].Scalar() == "min") traits.texts.insert("integers of the whole range");
  const auto low = NumberOf(ends[0].Scalar()), high = NumberOf(ends[1].Scalar());
  if (!low || !high) return;
  if (*high < 0) traits.texts.insert("only negative values");
  if (*low > 0 && *high - *low <= 0.2 * *low) traits.texts.insert("large values that are close to each other");
}

void AddDtype(const std::string& port, const std::string& dtype, Traits& traits) {
  traits.texts.insert(fmt::format("{} {}", dtype, port));
  ge::DataType type = ge::DT_FLOAT;
  if (!ParseDtypeName(dtype, type) || IsFloat(type)) return;
  const int bits = 8 * ge::GetSizeByDataType(type);
  for (const int other : {8, 16, 32, 64}) {
    traits.texts.insert(fmt::format("{} {} {} bits", port, bits == other ? "of" : "of another size than", other));
  }
}

void AddShape(const std::string& port, const std::vector<int64_t>& shape, Traits& traits) {
  int64_t count = 1, largest = 1;
  for (const int64_t extent : shape) {
    count *= extent;
    largest = std::max(largest, extent);
    if (extent == 0) traits.texts.insert("an extent of 0");
    if (extent == 1) traits.texts.insert(fmt::format("an axis of extent 1 in {} (it repeats: broadcast)", port));
  }
  if (shape.empty()) traits.texts.insert(fmt::format("a scalar {}", port));
  traits.texts.insert(fmt::format("{} of rank {}", port, shape.size()));
  if (count == 1) traits.texts.insert(fmt::format("one element in {}", port));
  if (!shape.empty() && shape.back() % 8 != 0)
    traits.texts.insert("a last axis that isn't a multiple of a vector's width");
  traits.numbers[fmt::format("elements of {}", port)] = static_cast<double>(count);
  traits.numbers[fmt::format("extent of {}", port)] = static_cast<double>(largest);
  if (!shape.empty()) traits.numbers[fmt::format("extent of {}'s last axis", port)] = static_cast<double>(shape.back());
}

Traits TraitsOf(const CaseReport& report, const std::set<std::string>& all_ports,
                const std::set<std::string>& all_attrs) {
  Traits traits;
  const OpCase& op_case = *report.written;
  std::set<std::string> ports, attrs;
  std::set<std::vector<int64_t>> shapes;
  for (const WrittenPort& port : op_case.inputs.ports) {
    ports.insert(port.name.text);
    for (const WrittenTensor& tensor : port.tensors) {
      AddDtype(port.name.text, tensor.dtype ? DtypeName(*tensor.dtype) : report.dtype, traits);
      AddValues(tensor.values, traits);
      if (!tensor.shape) continue;
      AddShape(port.name.text, *tensor.shape, traits);
      shapes.insert(*tensor.shape);
    }
  }
  if (shapes.size() > 1) traits.texts.insert("inputs of different shapes (broadcast)");
  for (const WrittenAttr& attr : op_case.attrs) {
    attrs.insert(attr.name.text);
    AddAttr(attr.name.text, attr.value, traits);
  }
  for (const std::string& port : all_ports) {
    if (!ports.contains(port)) traits.texts.insert("no " + port);
  }
  for (const std::string& attr : all_attrs) {
    if (attrs.contains(attr)) continue;
    traits.texts.insert(fmt::format("{} by default", attr));
    traits.texts.insert(fmt::format("{} empty or by default", attr));
  }
  return traits;
}

// A trait that all failing cases have, and the number of passing cases that have it.
struct Found {
  std::string text;
  size_t passing = 0;
};

class Contrast {
 public:
  Contrast(std::vector<Traits> failing, std::vector<Traits> passing)
      : failing_(std::move(failing)), passing_(std::move(passing)) {}

  std::optional<Found> Best() {
    AddThresholds();
    std::vector<std::string> shared;
    for (const std::string& text : failing_[0].texts) {
      if (std::all_of(failing_.begin(), failing_.end(),
                      [&](const Traits& each) { return each.texts.contains(text); })) {
        shared.push_back(text);
      }
    }
    std::optional<Found> best;
    const auto consider = [&](const std::string& text, size_t passing) {
      if (2 * passing < passing_.size() && (!best || passing < best->passing)) best = Found{text, passing};
    };
    for (const std::string& text : shared) consider(text, Passing({text}));
    if (best && best->passing == 0) return best;
    for (size_t i = 0; i < shared.size(); ++i) {
      for (size_t j = i + 1; j < shared.size(); ++j) {
        const size_t passing = Passing({shared[i], shared[j]});
        // Two traits together say more than one only if no passing case has both.
        if (passing == 0) consider(shared[i] + " with " + shared[j], 0);
      }
    }
    return best;
  }

 private:
  size_t Passing(const std::vector<std::string>& texts) const {
    return static_cast<size_t>(std::count_if(passing_.begin(), passing_.end(), [&](const Traits& each) {
      return std::all_of(texts.begin(), texts.end(),
                         [&](const std::string& text) { return each.texts.contains(text); });
    }));
  }

  // Adds thresholds that failing cases reach and most passing ones don't: "300 or more elements of x".
  void AddThresholds() {
    std::map<std::string, std::pair<double, double>> ranges;
    for (const auto& [name, first] : failing_[0].numbers) {
      double least = first, most = first;
      bool everywhere = true;
      for (const Traits& each : failing_) {
        const auto found = each.numbers.find(name);
        everywhere = everywhere && found != each.numbers.end();
        if (!everywhere) break;
        least = std::min(least, found->second);
        most = std::max(most, found->second);
      }
      if (everywhere) ranges[name] = {least, most};
    }
    for (const auto& [name, range] : ranges) {
      const std::string from = fmt::format("{} from {:g} up", name, range.first);
      const std::string to = fmt::format("{} up to {:g}", name, range.second);
      for (std::vector<Traits>* group : {&failing_, &passing_}) {
        for (Traits& each : *group) {
          const auto found = each.numbers.find(name);
          if (found == each.numbers.end()) continue;
          if (found->second >= range.first) each.texts.insert(from);
          if (found->second <= range.second) each.texts.insert(to);
        }
      }
    }
  }

  std::vector<Traits> failing_, passing_;
};

}  // namespace

std::vector<std::string> CommonTraits(const std::vector<CaseReport>& cases) {
  std::map<std::pair<std::string, std::string>, std::vector<const CaseReport*>> kernels;
  std::map<std::string, std::set<std::string>> ports, attrs;
  for (const CaseReport& report : cases) {
    const Outcome outcome = report.result.outcome;
    if (!report.written || report.expects_refusal || (outcome != Outcome::kPassed && outcome != Outcome::kFailed))
      continue;
    kernels[{report.op, report.engine}].push_back(&report);
    for (const WrittenPort& port : report.written->inputs.ports) ports[report.op].insert(port.name.text);
    for (const WrittenAttr& attr : report.written->attrs) attrs[report.op].insert(attr.name.text);
  }
  std::vector<std::string> lines;
  for (const auto& [kernel, reports] : kernels) {
    std::vector<Traits> failing, passing;
    for (const CaseReport* report : reports) {
      (report->result.ok() ? passing : failing).push_back(TraitsOf(*report, ports[kernel.first], attrs[kernel.first]));
    }
    const size_t failed = failing.size(), passed = passing.size();
    if (failed < kLeastFailing || passed < kLeastPassing) continue;
    const auto found = Contrast(std::move(failing), std::move(passing)).Best();
    if (!found) continue;
    lines.push_back(fmt::format("{} on {}: all {} failing cases have {}, and {} of the {} that pass", kernel.first,
                                kernel.second, failed, found->text,
                                found->passing == 0 ? "none" : std::to_string(found->passing), passed));
  }
  return lines;
}

}  // namespace opdk::verify
