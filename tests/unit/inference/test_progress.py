import io
import sys

from bayesrank.inference import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_all_steps_pass_and_nothing_is_drawn_in_a_pipe(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "SECONDS_BEFORE_SHOWING", -1.0)
    assert list(progress.tracked(range(5), 5, "drawing")) == [0, 1, 2, 3, 4]
    assert stream.getvalue() == ""


def test_a_terminal_sees_slow_work_only(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    assert list(progress.tracked(range(5), 5, "drawing")) == [0, 1, 2, 3, 4]
    assert stream.getvalue() == ""
    monkeypatch.setattr(progress, "SECONDS_BEFORE_SHOWING", -1.0)
    assert list(progress.tracked(range(5), 5, "drawing")) == [0, 1, 2, 3, 4]
    assert "drawing" in stream.getvalue()


def test_a_stage_is_told_to_a_terminal_alone(monkeypatch):
    pipe, terminal = io.StringIO(), Terminal()
    for stream in (pipe, terminal):
        monkeypatch.setattr(sys, "stderr", stream)
        with progress.stage("compiling"):
            done = True
    assert done
    assert pipe.getvalue() == ""
    assert "compiling ..." in terminal.getvalue()
