# exit 9
cat >misbehave.yaml <<'YAML'
Misbehave:
  - {name: no golden, inputs: {x: {data: [1]}}}
YAML
opdk test --cases . --plugins "$MISBEHAVING"
