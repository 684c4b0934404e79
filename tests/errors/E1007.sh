opdk new my_ops --kind elementwise >/dev/null
opdk new my_ops --kind elementwise
