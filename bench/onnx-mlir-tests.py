#!/usr/bin/env python3
"""Measures what Ovolo makes of onnx-mlir's own tests of the krnl dialect.

  bench/onnx-mlir-tests.py ONNX_MLIR [--ovolo BINARY] [--parts read,loops,search] [--measure] [--only TEXT] [--timeout SECONDS] [--out FOLDER]

ONNX_MLIR is a checkout of github onnx/onnx-mlir. Files are split at `// -----`. Of each chunk in krnl or a dialect of MLIR it is
counted whether it is read, and read back from the custom and the generic print as the same. The loops of the chunks of
`krnl_to_affine` and `krnl` are compared with their CHECK lines by FileCheck-19, and where they differ, with the text that those
lines spell, by `ovolo verify`, and where that is no proof, by the interpreter, at the arguments of `INDICES`. The text that the
CHECK lines of `onnx_to_krnl` spell is optimised: what is found is proved, and run beside the loops of the text on the same data; with
--measure it is timed beside them too.
"""

import argparse
import array
import collections
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

READ = ["krnl", "parallel", "conversion/krnl_to_affine", "conversion/krnl_to_llvm", "conversion/onnx_to_krnl"]
LOWERED = ["krnl", "conversion/krnl_to_affine"]
SEARCHED = "conversion/onnx_to_krnl"


def chunks(path):
    """The chunks of a file; prefixes of CHECK lines come with those that use them."""
    return re.split(r"^// -----(?!-).*$", path.read_text(), flags=re.M)


