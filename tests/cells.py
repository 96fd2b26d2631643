"""Outcomes by name, which no order of rows, models or questions touches."""

from bayesrank.observations.outcomes import Outcomes


def cells(data: Outcomes) -> dict[tuple[str, str], list[float]]:
    """Return the outcomes of each model and question, sorted, each as often as its count."""
    found: dict[tuple[str, str], list[float]] = {}
    rows = zip(data.model_index, data.question_index, data.outcome, data.count, strict=True)
    for model, question, outcome, count in rows:
        found.setdefault((data.models[model], data.questions[question]), []).extend([float(outcome)] * int(count))
    return {cell: sorted(outcomes) for cell, outcomes in found.items()}
