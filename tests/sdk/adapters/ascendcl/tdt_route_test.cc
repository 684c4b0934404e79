// Routes between queues.
#include <vector>

#include "tests/sdk/adapters/ascendcl/tdt_fixture.h"

namespace opdk::acl_tests {
namespace {

class TdtRoute : public Acl {
 protected:
  void SetUp() override {
    Acl::SetUp();
    list_ = acltdtCreateQueueRouteList();
  }
  void TearDown() override {
    EXPECT_OK(acltdtDestroyQueueRouteList(list_));
    Acl::TearDown();
  }
  void Add(uint32_t from, uint32_t to) {
    acltdtQueueRoute* route = acltdtCreateQueueRoute(from, to);
    EXPECT_OK(acltdtAddQueueRoute(list_, route));
    EXPECT_OK(acltdtDestroyQueueRoute(route));
  }
  // Returns source, destination and status of a route.
  std::vector<int64_t> Describe(const acltdtQueueRouteList* list, size_t index) {
    acltdtQueueRoute* route = acltdtCreateQueueRoute(0, 0);
    EXPECT_OK(acltdtGetQueueRoute(list, index, route));
    uint32_t from = 0, to = 0;
    int32_t status = 0;
    size_t bytes = 0;
    EXPECT_OK(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_SRC_UINT32, sizeof from, &bytes, &from));
    EXPECT_OK(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_DST_UINT32, sizeof to, &bytes, &to));
    EXPECT_OK(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_STATUS_INT32, sizeof status, &bytes, &status));
    EXPECT_OK(acltdtDestroyQueueRoute(route));
    return {from, to, status};
  }
  std::vector<std::vector<int64_t>> Query(int32_t mode, uint32_t from, uint32_t to) {
    acltdtQueueRouteQueryInfo* query = acltdtCreateQueueRouteQueryInfo();
    EXPECT_OK(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, sizeof mode, &mode));
    EXPECT_OK(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32, sizeof from, &from));
    EXPECT_OK(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_DST_ID_UINT32, sizeof to, &to));
    acltdtQueueRouteList* found = acltdtCreateQueueRouteList();
    EXPECT_OK(acltdtQueryQueueRoutes(query, found));
    std::vector<std::vector<int64_t>> routes;
    for (size_t i = 0; i < acltdtGetQueueRouteNum(found); ++i) routes.push_back(Describe(found, i));
    EXPECT_OK(acltdtDestroyQueueRouteList(found));
    EXPECT_OK(acltdtDestroyQueueRouteQueryInfo(query));
    return routes;
  }

  acltdtQueueRouteList* list_ = nullptr;
};

using Route = std::vector<int64_t>;

TEST_F(TdtRoute, MovesEachArrivingElementIntoEachDestination) {
  const uint32_t from = NewQueue("from", 2), a = NewQueue("a", 1), b = NewQueue("b", 1);
  Add(from, a);
  Add(from, b);
  EXPECT_EQ(Describe(list_, 0), (Route{from, a, ACL_TDT_QUEUE_ROUTE_UNBIND}));
  EXPECT_OK(acltdtBindQueueRoutes(list_));
  EXPECT_EQ(Describe(list_, 1), (Route{from, b, ACL_TDT_QUEUE_ROUTE_BIND}));
  for (int i = 0; i < 50; ++i) {
    EXPECT_OK(Send(from, i));
    for (const uint32_t to : {a, b}) {
      int value = -1;
      EXPECT_OK(Receive(to, value));
      EXPECT_EQ(value, i);
    }
  }
  EXPECT_OK(acltdtUnbindQueueRoutes(list_));
  EXPECT_EQ(Describe(list_, 0), (Route{from, a, ACL_TDT_QUEUE_ROUTE_UNBIND}));
  int value = 0;
  EXPECT_OK(Send(from, 1));
  EXPECT_OK(Receive(from, value, 0));
  for (const uint32_t queue : {from, a, b}) {
    EXPECT_OK(acltdtDestroyQueue(queue));
  }
}

TEST_F(TdtRoute, EndsWhileItWaitsForRoom) {
  const uint32_t from = NewQueue("from", 4), to = NewQueue("to", 1);
  Add(from, to);
  EXPECT_OK(acltdtBindQueueRoutes(list_));
  for (int i = 0; i < 4; ++i) {
    EXPECT_OK(Send(from, i));
  }
  EXPECT_OK(acltdtUnbindQueueRoutes(list_));
  EXPECT_OK(acltdtDestroyQueue(from));
  EXPECT_OK(acltdtDestroyQueue(to));
}

TEST_F(TdtRoute, IsFoundByItsEndsAndIsAbnormalWithoutOne) {
  const uint32_t from = NewQueue("from", 1), a = NewQueue("a", 1), b = NewQueue("b", 1);
  Add(from, a);
  Add(from, b);
  Add(a, b);
  EXPECT_OK(acltdtBindQueueRoutes(list_));
  EXPECT_EQ(Query(ACL_TDT_QUEUE_ROUTE_QUERY_SRC, from, 0), (std::vector<Route>{{from, a, 1}, {from, b, 1}}));
  EXPECT_EQ(Query(ACL_TDT_QUEUE_ROUTE_QUERY_DST, 0, b), (std::vector<Route>{{from, b, 1}, {a, b, 1}}));
  EXPECT_EQ(Query(ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST, from, b), (std::vector<Route>{{from, b, 1}}));
  EXPECT_EQ(Query(ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL, 0, 0), std::vector<Route>());
  EXPECT_OK(acltdtDestroyQueue(b));
  EXPECT_EQ(Query(ACL_TDT_QUEUE_ROUTE_QUERY_ABNORMAL, 0, 0), (std::vector<Route>{{from, b, 2}, {a, b, 2}}));
  // The others go on.
  int value = 0;
  acltdtQueueRouteList* second = acltdtCreateQueueRouteList();
  acltdtQueueRoute* route = acltdtCreateQueueRoute(a, b);
  EXPECT_OK(acltdtAddQueueRoute(second, route));
  EXPECT_OK(acltdtUnbindQueueRoutes(second));
  EXPECT_OK(Send(from, 5));
  EXPECT_OK(Receive(a, value));
  EXPECT_EQ(value, 5);
  EXPECT_REFUSED(acltdtUnbindQueueRoutes(second), ACL_ERROR_INVALID_PARAM, "isn't bound");
  EXPECT_OK(acltdtDestroyQueueRoute(route));
  EXPECT_OK(acltdtDestroyQueueRouteList(second));
  EXPECT_OK(acltdtDestroyQueue(from));
  EXPECT_OK(acltdtDestroyQueue(a));
}

