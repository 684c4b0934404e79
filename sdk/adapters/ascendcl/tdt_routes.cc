// Routes between queues: one thread for each source moves its elements on to its destinations.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "sdk/adapters/ascendcl/tdt_queues.h"

struct acltdtQueueRoute {
  uint32_t source = 0, destination = 0;
  int32_t status = ACL_TDT_QUEUE_ROUTE_UNBIND;
};

struct acltdtQueueRouteList {
  std::vector<acltdtQueueRoute> routes;
};

struct acltdtQueueRouteQueryInfo {
  std::optional<int32_t> mode;
  std::optional<uint32_t> source, destination;
};

namespace opdk::acl {
namespace {

Handles<acltdtQueueRoute>& Routes() {
  static Handles<acltdtQueueRoute> routes("route");
  return routes;
}
Handles<acltdtQueueRouteList>& RouteLists() {
  static Handles<acltdtQueueRouteList> lists("list of routes");
  return lists;
}
Handles<acltdtQueueRouteQueryInfo>& Queries() {
  static Handles<acltdtQueueRouteQueryInfo> queries("query of routes");
  return queries;
}

// Moves elements from one source to all queues that are bound to it.
class Mover {
 public:
  Mover(uint32_t id, std::shared_ptr<TdtQueue> source) : id_(id), source_(std::move(source)) {}
  Mover(const Mover&) = delete;
  Mover& operator=(const Mover&) = delete;
  ~Mover() {
    const std::lock_guard lock(mutex_);
    for (auto& [id, to] : destinations_) to.stop.request_stop();
  }

  bool Has(uint32_t destination) const {
    const std::lock_guard lock(mutex_);
    return destinations_.contains(destination);
  }
  void Add(uint32_t destination, std::shared_ptr<TdtQueue> queue) {
    const std::lock_guard lock(mutex_);
    destinations_.insert_or_assign(destination, Destination{std::move(queue), {}});
    if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& stop) { Move(stop); });
  }
  // Removes a destination. Returns whether none is left. An element that waits for room in that queue is dropped.
  bool Remove(uint32_t destination) {
    const std::lock_guard lock(mutex_);
    const auto gone = destinations_.find(destination);
    gone->second.stop.request_stop();
    destinations_.erase(gone);
    return destinations_.empty();
  }
  // Appends the routes and their states; a route whose queue has gone is abnormal.
  void Describe(std::vector<acltdtQueueRoute>& routes) const {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, to] : destinations_) {
      const bool gone = source_->closed() || to.queue->closed();
      routes.push_back({id_, id, gone ? ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL : ACL_TDT_QUEUE_ROUTE_BIND});
    }
  }

 private:
  struct Destination {
    std::shared_ptr<TdtQueue> queue;
    std::stop_source stop;  // of the wait for room in it
  };

  void Move(const std::stop_token& stop) {
    std::shared_ptr<TdtBuffer> element;
    while (source_->Take(element, kWithoutEnd, stop).ok()) {
      std::vector<Destination> to;
      {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, destination] : destinations_) to.push_back(destination);
      }
      // One that has gone stays abnormal and doesn't hold up the others.
      for (const Destination& each : to) {
        static_cast<void>(each.queue->Put(ReferenceTo(*element), kWithoutEnd, each.stop.get_token()));
      }
    }
  }

  const uint32_t id_;
  const std::shared_ptr<TdtQueue> source_;
  mutable std::mutex mutex_;
  std::map<uint32_t, Destination> destinations_;
  std::jthread thread_;  // last: it uses the others
};

struct Movers {
  std::mutex mutex;
  std::map<uint32_t, std::unique_ptr<Mover>> by_source;
};
Movers& TheMovers() {
  static Movers movers;
  return movers;
}

Outcome Bind(acltdtQueueRoute& route) {
  if (route.source == route.destination) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("a route leads from queue {} to itself", route.source));
  }
  std::shared_ptr<TdtQueue> source, destination;
  OPDK_ACL_TRY(FindQueue(route.source, source));
  OPDK_ACL_TRY(FindQueue(route.destination, destination));
  const std::lock_guard lock(TheMovers().mutex);
  std::unique_ptr<Mover>& mover = TheMovers().by_source[route.source];
  if (mover == nullptr) mover = std::make_unique<Mover>(route.source, std::move(source));
  if (mover->Has(route.destination)) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                fmt::format("queue {} is bound to queue {} already", route.source, route.destination));
  }
  mover->Add(route.destination, std::move(destination));
  route.status = ACL_TDT_QUEUE_ROUTE_BIND;
  return {};
}

