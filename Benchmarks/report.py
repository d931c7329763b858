# SPDX-License-Identifier: Apache-2.0
"""Writes the results as JSON and as Markdown."""

import json
import math
import os
import platform
import statistics
import subprocess

PEERS = ("mpv", "gstreamer", "vlc")
QUIET = 0.25
REACHED = {True: "yes", False: "**no**", None: "–"}


def describe_machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = [line.split(":")[1].strip() for line in file if line.startswith("model name")]
    with open("/proc/meminfo", encoding="ascii") as file:
        memory = int(file.readline().split()[1]) // 1024
    with open("/etc/os-release", encoding="utf-8") as file:
        release = dict(line.rstrip().split("=", 1) for line in file if "=" in line).get("PRETTY_NAME", "").strip('"')
    packages = {}
    for name in ("ffmpeg", "mpv", "libvlc5", "libgstreamer1.0-0", "nginx-light"):
        found = subprocess.run(["dpkg-query", "-W", "-f=${Version}", name], capture_output=True, text=True)
        packages[name] = found.stdout if found.returncode == 0 else "not installed"
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, cwd=os.path.dirname(os.path.abspath(__file__)))
    return {
        "cpu": models[0] if models else platform.machine(), "cores": os.cpu_count(), "memoryMB": memory, "system": release,
        "kernel": platform.release(), "packages": packages, "windowbox": commit.stdout.strip()}


def read(path):
    """The results of an earlier run; empty if there are none."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def commits_of(measured, commit, earlier):
    """The commit at which each row was measured: now, or in an earlier run whose figures are kept."""
    return earlier.get("commits", {}) | dict.fromkeys(measured, commit)


def reaches(value, mark, more_is_better):
    return value >= mark if more_is_better else value <= mark


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


def summary(samples):
    values = [sample["value"] for sample in samples if sample["value"] is not None]
    if not values:
        return {"failed": len(samples)}
    return {
        "median": round(statistics.median(values), 2), "min": round(min(values), 2), "max": round(max(values), 2),
        "p95": round(percentile(values, 0.95), 2), "n": len(values), "failed": len(samples) - len(values),
        "quiet": sum(1 for sample in samples if sample["load"] <= QUIET)}


def ratio(test, results):
    """Windowbox divided by the best peer (or the named lower bound); if less is better, below 1 is better."""
    own = results.get("windowbox", {}).get("median")
    rivals = {name: figures["median"] for name, figures in results.items() if name in test.rivals and "median" in figures}
    if own is None or not rivals:
        return None
    best = (max if test.more_is_better else min)(rivals, key=rivals.get)
    answer = {"against": best, "ratio": round(own / rivals[best], 3)}
    if test.percentile:
        fastest = min(results[name]["p95"] for name in rivals)
        answer["ratioP95"] = round(results["windowbox"]["p95"] / fastest, 3)
    return answer


def verdicts(tests, figures, goals, reached, commits):
    """A row for each target: name, result, target, whether it is met (None if it was not measured), and the commit."""
    for test in tests:
        compared = ratio(test, figures.get(test.name, {}))
        sign = "≥" if test.more_is_better else "≤"
        mark = f"{sign} {test.mark} × the best of {', '.join(test.rivals)}"
        if compared is None:
            yield test.title, "not measured", mark, None, ""
            continue
        values = [compared["ratio"]] + ([compared["ratioP95"]] if "ratioP95" in compared else [])
        met = all(reaches(value, test.mark, test.more_is_better) for value in values)
        text = f"{values[0]} × {compared['against']}" + (f", p95 {values[1]} ×" if len(values) > 1 else "")
        yield test.title, text, mark, met, commits.get(test.name, "")
    for goal in goals:
        median = reached.get(goal.name, {}).get("median")
        mark = f"{'≥' if goal.more_is_better else '≤'} {goal.mark} {goal.unit}"
        if median is None:
            yield goal.title, "not measured", mark, None, ""
        else:
            yield goal.title, f"{median} {goal.unit}", mark, reaches(median, goal.mark, goal.more_is_better), commits.get(goal.name, "")


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head), *("| " + " | ".join(row) + " |" for row in rows)]


def cells(figure):
    return [str(figure.get(key, "–")) for key in ("median", "min", "max", "p95", "n", "failed", "quiet")]


def page(machine, tests, figures, own, missing, command, commits):
    goals, reached = own
    lines = [
        "# Windowbox beside its peers", "",
        "Same media, same origin (nginx on the loopback, nothing cacheable, files in memory), no picture and no sound put out,",
        "rounds in which every player has its turn in changing order. Median, smallest and largest of n; *quiet* says how many of",
        f"them were taken while other work used no more than {QUIET} cores. Compare only within one test.", "",
        f"- {machine['cpu']}, {machine['cores']} cores, {machine['memoryMB']} MB, {machine['system']}, Linux {machine['kernel']}",
        "- " + ", ".join(f"{name} {version}" for name, version in machine["packages"].items()),
        f"- Windowbox {machine['windowbox'] or 'without a commit'}", f"- made by `{command}`"]
    lines += [f"- left out: {name}, {why}" for name, why in missing.items()]
    rows = [(what, figure, mark, REACHED[met], commit) for what, figure, mark, met, commit in verdicts(tests, figures, goals, reached, commits)]
    lines += ["", "## Marks", "", *table(("what", "Windowbox", "mark", "reached", "commit"), rows)]
    head = ("median", "min", "max", "p95", "n", "failed", "quiet")
    for test in tests:
        if figures.get(test.name):
            lines += ["", f"## {test.title}", "", f"In {test.unit}. {test.how}", ""]
            lines += table(("player", *head), [(player, *cells(figure)) for player, figure in figures[test.name].items()])
    if reached:
        lines += ["", "## By itself", "", *(f"- {goal.title}: {goal.how}" for goal in goals), ""]
        lines += table(("what", "unit", *head), [(goal.title, goal.unit, *cells(reached[goal.name])) for goal in goals if goal.name in reached])
    return "\n".join(lines) + "\n"