TEST_F(TdtRoute, RefusesWrongArguments) {
  const uint32_t from = NewQueue("from", 1), to = NewQueue("to", 1);
  EXPECT_REFUSED(acltdtBindQueueRoutes(list_), ACL_ERROR_INVALID_PARAM, "no routes");
  EXPECT_REFUSED(acltdtBindQueueRoutes(nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  Add(from, from);
  EXPECT_REFUSED(acltdtBindQueueRoutes(list_), ACL_ERROR_INVALID_PARAM, "to itself");
  Add(from, kNoQueue);
  Add(from, to);
  Add(from, to);
  EXPECT_REFUSED(acltdtBindQueueRoutes(list_), ACL_ERROR_INVALID_PARAM, "to itself");
  EXPECT_EQ(Describe(list_, 1)[2], ACL_TDT_QUEUE_ROUTE_UNBIND);
  EXPECT_EQ(Describe(list_, 2)[2], ACL_TDT_QUEUE_ROUTE_BIND);
  EXPECT_EQ(Describe(list_, 3)[2], ACL_TDT_QUEUE_ROUTE_UNBIND);

  acltdtQueueRoute* route = acltdtCreateQueueRoute(from, to);
  uint32_t id = 0;
  EXPECT_REFUSED(acltdtGetQueueRoute(list_, 4, route), ACL_ERROR_INVALID_PARAM, "no route 4: the list has 4");
  EXPECT_REFUSED(acltdtGetQueueRoute(list_, 0, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtAddQueueRoute(nullptr, route), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtAddQueueRoute(list_, nullptr), ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtGetQueueRouteParam(route, static_cast<acltdtQueueRouteParamType>(5), 4, nullptr, &id),
                 ACL_ERROR_INVALID_PARAM, "no such value of a route: type is 5");
  EXPECT_REFUSED(acltdtGetQueueRouteParam(route, ACL_TDT_QUEUE_ROUTE_SRC_UINT32, 2, nullptr, &id),
                 ACL_ERROR_INVALID_PARAM, "smaller");
  EXPECT_OK(acltdtDestroyQueueRoute(route));
  EXPECT_REFUSED(acltdtDestroyQueueRoute(route), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_EQ(acltdtGetQueueRouteNum(nullptr), 0U);
  EXPECT_ERROR("NULL");

  acltdtQueueRouteQueryInfo* query = acltdtCreateQueueRouteQueryInfo();
  EXPECT_REFUSED(acltdtQueryQueueRoutes(query, list_), ACL_ERROR_INVALID_PARAM, "MODE_ENUM");
  const int32_t mode = ACL_TDT_QUEUE_ROUTE_QUERY_SRC_AND_DST, no_mode = 3;
  EXPECT_REFUSED(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, 4, &no_mode),
                 ACL_ERROR_INVALID_PARAM, "no way 3");
  EXPECT_REFUSED(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, 1, &mode),
                 ACL_ERROR_INVALID_PARAM, "another size");
  EXPECT_REFUSED(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, 4, nullptr),
                 ACL_ERROR_INVALID_PARAM, "NULL");
  EXPECT_REFUSED(acltdtSetQueueRouteQueryInfo(query, static_cast<acltdtQueueRouteQueryInfoParamType>(7), 4, &mode),
                 ACL_ERROR_INVALID_PARAM, "no such query of routes: type is 7");
  EXPECT_OK(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_MODE_ENUM, 4, &mode));
  EXPECT_REFUSED(acltdtQueryQueueRoutes(query, list_), ACL_ERROR_INVALID_PARAM, "SRC_ID");
  EXPECT_OK(acltdtSetQueueRouteQueryInfo(query, ACL_TDT_QUEUE_ROUTE_QUERY_SRC_ID_UINT32, 4, &from));
  EXPECT_REFUSED(acltdtQueryQueueRoutes(query, list_), ACL_ERROR_INVALID_PARAM, "DST_ID");
  EXPECT_OK(acltdtDestroyQueueRouteQueryInfo(query));
  EXPECT_REFUSED(acltdtDestroyQueueRouteQueryInfo(query), ACL_ERROR_INVALID_PARAM, "destroyed before");
  acltdtQueueRouteList* gone = acltdtCreateQueueRouteList();
  EXPECT_OK(acltdtDestroyQueueRouteList(gone));
  EXPECT_REFUSED(acltdtDestroyQueueRouteList(gone), ACL_ERROR_INVALID_PARAM, "destroyed before");
  EXPECT_OK(acltdtDestroyQueue(from));
  EXPECT_OK(acltdtDestroyQueue(to));
}

}  // namespace
}  // namespace opdk::acl_tests
