"""Drives a fit on Dask: python kernelscope_dask.py PLAN --scheduler tcp://host:8786 --out FOLDER

Each task is one part; sums are added up on the workers, eight at a time. Retries and placement are Dask's, and so is security: --tls-ca,
--tls-cert and --tls-key, or Dask's own configuration. On the workers: Python 3.10 or newer, and node.
"""

import argparse
import sys
import uuid

import kernelscope_fit as fit
import kernelscope_tasks as tasks

NEEDS = "2024.8"


def check(options):
    """The address of a scheduler that answers."""
    try:
        import distributed
    except ImportError:
        raise fit.failed(
            f"{sys.executable} has no dask. Install it: pip install 'distributed>={NEEDS}', or name another Python."
        ) from None
    if fit.version(distributed.__version__) < fit.version(NEEDS):
        raise fit.failed(f"This is dask {distributed.__version__}; {NEEDS} or newer is needed, the version of the cluster.")
    address = options.scheduler or distributed.config.get("scheduler-address", None)
    if not address:
        raise fit.failed("Which scheduler? Give --scheduler tcp://host:8786, or set DASK_SCHEDULER_ADDRESS.")
    fit.reach(address, "The Dask scheduler")
    return address


def connect(options, where, archive):
    address = check(options)
    import distributed

    given = {name: value for name in ("tls_ca", "tls_cert", "tls_key") if (value := getattr(options, name))}
    security = None
    if given:
        security = distributed.Security(
            tls_ca_file=options.tls_ca,
            tls_client_cert=options.tls_cert,
            tls_client_key=options.tls_key,
            require_encryption=True,
        )
    try:
        client = distributed.Client(address, security=security, timeout=fit.PATIENCE)
    except (OSError, TypeError, ValueError) as error:
        raise fit.failed(f"The Dask scheduler at {address} does not let this client in: {error}") from None
    return Dask(client, options, where, archive)


class Dask:
    def __init__(self, client, options, where, archive):
        self.client = client
        self.job = uuid.uuid4().hex
        self.where = where
        try:
            client.wait_for_workers(1, timeout=options.wait)
        except TimeoutError:
            raise fit.failed(f"The Dask scheduler has had no worker for {options.wait} seconds. Start some.") from None
        try:
            client.upload_file(tasks.__file__)
            if archive is not None:
                client.upload_file(archive, load=False)
        except OSError as error:
            raise fit.failed(f"The Dask workers do not take what is sent to them: {error}. Free some space in their folders.") from None

    def reduced(self, plan, solution, parts, told):
        """The sum of what the engine makes of all parts, or a failure. `told` hears of every part."""
        from distributed import KilledWorker, as_completed
        from distributed.client import FutureCancelledError

        submit = self.client.submit
        # Results of tasks: what is scattered is lost with the workers that have it.
        plan, solution = (submit(held, value, pure=False) for value in (plan, solution))
        pieces = [
            submit(mapped, self.where, plan, part, solution, self.job, key=f"map-{part}-{uuid.uuid4().hex}", pure=False)
            for part in range(1, parts + 1)
        ]
        outcomes = {submit(tasks.outcome, piece, pure=False): part for part, piece in enumerate(pieces, 1)}
        while len(pieces) > 1:
            pieces = [submit(merged, self.where, plan, group, self.job, pure=False) for group in fit.groups(pieces)]
        try:
            for future, failure in as_completed(outcomes, with_results=True):
                if isinstance(failure, tasks.Failure):
                    return failure
                if failure is not None:
                    raise failure
                told(outcomes[future])
            return pieces[0].result()
        except (KilledWorker, FutureCancelledError, tasks.Died, OSError) as error:
            raise fit.failed(f"Dask gave up: {error}") from None

    def close(self):
        """Ends what still runs."""
        self.client.run(tasks.stop, self.job)
        self.client.close()


def held(value):
    return value


def mapped(where, plan, part, solution, job):
    return tasks.map_part(_engine(where), plan, part, solution, job)


def merged(where, plan, pieces, job):
    return tasks.merge(_engine(where), plan, pieces, job)


def _engine(where):
    from distributed import get_worker

    return tasks.engine_at(where, get_worker().local_directory)


def main():
    parser = argparse.ArgumentParser(description="Fits parts of rows by a plan of Kernelscope on Dask.")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="tcp://host:8786 or tls://host:8786")
    for name, what in (("ca", "authority"), ("cert", "certificate"), ("key", "key")):
        parser.add_argument(f"--tls-{name}", metavar="FILE", help=f"PEM file of the {what}, for tls://")
    fit.run(parser, check, connect)


if __name__ == "__main__":
    main()
