"""libascendcl, and its functions in Python: the values that a function writes through pointers come before its code."""
import ctypes
import os
import pathlib

_INTEGER = {"p": ctypes.c_void_p, "i": ctypes.c_int32, "I": ctypes.c_uint32, "l": ctypes.c_int64, "L": ctypes.c_uint64,
            "z": ctypes.c_size_t, "f": ctypes.c_float, "b": ctypes.c_uint8, "s": ctypes.c_char_p}
# Lists, by the type of their elements.
_LIST = {"d": ctypes.c_int64, "a": ctypes.c_void_p, "u": ctypes.c_uint32, "F": ctypes.c_float, "B": ctypes.c_uint8,
         "t": ctypes.c_int32}


def _places():
    here = pathlib.Path(os.path.abspath(__file__)).parent  # not where a link leads: the build tree is about the link
    if "ASCEND_HOME_PATH" in os.environ:
        yield pathlib.Path(os.environ["ASCEND_HOME_PATH"], "lib64")
    yield here.parent.parent / "lib"  # <build>/python/acl
    yield here.parent.parent.parent  # lib/python3.x/site-packages/acl
    yield here.parent / "lib"  # pip install --target


def _open():
    for place in _places():
        if (place / "libascendcl.so").exists():
            return ctypes.CDLL(str(place / "libascendcl.so"))
    try:
        return ctypes.CDLL("libascendcl.so")
    except OSError as error:
        raise ImportError("libascendcl.so isn't found: source set_env.sh of an installed opdk, or build the target "
                          "ascendcl of this tree") from error


LIBRARY = _open()


def bind(name, result, arguments):
    """Returns the function `name` of the library. `arguments`: a letter each, behind '>' those that are written through
    a pointer; 'd', 'a', 'u', 'F', 'B', 't': a list of int64, addresses, uint32, float, uint8, int. `result`: 'e' a
    code, '' nothing, or a letter."""
    function = getattr(LIBRARY, name)
    function.restype = ctypes.c_int if result == "e" else _INTEGER.get(result)
    parsed, is_output = [], False
    for letter in arguments:
        if letter == ">":
            is_output = True
            continue
        parsed.append((letter, is_output))
        is_output = False
    inputs = sum(1 for _, output in parsed if not output)

    def call(*given):
        if len(given) != inputs:
            raise TypeError(f"{name} takes {inputs} arguments, {len(given)} are given")
        rest = iter(given)
        passed, outputs = [], []
        for letter, output in parsed:
            if output:
                outputs.append(_INTEGER[letter]())
                passed.append(ctypes.byref(outputs[-1]))
                continue
            value = next(rest)
            if letter == "s" and isinstance(value, str):
                value = value.encode()
            if letter in _LIST:
                passed.append((_LIST[letter] * len(value))(*value))
                continue
            passed.append(_INTEGER[letter](value))
        code = function(*passed)
        values = [text(output.value) if isinstance(output, ctypes.c_char_p) else output.value or 0 for output in outputs]
        if result == "e":
            return (*values, code) if values else code
        if result == "s":
            return text(code)
        return code or 0 if result == "p" else code

    call.__name__ = name
    call.__doc__ = f"{name} of acl.h"
    return call


def text(value):
    return "" if value is None else value.decode(errors="replace")
