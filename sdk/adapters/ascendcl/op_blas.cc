// Matrix products: GEMM over casts, compiled when they are first asked for.
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "acl/ops/acl_cblas.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/ir/text.h"
#include "opdk/dtype_name.h"
#include "sdk/adapters/ascendcl/ops.h"
#include "sdk/adapters/ascendcl/process.h"

namespace opdk::acl {
namespace {

struct Product {
  bool transposed_a = false, transposed_b = false;
  int64_t m = 0, n = 0, k = 0;
  ge::DataType factor = ge::DT_FLOAT, result = ge::DT_FLOAT;
  bool reads_c = true;

  // Returns the graph as text, which is also its key. A Cast widens the factors if the result has another dtype.
  std::string Text() const {
    const std::string from = DtypeName(factor), to = DtypeName(result);
    const bool casts = factor != result;
    const auto widened = [&](const char* name) {
      return casts ? fmt::format("  %w{0} = Cast(x: %{0}) {{dst_type: {1}}}\n", name, static_cast<int>(result))
                   : std::string();
    };
    const char* prefix = casts ? "w" : "";
    const std::string c =
        reads_c ? fmt::format("Data {{index: 2}} : {}[{},{}]", to, m, n) : fmt::format("Const {{value: {}[1](0)}}", to);
    const int scalars = reads_c ? 3 : 2;
    return fmt::format("graph product {{\n  %a = Data {{index: 0}} : {}[{},{}]\n  %b = Data {{index: 1}} : {}[{},{}]\n",
                       from, transposed_a ? k : m, transposed_a ? m : k, from, transposed_b ? n : k,
                       transposed_b ? k : n) +
           widened("a") + widened("b") +
           fmt::format("  %c = {}\n  %alpha = Data {{index: {}}} : {}[1]\n  %beta = Data {{index: {}}} : {}[1]\n", c,
                       scalars, to, scalars + 1, to) +
           fmt::format(
               "  %y = GEMM(a: %{0}a, b: %{0}b, c: %c, alpha: %alpha, beta: %beta) {{transpose_a: {1}, "
               "transpose_b: {2}}}\n  %o = NetOutput(x: [%y])\n}}\n",
               prefix, transposed_a, transposed_b);
  }
};

struct Products {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<AclOperator>> by_text;
};
Products& TheProducts() {
  static Products products;
  return products;
}

Outcome FindProduct(const Product& product, std::shared_ptr<AclOperator>& op) {
  OPDK_ACL_TRY(CheckInitialized());
  const std::string text = product.Text();
  Products& all = TheProducts();
  const std::lock_guard lock(all.mutex);
  if (const auto found = all.by_text.find(text); found != all.by_text.end()) {
    op = found->second;
    return {};
  }
  auto graph = Parse(text, "product");
  if (!graph.ok()) return FromStatus(graph.status());
  OPDK_ACL_TRY(CompileGraph(*std::move(graph), "", op));
  all.by_text.emplace(text, op);
  return {};
}

struct Types {
  aclDataType a, b, c;
};

Outcome ReadProduct(const aclTransType (&trans)[3], int m, int n, int k, const Types& types, aclComputeType compute,
                    Product& product) {
  for (const aclTransType each : trans) {
    if (each == ACL_TRANS_NZ || each == ACL_TRANS_NZ_T) {
      return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, "matrices are stored row by row: FRACTAL_NZ is a device's order");
    }
    if (each != ACL_TRANS_N && each != ACL_TRANS_T) {
      return NoSuch("form of a matrix", "a trans argument", each, "ACL_TRANS_N and ACL_TRANS_T");
    }
  }
  if (trans[2] != ACL_TRANS_N) return Fail(ACL_ERROR_FEATURE_UNSUPPORTED, "the result isn't transposed");
  if (m <= 0 || n <= 0 || k <= 0) return Fail(ACL_ERROR_INVALID_PARAM, "extents of matrices are positive");
  if (compute != ACL_COMPUTE_HIGH_PRECISION && compute != ACL_COMPUTE_LOW_PRECISION) {
    return NoSuch("precision", "the compute type", compute, "ACL_COMPUTE_HIGH_PRECISION and ACL_COMPUTE_LOW_PRECISION");
  }
  const bool same = types.a == types.c && (types.a == ACL_FLOAT || types.a == ACL_FLOAT16 || types.a == ACL_INT32);
  const bool wider = (types.a == ACL_FLOAT16 && types.c == ACL_FLOAT) || (types.a == ACL_INT8 && types.c == ACL_INT32);
  if (types.a != types.b || (!same && !wider)) {
    return Fail(ACL_ERROR_UNSUPPORTED_DATA_TYPE,
                fmt::format("there is no product of types {}, {} into {}", static_cast<int>(types.a),
                            static_cast<int>(types.b), static_cast<int>(types.c)));
  }
  product.transposed_a = trans[0] == ACL_TRANS_T;
  product.transposed_b = trans[1] == ACL_TRANS_T;
  product.m = m;
  product.n = n;
  product.k = k;
  product.factor = ToGeType(types.a);
  product.result = ToGeType(types.c);
  return {};
}

Outcome CheckRow(const char* what, int given, int64_t row) {
  if (given == -1 || given == row) return {};
  return Fail(ACL_ERROR_INVALID_PARAM,
              fmt::format("{} is {}: matrices have no gaps, -1 or {} says so", what, given, row));
}

size_t ElementBytes(ge::DataType dtype) {
  const auto bytes = TensorBytes(dtype, std::vector<int64_t>());
  return bytes.ok() ? *bytes : 0;
}

bool IsZero(const void* scalar, ge::DataType dtype) {
  if (dtype == ge::DT_FLOAT) {
    float value = 0;
    std::memcpy(&value, scalar, sizeof value);
    return value == 0;
  }
  if (dtype == ge::DT_FLOAT16) {
    uint16_t bits = 0;
    std::memcpy(&bits, scalar, sizeof bits);
    return (bits & 0x7FFF) == 0;
  }
  int32_t value = 0;
  std::memcpy(&value, scalar, sizeof value);
  return value == 0;
}

std::shared_ptr<aclDataBuffer> BufferOf(const void* data, size_t bytes) {
  return std::make_shared<aclDataBuffer>(aclDataBuffer{const_cast<void*>(data), bytes});
}
// Keeps the value.
std::shared_ptr<aclDataBuffer> ScalarOf(const void* value, size_t bytes) {
  struct Scalar {
    std::array<char, 8> bytes;
    aclDataBuffer buffer;
  };
  auto scalar = std::make_shared<Scalar>();
  std::memcpy(scalar->bytes.data(), value, bytes);
  scalar->buffer = {scalar->bytes.data(), bytes};
  return {scalar, &scalar->buffer};
}

struct Matrices {
  const void *alpha, *a, *b, *beta;
  void* c;
};

Outcome Multiply(Product product, const Matrices& matrices, aclrtStream stream) {
  if (matrices.alpha == nullptr || matrices.beta == nullptr) return IsNull("factor");
  if (matrices.a == nullptr || matrices.b == nullptr || matrices.c == nullptr) return IsNull("matrix");
  product.reads_c = !IsZero(matrices.beta, product.result);
  OpRun run;
  OPDK_ACL_TRY(FindProduct(product, run.op));
  const size_t from = ElementBytes(product.factor), to = ElementBytes(product.result);
  const auto count = [](int64_t rows, int64_t columns) {
    return static_cast<size_t>(rows) * static_cast<size_t>(columns);
  };
  run.inputs = {BufferOf(matrices.a, count(product.m, product.k) * from),
                BufferOf(matrices.b, count(product.k, product.n) * from)};
  const std::shared_ptr<aclDataBuffer> c = BufferOf(matrices.c, count(product.m, product.n) * to);
  if (product.reads_c) run.inputs.push_back(c);
  run.inputs.push_back(ScalarOf(matrices.alpha, to));
  run.inputs.push_back(ScalarOf(matrices.beta, to));
  run.outputs = {c};
  return Launch(std::move(run), stream);
}

Outcome HandleOf(const Product& product, aclopHandle** handle) {
  if (handle == nullptr) return IsNull("place for the handle");
  auto made = std::make_shared<aclopHandle>();
  OPDK_ACL_TRY(FindProduct(product, made->op));
  made->fed.assign(5, true);
  made->outputs = 1;
  *handle = OpHandles().Add(std::move(made));
  return {};
}

struct Strides {
  int a, b, c;
};

aclError Gemm(const char* function, const aclTransType (&trans)[3], const std::array<int, 3>& mnk, const Types& types,
              aclComputeType compute, const Matrices& matrices, const Strides& strides, aclrtStream stream) {
  return Call(function, [&]() -> Outcome {
    Product product;
    OPDK_ACL_TRY(ReadProduct(trans, mnk[0], mnk[1], mnk[2], types, compute, product));
    OPDK_ACL_TRY(CheckRow("lda", strides.a, product.transposed_a ? product.m : product.k));
    OPDK_ACL_TRY(CheckRow("ldb", strides.b, product.transposed_b ? product.k : product.n));
    OPDK_ACL_TRY(CheckRow("ldc", strides.c, product.n));
    return Multiply(product, matrices, stream);
  });
}

aclError GemmHandle(const char* function, const aclTransType (&trans)[3], const std::array<int, 3>& mnk,
                    const Types& types, aclComputeType compute, aclopHandle** handle) {
  return Call(function, [&]() -> Outcome {
    Product product;
    OPDK_ACL_TRY(ReadProduct(trans, mnk[0], mnk[1], mnk[2], types, compute, product));
    return HandleOf(product, handle);
  });
}

constexpr Types kHalf{ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16};
constexpr Types kInt8{ACL_INT8, ACL_INT8, ACL_INT32};

}  // namespace

