cat >relu.yaml <<'YAML'
Relu:
  - {name: wrong, inputs: {x: {data: [1, -1]}}, expect: {y: {data: [1, 1]}}}
YAML
opdk test --cases . --plugins "$BUILTIN"
