import type { ImportTodo } from "@/lib/contract/transfers";
import { agents } from "../agents/table";
import { saveAgent } from "../agents/transfer";
import { apps } from "../apps/table";
import { saveApp } from "../apps/transfer";
import { noteEach } from "../audit/service";
import { requireFunctionTool } from "../billing/limits";
import type { Tx } from "../db/client";
import { lockRow } from "../db/edit";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { holdContexts } from "../tasks/service";
import { tasks } from "../tasks/table";
import { saveTask } from "../tasks/transfer";
import { tools } from "../tools/table";
import { addTool, changeTool, namesInTools, type PreparedTool, type ToolCaller } from "../tools/transfer";
import { holdVariables } from "../variables/service";
import { addVariable } from "../variables/transfer";
import { made } from "./needs";
import { mapRefs, type PartKind, type Parts } from "./places";
import { isWritten, type Planned, planImport } from "./plan";
import { lookAt, type Prospect, prospectOf, type Sent } from "./preview";
import { todoOf } from "./todo";

const tables = { tool: tools, agent: agents, task: tasks, app: apps };

const changed = ({ preview }: Prospect): AppError =>
  new AppError(
    "conflict",
    "Something has changed since you looked at this import. Look at it again before you go on.",
    {
      data: { preview },
    },
  );

/** Refuses what was not looked at as it is now, and what stands against it. */
function check(prospect: Prospect, fingerprint: string): void {
  if (prospect.preview.fingerprint !== fingerprint) throw changed(prospect);
  const [problem] = prospect.problems;
  if (problem) throw problem;
  if (!prospect.preview.changes) throw new AppError("conflict", "All of this is there already: nothing would change.");
}

/** Holds what the plan was made of, in the order in which everybody else does. */
async function hold(tx: Tx, { teamId, team }: TeamCallContext, { plan, prepared }: Prospect): Promise<void> {
  const { parts, needs } = plan;
  const counted = parts.some(({ action, part }) => action === "new" && (part as { type?: string }).type === "function");
  if (counted) await requireFunctionTool(tx, team.orgId);
  await holdVariables(tx, teamId, {
    ids: needs.flatMap(({ kind, supply }) => (kind === "variable" && supply ? [supply.id] : [])),
    names: namesInTools(prepared.values()),
  });
  await holdContexts(tx, teamId);
  for (const kind of ["tool", "agent", "task", "app"] as const) {
    const ids = parts.flatMap((one) => (one.kind === kind && one.held ? [one.held.id] : []));
    for (const id of ids.sort()) await lockRow(tx, tables[kind], teamId, id);
  }
}

/** Writes one part, the names in it being ids by now. Answers its id. */
async function write(
  tx: Tx,
  caller: ToolCaller & TeamCallContext,
  one: Planned,
  part: Parts[PartKind],
  sent: Sent,
  tool?: PreparedTool,
) {
  const known = one.action === "new" ? undefined : one.held?.id;
  switch (one.kind) {
    case "agent":
      return saveAgent(tx, caller, part as Parts["agent"], known);
    case "task":
      return saveTask(tx, caller, part as Parts["task"], known);
    case "app":
      return saveApp(tx, caller, part as Parts["app"], { id: known, scheduled: sent.schedule });
    case "tool": {
      if (!tool) throw new Error(`The tool ${one.key} was not looked at.`);
      if (!known) return addTool(tx, caller, part as Parts["tool"], tool);
      await changeTool(tx, caller, known, part as Parts["tool"], tool, one.action === "replace");
      return known;
    }
    default:
      return one.kind satisfies never;
  }
}

/** Writes all of it, each part noted in the audit log as if it were changed by itself. Answers ids by the parts' keys. */
async function writeAll(tx: Tx, caller: ToolCaller & TeamCallContext, { plan, prepared }: Prospect, sent: Sent) {
  const ids = new Map<string, string>();
  const note = noteEach("transfers.import", caller);
  for (const need of plan.needs.filter(({ chosen }) => chosen === made)) {
    const id = await note(tx, "variable", undefined, () => addVariable(tx, caller, need));
    ids.set(need.key, id);
  }
  for (const one of plan.parts) {
    const { key, kind, held } = one;
    if (held && one.action !== "new") ids.set(key, held.id);
    if (!isWritten(one)) continue;
    const part = mapRefs(kind, one.part, (_kind, id) => (id.startsWith("new:") ? (ids.get(id.slice(4)) ?? null) : id));
    const known = one.action === "new" ? undefined : held?.id;
    const work = () => write(tx, caller, one, part, sent, prepared.get(key));
    ids.set(key, await note(tx, kind, known, work));
  }
  return ids;
}

/**
 * Imports a file as its preview has shown it, all of it or nothing. Throws 409 with a new preview where the file, the
 * choices or the team are not what was looked at.
 */
export async function importApp(
  ctx: TeamCallContext,
  { fingerprint, ...sent }: Sent & { fingerprint: string },
  afterCommit: (work: () => void) => void,
) {
  const caller = { ...ctx, afterCommit };
  const first = await prospectOf(ctx.db, ctx, sent, ctx.signal);
  check(first, fingerprint);
  return ctx.db.transaction(async (tx): Promise<{ _id: string; todo: ImportTodo[] }> => {
    await hold(tx, ctx, first);
    const plan = await planImport(tx, ctx, first.plan.file, sent);
    const prospect = await lookAt(tx, ctx, sent, plan, { prepared: first.prepared, problems: [] });
    check(prospect, fingerprint);
    const ids = await writeAll(tx, caller, prospect, sent);
    const app = plan.parts.find(({ kind }) => kind === "app");
    const hrefOf = (kind: string, key: string) => {
      const id = ids.get(key);
      return id ? `/${ctx.teamId}/${kind}/${id}` : null;
    };
    return { _id: ids.get(app?.key ?? "") ?? "", todo: todoOf(plan, prospect, sent, hrefOf) };
  });
}
