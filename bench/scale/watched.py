# Runs a command and writes its wall seconds and peak resident memory to a file: watched.py OUT COMMAND ARGUMENT…
import json
import resource
import subprocess
import sys
import time

started = time.perf_counter()
code = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL).returncode
seconds = time.perf_counter() - started
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
with open(sys.argv[1], "w") as out:
    json.dump({"seconds": seconds, "peakMegabytes": peak, "code": code}, out)
