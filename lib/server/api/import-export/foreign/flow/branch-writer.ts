import type { itemCase } from "@/lib/contract/apps/steps";
import { maxItems } from "../../../../../constants/limits.ts";
import type { BranchPart } from "../../../../../contract/transfers/branches.ts";
import type { Draft } from "../shared/draft.ts";
import { clipLine, clipText } from "../shared/texts.ts";
import { type Compared, type Comparison, type Decision, hasField } from "./decision.ts";
import { itemWay } from "./iterations.ts";
import type { Place } from "./places.ts";
import type { IterationStep, Step } from "./step.ts";

const maxName = 90;
const otherwise = "Otherwise";
const defaultCase = "default";
const eachItem: typeof itemCase = "each_item";

/** What a branch reads, by the names of tasks. */
interface Input {
  /** The task of a node. */
  findTask(node: string): string | undefined;
  /** The tasks whose output a model classifies, or after which a person is asked. */
  after: string[];
  instructions: string;
}

type Source = Pick<BranchPart["cases"][number], "source" | "field" | "variable">;

function toSource(compares: Compared | undefined, findTask: Input["findTask"]): Source {
  if (!compares) return {};
  const field = clipLine(compares.field ?? "", 200);
  const own = "variable" in compares ? { variable: compares.variable } : { source: findTask(compares.node) };
  return { ...own, ...(field && { field }) };
}

interface Written {
  branch: BranchPart;
  /** The ids of cases by their way out. */
  cases: ReadonlyMap<string, string>;
}

/** Anyone can respond. */
const toRules = (minutes: number, continues = false): NonNullable<BranchPart["asks"]> => ({
  assignee: { type: "anyone" },
  minutes,
  onDeadline: continues ? "reject" : "end",
  passTo: null,
});

const toReadValue = (read: Compared | undefined) => ({
  field: clipLine(read?.field ?? "", 200),
  variable: read && "variable" in read ? read.variable : "",
});

/** Writes the branches and iterations of a flow, and which tasks run in their cases. */
export class BranchWriter {
  readonly #draft: Draft;
  readonly #written = new Map<string, Written>();
  readonly #lists = new Set<string>();

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** The branch of a place, and the ids of its cases there. */
  #find(place: Place) {
    const last = place.at(-1);
    const written = this.#written.get(last?.branch ?? "");
    if (!last || !written) return undefined;
    const cases = new Set(last.ways.flatMap((way) => written.cases.get(way) ?? []));
    return { branch: written.branch, cases };
  }

  /** Adds a branch with cases by their ways out. Returns its name. */
  #add(id: string, label: string, place: Place, cases: Written["cases"], own: Partial<BranchPart>): string {
    const parent = this.#find(place);
    const branch: BranchPart = {
      id: `branch_${this.#written.size + 1}`,
      name: clipLine(label, maxName) || "Branch",
      by: "value",
      source: null,
      field: "",
      variable: "",
      model: null,
      instructions: "",
      cases: [],
      defaultName: otherwise,
      defaultTasks: [],
      after: [],
      within: parent ? { branch: parent.branch.id, cases: [...parent.cases] } : null,
      ...own,
    };
    this.#written.set(id, { branch, cases });
    this.#draft.branches.push(branch);
    return branch.name;
  }

  /** Adds a branch for a node. Returns its name. */
  add(id: string, label: string, decision: Decision, place: Place, input: Input): string {
    const { classifies, asks, otherwiseName = otherwise } = decision;
    const taken = new Set<string>();
    const toName = (wanted: string, fallback: string, number: number): string => {
      const base = clipLine(wanted.replace(/[{}]/g, ""), maxName) || fallback;
      let name = base;
      for (let i = number; taken.has(name); i += 1) name = `${base} (${i})`;
      taken.add(name);
      return name;
    };
    const defaultName = toName(otherwiseName, otherwise, 1);
    const own = decision.cases[0]?.conditions?.[0]?.compares;
    const { source = null, field = "", variable = "" } = toSource(own, input.findTask);
    const toCondition = ({ compares, operator, value }: Comparison) => ({
      ...(JSON.stringify(compares) !== JSON.stringify(own) && toSource(compares, input.findTask)),
      operator,
      value: clipText(value, 2_000),
    });
    const cases = decision.cases.map(({ name, description = "", conditions = [], match }, i) => {
      const [first = { operator: "equals" as const, value: "" }, ...others] = conditions.map(toCondition);
      return {
        id: `case_${i + 1}`,
        name: toName(name, `Case ${i + 1}`, i + 1),
        description: clipText(description, 2_000),
        ...first,
        ...(others.length > 0 && { conditions: others, ...(match && { match }) }),
        tasks: [],
      };
    });
    const ways = decision.cases.map(({ way }, i): [string, string] => [way, `case_${i + 1}`]);
    const last: [string, string][] = decision.otherwise === undefined ? [] : [[decision.otherwise, defaultCase]];
    return this.#add(id, label, place, new Map([...last, ...ways]), {
      by: asks ? "person" : classifies ? "classification" : "value",
      source,
      field,
      variable,
      model: classifies?.model ?? null,
      instructions: clipText(input.instructions, 10_000),
      cases,
      ...(asks?.minutes && { asks: toRules(asks.minutes, asks.continues) }),
      defaultName,
      after: input.after,
    });
  }

  /** A variable of its own for the list of an iteration. */
  #askList(label: string): string {
    let name = `${label} list`;
    for (let i = 2; this.#lists.has(name); i += 1) name = `${label} list ${i}`;
    this.#lists.add(name);
    return this.#draft.variable(name, "The list of an iteration");
  }

  /** Adds an iteration for a node. `source`: the node whose output is the list, with its task. */
  iterate(
    { id, label, part, iteration }: IterationStep,
    place: Place,
    source: (Step & { task: string | undefined }) | undefined,
  ): void {
    const { list, fixed, concurrency, note } = iteration;
    const isKnown = list && ("variable" in list || (source?.task !== undefined && hasField(source, list.field)));
    const asked = isKnown ? undefined : this.#askList(label);
    const name = this.#add(id, label, place, new Map([[itemWay, eachItem]]), {
      by: "items",
      source: (isKnown && source?.task) || null,
      ...toReadValue(asked ? { variable: asked } : list),
      itemTasks: [],
      concurrency,
      maxItems,
    });
    const what = `The iteration “${name}”, with up to ${maxItems} items. ${note}`.trim();
    const lost = source ? `comes from “${source.label}”, whose output wasn't imported` : "can't be read";
    if (asked && fixed) part.approximated(`${what} Its list is asked for as the variable ${asked}. Enter ${fixed}.`);
    else if (asked)
      part.needs(`${what} Its list ${lost}. Choose a task that has it, or enter it as the variable ${asked}.`);
    else if (note) part.approximated(what);
    else part.taken(what);
  }

  /** Lets a task run in the cases of its place only. */
  place(task: string, place: Place): void {
    const { branch, cases } = this.#find(place) ?? {};
    if (!branch || !cases) return;
    for (const one of branch.cases) if (cases.has(one.id)) one.tasks.push(task);
    if (cases.has(defaultCase)) branch.defaultTasks.push(task);
    if (cases.has(eachItem)) branch.itemTasks?.push(task);
  }
}
