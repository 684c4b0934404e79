cat >misbehave.yaml <<'YAML'
Misbehave:
  - {name: hangs, inputs: {x: {data: [1]}}, attrs: {how: hang}}
YAML
opdk bench Misbehave --cases . --plugins "$MISBEHAVING" --timeout 2
