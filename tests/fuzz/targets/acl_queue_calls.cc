// Channels of tensors, queues, their buffers and routes.
#include "tests/fuzz/targets/acl_calls.h"

namespace opdk::fuzz {
namespace {

acltdtDataItem* ItemOf(Draws& draws) { return draws.As<acltdtDataItem>(HandleKind::kItem); }
acltdtDataset* ItemsOf(Draws& draws) { return draws.As<acltdtDataset>(HandleKind::kTdtDataset); }
acltdtChannelHandle* ChannelOf(Draws& draws) { return draws.As<acltdtChannelHandle>(HandleKind::kChannel); }

constexpr AclCall kQueues[] = {
    [](Draws& d) {
      const auto kind = static_cast<acltdtTensorType>(d.Small());
      const int64_t* const dims = d.Dims();
      const size_t count = d.Byte() % 4;
      const aclDataType type = TypeOf(d);
      void* const data = d.Host();
      d.Keep(HandleKind::kItem, acltdtCreateDataItem(kind, dims, count, type, data, d.Size()));
    },
    [](Draws& d) { acltdtDestroyDataItem(ItemOf(d)); },
    [](Draws& d) {
      int64_t dims[4];
      const auto* const item = ItemOf(d);
      acltdtGetDimsFromItem(item, dims, d.Byte() % 5);
    },
    [](Draws& d) { d.Keep(HandleKind::kTdtDataset, acltdtCreateDataset()); },
    [](Draws& d) { acltdtDestroyDataset(ItemsOf(d)); },
    [](Draws& d) {
      auto* const items = ItemsOf(d);
      acltdtAddDataItem(items, ItemOf(d));
    },
    [](Draws& d) {
      const auto* const items = ItemsOf(d);
      static_cast<void>(acltdtGetDataItem(items, IndexOf(d)));
    },
    [](Draws& d) {
      const char* const name = d.Text();
      d.Keep(HandleKind::kChannel, acltdtCreateChannelWithCapacity(0, name, static_cast<size_t>(d.Number())));
    },
    [](Draws& d) { acltdtDestroyChannel(ChannelOf(d)); },
    [](Draws& d) { acltdtStopChannel(ChannelOf(d)); },
    [](Draws& d) {
      const auto* const channel = ChannelOf(d);
      const auto* const items = ItemsOf(d);
      acltdtSendTensor(channel, items, d.Timeout());
    },
    [](Draws& d) {
      const auto* const channel = ChannelOf(d);
      auto* const items = ItemsOf(d);
      acltdtReceiveTensor(channel, items, d.Timeout());
    },
    [](Draws& d) { d.Keep(HandleKind::kQueueAttr, acltdtCreateQueueAttr()); },
    [](Draws& d) { acltdtDestroyQueueAttr(d.As<acltdtQueueAttr>(HandleKind::kQueueAttr)); },
    [](Draws& d) {
      auto* const attr = d.As<acltdtQueueAttr>(HandleKind::kQueueAttr);
      const char* const name = d.Text();
      const auto depth = static_cast<uint32_t>(d.Number());
      if (d.Flag()) {
        acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_NAME_PTR, sizeof name, &name);
      } else {
        acltdtSetQueueAttr(attr, ACL_TDT_QUEUE_DEPTH_UINT32, sizeof depth, &depth);
      }
    },
    [](Draws& d) {
      uint32_t id = 0;
      KeepId(d, acltdtCreateQueue(d.As<acltdtQueueAttr>(HandleKind::kQueueAttr), &id), id);
    },
    [](Draws& d) { acltdtDestroyQueue(d.Id()); },
    [](Draws& d) {
      acltdtBuf buffer = nullptr;
      const size_t size = d.AnySize();
      if (acltdtAllocBuf(size, d.Byte() % 3, &buffer) == ACL_SUCCESS) d.Keep(HandleKind::kQueueBuffer, buffer);
    },
    [](Draws& d) { acltdtFreeBuf(d.Handle(HandleKind::kQueueBuffer)); },
    [](Draws& d) {
      void* data = nullptr;
      size_t size = 0;
      acltdtGetBufData(d.Handle(HandleKind::kQueueBuffer), &data, &size);
    },
    [](Draws& d) {
      const acltdtBuf buffer = d.Handle(HandleKind::kQueueBuffer);
      acltdtSetBufDataLen(buffer, d.AnySize());
    },
    [](Draws& d) {
      const acltdtBuf head = d.Handle(HandleKind::kQueueBuffer);
      acltdtAppendBufChain(head, d.Handle(HandleKind::kQueueBuffer));
    },
    [](Draws& d) {
      acltdtBuf found = nullptr;
      const acltdtBuf head = d.Handle(HandleKind::kQueueBuffer);
      acltdtGetBufFromChain(head, static_cast<uint32_t>(d.Number()), &found);
    },
    [](Draws& d) {
      const acltdtBuf buffer = d.Handle(HandleKind::kQueueBuffer);
      void* const data = d.Host();
      const size_t size = d.Size(), offset = d.AnySize();
      if (d.Flag()) {
        acltdtSetBufUserData(buffer, data, size, offset);
      } else {
        acltdtGetBufUserData(buffer, data, size, offset);
      }
    },
    [](Draws& d) {
      acltdtBuf copy = nullptr;
      if (acltdtCopyBufRef(d.Handle(HandleKind::kQueueBuffer), &copy) == ACL_SUCCESS)
        d.Keep(HandleKind::kQueueBuffer, copy);
    },
    [](Draws& d) {
      const uint32_t id = d.Id();
      const acltdtBuf buffer = d.Handle(HandleKind::kQueueBuffer);
      acltdtEnqueue(id, buffer, d.Timeout());
    },
    [](Draws& d) {
      acltdtBuf buffer = nullptr;
      const uint32_t id = d.Id();
      if (acltdtDequeue(id, &buffer, d.Timeout()) == ACL_SUCCESS) d.Keep(HandleKind::kQueueBuffer, buffer);
    },
    [](Draws& d) {
      const uint32_t id = d.Id();
      const void* const data = d.Host();
      const size_t size = d.Size();
      const void* const user = d.Host();
      const size_t user_size = d.Size();
      acltdtEnqueueData(id, data, size, user, user_size, d.Timeout(), 0);
    },
    [](Draws& d) {
      size_t given = 0;
      const uint32_t id = d.Id();
      void* const data = d.Host();
      const size_t size = d.Size();
      void* const user = d.Host();
      const size_t user_size = d.Size();
      acltdtDequeueData(id, data, size, &given, user, user_size, d.Timeout());
    },
    [](Draws& d) {
      const uint32_t from = d.Id();
      d.Keep(HandleKind::kRoute, acltdtCreateQueueRoute(from, d.Id()));
    },
    [](Draws& d) { acltdtDestroyQueueRoute(d.As<acltdtQueueRoute>(HandleKind::kRoute)); },
    [](Draws& d) { d.Keep(HandleKind::kRoutes, acltdtCreateQueueRouteList()); },
    [](Draws& d) { acltdtDestroyQueueRouteList(d.As<acltdtQueueRouteList>(HandleKind::kRoutes)); },
    [](Draws& d) {
      auto* const routes = d.As<acltdtQueueRouteList>(HandleKind::kRoutes);
      acltdtAddQueueRoute(routes, d.As<acltdtQueueRoute>(HandleKind::kRoute));
    },
    [](Draws& d) { acltdtBindQueueRoutes(d.As<acltdtQueueRouteList>(HandleKind::kRoutes)); },
    [](Draws& d) { acltdtUnbindQueueRoutes(d.As<acltdtQueueRouteList>(HandleKind::kRoutes)); },
};

}  // namespace

std::span<const AclCall> QueueCalls() { return kQueues; }

}  // namespace opdk::fuzz
