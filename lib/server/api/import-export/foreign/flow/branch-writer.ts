import type { BranchPart } from "../../../../../contract/transfers/branches.ts";
import type { Draft } from "../shared/draft.ts";
import { clean, clipLine } from "../shared/texts.ts";
import type { Decision } from "./decision.ts";
import type { Place } from "./places.ts";

const maxName = 90;
const otherwise = "Otherwise";
const defaultCase = "default";

/** What a branch reads, by the names of tasks. */
interface Source {
  task: string | null;
  /** The tasks whose output a model classifies. */
  after: string[];
  instructions: string;
}

interface Written {
  branch: BranchPart;
  /** The ids of cases by their way out. */
  cases: ReadonlyMap<string, string>;
}

/** Writes the branches of a flow, and which tasks run in their cases. */
export class BranchWriter {
  readonly #draft: Draft;
  readonly #written = new Map<string, Written>();

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  #toWithin(place: Place): BranchPart["within"] {
    const last = place.at(-1);
    const written = this.#written.get(last?.branch ?? "");
    if (!last || !written) return null;
    const cases = [...new Set(last.ways.flatMap((way) => written.cases.get(way) ?? []))];
    return { branch: written.branch.id, cases };
  }

  /** Adds a branch for a node. Returns its name. */
  add(id: string, label: string, decision: Decision, place: Place, source: Source): string {
    const { compares, classifies } = decision;
    const taken = new Set([otherwise]);
    const toName = (wanted: string, number: number): string => {
      const base = clipLine(wanted.replace(/[{}]/g, " "), maxName) || `Case ${number}`;
      let name = base;
      for (let i = number; taken.has(name); i += 1) name = `${base} (${i})`;
      taken.add(name);
      return name;
    };
    const cases = decision.cases.map(({ name, description = "", operator = "equals", value = "" }, i) => ({
      id: `case_${i + 1}`,
      name: toName(name, i + 1),
      description: clean(description).trim().slice(0, 2_000).toWellFormed(),
      operator,
      value: clean(value).trim().slice(0, 2_000).toWellFormed(),
      tasks: [],
    }));
    const branch: BranchPart = {
      id: `branch_${this.#written.size + 1}`,
      name: clipLine(label, maxName) || "Branch",
      by: classifies ? "classification" : "value",
      source: source.task,
      field: compares && "field" in compares ? clipLine(compares.field, 200) : "",
      variable: compares && "variable" in compares ? compares.variable : "",
      model: classifies?.model ?? null,
      instructions: clean(source.instructions).trim().slice(0, 10_000).toWellFormed(),
      cases,
      defaultName: otherwise,
      defaultTasks: [],
      after: source.after,
      within: this.#toWithin(place),
    };
    const ways = decision.cases.map(({ way }, i): [string, string] => [way, `case_${i + 1}`]);
    const last: [string, string][] = decision.otherwise === undefined ? [] : [[decision.otherwise, defaultCase]];
    this.#written.set(id, { branch, cases: new Map([...last, ...ways]) });
    this.#draft.branches.push(branch);
    return branch.name;
  }

  /** Lets a task run in the cases of its place only. */
  place(task: string, place: Place): void {
    const within = this.#toWithin(place);
    const branch = this.#draft.branches.find(({ id }) => id === within?.branch);
    if (!within || !branch) return;
    for (const one of branch.cases) if (within.cases.includes(one.id)) one.tasks.push(task);
    if (within.cases.includes(defaultCase)) branch.defaultTasks.push(task);
  }
}
