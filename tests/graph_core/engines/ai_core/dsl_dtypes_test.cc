// Every function of the language with every dtype. A dtype that it takes gives the same compiled as interpreted; any
// other dtype is refused by name.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "tbe/dsl.h"
#include "tests/graph_core/engines/ai_core/kernel_harness.h"

namespace opdk::tests {
namespace {

using tbe::Dims;
using tbe::Tensor;

constexpr int64_t kRows = 5, kColumns = 24;

struct DtypeRow {
  ge::DataType dtype;
  const char* name;
  char family;       // f: float, i: signed, u: unsigned, b: bool
  double tolerance;  // relative, of one operation
};

constexpr DtypeRow kDtypes[] = {
    {ge::DT_FLOAT, "float", 'f', 1e-6},    {ge::DT_FLOAT16, "float16", 'f', 2e-3}, {ge::DT_BF16, "bfloat16", 'f', 2e-2},
    {ge::DT_DOUBLE, "double", 'f', 1e-13}, {ge::DT_INT8, "int8", 'i', 0},          {ge::DT_INT16, "int16", 'i', 0},
    {ge::DT_INT32, "int32", 'i', 0},       {ge::DT_INT64, "int64", 'i', 0},        {ge::DT_UINT8, "uint8", 'u', 0},
    {ge::DT_UINT16, "uint16", 'u', 0},     {ge::DT_UINT32, "uint32", 'u', 0},      {ge::DT_UINT64, "uint64", 'u', 0},
    {ge::DT_BOOL, "bool", 'b', 0},
};

// The arguments that functions are built from; x has the edge values of its dtype, the others are harmless.
struct Arguments {
  Tensor x, y, z, counts, condition, ids, places;
};

struct Function {
  const char* name;      // part of an error's text
  const char* families;  // which dtypes it takes
  std::function<Tensor(const Arguments&)> build;
  double slack = 1;  // tolerance, in that of one operation; more than one: what cancels counts as 1
};

std::vector<double> EdgesOf(const DtypeRow& row) {
  const double inf = std::numeric_limits<double>::infinity();
  switch (row.family) {
    case 'f':
      return {0, -0.0, 1, -1, inf, -inf, std::nan(""), 0.5, -0.5, 1.5, 2.5, -2.5, 1e-4, -7.25, 88.5, -104, 1e-40, 3e38};
    case 'i':
      return {-inf, inf, 0, 1, -1, 2, -2, 7};  // cast saturates: the lowest and the highest
    case 'u':
      return {0, inf, 1, 2, 3, 200, 128, 127};
    default:
      return {0, 1};
  }
}

tbe::HostTensor WithEdges(const DtypeRow& row) {
  tbe::HostTensor random = Random(row.dtype, {kRows, kColumns}, row.family == 'u' || row.family == 'b' ? 0 : -9, 10);
  std::vector<double> numbers = tbe::ToNumbers(random), edges = EdgesOf(row);
  for (size_t i = 0; i < edges.size(); ++i) numbers[i * 3] = edges[i];
  return tbe::FromNumbers(row.dtype, {kRows, kColumns}, numbers);
}

std::vector<tbe::HostTensor> ValuesOf(const DtypeRow& row) {
  const bool is_signed = row.family == 'f' || row.family == 'i';
  const Dims shape = {kRows, kColumns};
  const double low = is_signed ? -3 : 0, high = row.family == 'b' ? 2 : 4;
  return {WithEdges(row),
          Random(row.dtype, shape, low, high, 2),
          Random(row.dtype, shape, low, high, 3),
          Random(row.dtype, shape, 0, row.family == 'b' ? 2 : 70, 4),
          Random(ge::DT_BOOL, shape, 0, 2, 5),
          Random(ge::DT_INT32, {kRows}, -1, kRows, 6),
          Random(ge::DT_INT64, {kRows, 2}, 0, kRows, 7)};
}

Arguments Placeholders(ge::DataType dtype) {
  const Dims shape = {kRows, kColumns};
  auto of = [&](int index) { return tbe::Placeholder(index, shape, dtype); };
  return {of(0),
          of(1),
          of(2),
          of(3),
          tbe::Placeholder(4, shape, ge::DT_BOOL),
          tbe::Placeholder(5, {kRows}, ge::DT_INT32),
          tbe::Placeholder(6, {kRows, 2}, ge::DT_INT64)};
}

// Returns -number if the dtype has negative numbers, else `number`.
int Negative(const Tensor& x, int number) {
  switch (x.dtype()) {
    case ge::DT_UINT8:
    case ge::DT_UINT16:
    case ge::DT_UINT32:
    case ge::DT_UINT64:
      return number;
    default:
      return -number;
  }
}

std::vector<Function> Elementwise() {
  using A = const Arguments&;
  std::vector<Function> all = {
      {"vadd", "fiu", [](A a) { return tbe::vadd(a.x, a.y); }},
      {"vsub", "fiu", [](A a) { return tbe::vsub(a.x, a.y); }},
      {"vmul", "fiu", [](A a) { return tbe::vmul(a.x, a.y); }},
      {"vdiv", "fiu", [](A a) { return tbe::vdiv(a.x, a.y); }},
      {"vdiv", "fiu", [](A a) { return tbe::vdiv(a.x, 3); }},
      {"vmod", "fiu", [](A a) { return tbe::vmod(a.x, 3); }},
      {"vdiv", "fiu", [](A a) { return tbe::vdiv(a.x, Negative(a.x, 7)); }},
      {"vfmod", "fiu", [](A a) { return tbe::vfmod(a.x, Negative(a.x, 7)); }},
      {"vdiv", "fiu", [](A a) { return tbe::vdiv(a.x, Negative(a.x, 1)); }},
      {"vmod", "fiu", [](A a) { return tbe::vmod(a.x, a.y); }},
      {"vfmod", "fiu", [](A a) { return tbe::vfmod(a.x, a.y); }},
      {"vmax", "fiu", [](A a) { return tbe::vmax(a.x, a.y); }},
      {"vmin", "fiu", [](A a) { return tbe::vmin(a.x, a.y); }},
      {"vpow", "fiu", [](A a) { return tbe::vpow(a.x, a.y); }, 4},
      {"vatan2", "f", [](A a) { return tbe::vatan2(a.x, a.y); }, 4},
      {"vadds", "fiu", [](A a) { return tbe::vadds(a.x, 3); }},
      {"vmuls", "fiu", [](A a) { return tbe::vmuls(a.x, tbe::Param(3, a.x.dtype())); }},
      {"vmaxs", "fiu", [](A a) { return tbe::vmaxs(a.x, 3); }},
      {"vmins", "fiu", [](A a) { return tbe::vmins(a.x, 3); }},
      {"vaxpy", "fiu", [](A a) { return tbe::vaxpy(a.x, a.y, 2); }, 4},
      {"vmla", "fiu", [](A a) { return tbe::vmla(a.x, a.y, a.z); }, 4},
      {"vmadd", "fiu", [](A a) { return tbe::vmadd(a.x, a.y, a.z); }, 4},
      {"vneg", "fiu", [](A a) { return tbe::vneg(a.x); }},
      {"vabs", "fiu", [](A a) { return tbe::vabs(a.x); }},
      {"vsign", "fiu", [](A a) { return tbe::vsign(a.x); }},
      {"vand", "iub", [](A a) { return tbe::vand(a.x, a.y); }},
      {"vor", "iub", [](A a) { return tbe::vor(a.x, a.y); }},
      {"vxor", "iub", [](A a) { return tbe::vxor(a.x, a.y); }},
      {"vnot", "iub", [](A a) { return tbe::vnot(a.x); }},
      {"vshl", "iu", [](A a) { return tbe::vshl(a.x, a.counts); }},
      {"vshr", "iu", [](A a) { return tbe::vshr(a.x, a.counts); }},
      {"vlogic", "b", [](A a) { return tbe::vlogic(a.x, a.y, "logic_and"); }},
      {"vlogic", "b", [](A a) { return tbe::vlogic(a.x, a.y, "logic_or"); }},
      {"vlogic", "b", [](A a) { return tbe::vlogic(a.x, "logic_not"); }},
      {"vcmp", "fiub", [](A a) { return tbe::vcmp(a.x, a.y, "eq"); }},
      {"vcmp", "fiub", [](A a) { return tbe::vcmp(a.x, a.y, "ne"); }},
      {"vcmp", "fiu", [](A a) { return tbe::vcmp(a.x, a.y, "lt"); }},
      {"vcmp", "fiu", [](A a) { return tbe::vcmp(a.x, a.y, "le"); }},
      {"vcmp", "fiu", [](A a) { return tbe::vcmp(a.x, 1, "gt"); }},
      {"vcmp", "fiu", [](A a) { return tbe::vcmp(a.x, a.y, "ge", "bit"); }},
      {"vsel", "fiub", [](A a) { return tbe::vsel(a.condition, a.x, a.y); }},
      {"vsel", "fiub", [](A a) { return tbe::vsel(tbe::vcmp(a.x, a.y, "eq", "bit"), a.x, a.z); }},
      {"vcmp", "fiu", [](A a) { return tbe::vcmpsel(a.x, a.y, "ge", 1, 2); }},
      {"vrelu", "fiu", [](A a) { return tbe::vrelu(a.x); }},
      {"vlrelu", "fiu", [](A a) { return tbe::vlrelu(a.x, 2); }},
      {"vaddrelu", "fiu", [](A a) { return tbe::vaddrelu(a.x, a.y); }},
      {"vsubrelu", "fiu", [](A a) { return tbe::vsubrelu(a.x, a.y); }},
      {"vmaddrelu", "fiu", [](A a) { return tbe::vmaddrelu(a.x, a.y, a.z); }, 4},
      {"clip", "fiu", [](A a) { return tbe::clip(a.x, 3, 1); }},
      {"visnan", "f", [](A a) { return tbe::visnan(a.x); }},
      {"visinf", "f", [](A a) { return tbe::visinf(a.x); }},
      {"floor", "fiu", [](A a) { return tbe::floor(a.x, ge::DT_INT8); }},
      {"ceil", "fiu", [](A a) { return tbe::ceil(a.x); }},
      {"round", "fiu", [](A a) { return tbe::round(a.x, ge::DT_UINT16); }},
      {"trunc", "fiu", [](A a) { return tbe::trunc(a.x, ge::DT_INT64); }},
      {"round_half_up", "fiu", [](A a) { return tbe::round_half_up(a.x); }},
      {"floor", "fiu", [](A a) { return tbe::floor(a.x, a.x.dtype()); }},
      {"ceil", "fiu", [](A a) { return tbe::ceil(a.x, a.x.dtype()); }},
      {"round", "fiu", [](A a) { return tbe::round(a.x, a.x.dtype()); }},
      {"trunc", "fiu", [](A a) { return tbe::trunc(a.x, a.x.dtype()); }},
  };
  using Unary = Tensor (*)(const Tensor&);
  const std::pair<const char*, Unary> floats[] = {
      {"vexp", tbe::vexp},         {"vexpm1", tbe::vexpm1}, {"vlog", tbe::vlog},     {"vlog1p", tbe::vlog1p},
      {"vsqrt", tbe::vsqrt},       {"vrsqrt", tbe::vrsqrt}, {"vrec", tbe::vrec},     {"verf", tbe::verf},
      {"vsigmoid", tbe::vsigmoid}, {"vsin", tbe::vsin},     {"vcos", tbe::vcos},     {"vtan", tbe::vtan},
      {"vasin", tbe::vasin},       {"vacos", tbe::vacos},   {"vatan", tbe::vatan},   {"vsinh", tbe::vsinh},
      {"vcosh", tbe::vcosh},       {"vtanh", tbe::vtanh},   {"vasinh", tbe::vasinh}, {"vacosh", tbe::vacosh},
      {"vatanh", tbe::vatanh},     {"verfc", tbe::verfc}};
  for (const auto& [name, function] : floats) {
    all.push_back({name, "f", [call = function](A a) { return call(a.x); }, 4});
  }
  return all;
}

std::vector<Function> Casts() {
  using A = const Arguments&;
  std::vector<Function> all;
  for (const DtypeRow& to : kDtypes) {
    all.push_back({"cast_to", "fiub", [dtype = to.dtype](A a) { return tbe::cast_to(a.x, dtype); }});
    if (to.family != 'i' && to.family != 'u') continue;
    for (tbe::Rounding rounding : {tbe::Rounding::kFloor, tbe::Rounding::kNearestEven, tbe::Rounding::kHalfUp}) {
      all.push_back(
          {"cast_to", "fiub", [dtype = to.dtype, rounding](A a) { return tbe::cast_to(a.x, dtype, rounding); }});
    }
  }
  return all;
}

std::vector<Function> Movement() {
  using A = const Arguments&;
  return {
      {"broadcast", "fiub",
       [](A a) {
         return tbe::broadcast(a.x, {2, kRows, kColumns});
       }},
      {"transpose", "fiub",
       [](A a) {
         return tbe::transpose(a.x, {1, 0});
       }},
      {"reshape", "fiub",
       [](A a) {
         return tbe::reshape(tbe::transpose(a.x, {1, 0}), {kRows, kColumns});
       }},
      {"concat", "fiub",
       [](A a) {
         return tbe::concat({a.x, a.y, a.z}, 1);
       }},
      {"split", "fiub",
       [](A a) {
         return tbe::split(a.x, 1, {1, kColumns - 1})[1];
       }},
      {"slice", "fiub",
       [](A a) {
         return tbe::slice(a.x, {kRows - 1, 1}, {3, 7}, {-1, 3});
       }},
      {"pad", "fiub",
       [](A a) {
         return tbe::pad(a.x, {1, -2}, {0, 3}, 1);
       }},
      {"tile", "fiub",
       [](A a) {
         return tbe::tile(a.x, {2, 3});
       }},
      {"gather", "fiub", [](A a) { return tbe::gather(a.x, a.ids, 0); }},
      {"gather", "fiub", [](A a) { return tbe::gather(a.x, a.places, 1, 1); }},
      {"gather_nd", "fiub", [](A a) { return tbe::gather_nd(a.x, a.places); }},
      {"gather_nd", "fiub",
       [](A a) {
         return tbe::gather_nd(a.x, tbe::reshape(a.ids, {kRows, 1}));
       }},
      {"transdata", "fiub",
       [](A a) {
         return tbe::transdata(a.x, {kRows, 2, 16}, {{{0}, {0}}, {{1}, {1, 2}}}, 1);
       }},
      {"dilation", "fiub",
       [](A a) {
         return tbe::dilation(a.x, {2, 3}, {{1, 0}, {0, 2}}, 1);
       }},
      {"set_value", "fiub",
       [](A a) {
         return tbe::set_value(
             a.x, [](const auto& i) { return i[0] < i[1]; }, 1);
       }},
      {"compute", "fiub",
       [](A a) {
         return tbe::compute({kColumns, kRows}, [&](const auto& i) { return tbe::at(a.x, {i[1], i[0]}); });
       }},
      {"inplace_update", "fiub", [](A a) { return tbe::inplace_update(a.x, a.ids, a.y); }},
      {"inplace_reduce", "fiu", [](A a) { return tbe::inplace_reduce(a.y, a.ids, a.x, tbe::ReduceOp::kMax); }},
      {"inplace_reduce", "b", [](A a) { return tbe::inplace_reduce(a.y, a.ids, a.x, tbe::ReduceOp::kAll); }},
      {"inplace_add", "fiu", [](A a) { return tbe::inplace_add(a.y, a.ids, a.z); }, 4},
      {"inplace_sub", "fiu", [](A a) { return tbe::inplace_sub(a.y, a.ids, a.z); }, 4},
  };
}

std::vector<Function> Reductions() {
  using A = const Arguments&;
  std::vector<Function> all = {
      {"unsorted_segment_sum", "fiu", [](A a) { return tbe::unsorted_segment_sum(a.y, a.ids, 4); }, 8},
      {"unsorted_segment_mean", "fiu", [](A a) { return tbe::unsorted_segment_mean(a.y, a.ids, 4, 1); }, 8},
      {"unsorted_segment_prod", "fiu", [](A a) { return tbe::unsorted_segment_prod(a.y, a.ids, 4, 1); }, 8},
      {"unsorted_segment_min", "fiu", [](A a) { return tbe::unsorted_segment_min(a.x, a.ids, 4); }},
      {"unsorted_segment_max", "fiu", [](A a) { return tbe::unsorted_segment_max(a.x, a.ids, 4); }},
      {"tuple_sum", "fiu",
       [](A a) {
         return tbe::tuple_sum({a.y, a.z}, {0})[1];
       },
       8},
  };
  for (const Dims& axes : {Dims{0}, Dims{1}, Dims{0, 1}}) {
    all.push_back({"reduce_sum", "fiu", [axes](A a) { return tbe::reduce_sum(a.y, axes); }, 8});
    all.push_back({"reduce_prod", "fiu", [axes](A a) { return tbe::reduce_prod(a.y, axes, true); }, 64});
    all.push_back({"reduce_max", "fiu", [axes](A a) { return tbe::reduce_max(a.x, axes); }});
    all.push_back({"reduce_min", "fiu", [axes](A a) { return tbe::reduce_min(a.x, axes); }});
    all.push_back({"reduce_mean", "fiu", [axes](A a) { return tbe::reduce_mean(a.y, axes); }, 8});
    all.push_back({"reduce_any", "b", [axes](A a) { return tbe::reduce_any(a.x, axes); }});
    all.push_back({"reduce_all", "b", [axes](A a) { return tbe::reduce_all(a.x, axes, true); }});
  }
  const std::pair<tbe::ReduceOp, const char*> ops[] = {{tbe::ReduceOp::kSum, "fiu"}, {tbe::ReduceOp::kProd, "fiu"},
                                                       {tbe::ReduceOp::kMax, "fiu"}, {tbe::ReduceOp::kMin, "fiu"},
                                                       {tbe::ReduceOp::kAny, "b"},   {tbe::ReduceOp::kAll, "b"}};
  for (const auto& [op, families] : ops) {
    all.push_back({"compute", families,
                   [op = op](A a) {
                     return tbe::compute({kColumns}, op, {2, kRows - 1}, [&](const auto& i, const auto& r) {
                       return tbe::at(a.y, {r[0] + r[1], i[0]});
                     });
                   },
                   64});
  }
  return all;
}

// Integers to the bit, reals within `tolerance` * (|want| + `scale`).
void ExpectSame(const tbe::HostTensor& got, const tbe::HostTensor& want, double tolerance, double scale,
                const std::string& what) {
  ASSERT_EQ(got.bytes.size(), want.bytes.size());
  const bool is_float = want.dtype == ge::DT_FLOAT || want.dtype == ge::DT_DOUBLE || want.dtype == ge::DT_FLOAT16 ||
                        want.dtype == ge::DT_BF16;
  const std::vector<double> a = tbe::ToNumbers(got), b = tbe::ToNumbers(want);
  const size_t size = a.empty() ? 0 : want.bytes.size() / a.size();
  int shown = 0;
  for (size_t i = 0; i < a.size() && shown < 2; ++i) {
    const bool same = is_float ? a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])) ||
                                     std::fabs(a[i] - b[i]) <= tolerance * (std::fabs(b[i]) + scale)
                               : std::equal(want.bytes.begin() + static_cast<std::ptrdiff_t>(i * size),
                                            want.bytes.begin() + static_cast<std::ptrdiff_t>((i + 1) * size),
                                            got.bytes.begin() + static_cast<std::ptrdiff_t>(i * size));
    if (same) continue;
    ADD_FAILURE() << what << " [" << i << "]: compiled " << a[i] << ", interpreter " << b[i];
    ++shown;
  }
}

