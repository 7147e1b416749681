"""Stands before scikit-learn where a test looks at predictions alone: it takes a second to import, and makes estimators of the classes of an exported program."""

raise ImportError("there is no scikit-learn here")
