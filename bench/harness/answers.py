# The loop of every peer in Python: one request a line of JSON on stdin, one answer a line on stdout.
import json
import os
import sys


def answer_requests(answer_to):
    """Until stdin ends. What goes wrong with a request is its answer."""
    # What a library prints must not land among the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        try:
            answer = answer_to(json.loads(line))
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
