// Matrix products in AscendCL. Source: CANN's acl_cblas.h. Matrices are stored row by row, without gaps: a leading
// dimension is -1 or the length of a row, an increment -1 or 1. Types of A, B, C: float, float16 or int32 throughout;
// float16, float16, float; int8, int8, int32. alpha and beta have C's type and are read at the call. With beta 0 the
// content of C isn't read.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"
#include "acl/acl_op.h"
#include "opdk/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum aclTransType { ACL_TRANS_N = 0, ACL_TRANS_T = 1, ACL_TRANS_NZ = 2, ACL_TRANS_NZ_T = 3 } aclTransType;
typedef enum aclComputeType { ACL_COMPUTE_HIGH_PRECISION = 0, ACL_COMPUTE_LOW_PRECISION = 1 } aclComputeType;

// Computes y = alpha * op(A) * x + beta * y; op(A): [m, n].
OPDK_API aclError aclblasGemvEx(aclTransType transA, int m, int n, const void* alpha, const void* a, int lda,
                                aclDataType dataTypeA, const void* x, int incx, aclDataType dataTypeX, const void* beta,
                                void* y, int incy, aclDataType dataTypeY, aclComputeType type, aclrtStream stream);
OPDK_API aclError aclblasCreateHandleForGemvEx(aclTransType transA, int m, int n, aclDataType dataTypeA,
                                               aclDataType dataTypeX, aclDataType dataTypeY, aclComputeType type,
                                               aclopHandle** handle);
OPDK_API aclError aclblasHgemv(aclTransType transA, int m, int n, const aclFloat16* alpha, const aclFloat16* a, int lda,
                               const aclFloat16* x, int incx, const aclFloat16* beta, aclFloat16* y, int incy,
                               aclComputeType type, aclrtStream stream);
OPDK_API aclError aclblasCreateHandleForHgemv(aclTransType transA, int m, int n, aclComputeType type,
                                              aclopHandle** handle);
OPDK_API aclError aclblasS8gemv(aclTransType transA, int m, int n, const int32_t* alpha, const int8_t* a, int lda,
                                const int8_t* x, int incx, const int32_t* beta, int32_t* y, int incy,
                                aclComputeType type, aclrtStream stream);
OPDK_API aclError aclblasCreateHandleForS8gemv(aclTransType transA, int m, int n, aclComputeType type,
                                               aclopHandle** handle);

// Computes C = alpha * op(A) * op(B) + beta * C; op(A): [m, k], op(B): [k, n].
OPDK_API aclError aclblasGemmEx(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n, int k,
                                const void* alpha, const void* matrixA, int lda, aclDataType dataTypeA,
                                const void* matrixB, int ldb, aclDataType dataTypeB, const void* beta, void* matrixC,
                                int ldc, aclDataType dataTypeC, aclComputeType type, aclrtStream stream);
OPDK_API aclError aclblasCreateHandleForGemmEx(aclTransType transA, aclTransType transB, aclTransType transC, int m,
                                               int n, int k, aclDataType dataTypeA, aclDataType dataTypeB,
                                               aclDataType dataTypeC, aclComputeType type, aclopHandle** handle);
OPDK_API aclError aclblasHgemm(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n, int k,
                               const aclFloat16* alpha, const aclFloat16* matrixA, int lda, const aclFloat16* matrixB,
                               int ldb, const aclFloat16* beta, aclFloat16* matrixC, int ldc, aclComputeType type,
                               aclrtStream stream);
OPDK_API aclError aclblasCreateHandleForHgemm(aclTransType transA, aclTransType transB, aclTransType transC, int m,
                                              int n, int k, aclComputeType type, aclopHandle** handle);
OPDK_API aclError aclblasS8gemm(aclTransType transA, aclTransType transB, aclTransType transC, int m, int n, int k,
                                const int32_t* alpha, const int8_t* matrixA, int lda, const int8_t* matrixB, int ldb,
                                const int32_t* beta, int32_t* matrixC, int ldc, aclComputeType type,
                                aclrtStream stream);
OPDK_API aclError aclblasCreateHandleForS8gemm(aclTransType transA, aclTransType transB, aclTransType transC, int m,
                                               int n, int k, aclComputeType type, aclopHandle** handle);

#ifdef __cplusplus
}  // extern "C"
#endif
