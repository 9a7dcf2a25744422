import { eq } from "drizzle-orm";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { listBranchNames, type Source, toVariable } from "@/lib/contract/apps/steps";
import { truncate } from "@/lib/utils/text/truncate";
import { sessions } from "../../../platform/db/tables/sessions";
import { findVariables } from "../../variables/variables";
import { promptValues } from "../context/values";
import { parseOutput, pickField, toValue, type Value } from "./branches/compare";
import { itemValues, joinOutputs } from "./branches/items";
import type { Process } from "./process";
import type { TaskState } from "./state";

/** Characters of all values together, and at least of each. */
const maxShown = 2_000;
const minShown = 50;

/** The values of variables in the session. Throws nothing: unknown and secret variables are absent. */
export async function readVariables(
  { work, runContext }: Process,
  names: string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map();
  const { db, run } = work;
  const [session = runContext.session] = await db.select().from(sessions).where(eq(sessions.id, run.sessionId));
  return promptValues(session, await findVariables(db, run.teamId, { names }));
}

/** A task's output; of a task in an iteration, the outputs for all items as a JSON array. */
function readOutput({ itemSteps }: Process, taskId: string, states: ReadonlyMap<string, TaskState>): string {
  const ids = itemSteps.get(taskId);
  const outputs = (ids ?? [taskId]).flatMap((id) => states.get(id)?.output ?? []);
  return ids ? joinOutputs(outputs) : (outputs[0] ?? "");
}

/** An output or a variable, with what was compared of it by field. */
interface Origin {
  label: string;
  /** Undefined for a variable that has no value or is secret. */
  whole: string | undefined;
  json?: { value: unknown };
  values: Map<string, Value>;
}

function readFrom(origin: Origin, field: string): Value {
  const known = origin.values.get(field);
  if (known) return known;
  const { whole = "" } = origin;
  if (field) origin.json ??= { value: parseOutput(whole) };
  const value = toValue(field ? (pickField(origin.json?.value, field) ?? "") : whole);
  origin.values.set(field, value);
  return value;
}

/** What a branch compares, or the list of an iteration. Each output is read and parsed once. */
export async function openSources(process: Process, branch: BranchStep, states: ReadonlyMap<string, TaskState>) {
  const ofItem = itemValues(process.items.get(branch.id));
  const names = listBranchNames(branch).filter((name) => !ofItem.has(name));
  const variables = new Map([...(await readVariables(process, names)), ...ofItem]);
  const origins = new Map<string, Origin>();
  const find = (source: Source): Origin => {
    const [taskId, name] = [source.sourceTaskId ?? "", toVariable(source)];
    const key = JSON.stringify([taskId, name]);
    const label = process.tasks.find(({ id }) => id === taskId)?.name ?? name;
    const read = () => (taskId ? readOutput(process, taskId, states) : variables.get(name));
    const origin = origins.get(key) ?? { label, whole: read(), values: new Map() };
    origins.set(key, origin);
    return origin;
  };
  return {
    /** Without regard to its field. */
    readWhole: (source: Source): string | undefined => find(source).whole,
    read: (source: Source): Value => readFrom(find(source), source.field ?? ""),
    show: (): string => showValues([...origins.values()]),
  };
}

/** One value as it is, and several with what they are values of. */
function showValues(origins: readonly Origin[]): string {
  const all = origins.flatMap(({ label, values }) =>
    [...values].map(([field, { whole }]) => ({ whole, of: field ? `${label}, ${field}: ` : `${label}: ` })),
  );
  const max = Math.max(minShown, Math.floor(maxShown / Math.max(1, all.length)));
  return all.map(({ whole, of }) => (all.length > 1 ? of : "") + truncate(whole, max)).join("\n");
}