Outcome Unbind(acltdtQueueRoute& route) {
  std::unique_ptr<Mover> last;  // ends when the lock is free
  const std::lock_guard lock(TheMovers().mutex);
  const auto mover = TheMovers().by_source.find(route.source);
  if (mover == TheMovers().by_source.end() || !mover->second->Has(route.destination)) {
    return Fail(ACL_ERROR_INVALID_PARAM,
                fmt::format("queue {} isn't bound to queue {}", route.source, route.destination));
  }
  if (mover->second->Remove(route.destination)) {
    last = std::move(mover->second);
    TheMovers().by_source.erase(mover);
  }
  route.status = ACL_TDT_QUEUE_ROUTE_UNBIND;
  return {};
}

// Changes all routes of the list, even after a failure. Returns the first failure.
aclError ForEach(const char* function, acltdtQueueRouteList* list, Outcome (*change)(acltdtQueueRoute&)) {
  return Call(function, [&]() -> Outcome {
    std::shared_ptr<acltdtQueueRouteList> found;
    OPDK_ACL_TRY(RouteLists().Find(list, found));
    if (found->routes.empty()) return Fail(ACL_ERROR_INVALID_PARAM, "the list has no routes");
    Outcome first;
    for (acltdtQueueRoute& route : found->routes) {
      Outcome outcome = change(route);
      if (first.ok()) first = std::move(outcome);
    }
    return first;
  });
}

Outcome CheckQuery(const acltdtQueueRouteQueryInfo& query) {
  if (!query.mode) return Fail(ACL_ERROR_INVALID_PARAM, "the query has no ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM");
  const bool by_both = query.mode == ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST;
  if ((by_both || query.mode == ACL_TDT_QUEUE_ROUTE_QUERY_SRC) && !query.source) {
    return Fail(ACL_ERROR_INVALID_PARAM, "the query has no ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32");
  }
  if ((by_both || query.mode == ACL_TDT_QUEUE_ROUTE_QUERY_DST) && !query.destination) {
    return Fail(ACL_ERROR_INVALID_PARAM, "the query has no ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32");
  }
  return {};
}

bool RouteMatches(const acltdtQueueRoute& route, const acltdtQueueRouteQueryInfo& query) {
  switch (*query.mode) {
    case ACL_TDT_QUEUE_ROUTE_QUERY_SRC:
      return route.source == *query.source;
    case ACL_TDT_QUEUE_ROUTE_QUERY_DST:
      return route.destination == *query.destination;
    case ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST:
      return route.source == *query.source && route.destination == *query.destination;
    default:
      return route.status == ACL_TDT_QUEUE_ROUTE_BIND_ABNORMAL;
  }
}

Outcome ReadMode(const void* value, size_t len, std::optional<int32_t>& mode) {
  int32_t number = 0;
  OPDK_ACL_TRY(TakeValue(value, len, number));
  if ((number < ACL_TDT_QUEUE_ROUTE_QUERY_SRC || number > ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST) &&
      number != ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL) {
    return Fail(ACL_ERROR_INVALID_PARAM, fmt::format("there is no way {} to ask for routes", number));
  }
  mode = number;
  return {};
}

Outcome ReadId(const void* value, size_t len, std::optional<uint32_t>& id) {
  uint32_t number = 0;
  OPDK_ACL_TRY(TakeValue(value, len, number));
  id = number;
  return {};
}

}  // namespace

void EndRoutes() {
  decltype(Movers::by_source) gone;  // ends when the lock is free
  const std::lock_guard lock(TheMovers().mutex);
  gone.swap(TheMovers().by_source);
}

}  // namespace opdk::acl

using namespace opdk::acl;  // NOLINT(google-build-using-namespace): the functions of one interface

aclError acltdtBindQueueRoutes(acltdtQueueRouteList* qRouteList) { return ForEach(__func__, qRouteList, Bind); }
aclError acltdtUnbindQueueRoutes(acltdtQueueRouteList* qRouteList) { return ForEach(__func__, qRouteList, Unbind); }

aclError acltdtQueryQueueRoutes(const acltdtQueueRouteQueryInfo* queryInfo, acltdtQueueRouteList* qRouteList) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtQueueRouteQueryInfo> query;
    std::shared_ptr<acltdtQueueRouteList> list;
    OPDK_ACL_TRY(Queries().Find(queryInfo, query));
    OPDK_ACL_TRY(RouteLists().Find(qRouteList, list));
    OPDK_ACL_TRY(CheckQuery(*query));
    std::vector<acltdtQueueRoute> all;
    {
      const std::lock_guard lock(TheMovers().mutex);
      for (const auto& [id, mover] : TheMovers().by_source) mover->Describe(all);
    }
    std::copy_if(all.begin(), all.end(), std::back_inserter(list->routes),
                 [&](const acltdtQueueRoute& route) { return RouteMatches(route, *query); });
    return {};
  });
}

