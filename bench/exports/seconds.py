"""The processor's seconds of an exported model, and of an estimator of scikit-learn fitted to as many rows. Its argument and its answer are JSON."""

import csv
import json
import pickle
import sys
import time

import numpy as np
from sklearn.decomposition import KernelPCA
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.svm import SVR

PEERS = {
    "KernelRidge": lambda: KernelRidge(kernel="rbf", gamma=0.2, alpha=0.1),
    "SVR": lambda: SVR(gamma=0.2),
    "Nystroem": lambda: make_pipeline(Nystroem(gamma=0.2, n_components=100), Ridge()),
    "RBFSampler": lambda: make_pipeline(RBFSampler(gamma=0.2, n_components=500), Ridge()),
    "KernelPCA": lambda: KernelPCA(n_components=5, kernel="rbf", gamma=0.2),
}

task = json.loads(sys.argv[1])
sys.path.insert(0, task["folder"])
from kernelscope_model import Model  # noqa: E402


def median_of(run):
    seconds = []
    for _ in range(task["repeats"]):
        start = time.process_time()
        run()
        seconds.append(time.process_time() - start)
    return sorted(seconds)[len(seconds) // 2]


def numbers(path):
    rows = list(csv.reader(open(path, encoding="utf-8")))
    return np.array(rows[1:], dtype=float)


rows = numbers(task["rows"])
model = Model()
answer = {"seconds": median_of(lambda: model.predict_all(rows[:, :5]))}
if task.get("peer"):
    train = numbers(task["train"])
    peer = PEERS[task["peer"]]().fit(train[:, :5], train[:, 5])
    predict = peer.predict if hasattr(peer, "predict") else peer.transform
    answer["peer"] = {"seconds": median_of(lambda: predict(rows[:, :5])), "bytes": len(pickle.dumps(peer))}
print(json.dumps(answer))
