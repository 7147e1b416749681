"""Drives a fit on Apache Spark: spark-submit kernelscope_spark.py PLAN --out FOLDER

Each task is one part; sums are added up on the workers, eight at a time. Retries, placement and shuffles are Spark's, and so are master,
memory, security and encryption, by spark-submit's own options and configuration. On the workers: Python 3.10 or newer, and node.
"""

import argparse
import os
import re
import shutil
import sys
import time

import kernelscope_fit as fit
import kernelscope_tasks as tasks

NEEDS = "4.0"
# Seconds between looks at what a running job has told.
LOOK = 0.1
GROUP = fit.GROUP


def check(options):
    """The configuration of a Spark that answers."""
    try:
        import pyspark
    except ImportError:
        raise fit.failed(f"{sys.executable} has no pyspark. Install it: pip install 'pyspark>={NEEDS}', or name another Python.") from None
    if fit.version(pyspark.__version__) < fit.version(NEEDS):
        raise fit.failed(f"This is pyspark {pyspark.__version__}; {NEEDS} or newer is needed, the version of the cluster.")
    if "PYSPARK_GATEWAY_PORT" not in os.environ and not _java():
        raise fit.failed("There is no Java, which Spark needs. Install Java 17 or newer, or set JAVA_HOME.")
    conf = pyspark.SparkConf().setIfMissing("spark.app.name", "kernelscope")
    conf.setIfMissing("spark.ui.showConsoleProgress", "false")
    if options.master:
        conf.setMaster(options.master)
    master = conf.get("spark.master") or ""
    if master.startswith("spark://"):
        fit.reach(master, "The Spark master")
    return conf


def connect(options, where, archive):
    conf = check(options)
    import pyspark
    from py4j.protocol import Py4JError

    try:
        return Spark(pyspark.SparkContext(conf=conf), options, where, archive)
    except Py4JError as error:
        raise fit.failed(f"Spark does not start: {_cause(error)}") from None


def _cause(error):
    """The first line of what Java says."""
    cause = getattr(error, "java_exception", None)
    return str(error if cause is None else cause.toString()).strip().splitlines()[0]


def _java():
    home = os.environ.get("JAVA_HOME")
    return shutil.which(os.path.join(home, "bin", "java") if home else "java")


class Spark:
    def __init__(self, context, options, where, archive):
        import pyspark

        class Told(pyspark.AccumulatorParam):
            """What tasks say: (part, failure or None)."""

            def zero(self, value):
                return []

            def addInPlace(self, value1, value2):
                value1.extend(value2)
                return value1

        self.context = context
        self.param = Told()
        self.where = where
        self.wait = options.wait
        context.addPyFile(tasks.__file__)
        if archive is not None:
            context.addFile(archive)

    def reduced(self, plan, solution, parts, told):
        """The sum of what the engine makes of all parts, or a failure. `told` hears of every part."""
        from pyspark import InheritableThread
        from pyspark.errors import PySparkException
        from py4j.protocol import Py4JError

        says = self.context.accumulator([], self.param)
        step = Step(self.where, self.context.broadcast(plan), self.context.broadcast(solution))
        pieces = self.context.parallelize(range(parts), parts).map(lambda place: (place, step.mapped(place, says)))
        count = parts
        while count > 1:
            count = -(-count // GROUP)
            pieces = pieces.map(_in_group).partitionBy(count, int).mapPartitions(step.merged)
        outcome = {}

        def collect():
            try:
                outcome["result"] = pieces.collect()[0][1]
            except (PySparkException, Py4JError, OSError) as error:
                outcome["error"] = error

        job = InheritableThread(target=collect, daemon=True)
        job.start()
        heard = 0
        waited = time.monotonic()
        while True:
            job.join(LOOK)
            if self._workers() > 0:
                waited = time.monotonic()
            elif time.monotonic() - waited > self.wait:
                raise fit.failed(f"Spark has had no worker for {self.wait} seconds. Start some with enough cores and memory.")
            news = says.value[heard:]
            heard += len(news)
            for part, failure in news:
                if failure is not None:
                    self.context.cancelAllJobs()
                    job.join()
                    return failure
                told(part)
            if not job.is_alive() and heard == len(says.value):
                break
        if "error" in outcome:
            raise fit.failed(_sentence(outcome["error"]))
        return outcome["result"]

    def _workers(self):
        """Executors; none with a local master, where the driver computes."""
        context = self.context._jsc.sc()
        return 1 if context.isLocal() else context.getExecutorMemoryStatus().size() - 1

    def close(self):
        self.context.cancelAllJobs()
        self.context.stop()


def _sentence(error):
    """The engine's words in a trace of Spark's, or the first line of it."""
    text = str(error)
    died = re.search(r"kernelscope_tasks\.Died: (.*)", text)
    reason = re.search(r"(?:Job aborted due to stage failure: |\n)([^\n]*)", f"\n{text.strip()}")
    return f"Spark gave up: {died[1] if died else reason[1]}"


def _in_group(piece):
    return piece[0] // GROUP, piece


class Step:
    """What a visit does on the workers, to which it travels."""

    def __init__(self, where, plan, solution):
        self.where = where
        self.plan = plan
        self.solution = solution

    def engine(self):
        from pyspark import SparkFiles

        return tasks.engine_at(self.where, SparkFiles.getRootDirectory())

    def mapped(self, place, says):
        result = tasks.map_part(self.engine(), self.plan.value, place + 1, self.solution.value)
        says.add([(place + 1, tasks.outcome(result))])
        return result

    def merged(self, pieces):
        """The pieces of one group, in whatever order they come."""
        held = dict(piece for _, piece in pieces)
        groups = {place // GROUP for place in held}
        for group in groups:
            yield group, tasks.merge(self.engine(), self.plan.value, [held[place] for place in sorted(held)])


def main():
    parser = argparse.ArgumentParser(description="Fits parts of rows by a plan of Kernelscope on Apache Spark.")
    parser.add_argument("--master", help="spark://host:port, yarn, k8s://…; else as spark-submit has it")
    fit.run(parser, check, connect)


if __name__ == "__main__":
    main()
