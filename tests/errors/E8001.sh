cat >steady.yaml <<'YAML'
Steady:
  - {name: steady, inputs: {x: {shape: [64], fill: 1}}}
YAML
opdk bench Steady --cases . --plugins "$BENCH_3" --against "$BENCH_1/libbench_operators_1.so" --time 0.2
