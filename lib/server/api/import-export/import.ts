import { type ImportTodo, transfers } from "@/lib/contract/transfers/schemas";
import type { TeamCallContext } from "../../access/calls/implement";
import { requireFunctionTool } from "../../access/plans/limits";
import { afterCommit } from "../../platform/db/after-commit";
import type { Tx } from "../../platform/db/client";
import { lockRow } from "../../platform/db/query/edit";
import { AppError } from "../../platform/errors/errors";
import { createAgent } from "../../resources/agents/actions";
import { toAgentForm } from "../../resources/agents/part";
import { updateAgent } from "../../resources/agents/update";
import { createApp } from "../../resources/apps/actions";
import { toAppForm } from "../../resources/apps/part";
import { updateApp } from "../../resources/apps/update";
import { type Gate, guardWrite } from "../../resources/gate/service";
import { lockTaskContexts } from "../../resources/references/tasks";
import { lockVariables } from "../../resources/references/variables";
import { resources } from "../../resources/registry";
import { createTask, updateTask } from "../../resources/tasks/actions";
import { toTaskForm } from "../../resources/tasks/part";
import { createTool, updateTool } from "../../resources/tools/actions";
import { checkInBackground } from "../../resources/tools/check-in-background";
import { chooseFunctionName, listNamesInTools, type PreparedTool, toToolColumns } from "../../resources/tools/part";
import { getTool } from "../../resources/tools/queries";
import { createVariable } from "../../resources/variables/actions";
import { createPartAudit } from "../audit/audit-call";
import { saveImportSteps } from "./checklist/actions";
import { mapRefs, type PartKind, type Parts } from "./file/references";
import { createdNow } from "./needs";
import { isWritten, type PlannedPart, planImport } from "./plan";
import { planSteps } from "./plan-steps";
import { type ImportRequest, type PlannedImport, planPreview, previewImport } from "./preview";
import { writeTests } from "./tests";
import { buildTodo } from "./todo";

const createChangedError = ({ preview }: PlannedImport): AppError =>
  new AppError(
    "conflict",
    "Something has changed since you previewed this import. Preview it again before you continue.",
    {
      data: { preview },
    },
  );

/** Throws when the preview is outdated or has problems. */
function check(prospect: PlannedImport, fingerprint: string): void {
  if (prospect.preview.fingerprint !== fingerprint) throw createChangedError(prospect);
  const [problem] = prospect.problems;
  if (problem) throw problem;
  if (!prospect.preview.changes) throw new AppError("conflict", "Everything is already up to date.");
}

/** Locks the plan's rows, in the common order. */
async function lockRows(tx: Tx, { teamId, team }: TeamCallContext, { plan, prepared }: PlannedImport): Promise<void> {
  const { parts, needs } = plan;
  const counted = parts.some(({ action, part }) => action === "new" && (part as { type?: string }).type === "function");
  if (counted) await requireFunctionTool(tx, team.orgId);
  await lockVariables(tx, teamId, {
    ids: needs.flatMap(({ kind, supply }) => (kind === "variable" && supply ? [supply.id] : [])),
    names: listNamesInTools(prepared.values()),
  });
  await lockTaskContexts(tx, teamId);
  for (const kind of ["tool", "agent", "task", "app"] as const) {
    const ids = parts.flatMap((one) => (one.kind === kind && one.held ? [one.held.id] : []));
    for (const id of ids.sort()) await lockRow(tx, resources[kind].table, teamId, id);
  }
}

const note = "From an imported file";
/** Of agents and process apps. */
const revisionNote = "Imported";

/** The caller, whose changes pass the gate. */
type Importer = TeamCallContext & { gate: Gate };

/** Writes a tool as a new one, or as another's newest revision, which is applied only if chosen. */
async function writeTool(
  tx: Tx,
  caller: Importer,
  known: string | undefined,
  part: Parts["tool"],
  { prepared }: PreparedTool,
  apply: boolean,
): Promise<string> {
  const { teamId } = caller;
  const checkLater = (revisionId: string) =>
    afterCommit(tx, () => checkInBackground({ teamId, revisionId }, prepared.later));
  if (!known) {
    const columns = { ...toToolColumns(part), functionName: await chooseFunctionName(tx, teamId, part) };
    const { id, revisionId } = await createTool(tx, caller, columns, { prepared, note });
    checkLater(revisionId);
    return id;
  }
  const row = await getTool(tx, teamId, known);
  const saving = { prepared, note, apply };
  const revisionId = await updateTool(tx, caller, row, apply ? toToolColumns(part) : {}, saving, caller.gate);
  if (revisionId) checkLater(revisionId);
  return known;
}

