echo 'operators: [{name: Mish}]' >ops.yaml
opdk new my_ops --from ops.yaml
