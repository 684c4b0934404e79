set(sharded_suites Builtin/OpCases)