class Ovolo:
    def __init__(self, binary, timeout):
        self.binary, self.timeout = binary, timeout

    def __call__(self, *arguments, text=None):
        """The exit code, or "timeout", and what is printed."""
        try:
            done = subprocess.run(
                [self.binary, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=self.timeout
            )
        except subprocess.TimeoutExpired:
            return "timeout", "", ""
        return done.returncode, done.stdout, done.stderr


def without_checks(text):
    return "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))


def read(ovolo, text):
    """How far a chunk comes: rejected, read, or the same again from both prints."""
    code, custom, why = ovolo("parse", "-", text=text)
    if code != 0:
        return "rejected: " + " ".join(why.split())[:160]
    again = ovolo("parse", "-", text=custom)[1]
    # The generic form has no names, so it is compared with itself.
    generic = ovolo("parse", "--generic", "-", text=text)[1]
    others = [ovolo("parse", "--generic", "-", text=other)[1] for other in (custom, generic)]
    return "same" if again == custom and others == [generic, generic] else "read, not the same again"


def prefixes(text):
    """The prefixes of the CHECK lines of a file, by its RUN lines."""
    found = re.findall(r"--check-prefix(?:es)?[= ](\S+)", text)
    return [prefix for names in found for prefix in names.split(",")] or ["CHECK"]


def header(text, name):
    """The first line of a function of a chunk, with the names of arguments that MLIR prints."""
    found = re.search(rf"func\.func (?:private )?@{re.escape(name)}\s*\(.*?\{{\s*(?://.*)?$", without_checks(text), flags=re.M)
    if not found:
        return None
    line = found.group(0)
    for number, argument in enumerate(dict.fromkeys(re.findall(r"%\w+(?=\s*:)", line))):
        line = re.sub(rf"{re.escape(argument)}(?!\w)", f"%arg{number}", line)
    return line


HINTS = {"memref.alloc": "alloc", "memref.alloca": "alloca", "memref.dim": "dim", "memref.reshape": "reshape"}
HINTS |= {"memref.cast": "cast", "memref.reinterpret_cast": "reinterpret_cast", "memref.view": "view", "memref.subview": "subview"}


def hints(operation, rest):
    """The names that MLIR gives the results of an operation, before it makes them distinct."""
    if operation == "krnl.block":
        return ["loop_block", "loop_local"]
    known = re.match(r"(-?\d+) : (index|i\d+)$", rest.strip())
    if operation == "arith.constant":
        return [f"c{known[1]}" + ("" if known[2] == "index" else f"_{known[2]}") if known else "cst"]
    return [HINTS[operation]] if operation in HINTS else []


def suffixed(text):
    """The text with names in the place of what follows a variable: `[[RES_]]_3` is the value that MLIR calls `%alloc_3`.

    MLIR counts through all names that are taken, from where a region begins.
    """
    names, counts, lines = {}, [(0, 0)], []

    def name_arguments(own):
        """Arguments of functions and loops are counted, from where a region begins too."""
        for argument in own:
            names[argument] = f"arg{counts[-1][1]}"
            counts[-1] = (counts[-1][0], counts[-1][1] + 1)

    for line in text.splitlines():
        made = re.match(r"\s*(%\w+(?:, %\w+)*) = ([\w.]+)(.*)$", line)
        for own, hint in zip(made[1].split(", ") if made else [], hints(made[2], made[3]) if made else []):
            name = hint
            while name in names.values():
                name = f"{hint}_{counts[-1][0]}"
                counts[-1] = (counts[-1][0] + 1, counts[-1][1])
            names[own] = name
        known = {name: own for own, name in names.items()}
        line = re.sub(r"(%\w+)<<(_?\d+)\|(%\w+)>>", lambda m: known.get(names.get(m[1], "") + m[2], m[3]), line)
        if "func.func @" in line:
            name_arguments(re.findall(r"(%\w+)\s*:", line))
        for brace in re.findall(r"[{}](?=\s*$|\s+else)", line):
            counts = counts + counts[-1:] if brace == "{" else counts[:-1] or [(0, 0)]
        name_arguments(re.findall(r"affine\.for (%\w+) =", line))
        lines.append(line)
    return "\n".join(lines)


def closed_before_return(text):
    """The text with as many braces closed where the function returns as are open: not all CHECK lines say all of them."""
    lines, depth = [], 0
    for line in text.splitlines():
        is_map = re.match(r"\s*#\w* =", line)
        if re.match(r"\s*return\b", line):
            lines += ["}"] * (depth - 1)
            while depth < 1 and lines and lines[-1].strip() == "}":
                lines.pop()
                depth += 1
            depth = min(depth, 1)
        depth += 0 if is_map else line.count("{") - line.count("}")
        lines.append(line)
    return "\n".join(lines)


def with_conditions(text):
    """The text with the conditions that onnx-mlir's `krnl.matmul` is lowered with: that the blocks which begin there are whole."""
    heads = r"affine\.(?:for (%\w+) = 0 to (\d+) step (\d+)|parallel \((%\w+)\) = \(0\) to \((\d+)\) step \((\d+)\))"
    loops = {m[1] or m[4]: int(m[2] or m[5]) - int(m[3] or m[6]) for m in re.finditer(heads, text)}

    def condition(found):
        starts = re.findall(r"%\w+", found[1])
        rows = ", ".join(f"{loops[start]} - d{n} >= 0" for n, start in enumerate(starts)) or "0 == 0"
        dims = ", ".join(f"d{n}" for n in range(len(starts)))
        return f"affine.if affine_set<({dims}) : ({rows})>({', '.join(starts)})"

    return re.sub(r"affine\.if whole_blocks\((.*?)\)", condition, text)


def spelled(text, prefix):
    """The text that CHECK lines spell, variables in the place of patterns; None where they spell no function."""
    lines = []
    for line in text.splitlines():
        # Conditions that the lines leave out.
        left_out = re.match(r"\s*// skip this (?:one|check)\s+affine\.if \[\[\w+\]\](\(.*\)) \{", line)
        if left_out:
            lines.append(f"affine.if whole_blocks{left_out[1]} {{")
            continue
        found = re.match(rf"\s*//\s*{prefix}(-LABEL|-SAME|-NEXT|-DAG|-COUNT-1|):\s?(.*)$", line)
        if not found:
            continue
        kind, rest = found.groups()
        if kind == "-SAME" and lines:
            lines[-1] += " " + rest.strip()
        else:
            lines.append(rest)
    body, maps, names, unnamed = [], [], {}, 0
    pattern = re.compile(r"\[\[(\w+)(?::((?:[^\]]|\](?!\]))*))?\]\]|\{\{((?:[^}]|\}(?!\}))*)\}\}")
    for line in lines:
        line = re.sub(r"name = (\{\{\.\*\}\}|\"\{\{\.\*\}\}\")", 'name = "constant"', line)
        out, at, is_applied = "", 0, False
        for found in pattern.finditer(line):
            out += line[at : found.start()]
            at = found.end()
            name, regex, free = found.groups()
            # What follows a variable goes on with the name that MLIR prints: `%1` and `0`, `%dim` and `_0`.
            more = re.match(r"_(\d+)(?!\w)|(\d+)(?!\w)", line[at:]) if name and regex is None else None
            if more:
                at += more.end()
                number, first = int(more.group(1) or more.group(2)), name
                part = re.match(r"(.*_)(\d+)_$", name)
                if more.group(2):
                    name = f"{name[:-1]}{number}_"
                elif name.startswith("VAR"):
                    name = f"{name}{number}_"
                else:
                    name = f"{part.group(1)}{int(part.group(2)) + number + 1}_" if part else f"{name}{number + 1}_"
                out += f"%{first}<<{more.group(0)}|%{name}>>"
                continue
            if name:
                if regex is not None:
                    names[name] = "#" if regex.startswith("#") else "%" if regex.startswith("%") else ""
                out += names.get(name, "%") + name
            elif free in (".", r"\[", r"\]"):
                begins = "dense<" in out and (out.endswith("[") or line[at:].startswith("["))
                if re.search(r"#[A-Za-z]\w*$", out):
                    out, is_applied = out + "(", True
                elif is_applied:
                    out, is_applied = out + ")", False
                else:
                    out += "]" if out.count("[") > out.count("]") and not begins else "["
            elif free == "[0-9]+":
                out += "0"
            elif free in ("%.+", "%.*"):
                unnamed += 1
                out += f"%unnamed{unnamed}"
            elif free not in (".*", ".+", "", "[.]*"):
                return None
        out += line[at:]
        # Some lines leave the types away, which are always these.
        bare = re.search(r"krnl.get_induction_var_value\(([^()]*)\)\s*$", out)
        if bare:
            count = len(bare[1].split(","))
            out += " : (" + ", ".join(["!krnl.loop"] * count) + ") -> (" + ", ".join(["index"] * count) + ")"
        (maps if re.match(r"\s*#\w* = affine_(map|set)", out) else body).append(out)
    functions = re.findall(r"func\.func (?:private )?@(\w+)", without_checks(text))
    body = [re.sub(r"^\s*@?(\w+) ?\(%", r"func.func @\1(%", line) if n == 0 else line for n, line in enumerate(body)]
    starts = [n for n, line in enumerate(body) if re.match(r"\s*(func|func\.func) .*@\w+\s*\(", line)]
    if starts:
        body = body[starts[0] :]
        body[0] = re.sub(r"func(\.func)? (private )?@", "func.func @", body[0])
    else:
        label = re.match(r"\s*(?:func(?:\.func)? )?(?:private )?@?(\w+)\s*$", body[0]) if body else None
        if not label and len(functions) == 1:
            body.insert(0, functions[0])
        first = header(text, label.group(1) if label else functions[0]) if label or len(functions) == 1 else None
        if not body or not first:
            return None
        # Tensors of the chunk are memrefs in what becomes of it.
        returned = re.search(r"^\s*return\s+[^:]*:\s*(.*)$", "\n".join(body), flags=re.M)
        results = f" -> ({returned.group(1)})" if returned else ""
        body[0] = re.sub(r"\)\s*(->.*)?\{[^{]*$", f"){results} {{", first.replace("tensor<", "memref<"))
        body[0] = body[0].replace("func.func private", "func.func")
    body[0] += "" if body[0].rstrip().endswith("{") else " {"
    whole = re.sub(r"attributes \{[^}]*\}", "", "\n".join(maps + body))
    whole = closed_before_return(suffixed(with_conditions(whole)))
    if not re.search(r"^\s*return", whole, flags=re.M) and "->" not in body[0]:
        ends = whole.count("{") - whole.count("}")
        whole = whole + "\n}" * (ends - 1) if ends > 0 else whole.rstrip().removesuffix("}")
        whole += "\nreturn"
        # The value that the chunk allocates for its only result, and the type of that.
        returned = re.search(r"^\s*return (%\w+) : (memref<.*>)\s*$", without_checks(text), flags=re.M)
        made = re.findall(r"(%\w+)\s*= memref\.alloc\(", without_checks(text))
        allocated = re.findall(r"(%\w+)\s*= memref\.alloc\(", whole)
        if returned and returned[1] in made and len(made) == len(allocated):
            whole += f" {allocated[made.index(returned[1])]} : {returned[2]}"
            whole = re.sub(r"(func\.func @.*\)) \{$", rf"\1 -> {returned[2]} {{", whole, count=1, flags=re.M)
    return whole + "\n}" * (whole.count("{") - whole.count("}"))


def as_mlir_prints(text, run):
    """The text as MLIR prints it, folded where the RUN line asks for it."""
    passes = ["--canonicalize"] if "--canonicalize" in run else []
    arguments = ["mlir-opt-19", "--allow-unregistered-dialect", *passes]
    done = subprocess.run(arguments, input=text, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else text


def whole_numbers(path, extents):
    """A file of NumPy with small whole numbers, of which sums and products are exact, fused or not."""
    header = str({"descr": "<f4", "fortran_order": False, "shape": tuple(extents)}).encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    count = 1
    for extent in extents:
        count *= extent
    data = array.array("f", ((number * 7 + 3) % 5 - 2 for number in range(count)))
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data.tobytes())


# What the arguments of type `index` are: starts of tiles, some of them partial, and ends.
INDICES = [0, 4, 6, 8, 3, 36, 54, 2]


def interpreted(ovolo, path, shift):
    """What the interpreter says of the memory that the function of a file writes, on whole numbers."""
    text = path.read_text()
    # Buffers that only the function sees become arguments, so that what it writes there counts.
    head, body = re.search(r"(.*?func\.func @[^\n]*)\{\n(.*)", text, flags=re.S).groups()
    outer, loops, inner = re.match(r"(.*?)(affine\.for.*|affine\.parallel.*|$)", body, flags=re.S).group(1, 2, 0)
    buffer = r" *(%\w+) = memref\.alloca\(\).*: (memref<(?:\d+x)+f32>)\n"
    buffers = ", ".join(f"{name}: {ty}" for name, ty in re.findall(buffer, outer))
    if buffers:
        first, rest = re.match(r"(.*func\.func @\w+\s*\([^)]*)(\).*)", head, flags=re.S).groups()
        path.write_text(f"{first}{', ' if '%' in first.split('(')[-1] else ''}{buffers}{rest}{{\n{re.sub(buffer, '', outer)}{loops}")
    name, parameters = re.search(r"func\.func @(\w+)\s*\((.*)$", path.read_text(), flags=re.M).groups()
    arguments, indices = [], 0
    for number, (own, ty) in enumerate(re.findall(r"%(\w+): (memref<(?:\d+x)+f32>|index)", parameters)):
        if ty == "index":
            arguments += ["--arg", f"{own}={INDICES[shift // len(INDICES) ** indices % len(INDICES)]}"]
            indices += 1
            continue
        data = path.parent / f"{number}.npy"
        whole_numbers(data, [int(extent) for extent in ty[len("memref<") :].split("x")[:-1]])
        arguments += ["--arg", f"{own}={data}"]
    code, results, _ = ovolo("run", "--interpret", path, "--function", name, "--max-steps", 10**12, *arguments)
    path.write_text(text)
    rows = [re.sub(r"^%\w+", "", line) for line in results.splitlines() if not line.startswith("interpreted")]
    return rows if code == 0 else None


def run_equal(ovolo, first, second):
    """At how many of the arguments tried, with which both programs stay inside of memory, they compute the same."""
    indices = len(re.findall(r"%\w+: index", re.search(r"func\.func @.*", first.read_text())[0]))
    tried, same = 0, 0
    combinations = len(INDICES) ** indices
    for shift in range(0, combinations, max(1, combinations // 997)):
        results = [interpreted(ovolo, path, shift) for path in (first, second)]
        if all(results):
            tried, same = tried + 1, same + (results[0] == results[1])
    return f"run equal at {same} of {tried} arguments"


def compared(ovolo, first, second):
    """How two programs compare: proved, or run on whole numbers where that is too much to prove."""
    verdict = ovolo("verify", first, second, "--accept-checked")
    word = ((verdict[1] or verdict[2]).split() or ["unknown"])[0].strip(":,")
    if word == "proved":
        return word
    if "too large" in verdict[1]:
        # Blocks that divide 1024 divide 64.
        for path in (first, second):
            path.write_text(re.sub(r"\b1024(?=x|\b)", "64", path.read_text()))
    return f"{word}; {run_equal(ovolo, first, second)}"


def lowered(ovolo, text, prefix, run):
    """How the loops of a chunk compare with its CHECK lines."""
    code, loops, why = ovolo("optimize", "-", "--emit", "affine", text=without_checks(text))
    if code != 0:
        return "not lowered: " + " ".join(why.split())[:120]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # The attribute is of another pass.
        checks = text.replace(" attributes {llvm.emit_c_interface}", "").replace("llvm.emit_c_interface, ", "")
        (folder / "checks").write_text(checks)
        arguments = ["FileCheck-19", folder / "checks", f"--check-prefix={prefix}", "--allow-empty"]
        for output in (as_mlir_prints(loops, run), loops):
            if subprocess.run(arguments, input=output, capture_output=True, text=True).returncode == 0:
                return "agrees"
        expected = spelled(text, prefix)
        (folder / "a.mlir").write_text(loops.replace("func.func private", "func.func"))
        (folder / "b.mlir").write_text(expected or "")
        if not expected or ovolo("parse", folder / "b.mlir")[0] != 0:
            return "differs, and the lines spell no text"
        return "differs: " + compared(ovolo, folder / "a.mlir", folder / "b.mlir")


def searched(ovolo, text, measure, out):
    """What is found for a text: a row of facts."""
    with tempfile.TemporaryDirectory() as folder:
        given = pathlib.Path(folder) / "given.mlir"
        found = pathlib.Path(folder) / "found.mlir"
        given.write_text(text)
        if ovolo("parse", given)[0] != 0:
            return {"text": "is not read"}
        arguments = ["optimize", given, "-o", found] + ([] if measure else ["--no-measure"])
        code, _, told = ovolo(*arguments)
        if code != 0:
            return {"text": "is read", "search": str(code)}
        row = {"text": "is read", "search": "unchanged" if "nothing changed" in told else "changed"}
        row["proof"] = next((word for word in ("proved ", "checked ") if "  " + word in told), "").strip()
        times = re.search(r"timed   measured .*\(([\d.]+) times faster", told)
        row["faster"] = times.group(1) if times else ""
        if row["search"] == "changed":
            verdicts = re.findall(r"proved|checked|refuted|unknown", ovolo("verify", given, found)[1])
            row["equal"] = next((word for word in ("refuted", "unknown", "checked", "proved") if word in verdicts), "")
        name = re.search(r"@(\w+)", text).group(1)
        sides = [ovolo("run", side, "--function", name, "--size", 5) for side in (given, found, given)]
        if sides[0][0] != 0:
            row["run"] = "not run: " + " ".join(sides[0][2].split())[:100]
        elif sides[0][1] != sides[2][1]:
            row["run"] = "reads memory that nothing wrote"
        else:
            row["run"] = "same" if sides[0][1] == sides[1][1] and sides[1][0] == 0 else "DIFFERS"
        return row


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("checkout", type=pathlib.Path)
    options.add_argument("--ovolo", default="target/debug/ovolo")
    options.add_argument("--parts", default="read,loops,search")
    options.add_argument("--measure", action="store_true")
    options.add_argument("--only", default="")
    options.add_argument("--timeout", type=int, default=60)
    options.add_argument("--out", type=pathlib.Path, help="write the texts that are searched here")
    options = options.parse_args()
    tests = options.checkout / "test" / "mlir"
    if not tests.is_dir():
        sys.exit(f"{tests} is no folder: the argument is a checkout of onnx-mlir")
    ovolo = Ovolo(options.ovolo, options.timeout)
    pool = concurrent.futures.ThreadPoolExecutor(2)

    def files(folder):
        return [p for p in sorted((tests / folder).rglob("*.mlir")) if options.only in str(p)]

    parts = options.parts.split(",")
    for folder in READ if "read" in parts else []:
        texts = [(path, n, chunk) for path in files(folder) for n, chunk in enumerate(chunks(path)) if without_checks(chunk).strip()]
        results = pool.map(lambda item: read(ovolo, item[2]), texts)
        count = collections.Counter()
        for (path, n, _), result in zip(texts, results):
            count[result.split(":")[0]] += 1
            if result != "same":
                print(f"  {path.relative_to(tests)} chunk {n}: {result}")
        print(f"{folder}, read: {dict(count)}", flush=True)

    for folder in LOWERED if "loops" in parts else []:
        texts = []
        for path in files(folder):
            first = path.read_text()
            if "convert-krnl-to-affine" not in first:
                continue
            for n, chunk in enumerate(chunks(path)):
                known = [p for p in prefixes(first) if re.search(rf"//\s*{p}(-\w+)?:", chunk)]
                run = "\n".join(line for line in first.splitlines() if "RUN:" in line)
                texts += [(path, n, chunk, prefix, run) for prefix in known]
        results = pool.map(lambda item: lowered(ovolo, *item[2:]), texts)
        count = collections.Counter()
        for (path, n, _, prefix, _), result in zip(texts, results):
            count[result if result.startswith("differs") else result.split(":")[0]] += 1
            if result != "agrees":
                print(f"  {path.relative_to(tests)} chunk {n} {prefix}: {result}")
        print(f"{folder}, loops: {dict(count)}", flush=True)

    if "search" in parts:
        texts = []
        for path in files(SEARCHED):
            for n, chunk in enumerate(chunks(path)):
                for prefix in prefixes(path.read_text()):
                    text = spelled(chunk, prefix)
                    if text:
                        texts.append((path, n, text))
        if options.out:
            options.out.mkdir(parents=True, exist_ok=True)
            for path, n, text in texts:
                (options.out / f"{path.stem}-{n}.mlir").write_text(text)
        results = pool.map(lambda item: searched(ovolo, item[2], options.measure, options.out), texts)
        counts = collections.defaultdict(collections.Counter)
        for (path, n, _), row in zip(texts, results):
            print(f"  {path.relative_to(tests)} chunk {n}: {row}", flush=True)
            for key, value in row.items():
                if key != "faster":
                    counts[key][value.split(":")[0]] += 1
        for key, count in counts.items():
            print(f"searched, {key}: {dict(count)}")


main()
