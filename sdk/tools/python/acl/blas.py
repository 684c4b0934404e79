"""Products of matrices and vectors."""
from acl._library import bind

gemv_ex = bind("aclblasGemvEx", "e", "iiippiipiippiiip")
create_handle_for_gemv_ex = bind("aclblasCreateHandleForGemvEx", "e", "iiiiiii>p")
hgemv = bind("aclblasHgemv", "e", "iiippipippiip")
create_handle_for_hgemv = bind("aclblasCreateHandleForHgemv", "e", "iiii>p")
s8gemv = bind("aclblasS8gemv", "e", "iiippipippiip")
create_handle_for_s8gemv = bind("aclblasCreateHandleForS8gemv", "e", "iiii>p")

gemm_ex = bind("aclblasGemmEx", "e", "iiiiiippiipiippiiip")
create_handle_for_gemm_ex = bind("aclblasCreateHandleForGemmEx", "e", "iiiiiiiiii>p")
hgemm = bind("aclblasHgemm", "e", "iiiiiippipippiip")
create_handle_for_hgemm = bind("aclblasCreateHandleForHgemm", "e", "iiiiiii>p")
s8gemm = bind("aclblasS8gemm", "e", "iiiiiippipippiip")
create_handle_for_s8gemm = bind("aclblasCreateHandleForS8gemm", "e", "iiiiiii>p")
