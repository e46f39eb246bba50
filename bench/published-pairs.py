#!/usr/bin/env python3
"""Measures the verdicts of `ovolo verify` over pairs of programs that other projects publish for their own checkers.

  bench/published-pairs.py hec CHECKOUT [--sample N]      github Yu-Maryland/HEC: a kernel and each of its transformed forms
  bench/published-pairs.py mlir-tv CHECKOUT               github aqjune/mlir-tv: X.src.mlir and X.tgt.mlir

  [--ovolo BINARY] [--jobs N] [--timeout SECONDS] [--list VERDICT]

Counts verdicts by kernel, of mlir-tv by what its tests expect (`// VERIFY` or `// VERIFY-INCORRECT`), and times processes.
`refuted, proved equal when …` are pairs that differ for some sizes, such as negative ones, and are proved equal for the others.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import time


def hec(checkout):
    """Each transformed kernel beside the one it was made of, of which the folder has the name."""
    for folder in sorted((checkout / "mlir").iterdir()):
        base = folder / f"{folder.name}.mlir"
        for other in sorted(folder.glob("*.mlir")):
            if base.exists() and other != base:
                yield base, other, folder.name, []


def mlir_tv(checkout):
    """Each source and target, with what their test expects."""
    for source in sorted((checkout / "tests").rglob("*.src.mlir")):
        target = source.with_name(source.name.replace(".src.", ".tgt."))
        words = re.search(r"^// (VERIFY-INCORRECT|VERIFY|UNSUPPORTED|EXPECT)\b", source.read_text(), flags=re.M)
        flags = ["--fp", "reassoc"] if "--associative" in source.read_text() else []
        yield source, target, words.group(1) if words else "no word", flags


def judge(arguments, pair):
    """The verdict of a pair and the seconds that it took."""
    before, after, _, flags = pair
    start = time.monotonic()
    try:
        done = subprocess.run(
            [arguments.ovolo, "verify", "--json", *flags, before, after],
            capture_output=True,
            text=True,
            timeout=arguments.timeout,
        )
    except subprocess.TimeoutExpired:
        return "no answer in time", arguments.timeout
    took = time.monotonic() - start
    if done.returncode < 0 or "panicked" in done.stderr:
        return "ended by a signal or a panic", took
    try:
        found = json.loads(done.stdout)
    except json.JSONDecodeError:
        return "rejected: " + done.stderr.strip().splitlines()[0] if done.stderr.strip() else "silent", took
    verdict = found["verdict"]
    functions = found.get("functions", [])
    if verdict == "proved" and found.get("when"):
        verdict = "proved when …"
    if verdict == "refuted" and all(function.get("equal_when") for function in functions if function["verdict"] == "refuted"):
        verdict = "refuted, proved equal when …"
    return verdict, took


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", choices=["hec", "mlir-tv"])
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--sample", type=int, help="judge so many pairs, spread evenly")
    parser.add_argument("--ovolo", default="target/release/ovolo")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=100)
    parser.add_argument("--list", default=[], action="append", help="name the pairs of which the verdict begins so")
    arguments = parser.parse_args()
    pairs = list({"hec": hec, "mlir-tv": mlir_tv}[arguments.set](arguments.checkout))
    if not pairs:
        sys.exit(f"{arguments.checkout}: there are no pairs of {arguments.set}")
    if arguments.sample and arguments.sample < len(pairs):
        pairs = [pairs[at * len(pairs) // arguments.sample] for at in range(arguments.sample)]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        found = list(pool.map(lambda pair: judge(arguments, pair), pairs))
    table = collections.Counter((pair[2], verdict[:60]) for pair, (verdict, _) in zip(pairs, found))
    for (group, verdict), count in sorted(table.items()):
        print(f"{count:6}  {group:24} {verdict}")
    print("all:")
    for verdict, count in collections.Counter(verdict[:60] for verdict, _ in found).most_common():
        print(f"{count:6}  {verdict}")
    seconds = sorted(took for _, took in found)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{len(pairs)} pairs, median {statistics.median(seconds):.2f} s, "
        f"95th percentile {seconds[len(seconds) * 95 // 100]:.2f} s, most {seconds[-1]:.1f} s; "
        f"{(used.ru_utime + used.ru_stime) / len(pairs):.2f} s of a core for each"
    )
    for pair, (verdict, took) in zip(pairs, found):
        if any(verdict.startswith(wanted) for wanted in arguments.list):
            print(f"{verdict}: {pair[0]} {pair[1]} ({took:.1f} s)")


if __name__ == "__main__":
    main()