/** Writes one part after names have been resolved to ids. Returns its id. */
async function writePart(
  tx: Tx,
  caller: Importer,
  one: PlannedPart,
  part: Parts[PartKind],
  sent: ImportRequest,
  tool?: PreparedTool,
) {
  const known = one.action === "new" ? undefined : one.held?.id;
  const save = async (create: () => Promise<string>, update: (id: string) => Promise<void>): Promise<string> => {
    if (!known) return create();
    await update(known);
    return known;
  };
  switch (one.kind) {
    case "agent": {
      const form = { ...toAgentForm(part as Parts["agent"]), note: revisionNote };
      return save(
        () => createAgent(tx, caller, form),
        (id) => updateAgent(tx, caller, id, form, caller.gate),
      );
    }
    case "task": {
      const form = toTaskForm(part as Parts["task"]);
      return save(
        () => createTask(tx, caller, form),
        (id) => updateTask(tx, caller, id, form, caller.gate),
      );
    }
    case "app": {
      const form = { ...toAppForm(part as Parts["app"], sent.schedule), note: revisionNote };
      return save(
        () => createApp(tx, caller, form),
        (id) => updateApp(tx, caller, id, form, caller.gate),
      );
    }
    case "tool":
      if (!tool) throw new Error(`The tool ${one.key} was not prepared.`);
      return writeTool(tx, caller, known, part as Parts["tool"], tool, one.action === "replace");
    default:
      return one.kind satisfies never;
  }
}

/** Writes all parts, each audited like an individual change. Returns ids by the parts' keys. */
async function writeAll(tx: Tx, caller: Importer, { plan, prepared }: PlannedImport, sent: ImportRequest) {
  const ids = new Map<string, string>();
  const audited = createPartAudit(transfers.import.name, caller);
  for (const need of plan.needs.filter(({ chosen }) => chosen === createdNow)) {
    const { name, description, secret } = need;
    const id = await audited(tx, "variable", undefined, () =>
      createVariable(tx, caller, { name, description, secret, defaultValue: "" }),
    );
    ids.set(need.key, id);
  }
  for (const one of plan.parts) {
    const { key, kind, held } = one;
    if (held && one.action !== "new") ids.set(key, held.id);
    if (!isWritten(one)) continue;
    const part = mapRefs(kind, one.part, (_kind, id) => (id.startsWith("new:") ? (ids.get(id.slice(4)) ?? null) : id));
    const known = one.action === "new" ? undefined : held?.id;
    const work = () => writePart(tx, caller, one, part, sent, prepared.get(key));
    ids.set(key, await audited(tx, kind, known, work));
  }
  return ids;
}

/**
 * Imports a file as previewed, all or nothing. Throws 409 with a new preview when the file, the choices or the team have
 * changed.
 */
export async function importApp(
  ctx: TeamCallContext,
  { fingerprint, ...sent }: ImportRequest & { fingerprint: string },
) {
  const first = await planPreview(ctx.db, ctx, sent, ctx.signal);
  check(first, fingerprint);
  return guardWrite(ctx, {}, async (tx, gate): Promise<{ _id: string; todo: ImportTodo[] }> => {
    await lockRows(tx, ctx, first);
    const plan = await planImport(tx, ctx, first.plan.file, sent);
    const prospect = await previewImport(tx, ctx, sent, plan, {
      prepared: first.prepared,
      problems: [],
      read: first.read,
    });
    check(prospect, fingerprint);
    const ids = await writeAll(tx, { ...ctx, gate }, prospect, sent);
    const app = plan.parts.find(({ kind }) => kind === "app");
    const appId = ids.get(app?.key ?? "") ?? "";
    const planned = buildTodo(plan, prospect, sent, (kind, key) => {
      const id = ids.get(key);
      return id ? `/${ctx.teamId}/${kind}/${id}` : null;
    });
    const ofTests = await writeTests(tx, ctx, prospect.tests, appId, createPartAudit(transfers.import.name, ctx));
    const steps = await planSteps(tx, ctx.teamId, prospect, ids, planned);
    const open = await saveImportSteps(tx, ctx, appId, [...steps, ...ofTests]);
    const todo = open.map(({ message, path }) => ({ message, href: path && `/${ctx.teamId}/${path}` }));
    return { _id: appId, todo };
  });
}
