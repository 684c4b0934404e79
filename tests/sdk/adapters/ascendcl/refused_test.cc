// Functions of features that a CPU doesn't have are refused, whatever their arguments.
#include "hccl/hccl.h"
#include "tests/sdk/adapters/ascendcl/offline_models.h"

namespace opdk::acl_tests {
namespace {

using Refused = Acl;

#define EXPECT_UNSUPPORTED(call) EXPECT_REFUSED(call, ACL_ERROR_FEATURE_UNSUPPORTED, "")

TEST_F(Refused, KernelsOfADeviceAreRefused) {
  EXPECT_EQ(aclrtCreateBinary("kernel", 6), nullptr);
  EXPECT_ERROR("write operators for packages");
  EXPECT_UNSUPPORTED(aclrtDestroyBinary(nullptr));
  EXPECT_UNSUPPORTED(aclrtBinaryLoad(nullptr, nullptr));
  EXPECT_UNSUPPORTED(aclrtBinaryUnLoad(nullptr));
  EXPECT_UNSUPPORTED(aclrtBinaryGetFunction(nullptr, "name", nullptr));
  EXPECT_UNSUPPORTED(aclrtLaunchKernel(nullptr, 1, nullptr, 0, nullptr));
}

TEST_F(Refused, MemoryBetweenProcessesAndPeersIsRefused) {
  EXPECT_UNSUPPORTED(aclrtMemExportToShareableHandle(nullptr, ACL_MEM_HANDLE_TYPE_NONE, 0, nullptr));
  EXPECT_UNSUPPORTED(aclrtMemImportFromShareableHandle(0, 0, nullptr));
  EXPECT_UNSUPPORTED(aclrtMemSetPidToShareableHandle(0, nullptr, 0));
  EXPECT_UNSUPPORTED(aclrtDeviceGetBareTgid(nullptr));
  EXPECT_UNSUPPORTED(aclrtDeviceEnablePeerAccess(1, 0));
  EXPECT_UNSUPPORTED(aclrtDeviceDisablePeerAccess(1));
}

TEST_F(Refused, CountersAreRefused) {
  aclrtUtilizationInfo rates = {};
  EXPECT_UNSUPPORTED(aclrtGetDeviceUtilizationRate(0, &rates));
  EXPECT_REFUSED(aclrtGetDeviceUtilizationRate(0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_UNSUPPORTED(aclrtGetOverflowStatus(nullptr, 0, nullptr));
  EXPECT_UNSUPPORTED(aclrtResetOverflowStatus(nullptr));
}

#define EXPECT_NO_COLLECTIVES(call) EXPECT_REFUSED(call, HCCL_E_NOT_SUPPORT, "without collectives")

TEST(RefusedCollectives, GroupsAreRefused) {
  EXPECT_NO_COLLECTIVES(HcclCommInitClusterInfo(nullptr, 1, nullptr));
  EXPECT_NO_COLLECTIVES(HcclCommInitClusterInfoConfig(nullptr, 1, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclCreateSubCommConfig(nullptr, 1, nullptr, 1, 1, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclGetRootInfo(nullptr));
  EXPECT_NO_COLLECTIVES(HcclCommInitRootInfo(1, nullptr, 1, nullptr));
  EXPECT_NO_COLLECTIVES(HcclCommInitRootInfoConfig(1, nullptr, 1, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclCommInitAll(1, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclCommDestroy(nullptr));
  EXPECT_NO_COLLECTIVES(HcclCommSuspend(nullptr));
  EXPECT_NO_COLLECTIVES(HcclCommResume(nullptr));
  EXPECT_NO_COLLECTIVES(HcclSetConfig(HCCL_DETERMINISTIC, {}));
  EXPECT_NO_COLLECTIVES(HcclGetConfig(HCCL_DETERMINISTIC, nullptr));
  EXPECT_NO_COLLECTIVES(HcclGetCommName(nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclGetRankSize(nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclGetRankId(nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclGetCommAsyncError(nullptr, nullptr));
}

TEST(RefusedCollectives, TransfersBetweenDevicesAreRefused) {
  EXPECT_NO_COLLECTIVES(HcclAllReduce(nullptr, nullptr, 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclBroadcast(nullptr, 1, HCCL_DATA_TYPE_FP32, 1, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclReduceScatter(nullptr, nullptr, 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclScatter(nullptr, nullptr, 1, HCCL_DATA_TYPE_FP32, 1, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclAllGather(nullptr, nullptr, 1, HCCL_DATA_TYPE_FP32, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclReduce(nullptr, nullptr, 1, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, 1, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclAlltoAllV(nullptr, nullptr, nullptr, HCCL_DATA_TYPE_FP32, nullptr, nullptr, nullptr,
                                      HCCL_DATA_TYPE_FP32, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(
      HcclAlltoAll(nullptr, 1, HCCL_DATA_TYPE_FP32, nullptr, 1, HCCL_DATA_TYPE_FP32, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclBarrier(nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclSend(nullptr, 1, HCCL_DATA_TYPE_FP32, 1, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclRecv(nullptr, 1, HCCL_DATA_TYPE_FP32, 1, nullptr, nullptr));
  EXPECT_NO_COLLECTIVES(HcclBatchSendRecv(nullptr, 1, nullptr, nullptr));
}

class RefusedOfAModel : public AclModel {};

TEST_F(RefusedOfAModel, GearsAreRefused) {
  aclmdlDesc* desc = aclmdlCreateDesc();
  ASSERT_OK(aclmdlGetDesc(desc, model_));
  const DeviceTensor input(24);
  aclmdlIODims dims = {};
  EXPECT_REFUSED(aclmdlGetInputDynamicDims(desc, 0, &dims, 1), ACL_ERROR_MODEL_NOT_DYNAMIC, "no gears");
  EXPECT_REFUSED(aclmdlSetDynamicBatchSize(model_, input.dataset(), 0, 4), ACL_ERROR_MODEL_NOT_DYNAMIC, "no gears");
  EXPECT_REFUSED(aclmdlSetDynamicHWSize(model_, input.dataset(), 0, 4, 4), ACL_ERROR_MODEL_NOT_DYNAMIC, "no gears");
  EXPECT_REFUSED(aclmdlSetInputDynamicDims(model_, input.dataset(), 0, &dims), ACL_ERROR_MODEL_NOT_DYNAMIC, "no gears");
  EXPECT_REFUSED(aclmdlSetDynamicBatchSize(99, input.dataset(), 0, 4), ACL_ERROR_INVALID_MODEL_ID, "no model 99");
  EXPECT_REFUSED(aclmdlSetDynamicHWSize(model_, nullptr, 0, 4, 4), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclmdlDestroyDesc(desc));
}

TEST_F(RefusedOfAModel, TasksAndAttributesOfCompiledOperatorsAreRefused) {
  aclmdlDesc* desc = aclmdlCreateDesc();
  ASSERT_OK(aclmdlGetDesc(desc, model_));
  EXPECT_EQ(aclmdlGetOpAttr(desc, "exp", ACL_ATTR_NAME_DATA_DUMP_ORIGIN_OP_NAMES), nullptr);
  EXPECT_THAT(LastError(), testing::AllOf(testing::HasSubstr("operator 'exp'"), testing::HasSubstr("opdk om dump")));
  EXPECT_EQ(aclmdlGetOpAttr(desc, nullptr, nullptr), nullptr);
  EXPECT_ERROR("NULL");
  EXPECT_OK(aclmdlDestroyDesc(desc));
  char name[8];
  size_t inputs = 0, outputs = 0;
  aclTensorDesc* descs = nullptr;
  EXPECT_UNSUPPORTED(aclmdlCreateAndGetOpDesc(0, 0, 0, name, sizeof name, &descs, &inputs, &descs, &outputs));
}

}  // namespace
}  // namespace opdk::acl_tests
