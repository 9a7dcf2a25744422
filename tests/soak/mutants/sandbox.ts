import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const border = "tests/unit/sandbox/border.test.ts";
const queue = "tests/unit/sandbox/fair-queue.test.ts";
const javascript = "tests/unit/sandbox/javascript.test.ts";
const bombs = "tests/api/sandbox-bombs.test.ts";
const python = "tests/api/sandbox-python.test.ts";
const walls = "tests/api/sandbox-walls.test.ts";

/** What keeps the code of tools in, apart from each other, and within bounds. */
export const sandboxMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/sandbox/shared/read-json.ts`,
    [border],
    ["a result has any length", "readJson", drop("if 1"), "d5cb36346b"],
    ["a result is nested to any depth", "readJson", drop("if 2"), "7d9f58346b"],
    ["a result names a prototype", "removeProto", drop("statement 1"), "d5d9fc8b4d"],
    ["arguments have any length", "writeJson", drop("if 1"), "8637fe61a2"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/sandbox.ts`,
    [javascript, "a check"],
    ["all teams' checks wait in one line", "checkCode", replace("template 1", '"checks"'), "2091fdd067"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/shared/run-logs.ts`,
    [border],
    ["logs have any number of lines", "RunLogs.add", always("comparison 1"), "5af70710ed"],
    ["a line of a log has any length", "RunLogs.add", replace("call push 1 > argument 1", "$1"), "8fd1ad10ed"],
    [
      "half a secret stands where a line was cut off",
      "RunLogs.redactEnd",
      replace("return 2 > value", "$1"),
      "381777ada1",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/shared/allowed-hosts.ts`,
    [border],
    ["a domain is every host that ends like it", "isAllowedHost", replace("template 1", '$1 ?? ""'), "b0ed0a0f28"],
    [
      "a tool without hosts has them all",
      "isAllowedHost",
      replace("call some 1", "$owner.length === 0 || $0"),
      "f085aa0f28",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/shared/host-fetch.ts`,
    [javascript, "fetch"],
    ["code fetches from any host", "HostFetch.#follow", drop("statement 1"), "07fb119b68"],
    ["a redirect is followed for the code", "HostFetch.#follow", drop("object 3 > property 2"), "b520339b68"],
    ["an answer to code has any size", "HostFetch.#follow", drop("object 1 > property 1"), "59481c9b68"],
  ),
  ...mutantsOf(
    `${server}/platform/isolated/fair-queue.ts`,
    [queue],
    ["any number of runs at once", "FairQueue.#mayRun", drop("comparison 1"), "250c586aca"],
    ["one team has all places", "FairQueue.#mayRun", drop("comparison 2"), "0c6c4b6aca"],
    ["a team stays first in line", "FairQueue.#next", drop("statement 1"), "ee1e8e6edc"],
    ["any number of runs waits", "FairQueue.#turn", drop("if 1"), "04c12c31b9"],
    ["a stopped run waits on", "FairQueue.#turn", drop("statement 5"), "20daae31b9"],
  ),
  ...mutantsOf(
    `${server}/platform/isolated/fair-queue.ts`,
    [bombs, "fifty runs"],
    ["a team with many runs keeps the others waiting", "FairQueue.#next", drop("statement 1"), "ee1e8e6edc"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/javascript/run-javascript.ts`,
    [javascript, "an escape"],
    [
      "a thread serves again",
      "runJavaScript",
      replace(
        "await 2",
        "await $1.then((used) => Object.assign(used, { end: () => Object.assign($1_owner, { acquire: async () => used }) }))",
      ),
      "5f9baba3f3",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/javascript/run-javascript.ts`,
    [bombs, "each bomb"],
    ["code runs on past its time", "waitForEnding", replace("call 3", "undefined"), "aa25eb7ad4"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/javascript/thread.ts`,
    [bombs, "leaves nothing"],
    ["a thread whose time is over goes on", "Thread.end", drop("statement 2"), "fca119c0f3"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/javascript/worker.ts`,
    [javascript],
    ["code says of its error what it likes", "toPlain", always("comparison 1"), "c009a1928c"],
    ["a promise that nothing settles is waited for", "runPendingJobs", drop("if 2"), "132792412e"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/javascript/strip-types.ts`,
    [javascript, "a check"],
    ["a parser that is broken reads on", "stripTypes", drop("if 2"), "70c26f1735"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/python/reply-lines.ts`,
    [border],
    ["a reply has any length", "ReplyLines.read", drop("if 1"), "36aa897e2b"],
    ["a call has any number of replies", "ReplyLines.#parse", drop("comparison 1"), "3d7024b7d5"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/python/launch.ts`,
    [walls],
    ["Python has the server's environment", "launch", drop("call spawn 1 > argument 3 > property 1"), "9058e520e7"],
    ["Python reads every file", "toPermissions", replace("template 1", '"--allow-fs-read=*"'), "01dfbe57bd"],
    ["Python makes code from text", "toPermissions", drop("array 1 > element 3"), "dace4857bd"],
    ["Python sees the server's processes", "buildCommand", drop("array 2 > element 5"), "b2655ed430"],
    ["Python keeps root's capabilities", "buildCommand", drop("array 3 > element 4"), "c33d2cd430"],
    ["Python outlives a killed server", "buildCommand", reword("literal 2", "KILL", "clear"), "d5906cd430"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/python/launch.ts`,
    [walls, "shares the server's network"],
    [
      "nobody looks whether Python is cut off",
      "isIsolated",
      replace("call readlinkSync 2 > callee", "String"),
      "3345377ed1",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/python/launch.ts`,
    [python, "this server can run it|with arguments"],
    [
      "Python starts without a wall to the network",
      "findConfinement",
      replace("array 2", '[["--uts"], ["-r", "--uts"]]'),
      "52ec6328a8",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/python/python-process.ts`,
    [walls, "a process taken over"],
    [
      "Python takes any memory",
      "PythonProcess.#checkMemory",
      replace("comparison 1", "$1 > Number.POSITIVE_INFINITY"),
      "963062ca98",
    ],
    ["Python runs on past its time", "PythonProcess.ask", replace("function 2 > body", "undefined"), "63a341f5d2"],
    ["what Python says unasked is taken", "PythonProcess.#receive", drop("&& 1 > operand 2"), "8a035c184e"],
    ["Python answers more than once", "PythonProcess.#settleWith", drop("statement 2"), "5d4608a5ed"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/python/python-process.ts`,
    [python, "a signal ends"],
    [
      "a stopped call of Python goes on",
      "PythonProcess.ask",
      replace("variable 4 > value > body", "undefined"),
      "8b3ddaf5d2",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/python/python-pool.ts`,
    [walls, "serves one team alone"],
    ["a process serves several teams", "PythonPool.#find", replace("call find 1", "$owner[0]"), "7b85194994"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/python/child.ts`,
    [python, "leads nowhere|next"],
    ["a call finds what the last one changed", "restore", drop("statement 1"), "6f4054ef4a"],
    ["a call writes files for the next", "FS.open", never("ternary 1"), "dc874ecab5"],
    ["a call leaves a timer behind", "Object.assign", drop("value > argument 2 > property 1"), "72a090e599"],
    ["a call answers for the next", "handleQuestion", replace("call replaceAll 1", "$owner_1"), "29699820df"],
    ["a call changes JavaScript for the next", "freeze", drop("statement 2"), "3b1da0d74e"],
  ),
  ...mutantsOf(
    `${server}/engine/sandbox/python/bootstrap.ts`,
    [python, "can't change for the next"],
    [
      "Python finds the world of JavaScript",
      "bootstrap",
      reword("value", "each.jsproxies.clear()", "pass"),
      "31d74f9920",
    ],
  ),
];
