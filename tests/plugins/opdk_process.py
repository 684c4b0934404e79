"""opdk in a process of its own: frameworks bring other protobufs, which can't share a process with it."""
import os
import pickle
import subprocess
import sys


class OpdkProcess:
    """run(path, feeds) gives the model's outputs by name."""

    def __init__(self):
        self._start()

    def _start(self):
        self._process = subprocess.Popen([sys.executable, os.path.abspath(__file__)], stdin=subprocess.PIPE,
                                         stdout=subprocess.PIPE)

    def run(self, path, feeds, options, weight=""):
        try:
            pickle.dump((path, feeds, options, weight), self._process.stdin)
            self._process.stdin.flush()
            answer = pickle.load(self._process.stdout)
        except (EOFError, BrokenPipeError) as error:
            code = self._process.wait()
            self._start()
            raise RuntimeError(f"opdk ended with {code}") from error
        if isinstance(answer, str):
            raise RuntimeError(answer)
        return answer


def serve():
    import opdk
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    while True:
        try:
            path, feeds, options, weight = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer = dict(opdk.Model(opdk.Graph.from_file(path, weight=weight, options=options)).run(feeds))
        except Exception as error:  # the caller raises it
            answer = f"{type(error).__name__}: {error}"
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    serve()