// Some at a time: one kernel each would take long to compile.
constexpr size_t kPerKernel = 12;

void CheckAll(const std::vector<Function>& functions, const DtypeRow& row) {
  const Arguments arguments = Placeholders(row.dtype);
  const std::vector<tbe::HostTensor> values = ValuesOf(row);
  std::vector<Tensor> outputs;
  std::vector<const Function*> built;
  auto run = [&] {
    if (outputs.empty()) return;
    auto compiled = RunCompiled(outputs, values);
    auto expected = tbe::Evaluate(outputs, values);
    ASSERT_TRUE(expected.ok()) << expected.status().ToString();
    ASSERT_TRUE(compiled.ok()) << row.name << " " << built[0]->name << " …: " << compiled.status().ToString();
    for (size_t i = 0; i < outputs.size(); ++i) {
      ExpectSame((*compiled)[i], (*expected)[i], row.tolerance * built[i]->slack, built[i]->slack > 1 ? 1 : 1e-3,
                 std::string(built[i]->name) + " " + row.name);
    }
    outputs.clear();
    built.clear();
  };
  for (const Function& function : functions) {
    const bool takes = std::string_view(function.families).find(row.family) != std::string_view::npos;
    try {
      Tensor output = function.build(arguments);
      if (!takes) {
        ADD_FAILURE() << function.name << " takes " << row.name;
        continue;
      }
      outputs.push_back(output);
      built.push_back(&function);
    } catch (const tbe::ExpressionError& error) {
      const std::string message = error.what();
      EXPECT_FALSE(takes) << message;
      EXPECT_NE(message.find("tbe::" + std::string(function.name)), std::string::npos) << message;
      EXPECT_NE(message.find(row.name), std::string::npos) << message;
    }
    if (outputs.size() == kPerKernel) run();
  }
  run();
}

class DslDtypes : public ::testing::TestWithParam<DtypeRow> {};

TEST_P(DslDtypes, ElementwiseFunctionsMatchInterpreterOrAreRefused) { CheckAll(Elementwise(), GetParam()); }
TEST_P(DslDtypes, CastsMatchInterpreter) { CheckAll(Casts(), GetParam()); }
TEST_P(DslDtypes, MovementMatchesInterpreterOrIsRefused) { CheckAll(Movement(), GetParam()); }
TEST_P(DslDtypes, ReductionsMatchInterpreterOrAreRefused) { CheckAll(Reductions(), GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, DslDtypes, ::testing::ValuesIn(kDtypes),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace opdk::tests