void ForgetProducts() {
  const std::lock_guard lock(TheProducts().mutex);
  TheProducts().by_text.clear();
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError aclblasGemmEx(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n, int k,
                       const void* alpha, const void* matrixA, int lda, aclDataType dataTypeA, const void* matrixB,
                       int ldb, aclDataType dataTypeB, const void* beta, void* matrixC, int ldc, aclDataType dataTypeC,
                       aclComputeType type, aclrtStream stream) {
  return Gemm(__func__, {transA, transB, transC}, {m, n, k}, {dataTypeA, dataTypeB, dataTypeC}, type,
              {alpha, matrixA, matrixB, beta, matrixC}, {lda, ldb, ldc}, stream);
}
aclError aclblasCreateHandleForGemmEx(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n,
                                      int k, aclDataType dataTypeA, aclDataType dataTypeB, aclDataType dataTypeC,
                                      aclComputeType type, aclopHandle** handle) {
  return GemmHandle(__func__, {transA, transB, transC}, {m, n, k}, {dataTypeA, dataTypeB, dataTypeC}, type, handle);
}
aclError aclblasHgemm(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n, int k,
                      const aclFloat16* alpha, const aclFloat16* matrixA, int lda, const aclFloat16* matrixB, int ldb,
                      const aclFloat16* beta, aclFloat16* matrixC, int ldc, aclComputeType type, aclrtStream stream) {
  return Gemm(__func__, {transA, transB, transC}, {m, n, k}, kHalf, type, {alpha, matrixA, matrixB, beta, matrixC},
              {lda, ldb, ldc}, stream);
}
aclError aclblasCreateHandleForHgemm(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n, int k,
                                     aclComputeType type, aclopHandle** handle) {
  return GemmHandle(__func__, {transA, transB, transC}, {m, n, k}, kHalf, type, handle);
}
aclError aclblasS8gemm(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n, int k,
                       const int32_t* alpha, const int8_t* matrixA, int lda, const int8_t* matrixB, int ldb,
                       const int32_t* beta, int32_t* matrixC, int ldc, aclComputeType type, aclrtStream stream) {
  return Gemm(__func__, {transA, transB, transC}, {m, n, k}, kInt8, type, {alpha, matrixA, matrixB, beta, matrixC},
              {lda, ldb, ldc}, stream);
}
aclError aclblasCreateHandleForS8gemm(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n,
                                      int k, aclComputeType type, aclopHandle** handle) {
  return GemmHandle(__func__, {transA, transB, transC}, {m, n, k}, kInt8, type, handle);
}

// Multiplies a matrix by a vector, which is a matrix of one column.
aclError aclblasGemvEx(aclTransType transA, int m, int n, const void* alpha, const void* a, int lda,
                       aclDataType dataTypeA, const void* x, int incx, aclDataType dataTypeX, const void* beta, void* y,
                       int incy, aclDataType dataTypeY, aclComputeType type, aclrtStream stream) {
  return Gemm(__func__, {transA, ACL_TRANS_N, ACL_TRANS_N}, {m, 1, n}, {dataTypeA, dataTypeX, dataTypeY}, type,
              {alpha, a, x, beta, y}, {lda, incx, incy}, stream);
}
aclError aclblasCreateHandleForGemvEx(aclTransType transA, int m, int n, aclDataType dataTypeA, aclDataType dataTypeX,
                                      aclDataType dataTypeY, aclComputeType type, aclopHandle** handle) {
  return GemmHandle(__func__, {transA, ACL_TRANS_N, ACL_TRANS_N}, {m, 1, n}, {dataTypeA, dataTypeX, dataTypeY}, type,
                    handle);
}
aclError aclblasHgemv(aclTransType transA, int m, int n, const aclFloat16* alpha, const aclFloat16* a, int lda,
                      const aclFloat16* x, int incx, const aclFloat16* beta, aclFloat16* y, int incy,
                      aclComputeType type, aclrtStream stream) {
  return Gemm(__func__, {transA, ACL_TRANS_N, ACL_TRANS_N}, {m, 1, n}, kHalf, type, {alpha, a, x, beta, y},
              {lda, incx, incy}, stream);
}
aclError aclblasCreateHandleForHgemv(aclTransType transA, int m, int n, aclComputeType type, aclopHandle** handle) {
  return GemmHandle(__func__, {transA, ACL_TRANS_N, ACL_TRANS_N}, {m, 1, n}, kHalf, type, handle);
}
aclError aclblasS8gemv(aclTransType transA, int m, int n, const int32_t* alpha, const int8_t* a, int lda,
                       const int8_t* x, int incx, const int32_t* beta, int32_t* y, int incy, aclComputeType type,
                       aclrtStream stream) {
  return Gemm(__func__, {transA, ACL_TRANS_N, ACL_TRANS_N}, {m, 1, n}, kInt8, type, {alpha, a, x, beta, y},
              {lda, incx, incy}, stream);
}
aclError aclblasCreateHandleForS8gemv(aclTransType transA, int m, int n, aclComputeType type, aclopHandle** handle) {
  return GemmHandle(__func__, {transA, ACL_TRANS_N, ACL_TRANS_N}, {m, 1, n}, kInt8, type, handle);
}
