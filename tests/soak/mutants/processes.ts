import { type Mutant, mutantsOf } from "../mutant";

const processes = "lib/server/runs/process";
const suite = "tests/api/processes.test.ts";
const lost = "tests/api/processes-lost.test.ts";
const tasks = "tests/api/tasks.test.ts";

/** Processes: what waits for what, who may be given work, what is asked for. */
export const processMutants: Mutant[] = [
  ...mutantsOf(
    `${processes}/work.ts`,
    [suite],
    ["a task does not wait for those whose outputs it is given", ".every(isDone)", ".every(() => true)"],
    ["others go on when a task has failed", "if (!halt.signal.aborted) halt.abort(", "if (false) halt.abort("],
  ),
  ...mutantsOf(
    `${processes}/delegate.ts`,
    [suite],
    ["work can be given to anybody", 'enum: [...labels.keys()], description: "Who', 'description: "Who'],
  ),
  ...mutantsOf(
    `${processes}/work.ts`,
    [lost],
    ["finished tasks are done again after a crash", "!begun.has(id) && !isDone(id) &&", "!begun.has(id) &&"],
  ),
  ...mutantsOf(
    `${processes}/delegate.ts`,
    [lost],
    ["delegated work begins anew after a crash", "resumed: work.resumed, halt", "resumed: false, halt"],
  ),
  ...mutantsOf(
    `${processes}/output.ts`,
    [suite],
    ["an output that does not fit is taken", "return problem ? { problem } :", "return"],
  ),
  ...mutantsOf(
    "lib/server/runs/answer-form.ts",
    [suite, "asks for input"],
    ["a form takes whatever is sent", "checkedInput(request.form.fields, read.data)", "read.data"],
  ),
  ...mutantsOf(
    "lib/server/tasks/service.ts",
    [tasks],
    ["tasks wait for each other in a circle", "if (rows[0]) found.push", "if (false) found.push"],
    ["two changes close a circle together", "pg_advisory_xact_lock(7, hashtext(${teamId}))", "1"],
  ),
  ...mutantsOf(
    "lib/server/apps/service.ts",
    [tasks, "a process app"],
    ["a task comes before what it waits for", "early.length === 0 ? []", "early.length >= 0 ? []"],
  ),
];
