"""The command as a user meets it: output, errors, exit codes, files."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from typer.testing import CliRunner

from bayesrank.cli import POINTS, app, rank
from bayesrank.errors import ConvergenceError
from bayesrank.inference.posterior import POINTS as IN_PACKAGE
from bayesrank.inference.posterior import Inference
from bayesrank.programs.program import Target
from bayesrank.ranks.decision import RankBy
from bayesrank.ranks.fitting import fit
from bayesrank.ranks.score_draws import RankSetKind

LONG = "model,question,trial,outcome\n" + "".join(
    f"{model},q{question},{trial},{int(question < right)}\n"
    for model, right in (("strong", 18), ("weak", 3))
    for question in range(20)
    for trial in range(2)
)


@pytest.fixture
def results(tmp_path):
    path = tmp_path / "results.csv"
    path.write_text(LONG)
    return path


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_rank_prints_warnings_then_what_is_ranked_then_the_table(results):
    result = run("rank", results, "--program", "bayes")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("warning: bayes puts a uniform prior on every question and there are 2 trials a cell")
    assert lines[1] == "2 models, 20 questions, 80 trials, 100.0% of the cells observed"
    assert lines[2] == "target: these questions (program bayes, seed 0)"
    table = [line.split() for line in lines if line.strip()]
    # Bayes@N by hand: strong (18 * 3/4 + 2 * 1/4) / 20 = .7, weak (3 * 3/4 + 17 * 1/4) / 20 = .325.
    assert table[-2][:3] == ["1", "strong", "0.700"]
    assert table[-1][:3] == ["2", "weak", "0.325"]


def test_json_is_one_object_with_all_that_is_promised(results):
    result = run("rank", results, "--json", "--seed", "3", "--ci-prob", "0.9")
    record = json.loads(result.stdout)
    assert record.keys() >= {
        "ranking", "superiority", "target", "program", "ci_prob", "warnings", "data", "versions", "random_seed",
    }  # fmt: skip
    assert record["ranking"][0].keys() == {
        "model", "score", "lower", "upper", "rank", "rank_lower", "rank_upper", "p_best", "tier", "converged",
    }  # fmt: skip
    # Population by hand: (18 + 1) / (20 + 2).
    assert record["ranking"][0]["score"] == pytest.approx(19 / 22, abs=1e-12)
    assert (record["ci_prob"], record["random_seed"], record["target"]) == (0.9, 3, "population")
    assert record["data"] | {"sha256": ""} == {
        "models": 2, "questions": 20, "trials": 80, "coverage": 1.0, "sha256": "",
    }  # fmt: skip
    up, down = record["superiority"]["strong"]["weak"], record["superiority"]["weak"]["strong"]
    assert up + down == pytest.approx(1)
    assert up > 0.99
    assert "bayesrank" in record["versions"]


def test_the_same_seed_prints_the_same(results):
    assert run("rank", results, "--seed", "5").stdout == run("rank", results, "--seed", "5", "--cores", "1").stdout


def test_top_says_how_many_are_left_out(results):
    assert run("rank", results, "--top", "1").stdout.splitlines()[-1] == "... and 1 more models"


def test_page_and_plot_are_written(results, tmp_path):
    result = run("rank", results, "--html", tmp_path / "page.html", "--plot", tmp_path / "ranks.png")
    assert result.exit_code == 0
    assert "strong" in (tmp_path / "page.html").read_text()
    assert (tmp_path / "ranks.png").read_bytes().startswith(b"\x89PNG")


def test_the_page_holds_the_ranking_that_is_printed(tmp_path):
    # One model right on 12 of 20 questions, one on both of 2: the second has the higher mean and the lower bound.
    path = tmp_path / "few.csv"
    path.write_text("model,question,trial,outcome\n" + "".join(
        f"sure,q{question},0,{int(question < 12)}\n" for question in range(20)
    ) + "doubtful,q0,0,1\ndoubtful,q1,0,1\n")  # fmt: skip
    by_mean, by_bound = (
        run("rank", path, "--rank-by", order, "--html", tmp_path / f"{order}.html").stdout
        for order in ("mean", "quantile")
    )
    # Means by hand: 13/22 = .59 and 3/4; 5 % bounds .417 and .368 (scipy.stats.beta.ppf of Beta(13, 9), Beta(3, 1)).
    assert by_mean.index("doubtful ") < by_mean.index("sure ")
    assert by_bound.rindex("sure ") < by_bound.rindex("doubtful ")
    for order, first, second in (("mean", "doubtful", "sure"), ("quantile", "sure", "doubtful")):
        rows = (tmp_path / f"{order}.html").read_text().split("<tbody>")[1]
        assert rows.index(first) < rows.index(second)


def test_a_missing_folder_is_refused_before_any_work(results, tmp_path):
    result = run("rank", results, "--html", tmp_path / "nowhere" / "page.html")
    assert result.exit_code == 2
    assert "must lie in a folder that exists" in result.stderr
    assert result.stdout == ""


def test_columns_words_and_ignored_columns(tmp_path):
    path = tmp_path / "other.csv"
    path.write_text("system,task,verdict,seconds\na,t1,pass,3\na,t2,error,4\nb,t1,fail,5\nb,t2,pass,6\n")
    result = run(
        "rank", path, "--columns", "model=system,question=task", "--columns", "outcome=verdict", "--ignore", "seconds",
        "--outcome-values", "pass=1,fail=0,error=",
    )  # fmt: skip
    assert result.exit_code == 0
    assert "2 models, 2 questions, 3 trials, 75.0% of the cells observed" in result.stdout


def test_weights_repeated_rows_and_prior(tmp_path):
    path, prior = tmp_path / "graded.csv", tmp_path / "greedy.csv"
    path.write_text("model,question,outcome\na,q,2\na,q,1\nb,q,0\nb,q,1\n")
    prior.write_text("model,question,outcome\na,q,2\nb,q,0\n")
    result = run(
        "rank", path, "--weights", "0,0.5,1", "--repeated-rows", "trials", "--prior", prior, "--program", "bayes",
        "--json",
    )  # fmt: skip
    scores = {row["model"]: row["score"] for row in json.loads(result.stdout)["ranking"]}
    # Dirichlet(1, 1, 1) with trials {2, 1} and prior {2}: (1, 2, 3) / 6, utility (1 + 3) / 6; mirrored for b.
    assert scores == pytest.approx({"a": 4 / 6, "b": 2 / 6}, abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--columns", "model"], "--columns must be pairs A=B with commas between; got 'model'"),
        (["--weights", "0,one"], "--weights must hold numbers; got 'one'"),
        (["--program", "magic"], "program must be one of bayes"),
        (["--ci-prob", "95"], "ci_prob must lie between 0 and 1; got 95.0"),
        (["--program", "bayes", "--target", "population"], "target of 'bayes' must be benchmark"),
        (["--program", "rasch", "--program-options", "k=1"], "options of 'rasch' must be among ability_prior"),
        (["--program-options", "draws=5"], "--program-options must not hold draws; got 5. Use the option of the"),
        (["--program", "rasch", "--inference", "exact"], "its posterior has no closed form; got 'exact'"),
        (["--inference", "map", "--ci-prob", "0.9"], "--ci-prob must be left out with --inference map; got 0.9. It is"),
        (["--inference", "mle", "--draws", "9"], "--draws must be left out with --inference mle; got 9. It is for a"),
        (["--inference", "map", "--html", "a.html"], "--html must be left out with --inference map; got a.html. It is"),
        (["--inference", "map", "--allow-unconverged"], "--allow-unconverged must be left out with --inference map"),
        (["--rule", "borda", "--program-options", "k=1"], "--program-options must be left out with --rule; got k=1"),
        (["--rule", "borda", "--target", "ability"], "--target must be left out with --rule and no --uncertainty"),
        (
            ["--rule", "borda", "--uncertainty", "posterior", "--target", "ability"],
            "target must be one of population, benchmark; got 'ability'",
        ),
        (["--uncertainty", "posterior"], "--uncertainty must be left out without --rule; got posterior. Add --rule"),
        (["--rule", "borda", "--html", "a.html"], "--html must be left out with --rule; got a.html. It is for program"),
        (["--rule", "borda", "--ci-prob", "0.9"], "--ci-prob must be left out with --rule and no --uncertainty"),
        (["--rule", "borda", "--plot", "a.png"], "--plot must be left out with --rule and no --uncertainty; got a.png"),
        (
            ["--quantile", "0.2"],
            "--quantile must be left out with --rank-by mean; got 0.2. It is for --rank-by quantile",
        ),
        (["--plot", "ranks.foo"], "got ranks.foo. Use .png."),
        (["--rule", "bayes"], "--rule must be the name of a rule; got bayes, a program. Use --program bayes."),
        (["--rule", "magic"], "method must be one of alpha_rank"),
        (["--rule", "elo", "--rule-options", "k=1"], "options of 'elo' must be among"),
        (["--kind", "scores", "--weights", "0,1"], "--weights must be left out with --kind scores; got 0,1. It is for"),
        (["--winner-values", "x=a,y=b"], "--winner-values must be left out with --kind outcomes; got x=a,y=b. It is"),
    ],
)
def test_bad_options_end_with_2_and_one_line(results, arguments, complaint):
    result = run("rank", results, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert complaint in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_rule_without_uncertainty_prints_scores_and_ranks(results):
    result = run("rank", results, "--rule", "avg")
    assert result.exit_code == 0
    assert "no uncertainty was asked for" in result.stdout
    # By hand: right on 18 and on 3 of 20 questions.
    table = [line.split() for line in result.stdout.splitlines()[-3:]]
    assert table == [["rank", "model", "score"], ["1", "strong", "0.9000"], ["2", "weak", "0.1500"]]


def test_a_rule_with_uncertainty_has_all_columns_and_a_plot(results, tmp_path):
    options = ["--rule", "borda", "--uncertainty", "bootstrap", "--draws", "50", "--ci-prob", "0.9", "--seed", "4"]
    result = run("rank", results, *options, "--json", "--plot", tmp_path / "ranks.png")
    record = json.loads(result.stdout)
    assert record["ranking"][0].keys() >= {"lower", "upper", "rank_lower", "p_best", "tier"}
    assert (record["rule"], record["uncertainty"], record["target"]) == ("borda", "bootstrap", "population")
    assert (record["ci_prob"], record["random_seed"]) == (0.9, 4)
    assert (tmp_path / "ranks.png").read_bytes().startswith(b"\x89PNG")
    # 15 of 20 questions tell the two apart, all for "strong": 15 + 5 / 2 points.
    assert record["ranking"][0]["score"] == 17.5
    target = json.loads(run("rank", results, *options, "--target", "benchmark", "--json").stdout)["target"]
    assert target == "benchmark"


def test_options_of_a_rule(results):
    record = json.loads(run("rank", results, "--rule", "borda", "--rule-options", "voters=trials", "--json").stdout)
    # Each trial is a voter: 40 of them, 30 for "strong" and 10 level.
    assert record["ranking"][0] == {"model": "strong", "score": 35, "rank": 1}
    assert record["options"] == {"voters": "trials"}


def test_compare_prints_what_methods_refuse_the_table_and_the_splits(results):
    result = run("compare", results, "--methods", "avg,borda,pass_at_k", "--seed", "5")
    assert result.exit_code == 0
    assert "3 methods, 1 different ranking (seed 5)" in result.stdout
    assert " A  avg, borda, pass_at_k" in result.stdout.splitlines()
    path = results.with_name("one.csv")
    path.write_text("model,question,outcome\na,q,1\nb,q,0\n")
    lines = run("compare", path, "--methods", "pass_at_k,avg").stdout.splitlines()
    assert lines[0].startswith("refused pass_at_k: k must be from 1 to 1")
    assert [line.split() for line in lines if line[:1] in {"a", "b"} and line[1] == " "] == [
        ["a", "1.00", "1", "1"],
        ["b", "2.00", "2", "2"],
    ]


def test_compare_writes_one_object_and_a_plot(results, tmp_path):
    result = run("compare", results, "--methods", "avg,borda", "--json", "--top", "1", "--plot", tmp_path / "ranks.png")
    record = json.loads(result.stdout)
    assert record["ranks"] == {"avg": {"strong": 1, "weak": 2}, "borda": {"strong": 1, "weak": 2}}
    assert record["groups"] == [["avg", "borda"]]
    assert (tmp_path / "ranks.png").read_bytes().startswith(b"\x89PNG")


def test_compare_takes_the_methods_of_the_paper(results, monkeypatch):
    monkeypatch.setattr("bayesrank.ranks.compare.PAPER", {"elo_tie_skip": ("elo", {"ties": "skip"})})
    assert " A  elo_tie_skip" in run("compare", results, "--methods", "paper").stdout.splitlines()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--methods", "avg,magic"], "got 'magic'. Check the spelling."),
        (["--kind", "orderings", "--lower-is-better", "x"], "--lower-is-better must be left out with --kind orderings"),
        (["--plot", "nowhere/ranks.png"], "must lie in a folder that exists"),
        (["--plot", "ranks"], "got ranks. Use .png."),
    ],
)
def test_compare_refuses_in_one_line(results, arguments, complaint):
    result = run("compare", results, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert complaint in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("kind", "text", "options", "ranks"),
    [
        # "x" beats "y" twice and loses once.
        ("comparisons", "model_a,model_b,winner\nx,y,x!\ny,x,y!\nx,y,x!\n", ["--winner-values", "x!=a,y!=a"], "xy"),
        ("comparisons", "model_a,model_b,winner\nx,y,model_a\nx,y,both_bad\n", ["--winner-values", "arena"], "xy"),
        ("orderings", "race,model,rank\nr,x,2\nr,y,1\n", ["--columns", "voter=race"], "yx"),
        ("scores", "model,time,note\nx,3,0\ny,2,0\n", ["--lower-is-better", "time", "--ignore", "note"], "yx"),
    ],
)
@pytest.mark.parametrize("command", ["compare", "rank"])
def test_battles_orderings_and_scores(tmp_path, command, kind, text, options, ranks):
    path = tmp_path / "data.csv"
    path.write_text(text)
    method = ["--methods", "borda"] if command == "compare" else ["--rule", "borda"]
    result = run(command, path, "--kind", kind, *options, *method, "--json")
    record = json.loads(result.stdout)
    found = record["ranks"]["borda"] if command == "compare" else {r["model"]: r["rank"] for r in record["ranking"]}
    assert found == {ranks[0]: 1, ranks[1]: 2}


def test_bad_data_end_with_2(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("model,question,outcome\na,q1,1\nb,q1,maybe\n")
    for command in ("check", "rank", "compare"):
        result = run(command, path)
        assert result.exit_code == 2
        assert "bad.csv, line 3" in result.stderr


UNCONVERGED = (
    "chains must converge before their draws are a ranking; got chains that did not. Do what the warnings say, or "
    "see the ranking all the same by --allow-unconverged."
)


@pytest.fixture
def unconverged(monkeypatch):
    """Make fits whose chains did not converge, and keep what was asked of them."""
    asked = []

    def fitted(*arguments, **options):
        asked.append(options)
        return replace(fit(*arguments, **options), converged=False, warnings=("R-hat is 2", "another doubt"))

    monkeypatch.setattr("bayesrank.ranks.fitting.fit", fitted)
    return asked


@pytest.mark.parametrize("output", [[], ["--json"]])
def test_unconverged_chains_end_with_3_and_no_table(results, unconverged, output, tmp_path):  # noqa: ARG001
    result = run("rank", results, *output, "--html", tmp_path / "page.html")
    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr.splitlines() == [
        "warning: R-hat is 2",
        "warning: another doubt",
        f"error: {UNCONVERGED}",
    ]
    assert not (tmp_path / "page.html").exists()


def test_unconverged_chains_can_be_seen_all_the_same(results, unconverged):  # noqa: ARG001
    result = run("rank", results, "--allow-unconverged")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == ["warning: R-hat is 2", "warning: another doubt"]
    assert result.stdout.splitlines()[-2].split()[:2] == ["1", "strong"]
    record = json.loads(run("rank", results, "--allow-unconverged", "--json").stdout)
    assert record["converged"] is False
    assert record["warnings"] == ["R-hat is 2", "another doubt"]


def test_a_method_that_does_not_converge_ends_with_3(results, monkeypatch):
    def refuse(*_, **__):
        message = "the search for the mode must end"
        raise ConvergenceError(message)

    monkeypatch.setattr("bayesrank.ranks.fitting.fit", refuse)
    result = run("rank", results, "--inference", "map")
    assert (result.exit_code, result.stderr) == (3, "error: the search for the mode must end\n")


def words(annotation):
    """Return the words of a literal, or of one that may be left out."""
    return {word for part in get_args(annotation) for word in (words(part) or {part}) if isinstance(word, str)}


def test_the_choices_are_those_of_the_package():
    hints = get_type_hints(rank)
    for name, alias in {"inference": Inference, "target": Target, "rank_by": RankBy, "rank_sets": RankSetKind}.items():
        assert words(hints[name]) == set(get_args(alias.__value__))
    assert POINTS == IN_PACKAGE


@pytest.mark.parametrize("inference", ["map", "mle"])
def test_one_point_prints_scores_and_ranks(tmp_path, inference):
    path = tmp_path / "mixed.csv"  # each model is right and wrong where the other is not
    rows = {"strong": ("11", "10", "01", "10"), "weak": ("01", "00", "10", "11")}
    path.write_text("model,question,trial,outcome\n" + "".join(
        f"{model},q{question},{trial},{outcome}\n"
        for model, answers in rows.items() for question, trials in enumerate(answers)
        for trial, outcome in enumerate(trials)
    ))  # fmt: skip
    asked = ["rank", path, "--program", "rasch", "--inference", inference]
    result = run(*asked, "--target", "ability")
    assert result.exit_code == 0
    assert f"target: abilities (program rasch, inference={inference})" in result.stdout.splitlines()
    table = [line.split() for line in result.stdout.splitlines()[-3:]]
    assert [row[:2] for row in table] == [["rank", "model"], ["1", "strong"], ["2", "weak"]]
    assert float(table[1][2]) == -float(table[2][2])  # abilities sum to zero
    record = json.loads(run(*asked, "--top", "1", "--json").stdout)
    assert (record["program"], record["options"]) == ("rasch", {"inference": inference})


def test_options_go_to_the_program_and_to_its_reduction(results, monkeypatch):
    asked = {}

    def fitted(data, program, **options):
        asked.update(options, program=program)
        return fit(data, random_seed=0, draws=200)

    monkeypatch.setattr("bayesrank.ranks.fitting.fit", fitted)
    result = run(
        "rank", results, "--program", "bradley_terry", "--inference", "laplace", "--cores", "1", "--target", "ability",
        "--program-options", "ability_scale=2,pairing=trial", "--program-options", "terms=side",
    )  # fmt: skip
    assert result.exit_code == 0
    assert asked == {
        "program": "bradley_terry", "inference": "laplace", "cores": 1, "target": "ability", "draws": None,
        "random_seed": 0, "ability_scale": 2, "pairing": "trial", "terms": ("side",),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "text", "program"),
    [
        ("comparisons", "model_a,model_b,winner\nx,y,a\ny,x,b\nx,y,b\nx,z,a\nz,x,a\nz,y,tie\n", "bradley_terry"),
        ("orderings", "voter,model,rank\nr,x,1\nr,y,2\nr,z,3\ns,x,1\ns,z,2\ns,y,3\nt,y,1\nt,x,2\n", "plackett_luce"),
        ("scores", "model,p,q,r\nx,3,2,5\ny,2,1,1\nz,1,1,3\n", "score_table"),
    ],
)
def test_programs_of_battles_orderings_and_scores(tmp_path, kind, text, program):
    path = tmp_path / "data.csv"
    path.write_text(text)
    result = run("rank", path, "--kind", kind, "--inference", "map", "--json")
    record = json.loads(result.stdout)
    assert (record["program"], record["target"]) == (program, "ability")
    assert record["ranking"][0]["model"] == "x"
    assert sum(row["score"] for row in record["ranking"]) == pytest.approx(0, abs=1e-8)


def test_check_tells_counts_and_what_is_odd(results):
    result = run("check", results)
    assert result.exit_code == 0
    assert "2 models x 20 questions, 80 trials" in result.stdout
    assert "odd: 2 of 20 questions have the lowest outcome in every trial" in result.stdout
    record = json.loads(run("check", results, "--json").stdout)
    assert record["models"] == ["strong", "weak"]
    assert record["data"]["trials"] == 80
    assert len(record["odd"]) == 2


def test_help_names_no_program_as_the_only_one_that_reads_prior_outcomes():
    assert "for programs that read them" in " ".join(run("rank", "--help").stdout.replace("\u2502", " ").split())


@pytest.mark.parametrize("arguments", [["--help"], ["rank", "--help"], ["compare", "--help"]])
def test_help_imports_nothing_heavy(arguments):
    code = (
        "import sys; from typer.main import get_command; from bayesrank.cli import app\n"
        f"get_command(app).main({arguments!r}, standalone_mode=False)\n"
        "heavy = {'pymc', 'matplotlib', 'pandas', 'xarray', 'numba', 'scipy', 'pyarrow', 'arviz'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=os.environ)  # noqa: S603


def test_the_installed_command_runs_in_a_pipe(results):
    command = Path(sys.executable).with_name("bayesrank")
    done = subprocess.run([command, "rank", results], check=True, capture_output=True, text=True)  # noqa: S603
    assert "strong" in done.stdout
    assert done.stderr == ""
