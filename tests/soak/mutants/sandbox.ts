import { type Mutant, mutantsOf } from "../mutant";

const sandbox = "lib/server/sandbox";
const border = "tests/unit/sandbox/border.test.ts";
const queue = "tests/unit/sandbox/fair-queue.test.ts";
const javascript = "tests/unit/sandbox/javascript.test.ts";
const bombs = "tests/api/sandbox-bombs.test.ts";
const python = "tests/api/sandbox-python.test.ts";
const walls = "tests/api/sandbox-walls.test.ts";

/** What keeps the code of tools in, apart from each other, and within bounds. */
export const sandboxMutants: Mutant[] = [
  ...mutantsOf(
    `${sandbox}/read-json.ts`,
    [border],
    [
      "a result has any length",
      "if (text.length > jsonLength) throw new CodeError(`The result",
      "if (false) throw new CodeError(`The result",
    ],
    ["a result is nested to any depth", "if (depthOf(text) > jsonDepth)", "if (false)"],
    ["a result names a prototype", 'Reflect.deleteProperty(value, "__proto__");', ";"],
    [
      "arguments have any length",
      "if (text.length > jsonLength) throw new CodeError(`The ${what}",
      "if (false) throw new CodeError(`The ${what}",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/sandbox.ts`,
    [javascript, "a check"],
    ["all teams' checks wait in one line", "`checks of ${teamId}`", '"checks"'],
  ),
  ...mutantsOf(
    `${sandbox}/run-logs.ts`,
    [border],
    ["logs have any number of lines", "if (this.lines.length < logLines)", "if (true)"],
    ["a line of a log has any length", "this.ended(line, logLineLength)", "line"],
    [
      "half a secret stands where a line was cut off",
      "return this.#cutter(cutText(text, length));",
      "return cutText(text, length);",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/allowed-hosts.ts`,
    [border],
    ["a domain is every host that ends like it", "host.endsWith(`.${domain}`)", 'host.endsWith(domain ?? "")'],
    ["a tool without hosts has them all", "return allowed.some(", "return allowed.length === 0 || allowed.some("],
  ),
  ...mutantsOf(
    `${sandbox}/host-fetch.ts`,
    [javascript, "fetch"],
    ["code fetches from any host", "this.#check(hop.url);", ""],
    ["a redirect is followed for the code", 'redirect: "manual",', ""],
    ["an answer to code has any size", "{ maxBytes: sandboxLimits.fetchAnswerBytes }", "{}"],
  ),
  ...mutantsOf(
    `${sandbox}/fair-queue.ts`,
    [queue],
    ["any number of runs at once", "this.#total < this.#most.running &&", ""],
    ["one team has all places", "&& (this.#running.get(teamId) ?? 0) < this.#most.perTeam", ""],
    [
      "a team stays first in line",
      "      this.#waiting.delete(teamId);\n      if (queue.length > 0)",
      "      if (queue.length > 0)",
    ],
    ["any number of runs waits", "if (queue.length >= this.#most.waiting)", "if (false)"],
    ["a stopped run waits on", "reject(signal.reason);", ""],
  ),
  ...mutantsOf(
    `${sandbox}/fair-queue.ts`,
    [bombs, "fifty runs"],
    [
      "a team with many runs keeps the others waiting",
      "      this.#waiting.delete(teamId);\n      if (queue.length > 0)",
      "      if (queue.length > 0)",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/javascript/run-javascript.ts`,
    [javascript, "an escape"],
    [
      "a thread serves again",
      "  const thread = await spareThreads().take(job.signal);",
      "  const thread = await spareThreads().take(job.signal);\n  thread.end = () => undefined;\n  spareThreads().take = async () => thread;",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/javascript/run-javascript.ts`,
    [bombs, "each bomb"],
    ["code runs on past its time", "resolve({ ok: false, error: tooSlow(timeoutMs) })", "undefined"],
  ),
  ...mutantsOf(
    `${sandbox}/javascript/thread.ts`,
    [bombs, "leaves nothing"],
    ["a thread whose time is over goes on", "void this.#worker.terminate();", ""],
  ),
  ...mutantsOf(
    `${sandbox}/javascript/worker.ts`,
    [javascript],
    ["code says of its error what it likes", '(typeof value === "string" ? value : "")', "value as string"],
    ["a promise that nothing settles is waited for", "else if (!ended && fetching === 0)", "else if (false)"],
  ),
  ...mutantsOf(
    `${sandbox}/javascript/strip-types.ts`,
    [javascript, "a check"],
    ["a parser that is broken reads on", '  if ("error" in stripped) throw', "  if (false) throw"],
  ),
  ...mutantsOf(
    `${sandbox}/python/reply-lines.ts`,
    [border],
    ["a reply has any length", "if (this.#rest.length > mostLength) return [undefined];", ""],
    ["a call has any number of replies", "this.#replies > mostReplies ||", ""],
  ),
  ...mutantsOf(
    `${sandbox}/python/launch.ts`,
    [walls],
    ["Python has the server's environment", 'env: noEnvironment,\n    cwd: "/",', 'cwd: "/",'],
    ["Python reads every file", "`--allow-fs-read=${folder}*`", '"--allow-fs-read=*"'],
    ["Python makes code from text", '  "--disallow-code-generation-from-strings",\n', ""],
    ["Python sees the server's processes", 'unshare, "--pid", "--fork"', 'unshare, "--fork"'],
    ["Python keeps root's capabilities", '"--inh-caps=-all", "--bounding-set=-all"', '"--inh-caps=-all"'],
    ["Python outlives a killed server", '"--pdeathsig", "KILL", unshare', '"--pdeathsig", "clear", unshare'],
  ),
  ...mutantsOf(
    `${sandbox}/python/launch.ts`,
    [walls, "shares the server's network"],
    [
      "nobody looks whether Python is cut off",
      "readlinkSync(`/proc/${pid}/ns/net`) !== readlinkSync(",
      "readlinkSync(`/proc/${pid}/ns/net`) !== String(",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/python/launch.ts`,
    [python, "this server can run it|with arguments"],
    ["Python starts without a wall to the network", '[["--net"], ["-r", "--net"]]', '[["--uts"], ["-r", "--uts"]]'],
  ),
  ...mutantsOf(
    `${sandbox}/python/python-process.ts`,
    [walls, "a process taken over"],
    ["Python takes any memory", "> sandboxLimits.pythonProcessBytes", "> Number.POSITIVE_INFINITY"],
    [
      "Python runs on past its time",
      'setTimeout(() => this.#end("time"), timeoutMs)',
      "setTimeout(() => undefined, timeoutMs)",
    ],
    ["what Python says unasked is taken", "else if (reply && this.#settle)", "else if (reply)"],
    ["Python answers more than once", "    this.#settle = undefined;\n  }\n\n  #becomeReady", "  }\n\n  #becomeReady"],
  ),
  ...mutantsOf(
    `${sandbox}/python/python-process.ts`,
    [python, "a signal ends"],
    ["a stopped call of Python goes on", 'const abort = () => this.#end("crashed");', "const abort = () => undefined;"],
  ),
  ...mutantsOf(
    `${sandbox}/python/python-pool.ts`,
    [walls, "serves one team alone"],
    ["a process serves several teams", "free.find((place) => place.teamId === teamId);", "free[0];"],
  ),
  ...mutantsOf(
    `${sandbox}/python/child.ts`,
    [python, "leads nowhere|next"],
    ["a call finds what the last one changed", "python._module.HEAPU8.set(clean);", ""],
    [
      "a call writes files for the next",
      'typeof flags === "number" && flags & writing && path !== "/dev/null" ? refuse() :',
      "",
    ],
    ["a call leaves a timer behind", "  setTimeout: noTimers,\n", ""],
    ["a call answers for the next", 'String(reply).replaceAll("\\n", " ")', "reply"],
    ["a call changes JavaScript for the next", "  Object.freeze(value);\n", ""],
  ),
  ...mutantsOf(
    `${sandbox}/python/bootstrap.ts`,
    [python, "cannot change for the next"],
    ["Python finds the world of JavaScript", "            each.jsproxies.clear()\n", "            pass\n"],
  ),
];
