cat >relu.yaml <<'YAML'
Relu:
  - {name: of two, input: {x: {data: [1, -1]}}}
YAML
opdk test --cases . --plugins "$BUILTIN"
