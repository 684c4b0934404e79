"""Times and dumps of AscendCL from Python: acl.prof, acl.mdl.dump_reg_callback."""
import json
import os
import pathlib
import unittest

import acl
import numpy as np

from acl_case import AclCase

ACL_API, TASK_TIME, MSPROFTX = 0x1, 0x2, 0x80
NO_METRIC = 255
START, END = 0, 1


class AclProf(AclCase):
    def setUp(self):
        self.model, ret = acl.mdl.load_from_file(self.om)
        self.ok(ret)
        self.addCleanup(acl.mdl.unload, self.model)
        self.array = np.ones((2, 3), np.float32)

    def test_runs_and_marks_are_recorded_in_files(self):
        config = acl.prof.create_config([0], NO_METRIC, 0, ACL_API | TASK_TIME | MSPROFTX)
        self.assertNotEqual(config, 0, acl.get_recent_err_msg())
        self.ok(acl.prof.init(self.directory.name))
        self.ok(acl.prof.set_config(3, "15"))
        self.ok(acl.prof.start(config))
        self.run_add(self.model, self.array, self.array)
        stamp, step = acl.prof.create_stamp(), acl.prof.create_step_info()
        self.ok(acl.prof.set_stamp_trace_message(stamp, "here", 4))
        self.ok(acl.prof.get_step_timestamp(step, START, 0))
        self.ok(acl.prof.mark(stamp))
        self.ok(acl.prof.mark_ex("on a stream", 0))
        self.ok(acl.prof.push(stamp))
        self.ok(acl.prof.pop())
        number, ret = acl.prof.range_start(stamp)
        self.ok(ret)
        self.ok(acl.prof.range_stop(number))
        self.ok(acl.prof.get_step_timestamp(step, END, 0))
        self.ok(acl.rt.synchronize_stream(0))
        acl.prof.destroy_stamp(stamp)
        acl.prof.destroy_step_info(step)
        self.ok(acl.prof.stop(config))
        self.ok(acl.prof.destroy_config(config))
        self.ok(acl.prof.finalize())
        trace = json.loads(pathlib.Path(self.directory.name, "PROF_acl", "trace.json").read_text())["traceEvents"]
        kinds = [event["cat"] for event in trace]
        self.assertEqual([kinds.count(kind) for kind in ("run", "mark", "range", "step")], [1, 2, 2, 1])
        self.refused(acl.prof.finalize(), 100043, "aclprofInit")

    def test_tasks_come_through_a_pipe(self):
        reads, writes = os.pipe()
        config = acl.prof.create_subscribe_config(1, NO_METRIC, writes)
        self.assertNotEqual(config, 0, acl.get_recent_err_msg())
        self.ok(acl.prof.model_subscribe(self.model, config))
        self.run_add(self.model, self.array, self.array)
        self.ok(acl.prof.model_unsubscribe(self.model))
        self.ok(acl.prof.destroy_subscribe_config(config))
        os.close(writes)
        with os.fdopen(reads, "rb") as pipe:
            data = pipe.read()
        place, size = acl.util.bytes_to_ptr(data), len(data)
        self.assertEqual(acl.prof.get_op_desc_size(), (size, 0))
        self.assertEqual(acl.prof.get_op_num(place, size), (1, 0))
        kind, ret = acl.prof.get_op_type_v2(place, size, 0)
        self.ok(ret)
        self.assertEqual(acl.prof.get_op_type_len(place, size, 0), (len(kind) + 1, 0))
        self.assertEqual(acl.prof.get_op_type(place, size, 0, len(kind) + 1), (kind, 0))
        name, ret = acl.prof.get_op_name_v2(place, size, 0)
        self.assertTrue(name)
        self.assertEqual(acl.prof.get_op_name(place, size, 0, 0)[1], 100000)
        self.assertEqual(acl.prof.get_op_end(place, size, 0) - acl.prof.get_op_start(place, size, 0),
                         acl.prof.get_op_duration(place, size, 0))
        self.assertEqual(acl.prof.get_model_id(place, size, 0), self.model)
        self.refused(acl.prof.model_un_subscribe(self.model), 100011, "has no subscription")

    def test_a_function_is_given_the_dumps(self):
        files = {}

        def take(chunk, length):
            data = acl.util.ptr_to_bytes(chunk["data_buf"], chunk["buf_len"])
            files[chunk["file_name"]] = files.get(chunk["file_name"], b"") + data

        self.ok(acl.mdl.dump_reg_callback(take, 0))
        model, ret = acl.mdl.load_from_file(self.om)
        self.ok(ret)
        self.run_add(model, self.array, 2 * self.array)
        acl.mdl.dump_unreg_callback()
        self.ok(acl.mdl.unload(model))
        tensors = [data for name, data in files.items() if name.endswith(".npy")]
        self.assertEqual(len(tensors), 1)
        np.testing.assert_array_equal(np.frombuffer(tensors[0][-24:], np.float32), 3)
        self.refused(acl.mdl.dump_reg_callback(take, 1), 100000, "flag is 0")


if __name__ == "__main__":
    unittest.main()
