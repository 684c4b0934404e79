"""Channels and queues of AscendCL from Python: acl.tdt."""
import os
import unittest

import acl
import numpy as np

from acl_case import AclCase

NAME, DEPTH = 0, 1
TENSOR, END = 0, 1
EMPTY, FULL = 207013, 207014


class AclTdt(AclCase):
    def queue(self, name, depth=2):
        attr = acl.tdt.create_queue_attr()
        self.ok(acl.tdt.set_queue_attr(attr, NAME, name))
        self.ok(acl.tdt.set_queue_attr(attr, DEPTH, depth))
        self.assertEqual(acl.tdt.get_queue_attr(attr, NAME), (name, 0))
        self.assertEqual(acl.tdt.get_queue_attr(attr, DEPTH), (depth, 0))
        queue, ret = acl.tdt.create_queue(attr)
        self.ok(ret)
        self.ok(acl.tdt.destroy_queue_attr(attr))
        self.addCleanup(acl.tdt.destroy_queue, queue)
        return queue

    def put(self, queue, array, timeout=-1):
        return acl.tdt.enqueue_data(queue, acl.util.numpy_to_ptr(array), array.nbytes, 0, 0, timeout, 0)

    def take(self, queue, array, timeout=-1):
        return acl.tdt.dequeue_data(queue, acl.util.numpy_to_ptr(array), array.nbytes, 0, 0, timeout)

    def test_queues_pass_on_bytes_and_buffers(self):
        queue, data = self.queue("bytes", 1), np.arange(3, dtype=np.float32)
        self.ok(self.put(queue, data))
        self.refused(self.put(queue, data, 0), FULL, "full")
        back = np.zeros_like(data)
        self.assertEqual(self.take(queue, back), (12, 0))
        np.testing.assert_array_equal(back, data)
        self.assertEqual(self.take(queue, back, 0), (0, EMPTY))
        self.assertEqual(acl.tdt.attach_queue(queue, 0), (7, 0))
        self.ok(acl.tdt.grant_queue(queue, os.getpid(), 2, 0))

        buffer, ret = acl.tdt.alloc_buf(8, 0)
        self.ok(ret)
        behind, ret = acl.tdt.alloc_buf(4, 0)
        self.ok(acl.tdt.append_buf_chain(buffer, behind))
        self.assertEqual(acl.tdt.get_buf_chain_num(buffer), (2, 0))
        self.assertEqual(acl.tdt.get_buf_from_chain(buffer, 1), (behind, 0))
        self.ok(acl.tdt.set_buf_data_len(buffer, 5))
        self.assertEqual(acl.tdt.get_buf_data_len(buffer), (5, 0))
        self.assertEqual(acl.tdt.get_buf_data(buffer)[1:], (8, 0))
        self.ok(acl.tdt.set_buf_user_data(buffer, acl.util.numpy_to_ptr(data), 12, 0))
        self.ok(acl.tdt.get_buf_user_data(buffer, acl.util.numpy_to_ptr(back), 12, 0))
        reference, ret = acl.tdt.copy_buf_ref(buffer)
        self.ok(ret)
        self.ok(acl.tdt.free_buf(reference))
        self.ok(acl.tdt.enqueue(queue, buffer, 0))
        self.assertEqual(acl.tdt.dequeue(queue, 0), (buffer, 0))
        self.ok(acl.tdt.free_buf(buffer))
        self.refused(acl.tdt.free_buf(buffer), 100000, "destroyed before")

    def test_routes_lead_from_queue_to_queue(self):
        source, goal = self.queue("source"), self.queue("goal")
        routes, route = acl.tdt.create_queue_route_list(), acl.tdt.create_queue_route(source, goal)
        self.ok(acl.tdt.add_queue_route(routes, route))
        self.ok(acl.tdt.bind_queue_routes(routes))
        self.ok(acl.tdt.get_queue_route(routes, 0, route))
        self.assertEqual([acl.tdt.get_queue_route_param(route, which) for which in range(3)],
                         [(source, 0), (goal, 0), (1, 0)])
        data, back = np.ones(2, np.float32), np.zeros(2, np.float32)
        self.ok(self.put(source, data))
        self.assertEqual(self.take(goal, back), (8, 0))
        query, found = acl.tdt.create_queue_route_query_info(), acl.tdt.create_queue_route_list()
        self.ok(acl.tdt.set_queue_route_query_info(query, 0, 0))
        self.ok(acl.tdt.set_queue_route_query_info(query, 1, source))
        self.ok(acl.tdt.query_queue_routes(query, found))
        self.assertEqual(acl.tdt.get_queue_route_num(found), 1)
        self.ok(acl.tdt.unbind_queue_routes(routes))
        self.ok(acl.tdt.destroy_queue_route_query_info(query))
        self.ok(acl.tdt.destroy_queue_route(route))
        for each in (routes, found):
            self.ok(acl.tdt.destroy_queue_route_list(each))

    def test_queues_feed_a_model(self):
        given, taken = [self.queue("a"), self.queue("b")], [self.queue("c")]
        model, ret = acl.mdl.load_from_file_with_q(self.om, given, 2, taken, 1)
        self.ok(ret)
        a, c = np.arange(6, dtype=np.float32), np.zeros(6, np.float32)
        for queue in given:
            self.ok(self.put(queue, a))
        self.assertEqual(self.take(taken[0], c), (24, 0))
        np.testing.assert_array_equal(c, 2 * a)
        self.ok(acl.mdl.unload(model))
        self.assertEqual(acl.mdl.load_from_mem_with_q(0, 0, given, 2, taken, 1)[1], 100000)

    def test_channels_pass_on_tensors(self):
        channel = acl.tdt.create_channel_with_capacity(0, "rows", 2)
        self.assertNotEqual(channel, 0, acl.get_recent_err_msg())
        array = np.arange(6, dtype=np.float32).reshape(2, 3)
        item = acl.tdt.create_data_item(TENSOR, [2, 3], 0, acl.util.numpy_to_ptr(array), array.nbytes)
        end = acl.tdt.create_data_item(END, [], -1, 0, 0)
        for each in (item, end):
            sent = acl.tdt.create_dataset()
            self.ok(acl.tdt.add_data_item(sent, each))
            self.ok(acl.tdt.send_tensor(channel, sent, 0))
            self.ok(acl.tdt.destroy_dataset(sent))
            self.ok(acl.tdt.destroy_data_item(each))
        self.assertEqual(acl.tdt.query_channel_size(channel), (2, 0))
        received = acl.tdt.create_dataset()
        self.ok(acl.tdt.receive_tensor(channel, received, -1))
        self.assertEqual(acl.tdt.get_dataset_name(received), "rows")
        item = acl.tdt.get_data_item(received, 0)
        self.assertEqual(acl.tdt.get_dims_from_item(item, acl.tdt.get_dim_num_from_item(item)), ([2, 3], 0))
        self.assertEqual((acl.tdt.get_data_type_from_item(item), acl.tdt.get_data_size_from_item(item)), (0, 24))
        self.assertEqual(acl.tdt.get_slice_info_from_item(item), (0, 0, 0))
        got = acl.util.ptr_to_numpy(acl.tdt.get_data_addr_from_item(item), (2, 3), 11)
        np.testing.assert_array_equal(got, array)
        self.ok(acl.tdt.receive_tensor(channel, received, 0))
        self.assertEqual(acl.tdt.get_dataset_size(received), 1)
        self.assertEqual(acl.tdt.get_tensor_type_from_item(acl.tdt.get_data_item(received, 0)), END)
        self.refused(acl.tdt.receive_tensor(channel, received, 0), EMPTY, "still empty")
        self.ok(acl.tdt.clean_channel(channel))
        self.ok(acl.tdt.stop_channel(channel))
        self.refused(acl.tdt.receive_tensor(channel, received, -1), 500001, "was stopped")
        self.ok(acl.tdt.destroy_dataset(received))
        self.ok(acl.tdt.destroy_channel(channel))
        self.assertEqual(acl.tdt.create_channel(1, "rows"), 0)


if __name__ == "__main__":
    unittest.main()
