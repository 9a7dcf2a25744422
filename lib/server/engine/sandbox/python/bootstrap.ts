import { sandboxLimits } from "../shared/limits";

/** Commonly used modules, loaded once: every call starts from a snapshot taken after this. */
const modules =
  "ast, base64, bisect, calendar, collections, copy, csv, dataclasses, datetime, decimal, enum, fractions, functools, hashlib, heapq, hmac, html, inspect, io, itertools, json, math, operator, os, random, re, statistics, string, sys, textwrap, time, types, typing, unicodedata, urllib.parse, uuid, zoneinfo";

/**
 * The Python side of a process. Runs inside the sandbox, where code may change it during its own call; not a security boundary.
 * The JavaScript bridge is removed so that no tool depends on it.
 */
export const bootstrap = `
import ${modules}
import sys as _sys

def _close():
    for each in [*_sys.meta_path]:
        if type(each).__name__ == "JsFinder":
            each.jsproxies.clear()
            _sys.meta_path.remove(each)
    for name in [*_sys.modules]:
        if name.split(".")[0] in ("js", "pyodide", "_pyodide", "pyodide_js", "_pyodide_core"):
            del _sys.modules[name]
    os.environ.clear()
    _sys.stdout.reconfigure(line_buffering=True)
    _sys.stderr.reconfigure(line_buffering=True)

def _fail(kind, message="", line=None):
    return json.dumps({"is": "failed", "kind": kind, "message": message, "line": line})

def _line_of(error):
    line = None
    at = error.__traceback__
    while at is not None:
        if at.tb_frame.f_code.co_filename == "tool.py":
            line = at.tb_lineno
        at = at.tb_next
    return line

def _threw(error):
    if isinstance(error, MemoryError):
        return _fail("memory", "", _line_of(error))
    if isinstance(error, SyntaxError) and error.filename == "tool.py":
        return _fail("threw", type(error).__name__ + ": " + str(error.msg)[:1000], error.lineno)
    try:
        message = str(error)[:1000]
    except BaseException:
        message = ""
    return _fail("threw", type(error).__name__ + (": " + message if message else ""), _line_of(error))

def _run(code, args, env):
    try:
        # Every call begins with the same memory, the state of chance too.
        random.seed()
        space = {"__name__": "tool"}
        exec(compile(code, "tool.py", "exec", dont_inherit=True), space)
        main = space.get("main")
        if not callable(main):
            return _fail("no_main")
        result = main(json.loads(args), json.loads(env))
        if inspect.isawaitable(result):
            if inspect.iscoroutine(result):
                result.close()
            return _fail("is_async")
        try:
            text = json.dumps(result, allow_nan=False)
        except (TypeError, ValueError) as error:
            return _fail("no_json", str(error)[:300])
        if len(text) > ${sandboxLimits.jsonLength}:
            return _fail("too_long")
        return json.dumps({"is": "ended", "text": text})
    except BaseException as error:
        return _threw(error)
    finally:
        try:
            _sys.stdout.flush()
            _sys.stderr.flush()
        except BaseException:
            pass

def _check(code):
    issues = []
    try:
        tree = ast.parse(code, "tool.py")
        compile(tree, "tool.py", "exec", dont_inherit=True)
        names = set()
        for each in tree.body:
            if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)):
                names.add(each.name)
            for part in ast.walk(each) if isinstance(each, (ast.Assign, ast.AnnAssign, ast.If, ast.Try, ast.Import, ast.ImportFrom)) else ():
                names.add(getattr(part, "id", None) or getattr(part, "asname", None) or getattr(part, "name", None))
        if "main" not in names:
            issues.append({"message": "The code has no function main: def main(args, env): return result."})
        if any(isinstance(each, ast.AsyncFunctionDef) and each.name == "main" for each in tree.body):
            issues.append({"message": "main must be a plain function: def main(args, env), without async."})
    except SyntaxError as error:
        issues.append({"message": type(error).__name__ + ": " + str(error.msg)[:500], "line": error.lineno})
    except BaseException as error:
        issues.append({"message": "This code can't be parsed: " + type(error).__name__ + ": " + str(error)[:300]})
    return json.dumps({"is": "checked", "issues": issues})

_close()
(_run, _check)
`;
