# exit 1: cases failed, and the report says how
cat >misbehave.yaml <<'YAML'
Misbehave:
  - {name: crashes, inputs: {x: {data: [1]}}, attrs: {how: crash}, expect: {y: {data: [1]}}}
YAML
opdk test --cases . --plugins "$MISBEHAVING" --format json
