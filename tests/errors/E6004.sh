# exit 1: cases failed, and the report says how
cat >misbehave.yaml <<'YAML'
Misbehave:
  - {name: hangs, inputs: {x: {data: [1]}}, attrs: {how: hang}, expect: {y: {data: [1]}}}
YAML
opdk test --cases . --plugins "$MISBEHAVING" --timeout 1 --format json