acltdtQueueRoute* acltdtCreateQueueRoute(uint32_t srcId, uint32_t dstId) {
  return Get<acltdtQueueRoute*>(__func__, nullptr, [&](acltdtQueueRoute*& route) -> Outcome {
    route = Routes().Add(std::make_shared<acltdtQueueRoute>(acltdtQueueRoute{srcId, dstId}));
    return {};
  });
}
aclError acltdtDestroyQueueRoute(const acltdtQueueRoute* route) {
  return Call(__func__, [&] { return Routes().Remove(route); });
}

aclError acltdtGetQueueRouteParam(const acltdtQueueRoute* route, acltdtQueueRouteParamType type, size_t len,
                                  size_t* paramRetSize, void* param) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtQueueRoute> found;
    OPDK_ACL_TRY(Routes().Find(route, found));
    switch (type) {
      case ACL_TDT_QUEUE_ROUTE_SRC_UINT32:
        return GiveValue(found->source, len, paramRetSize, param);
      case ACL_TDT_QUEUE_ROUTE_DST_UINT32:
        return GiveValue(found->destination, len, paramRetSize, param);
      case ACL_TDT_QUEUE_ROUTE_STATUS_INT32:
        return GiveValue(found->status, len, paramRetSize, param);
    }
    return NoSuch(
        "value of a route", "type", type,
        "ACL_TDT_QUEUE_ROUTE_SRC_UINT32, ACL_TDT_QUEUE_ROUTE_DST_UINT32 and ACL_TDT_QUEUE_ROUTE_STATUS_INT32");
  });
}

acltdtQueueRouteList* acltdtCreateQueueRouteList(void) {
  return Get<acltdtQueueRouteList*>(__func__, nullptr, [](acltdtQueueRouteList*& list) -> Outcome {
    list = RouteLists().Add(std::make_shared<acltdtQueueRouteList>());
    return {};
  });
}
aclError acltdtDestroyQueueRouteList(const acltdtQueueRouteList* routeList) {
  return Call(__func__, [&] { return RouteLists().Remove(routeList); });
}

aclError acltdtAddQueueRoute(acltdtQueueRouteList* routeList, const acltdtQueueRoute* route) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtQueueRouteList> list;
    std::shared_ptr<acltdtQueueRoute> found;
    OPDK_ACL_TRY(RouteLists().Find(routeList, list));
    OPDK_ACL_TRY(Routes().Find(route, found));
    list->routes.push_back(*found);
    return {};
  });
}

aclError acltdtGetQueueRoute(const acltdtQueueRouteList* routeList, size_t index, acltdtQueueRoute* route) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtQueueRouteList> list;
    std::shared_ptr<acltdtQueueRoute> to;
    OPDK_ACL_TRY(RouteLists().Find(routeList, list));
    OPDK_ACL_TRY(Routes().Find(route, to));
    if (index >= list->routes.size()) {
      return Fail(ACL_ERROR_INVALID_PARAM,
                  fmt::format("there is no route {}: the list has {}", index, list->routes.size()));
    }
    *to = list->routes[index];
    return {};
  });
}

size_t acltdtGetQueueRouteNum(const acltdtQueueRouteList* routeList) {
  return Get<size_t>(__func__, 0, [&](size_t& count) -> Outcome {
    std::shared_ptr<acltdtQueueRouteList> list;
    OPDK_ACL_TRY(RouteLists().Find(routeList, list));
    count = list->routes.size();
    return {};
  });
}

acltdtQueueRouteQueryInfo* acltdtCreateQueueRouteQueryInfo(void) {
  return Get<acltdtQueueRouteQueryInfo*>(__func__, nullptr, [](acltdtQueueRouteQueryInfo*& info) -> Outcome {
    info = Queries().Add(std::make_shared<acltdtQueueRouteQueryInfo>());
    return {};
  });
}
aclError acltdtDestroyQueueRouteQueryInfo(const acltdtQueueRouteQueryInfo* info) {
  return Call(__func__, [&] { return Queries().Remove(info); });
}

aclError acltdtSetQueueRouteQueryInfo(acltdtQueueRouteQueryInfo* param, acltdtQueueRouteQueryInfoParamType type,
                                      size_t len, const void* value) {
  return Call(__func__, [&]() -> Outcome {
    std::shared_ptr<acltdtQueueRouteQueryInfo> found;
    OPDK_ACL_TRY(Queries().Find(param, found));
    if (value == nullptr) return IsNull("value");
    switch (type) {
      case ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM:
        return ReadMode(value, len, found->mode);
      case ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32:
        return ReadId(value, len, found->source);
      case ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32:
        return ReadId(value, len, found->destination);
    }
    return NoSuch("query of routes", "type", type,
                  "ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, _SRC_ID_UINT32 and _DST_ID_UINT32");
  });
}
