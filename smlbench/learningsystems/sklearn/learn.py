"""Models of scikit-learn on label-free features, behind the protocol of SML-Bench.

`settings.model` of the configuration is the model, `settings.seed` its seed. The models have the
settings that scikit-learn gives them, but for the size of the forest and the strength of L1, which is
found by cross-validation on the examples to learn from.
"""

import base64
import pickle
import sys
from pathlib import Path

try:
    import numpy as np
    from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
    from sklearn.feature_selection import VarianceThreshold
    from sklearn.impute import SimpleImputer
    from sklearn.linear_model import LogisticRegressionCV
    from sklearn.model_selection import StratifiedKFold
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
except ImportError as error:
    sys.exit(f"error: {error}: run `python3 -m pip install 'scikit-learn>=1.8'`, or set PYTHON to a Python that has it")

from features import load


def l1_logistic(seed):
    folds = StratifiedKFold(5, shuffle=True, random_state=seed)
    return LogisticRegressionCV(l1_ratios=(1,), solver="liblinear", Cs=np.logspace(-2, 2, 9), cv=folds,
                                scoring="accuracy", use_legacy_attributes=False, random_state=seed)


MODELS = {
    "l1-logistic": l1_logistic,
    "random-forest": lambda seed: RandomForestClassifier(300, random_state=seed),
    "boosted-trees": lambda seed: GradientBoostingClassifier(random_state=seed),
}


def configuration(path):
    """The `key = value` lines of a file."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return {key.strip(): value.strip().strip('"') for key, value in pairs}


def examples(config):
    """The features of the examples, and how many of them, the first ones, are positive."""
    data = Path("../../learningtasks", config["learningtask"], "owl/data")
    graph = load(sorted(file for file in data.iterdir() if file.is_file()))
    lists = [Path(config[key]).read_text(encoding="utf-8").split() for key in ("filename.pos", "filename.neg")]
    return graph.features(lists[0] + lists[1]), len(lists[0])


def train(config):
    name = config.get("settings.model", "")
    if name not in MODELS:
        sys.exit(f"error: settings.model is one of {', '.join(MODELS)}, not `{name}`")
    columns, n_positives = examples(config)
    # That a value is missing may say something: it becomes a column of its own.
    complete = SimpleImputer(strategy="median", keep_empty_features=True, add_indicator=True)
    model = make_pipeline(complete, VarianceThreshold(), StandardScaler(),
                          MODELS[name](int(config.get("settings.seed", 1))))
    model.fit(columns, np.arange(len(columns)) < n_positives)
    text = f"{name} on {model[-1].n_features_in_} features\n"
    text += base64.b64encode(pickle.dumps(model)).decode()
    Path(config["filename.output"]).write_text(text, encoding="utf-8")


def validate(config):
    model = Path(config["filename.input"]).read_text(encoding="utf-8").splitlines()[1]
    columns, n_positives = examples(config)
    covered = pickle.loads(base64.b64decode(model)).predict(columns)
    tp, fp = int(covered[:n_positives].sum()), int(covered[n_positives:].sum())
    counts = {"tp": tp, "fp": fp, "tn": len(columns) - n_positives - fp, "fn": n_positives - tp}
    lines = "".join(f"{key}: {count}\n" for key, count in counts.items())
    Path(config["filename.output"]).write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    {"train": train, "validate": validate}[sys.argv[1]](configuration(sys.argv[2]))
