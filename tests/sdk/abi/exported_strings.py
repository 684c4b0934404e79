"""No std::string crosses the boundary of opdk's libraries: exported_strings.py NM LIBRARY..."""
import re
import subprocess
import sys

# The functions that authors and programs call. The libraries' insides are exported too, and are between themselves.
API = re.compile(
    r"^(?:typeinfo for |vtable for )?(?:"
    r"ge::(?:Operator|Graph|GNode|Tensor|TensorDesc|Shape|AscendString|AttrValue|NamedAttrs|OperatorFactory|TypeUtils"
    r"|InferenceContext|ShapeAndType|Session)::"
    r"|ge::(?:GE|aclgrph|BroadCast|Broadcast|Elementwise|Get)\w*\("
    r"|ge::GE\w+|domi::(?!OpRegistrationDataImpl)\w+"
    r"|aicpu::(?:Tensor|TensorShape|NodeDef|NodeDefBuilder|CpuKernelContext|CpuKernelUtils|CustCpuKernelUtils|AttrValue)::"
    r"|aicpu::(?!KernelFaults)\w+\("
    r"|tbe::(?:OpParams|Tensor|Expr|ExpressionError|Fingerprint)::"
    r"|tbe::[a-z]\w*\(|tbe::(?:Print|Placeholder|Const|Param|TextOf|Hash)\w*\("
    r"|opdk::Status::|opdk::ReportInferError\("
    r"|opdk::Infer(?:Like|Broadcast|DynamicBroadcast|Reduced|Concat|LastAxis)\("
    r"|opdk::(?:CheckSame(?:Dynamic)?Type|CheckFlag|CheckedAxis|SetOutput|SetKnownInts|SetDynamicOutput)\()")


def main():
    nm, libraries = sys.argv[1], sys.argv[2:]
    found, seen = [], 0
    for library in libraries:
        text = subprocess.run([nm, "-DC", "--defined-only", library], check=True, capture_output=True, text=True).stdout
        for line in text.splitlines():
            name = line.split(" ", 2)[-1]
            if not API.match(name):
                continue
            seen += 1
            # An inline function that some file of the library happened to need is weak, and nobody links with it.
            if line.split()[-1] and (" W " in line or " V " in line):
                continue
            if "__cxx11" in name or "[abi:cxx11]" in name:
                found.append(f"{library}: {name}")
    print(f"{seen} symbols of the API")
    if seen < 200:
        found.append("fewer symbols than the API has: the pattern of this test is out of date")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
