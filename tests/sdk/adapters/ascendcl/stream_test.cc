// Streams: order, waits, failures, ends.
#include <array>

#include "tests/sdk/adapters/ascendcl/held_stream.h"

namespace opdk::acl_tests {
namespace {

class Stream : public Acl {
 protected:
  // Launches work that fails when it runs. The memory it copies from was freed in the meantime, so that nothing is
  // looked at.
  static void LaunchFailure(aclrtStream stream, uint64_t thread) {
    EXPECT_OK(aclrtSubscribeReport(thread, stream));
    EXPECT_OK(aclrtLaunchCallback([](void*) {}, nullptr, ACL_CALLBACK_NO_BLOCK, stream));
  }
};

TEST_F(Stream, RunsItsTasksInOrder) {
  HeldStream held;
  void* device = nullptr;
  ASSERT_OK(aclrtMalloc(&device, 4, ACL_MEM_MALLOC_HUGE_FIRST));
  std::array<char, 4> first{}, second{};
  EXPECT_OK(aclrtMemsetAsync(device, 4, 1, 4, held.get()));
  EXPECT_OK(aclrtMemcpyAsync(first.data(), 4, device, 4, ACL_MEMCPY_DEVICE_TO_HOST, held.get()));
  EXPECT_OK(aclrtMemsetAsync(device, 4, 2, 4, held.get()));
  EXPECT_OK(aclrtMemcpyAsync(second.data(), 4, device, 4, ACL_MEMCPY_DEVICE_TO_HOST, held.get()));
  aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
  EXPECT_OK(aclrtStreamQuery(held.get(), &status));
  EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
  EXPECT_EQ(first[0], 0);
  EXPECT_REFUSED(aclrtSynchronizeStreamWithTimeout(held.get(), 1), ACL_ERROR_WAIT_CALLBACK_TIMEOUT, "after 1 ms");
  held.Release();
  EXPECT_OK(aclrtSynchronizeStreamWithTimeout(held.get(), -1));
  EXPECT_OK(aclrtStreamQuery(held.get(), &status));
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  EXPECT_EQ(first, (std::array<char, 4>{1, 1, 1, 1}));
  EXPECT_EQ(second, (std::array<char, 4>{2, 2, 2, 2}));
  EXPECT_OK(aclrtFree(device));
}

TEST_F(Stream, NullIsTheContextsOwn) {
  void* device = nullptr;
  ASSERT_OK(aclrtMalloc(&device, 1, ACL_MEM_MALLOC_HUGE_FIRST));
  char value = 0;
  EXPECT_OK(aclrtMemsetAsync(device, 1, 5, 1, nullptr));
  EXPECT_OK(aclrtMemcpyAsync(&value, 1, device, 1, ACL_MEMCPY_DEVICE_TO_HOST, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(value, 5);
  EXPECT_OK(aclrtFree(device));
}

TEST_F(Stream, TheDeviceWaitsForAllOfThem) {
  HeldStream held;
  char value = 0;
  void* device = nullptr;
  ASSERT_OK(aclrtMalloc(&device, 1, ACL_MEM_MALLOC_HUGE_FIRST));
  EXPECT_OK(aclrtMemset(device, 1, 3, 1));
  EXPECT_OK(aclrtMemcpyAsync(&value, 1, device, 1, ACL_MEMCPY_DEVICE_TO_HOST, held.get()));
  held.Release();
  EXPECT_OK(aclrtSynchronizeDevice());
  EXPECT_EQ(value, 3);
  EXPECT_OK(aclrtFree(device));
}

TEST_F(Stream, AFailureIsToldByTheNextWaitAndByTheCallback) {
  static std::atomic<uint32_t> code, task, device, thread, number;
  code = task = number = 0;
  device = thread = 9;
  EXPECT_OK(aclrtSetExceptionInfoCallback([](aclrtExceptionInfo* info) {
    code = aclrtGetErrorCodeFromExceptionInfo(info);
    task = aclrtGetTaskIdFromExceptionInfo(info);
    device = aclrtGetDeviceIdFromExceptionInfo(info);
    thread = aclrtGetThreadIdFromExceptionInfo(info);
    number = aclrtGetStreamIdFromExceptionInfo(info);
  }));
  aclrtStream stream = nullptr;
  ASSERT_OK(aclrtCreateStream(&stream));
  // A report for a thread that unsubscribes before the stream gets there.
  HeldStream held;
  aclrtEvent gate = nullptr;
  ASSERT_OK(aclrtCreateEvent(&gate));
  EXPECT_OK(aclrtRecordEvent(gate, held.get()));
  EXPECT_OK(aclrtStreamWaitEvent(stream, gate));
  const auto self = static_cast<uint64_t>(pthread_self());
  LaunchFailure(stream, self);
  EXPECT_OK(aclrtUnSubscribeReport(self, stream));
  held.Release();
  EXPECT_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_THREAD_NOT_SUBSCRIBE, "isn't subscribed any more");
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_OK(aclrtDestroyStream(stream));  // the callback has returned when the thread has
  EXPECT_OK(aclrtDestroyEvent(gate));
  EXPECT_EQ(code, static_cast<uint32_t>(ACL_ERROR_THREAD_NOT_SUBSCRIBE));
  EXPECT_EQ(task, 2U);
  EXPECT_EQ(device, 0U);
  EXPECT_EQ(thread, 0U);
  EXPECT_OK(aclrtSetExceptionInfoCallback(nullptr));
  EXPECT_EQ(aclrtGetErrorCodeFromExceptionInfo(nullptr), UINT32_MAX);
  EXPECT_EQ(aclrtGetTaskIdFromExceptionInfo(nullptr), UINT32_MAX);
  EXPECT_EQ(aclrtGetDeviceIdFromExceptionInfo(nullptr), UINT32_MAX);
  EXPECT_EQ(aclrtGetThreadIdFromExceptionInfo(nullptr), UINT32_MAX);
  EXPECT_EQ(aclrtGetStreamIdFromExceptionInfo(nullptr), UINT32_MAX);
}

TEST_F(Stream, AfterAFailureTheRestIsDoneUnlessItStops) {
  for (const uint64_t mode : {ACL_CONTINUE_ON_FAILURE, ACL_STOP_ON_FAILURE}) {
    HeldStream held;
    aclrtStream stream = nullptr;
    aclrtEvent gate = nullptr, after = nullptr;
    ASSERT_OK(aclrtCreateStream(&stream));
    ASSERT_OK(aclrtCreateEvent(&gate));
    ASSERT_OK(aclrtCreateEvent(&after));
    EXPECT_OK(aclrtSetStreamFailureMode(stream, mode));
    EXPECT_OK(aclrtRecordEvent(gate, held.get()));
    EXPECT_OK(aclrtStreamWaitEvent(stream, gate));
    const auto self = static_cast<uint64_t>(pthread_self());
    LaunchFailure(stream, self);
    EXPECT_OK(aclrtUnSubscribeReport(self, stream));
    void* device = nullptr;
    ASSERT_OK(aclrtMalloc(&device, 1, ACL_MEM_MALLOC_HUGE_FIRST));
    EXPECT_OK(aclrtMemset(device, 1, 0, 1));
    EXPECT_OK(aclrtMemsetAsync(device, 1, 7, 1, stream));
    EXPECT_OK(aclrtRecordEvent(after, stream));
    held.Release();
    EXPECT_OK(aclrtSynchronizeEvent(after));  // waiting calls go on
    EXPECT_REFUSED(aclrtSynchronizeStream(stream), ACL_ERROR_THREAD_NOT_SUBSCRIBE, "");
    char value = 1;
    EXPECT_OK(aclrtMemcpy(&value, 1, device, 1, ACL_MEMCPY_DEVICE_TO_HOST));
    EXPECT_EQ(value, mode == ACL_STOP_ON_FAILURE ? 0 : 7);
    EXPECT_OK(aclrtFree(device));
    EXPECT_OK(aclrtDestroyStream(stream));
    EXPECT_OK(aclrtDestroyEvent(gate));
    EXPECT_OK(aclrtDestroyEvent(after));
  }
}

TEST_F(Stream, ItsForcedEndDropsTasksThatHaveNotBegun) {
  void* device = nullptr;
  ASSERT_OK(aclrtMalloc(&device, 1, ACL_MEM_MALLOC_HUGE_FIRST));
  EXPECT_OK(aclrtMemset(device, 1, 0, 1));
  aclrtEvent dropped = nullptr;
  ASSERT_OK(aclrtCreateEvent(&dropped));
  {
    HeldStream held;
    EXPECT_OK(aclrtMemsetAsync(device, 1, 9, 1, held.get()));
    EXPECT_OK(aclrtRecordEvent(dropped, held.get()));
    EXPECT_OK(aclrtDestroyStreamForce(held.get()));  // lets go of the blocking call as well
    EXPECT_REFUSED(aclrtDestroyStreamForce(held.get()), ACL_ERROR_INVALID_PARAM, "destroyed before");
    EXPECT_REFUSED(aclrtDestroyStream(held.get()), ACL_ERROR_INVALID_PARAM, "destroyed before");
    EXPECT_REFUSED(aclrtSynchronizeStream(held.get()), ACL_ERROR_INVALID_PARAM, "destroyed before");
    held.Forget();
    EXPECT_OK(aclrtSynchronizeEvent(dropped));
  }
  char value = 1;
  EXPECT_OK(aclrtMemcpy(&value, 1, device, 1, ACL_MEMCPY_DEVICE_TO_HOST));
  EXPECT_EQ(value, 0);
  EXPECT_OK(aclrtDestroyEvent(dropped));
  EXPECT_OK(aclrtFree(device));
}

TEST_F(Stream, AbortedTasksOfTheDeviceAreNeverDone) {
  void* device = nullptr;
  ASSERT_OK(aclrtMalloc(&device, 1, ACL_MEM_MALLOC_HUGE_FIRST));
  EXPECT_OK(aclrtMemset(device, 1, 0, 1));
  HeldStream held;
  EXPECT_OK(aclrtMemsetAsync(device, 1, 9, 1, held.get()));
  EXPECT_OK(aclrtDeviceTaskAbort(0, 0));
  held.Release();
  EXPECT_OK(aclrtSynchronizeStream(held.get()));
  char value = 1;
  EXPECT_OK(aclrtMemcpy(&value, 1, device, 1, ACL_MEMCPY_DEVICE_TO_HOST));
  EXPECT_EQ(value, 0);
  EXPECT_OK(aclrtMemsetAsync(device, 1, 4, 1, held.get()));  // it works on
  EXPECT_OK(aclrtSynchronizeStream(held.get()));
  EXPECT_OK(aclrtMemcpy(&value, 1, device, 1, ACL_MEMCPY_DEVICE_TO_HOST));
  EXPECT_EQ(value, 4);
  EXPECT_REFUSED(aclrtDeviceTaskAbort(1, 0), ACL_ERROR_INVALID_DEVICE, "no device 1");
  EXPECT_OK(aclrtFree(device));
}

TEST_F(Stream, IsMadeWithOptions) {
  aclrtStreamConfigHandle* config = aclrtCreateStreamConfigHandle();
  ASSERT_NE(config, nullptr);
  const uint32_t priority = 3;
  const size_t flag = ACL_STREAM_FAST_SYNC, bytes = 64;
  void* work = nullptr;
  EXPECT_OK(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_PRIORITY, &priority, sizeof priority));
  EXPECT_OK(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_FLAG, &flag, sizeof flag));
  EXPECT_OK(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_WORK_SIZE, &bytes, sizeof bytes));
  EXPECT_OK(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_WORK_ADDR_PTR, &work, sizeof work));
  aclrtStream stream = nullptr;
  EXPECT_OK(aclrtCreateStreamV2(&stream, config));
  EXPECT_OK(aclrtDestroyStream(stream));
  EXPECT_OK(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_FAST_LAUNCH));
  EXPECT_OK(aclrtDestroyStream(stream));
  EXPECT_REFUSED(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_PRIORITY, &priority, 1), ACL_ERROR_INVALID_PARAM,
                 "another size");
  EXPECT_REFUSED(aclrtSetStreamConfigOpt(config, ACL_RT_STREAM_PRIORITY, nullptr, sizeof priority),
                 ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtSetStreamConfigOpt(config, static_cast<aclrtStreamConfigAttr>(8), &priority, sizeof priority),
                 ACL_ERROR_INVALID_PARAM, "no such attribute of a stream: attr is 8");
  EXPECT_REFUSED(aclrtSetStreamConfigOpt(nullptr, ACL_RT_STREAM_PRIORITY, &priority, sizeof priority),
                 ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclrtDestroyStreamConfigHandle(config));
  EXPECT_REFUSED(aclrtDestroyStreamConfigHandle(config), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclrtCreateStreamV2(&stream, config), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_REFUSED(aclrtCreateStreamV2(&stream, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
}

TEST_F(Stream, RefusesWrongArguments) {
  int foreign = 0;
  aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
  EXPECT_REFUSED(aclrtCreateStream(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtCreateStreamWithConfig(nullptr, 0, 0), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtDestroyStream(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtDestroyStream(&foreign), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtDestroyStreamForce(&foreign), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtSynchronizeStream(&foreign), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtSynchronizeStreamWithTimeout(nullptr, -2), ACL_ERROR_INVALID_PARAM, "-1 or milliseconds");
  EXPECT_REFUSED(aclrtStreamQuery(nullptr, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtStreamQuery(&foreign, &status), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_REFUSED(aclrtSetStreamFailureMode(nullptr, 7), ACL_ERROR_INVALID_PARAM, "no such mode of failures: mode is 7");
  EXPECT_REFUSED(aclrtSetStreamFailureMode(&foreign, 0), ACL_ERROR_INVALID_PARAM, "nothing made it");
  EXPECT_OK(aclrtResetDevice(0));
  aclrtStream stream = nullptr;
  EXPECT_REFUSED(aclrtCreateStream(&stream), ACL_ERROR_INVALID_PARAM, "no context");
  EXPECT_REFUSED(aclrtSynchronizeStream(nullptr), ACL_ERROR_INVALID_PARAM, "no context");
}

TEST_F(Stream, AnEventOfOneStreamHoldsUpAnotherStream) {
  HeldStream held;
  aclrtStream other = nullptr;
  aclrtEvent event = nullptr;
  ASSERT_OK(aclrtCreateStream(&other));
  ASSERT_OK(aclrtCreateEvent(&event));
  void* device = nullptr;
  ASSERT_OK(aclrtMalloc(&device, 1, ACL_MEM_MALLOC_HUGE_FIRST));
  char value = 0;
  EXPECT_OK(aclrtMemsetAsync(device, 1, 6, 1, held.get()));
  EXPECT_OK(aclrtRecordEvent(event, held.get()));
  EXPECT_OK(aclrtStreamWaitEvent(other, event));
  EXPECT_OK(aclrtMemcpyAsync(&value, 1, device, 1, ACL_MEMCPY_DEVICE_TO_HOST, other));
  aclrtEventStatus status = ACL_EVENT_STATUS_RESERVED;
  aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
  aclrtEventWaitStatus waited = ACL_EVENT_WAIT_STATUS_RESERVED;
  EXPECT_OK(aclrtQueryEvent(event, &status));
  EXPECT_EQ(status, ACL_EVENT_STATUS_NOT_READY);
  EXPECT_OK(aclrtQueryEventStatus(event, &recorded));
  EXPECT_EQ(recorded, ACL_EVENT_RECORDED_STATUS_NOT_READY);
  EXPECT_OK(aclrtQueryEventWaitStatus(event, &waited));
  EXPECT_EQ(waited, ACL_EVENT_WAIT_STATUS_NOT_READY);
  EXPECT_REFUSED(aclrtSynchronizeEventWithTimeout(event, 1), ACL_ERROR_WAIT_CALLBACK_TIMEOUT, "within 1 ms");
  EXPECT_REFUSED(aclrtSynchronizeStreamWithTimeout(other, 1), ACL_ERROR_WAIT_CALLBACK_TIMEOUT, "after 1 ms");
  EXPECT_EQ(value, 0);
  held.Release();
  EXPECT_OK(aclrtSynchronizeEvent(event));
  EXPECT_OK(aclrtSynchronizeStream(other));
  EXPECT_EQ(value, 6);
  EXPECT_OK(aclrtQueryEvent(event, &status));
  EXPECT_EQ(status, ACL_EVENT_STATUS_COMPLETE);
  EXPECT_OK(aclrtQueryEventStatus(event, &recorded));
  EXPECT_EQ(recorded, ACL_EVENT_RECORDED_STATUS_COMPLETE);
  EXPECT_OK(aclrtQueryEventWaitStatus(event, &waited));
  EXPECT_EQ(waited, ACL_EVENT_WAIT_STATUS_COMPLETE);
  EXPECT_OK(aclrtDestroyStream(other));
  EXPECT_OK(aclrtDestroyEvent(event));
  EXPECT_OK(aclrtFree(device));
}

using Event = Acl;

TEST_F(Event, ElapsedTimeIsBetweenTwoThatHappened) {
  aclrtEvent start = nullptr, end = nullptr, silent = nullptr;
  ASSERT_OK(aclrtCreateEvent(&start));
  ASSERT_OK(aclrtCreateEventWithFlag(&end, ACL_EVENT_TIME_LINE));
  ASSERT_OK(aclrtCreateEventExWithFlag(&silent, ACL_EVENT_SYNC));
  float ms = -1;
  EXPECT_REFUSED(aclrtEventElapsedTime(&ms, start, end), ACL_ERROR_INVALID_PARAM, "was not recorded");
  EXPECT_OK(aclrtRecordEvent(start, nullptr));
  EXPECT_OK(aclrtRecordEvent(end, nullptr));
  EXPECT_OK(aclrtRecordEvent(silent, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_OK(aclrtEventElapsedTime(&ms, start, end));
  EXPECT_GE(ms, 0);
  float back = 1;
  EXPECT_OK(aclrtEventElapsedTime(&back, end, start));
  EXPECT_EQ(back, -ms);
  EXPECT_REFUSED(aclrtEventElapsedTime(&ms, start, silent), ACL_ERROR_INVALID_PARAM, "ACL_EVENT_TIME_LINE");
  HeldStream held;
  EXPECT_OK(aclrtRecordEvent(end, held.get()));
  EXPECT_REFUSED(aclrtEventElapsedTime(&ms, start, end), ACL_ERROR_INVALID_PARAM, "has not happened yet");
  held.Release();
  for (aclrtEvent event : {start, end, silent}) EXPECT_OK(aclrtDestroyEvent(event));
}

TEST_F(Event, AResetEventIsAsIfNeverRecorded) {
  aclrtEvent event = nullptr;
  ASSERT_OK(aclrtCreateEvent(&event));
  aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_COMPLETE;
  EXPECT_OK(aclrtQueryEventStatus(event, &status));
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_NOT_READY);
  EXPECT_OK(aclrtRecordEvent(event, nullptr));
  EXPECT_OK(aclrtResetEvent(event, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_OK(aclrtQueryEventStatus(event, &status));
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_NOT_READY);
  EXPECT_OK(aclrtSynchronizeEvent(event));
  // Recorded anew after the reset was launched: that stands.
  EXPECT_OK(aclrtResetEvent(event, nullptr));
  EXPECT_OK(aclrtRecordEvent(event, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_OK(aclrtQueryEventStatus(event, &status));
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
  EXPECT_OK(aclrtDestroyEvent(event));
}

TEST_F(Event, RefusesWrongArguments) {
  aclrtEvent event = nullptr;
  int foreign = 0;
  float ms = 0;
  aclrtEventStatus status = ACL_EVENT_STATUS_RESERVED;
  aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
  aclrtEventWaitStatus waited = ACL_EVENT_WAIT_STATUS_RESERVED;
  EXPECT_REFUSED(aclrtCreateEvent(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtCreateEventWithFlag(&event, 0), ACL_ERROR_INVALID_PARAM, "flag is 0");
  EXPECT_REFUSED(aclrtCreateEventExWithFlag(&event, 0x100), ACL_ERROR_INVALID_PARAM, "flag is 256");
  ASSERT_OK(aclrtCreateEvent(&event));
  EXPECT_REFUSED(aclrtRecordEvent(event, &foreign), ACL_ERROR_INVALID_PARAM, "the stream is unknown");
  EXPECT_REFUSED(aclrtStreamWaitEvent(&foreign, event), ACL_ERROR_INVALID_PARAM, "the stream is unknown");
  EXPECT_REFUSED(aclrtResetEvent(event, &foreign), ACL_ERROR_INVALID_PARAM, "the stream is unknown");
  EXPECT_REFUSED(aclrtSynchronizeEventWithTimeout(event, -5), ACL_ERROR_INVALID_PARAM, "-1 or milliseconds");
  EXPECT_REFUSED(aclrtEventElapsedTime(nullptr, event, event), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtQueryEvent(event, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtQueryEventStatus(event, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(aclrtQueryEventWaitStatus(event, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_OK(aclrtDestroyEvent(event));
  for (aclrtEvent wrong : {static_cast<aclrtEvent>(nullptr), event, static_cast<aclrtEvent>(&foreign)}) {
    EXPECT_REFUSED(aclrtDestroyEvent(wrong), ACL_ERROR_INVALID_PARAM, "the event");
    EXPECT_REFUSED(aclrtRecordEvent(wrong, nullptr), ACL_ERROR_INVALID_PARAM, "the event");
    EXPECT_REFUSED(aclrtResetEvent(wrong, nullptr), ACL_ERROR_INVALID_PARAM, "the event");
    EXPECT_REFUSED(aclrtStreamWaitEvent(nullptr, wrong), ACL_ERROR_INVALID_PARAM, "the event");
    EXPECT_REFUSED(aclrtSynchronizeEvent(wrong), ACL_ERROR_INVALID_PARAM, "the event");
    EXPECT_REFUSED(aclrtSynchronizeEventWithTimeout(wrong, 1), ACL_ERROR_INVALID_PARAM, "the event");
    EXPECT_REFUSED(aclrtQueryEvent(wrong, &status), ACL_ERROR_INVALID_PARAM, "the event");
    EXPECT_REFUSED(aclrtQueryEventStatus(wrong, &recorded), ACL_ERROR_INVALID_PARAM, "the event");
    EXPECT_REFUSED(aclrtQueryEventWaitStatus(wrong, &waited), ACL_ERROR_INVALID_PARAM, "the event");
    EXPECT_REFUSED(aclrtEventElapsedTime(&ms, wrong, wrong), ACL_ERROR_INVALID_PARAM, "the event");
  }
}

}  // namespace
}  // namespace opdk::acl_tests
