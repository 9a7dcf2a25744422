import { type Mutant, mutantsOf } from "../mutant";
import { drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const suite = "tests/api/processes.test.ts";
const lost = "tests/api/processes-lost.test.ts";
const iterations = "tests/api/iterations.test.ts";
const tasks = "tests/api/tasks.test.ts";

/** Processes: what waits for what, who may be given work, what is asked for. */
export const processMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/runs/process/work.ts`,
    [suite],
    ["others go on when a task has failed", "runTasks", drop("if 1"), "d6ad9380ec"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/delegate.ts`,
    [suite],
    ["work can be given to anybody", "createDelegateTool", drop("object 4 > property 2"), "23fd8959eb"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/schedule.ts`,
    [suite],
    [
      "a task does not wait for those whose outputs it is given",
      "findReady",
      replace("call every 1", "$callee(() => true)"),
      "5c42dbb2ca",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/schedule.ts`,
    [lost],
    ["finished tasks are done again after a crash", "findReady", drop("not 3"), "885060b2ca"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/schedule.ts`,
    [iterations],
    ["an iteration ends before its items", "listAwaited", never("ternary 1"), "4716bc7091"],
    ["all items are worked on at the same time", "findOpenItems", drop("not 2"), "ad6adf0c72"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/dependencies.ts`,
    [iterations, "one item after another"],
    ["items set a variable at the same time", "findDependencies", never("call some 1"), "2bb8fab748"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/branches/items.ts`,
    ["tests/unit/branch-values.test.ts", "items of a list"],
    ["a list that can't be read is taken", "readItems", drop("if 2"), "45a370cd5d"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/branches/items.ts`,
    [iterations],
    ["an iteration has more items than its maximum", "readItems", never("if 5"), "2395bfcd5d"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/delegate.ts`,
    [lost],
    ["delegated work starts over after a crash", "runDelegation", never("object 3 > property 8 > value"), "bf48000c79"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/process/output.ts`,
    [suite],
    ["an output that does not fit is taken", "checkOutput", never("ternary 1"), "0bfc3b97e3"],
  ),
  ...mutantsOf(
    "lib/server/engine/runs/answer-form.ts",
    [suite, "asks for input"],
    ["a form takes whatever is sent", "readAnswerInput", replace("call 5", "$2"), "fdf92b1351"],
  ),
  ...mutantsOf(
    "lib/server/resources/tasks/form.ts",
    [tasks],
    ["tasks wait for each other in a circle", "findCycleIssues", drop("if 1"), "9168b062fd"],
  ),
  ...mutantsOf(
    "lib/server/resources/references/tasks.ts",
    [tasks],
    [
      "two changes close a circle together",
      "lockTaskContexts",
      reword("template 1", "pg_advisory_xact_lock(7, hashtext({1}))", "1"),
      "c9d1d8267b",
    ],
  ),
  ...mutantsOf(
    "lib/server/resources/apps/form.ts",
    [tasks, "a process app"],
    ["a task comes before what it waits for", "findProcessIssues", replace("comparison 5", "$1 >= 0"), "ac42c2c91c"],
  ),
];
