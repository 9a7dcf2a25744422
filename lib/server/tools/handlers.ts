import { and, eq } from "drizzle-orm";
import type { Defined } from "@/lib/contract/tool-kinds/all";
import { tools as contract } from "@/lib/contract/tools";
import { iconIssue } from "../agents/service";
import { requireFunctionTool } from "../billing/limits";
import type { Tx } from "../db/client";
import { changedMeanwhile, checkUnused, checkVersion, copyOf, lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { AppError } from "../http/errors";
import { implement } from "../http/implement";
import { checkAsks } from "../inbox/service";
import { parseDefinition } from "./definition";
import { functionNamesOf } from "./function-names";
import { addInput, listInputs, removeInput } from "./inputs";
import { discover, readDocument } from "./look";
import {
  agentsOfTool,
  agentsPinnedTo,
  listTools,
  onlySearchOf,
  type ToolRow,
  toolOf,
  usersOfTools,
  viewTool,
} from "./queries";
import { recordedInputs } from "./recorded";
import {
  appliedColumns,
  appliedOf,
  type Loaded,
  listRevisions,
  openRevision,
  revisionOf,
  viewRevision,
} from "./revisions";
import { insertTool, newDefinition, prepare, prepareStored, readDefinition, saveRevision, setStanding } from "./save";
import { appliedStanding, holdNamed, holdRequired } from "./secret-variables";
import { forgetTools, freeFunctionName, requireFunctionName } from "./service";
import { settleLater } from "./settle";
import { toolRevisions, tools } from "./table";
import { compareRevision, testTool } from "./try";
import { kindOf } from "./types/all";

const added = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/tool/${_id}` });

async function checkIcon(tx: Tx, teamId: string, iconId: string | null | undefined): Promise<void> {
  const issues = await iconIssue(tx, teamId, iconId);
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}

async function lockedTool(tx: Tx, teamId: string, id: string): Promise<ToolRow> {
  await lockRow(tx, tools, teamId, id);
  return toolOf(tx, teamId, id);
}

/** What models see of a tool as it is applied. */
function operationsOf({ functionName, description }: ToolRow, { type, definition, prepared }: Loaded) {
  const operations = kindOf(type).operations(definition, description, prepared);
  const names = functionNamesOf(functionName, operations);
  return operations.map(({ operation, description: does, parameters }, i) => ({
    ...{ operation, functionName: names[i] ?? functionName, description: does },
    parameters: parameters as Record<string, unknown>,
  }));
}

implement(contract, {
  list: ({ ctx, query }) => listTools(ctx.db, ctx.teamId, query),
  get: async ({ ctx: { db, teamId }, params: { toolId } }) => {
    const row = await toolOf(db, teamId, toolId);
    const { defined } = await appliedOf(db, row);
    return {
      tool: await viewTool(db, teamId, toolId),
      revisions: await listRevisions(db, row),
      operations: operationsOf(row, defined),
      agents: await agentsOfTool(db, teamId, toolId),
      inputs: (await listInputs(db, toolId)).map(({ id, ...input }) => ({ _id: id, ...input })),
    };
  },
  revision: async ({ ctx, params }) => ({ revision: await viewRevision(ctx.db, ctx.teamId, params.revisionId) }),
  recorded: async ({ ctx, params }) => {
    const { id } = await toolOf(ctx.db, ctx.teamId, params.toolId);
    return { calls: await recordedInputs(ctx.db, ctx, id) };
  },
  add: async ({ ctx, body, afterCommit }) => {
    const { db, teamId, team, accountId, signal } = ctx;
    const { name, description, type, definition, functionName, requireApproval, asks, iconId, note, repeatable } = body;
    const prepared = await prepare(db, teamId, await newDefinition(ctx, { type, definition } as Defined), signal);
    return db.transaction(async (tx) => {
      if (type === "function") await requireFunctionTool(tx, team.orgId);
      await holdRequired(tx, teamId, prepared.defined);
      await checkIcon(tx, teamId, iconId);
      await checkAsks(tx, teamId, asks);
      if (functionName) await requireFunctionName(tx, teamId, functionName);
      const id = newId("tool");
      const safe = repeatable ?? kindOf(type).repeatable;
      const row = { id, teamId, name, description, requireApproval, asks, iconId, repeatable: safe };
      const called = functionName ?? (await freeFunctionName(tx, teamId, name));
      const revisionId = await insertTool(tx, row, prepared, { functionName: called, note, accountId });
      afterCommit(() => settleLater(db, { teamId, revisionId }, prepared.later));
      return added(teamId, id);
    });
  },
  edit: async ({ ctx, params, body, afterCommit }) => {
    const { db, teamId, accountId, signal } = ctx;
    const { version, definition, note, apply = true, basedOn, ...sent } = body;
    const row = await toolOf(db, teamId, params.toolId);
    if (version !== undefined && version !== row.version)
      checkVersion(row.version, version, "tool", await viewTool(db, teamId, row.id));
    // Looking at code may take long, so no lock is held for it.
    const prepared =
      definition && (await prepare(db, teamId, await readDefinition(ctx, row, definition, basedOn), signal));
    return db.transaction(async (tx) => {
      if (prepared) await holdRequired(tx, teamId, prepared.defined);
      const now = await lockedTool(tx, teamId, row.id);
      if (now.version !== row.version) throw changedMeanwhile("tool", await viewTool(tx, teamId, row.id));
      await checkIcon(tx, teamId, sent.iconId);
      await checkAsks(tx, teamId, sent.asks);
      if (sent.functionName && sent.functionName !== row.functionName)
        await requireFunctionName(tx, teamId, sent.functionName);
      const saved = prepared && (await saveRevision(tx, now, prepared, { accountId, note, apply }));
      await tx
        .update(tools)
        .set({ ...sent, ...saved?.change, version: nextVersion, updatedBy: accountId, dateUpdated: new Date() })
        .where(and(eq(tools.teamId, teamId), eq(tools.id, row.id)));
      if (!saved) return {};
      afterCommit(() => settleLater(db, { teamId, revisionId: saved.revisionId }, prepared.later));
      return { revisionId: saved.revisionId };
    });
  },
  duplicate: ({ ctx: { db, teamId, team, accountId }, params }) =>
    db.transaction(async (tx) => {
      const stored = await toolOf(tx, teamId, params.toolId);
      if (stored.type === "function") await requireFunctionTool(tx, team.orgId);
      const { row, defined } = await appliedOf(tx, stored);
      const copy = copyOf(stored, newId("tool"), accountId);
      const functionName = await freeFunctionName(tx, teamId, copy.functionName);
      const { state, stateMessage } = row;
      const standing = state === "ready" ? { state } : { state, stateMessage: stateMessage ?? "" };
      await insertTool(tx, { ...copy, lastRevision: 1 }, { defined, standing }, { functionName, accountId });
      return added(teamId, copy.id);
    }),
  remove: ({ ctx: { db, teamId }, params, body }) =>
    db.transaction(async (tx) => {
      const row = await lockedTool(tx, teamId, params.toolId);
      const searched = await onlySearchOf(tx, teamId, row.id);
      const loss =
        searched === null
          ? []
          : [`It is the only tool that searches "${searched}": without it, no agent finds anything there.`];
      checkUnused(await usersOfTools(tx, teamId, [row.id]), body.force, ...loss);
      await forgetTools(tx, teamId, [row.id]);
      await tx.delete(tools).where(and(eq(tools.teamId, teamId), eq(tools.id, row.id)));
      return {};
    }),
  test: async ({ ctx, params, body: { args, operation = null, revisionId, definition } }) => {
    const row = await toolOf(ctx.db, ctx.teamId, params.toolId);
    const stored = revisionId ? (await revisionOf(ctx.db, ctx.teamId, revisionId, row.id)).revision : undefined;
    const defined = definition
      ? (await prepare(ctx.db, ctx.teamId, await readDefinition(ctx, row, definition, revisionId), ctx.signal)).defined
      : stored
        ? openRevision(row, stored)
        : (await appliedOf(ctx.db, row)).defined;
    return testTool(ctx, row, { defined, operation, args: args as Record<string, unknown> });
  },
  tryOut: async ({ ctx, body: { type, definition, args, operation = null } }) => {
    const { db, teamId, team, signal } = ctx;
    // What could not be added is not run either.
    if (type === "function") await db.transaction((tx) => requireFunctionTool(tx, team.orgId));
    const sent = await newDefinition(ctx, parseDefinition(type, definition));
    const { defined } = await prepare(db, teamId, sent, signal);
    const tool = { name: "New tool", functionName: "new_tool" };
    return testTool(ctx, tool, { defined, operation, args: args as Record<string, unknown> });
  },
  readDocument: ({ ctx, body }) => readDocument(ctx, body),
  discover: async ({ ctx, body: { toolId, ...place } }) => {
    const row = toolId ? await toolOf(ctx.db, ctx.teamId, toolId) : undefined;
    return discover(ctx, place, row && (await appliedOf(ctx.db, row)).defined);
  },
  compare: async ({ ctx, params, body: { revisionId, confirm = false } }) =>
    compareRevision(ctx, await toolOf(ctx.db, ctx.teamId, params.toolId), revisionId, confirm),
  addInput: ({ ctx: { db, teamId, accountId }, params, body: { name, operation = null, args } }) =>
    db.transaction(async (tx) => {
      const row = await lockedTool(tx, teamId, params.toolId);
      const input = { name, operation, args: args as Record<string, unknown>, createdBy: accountId };
      return { _id: await addInput(tx, row, input) };
    }),
  removeInput: ({ ctx: { db, teamId }, params }) =>
    db.transaction(async (tx) => {
      await removeInput(tx, await toolOf(tx, teamId, params.toolId), params.inputId);
      return {};
    }),
  applyRevision: async ({ ctx: { db, teamId, accountId, permissions, signal }, params, afterCommit }) => {
    const found = await revisionOf(db, teamId, params.revisionId);
    const prepared = await prepareStored(db, teamId, openRevision(found.tool, found.revision), signal);
    return db.transaction(async (tx) => {
      const { defined, later } = prepared;
      await holdNamed(tx, teamId, defined);
      const row = await lockedTool(tx, teamId, found.tool.id);
      const { revision } = await revisionOf(tx, teamId, params.revisionId);
      if (revision.id === row.revisionId) return {};
      const loaded = openRevision(row, revision);
      const standing = (await appliedStanding(tx, teamId, loaded, permissions)) ?? prepared.standing;
      await setStanding(tx, revision.id, standing);
      await tx
        .update(tools)
        .set({
          ...(await appliedColumns(tx, teamId, revision.id, defined, standing)),
          ...{ version: nextVersion, updatedBy: accountId, dateUpdated: new Date() },
        })
        .where(and(eq(tools.teamId, teamId), eq(tools.id, row.id)));
      afterCommit(() => settleLater(db, { teamId, revisionId: revision.id }, later));
      return {};
    });
  },
  removeRevision: ({ ctx: { db, teamId }, params }) =>
    db.transaction(async (tx) => {
      const found = await revisionOf(tx, teamId, params.revisionId);
      const row = await lockedTool(tx, teamId, found.tool.id);
      // Held before the pins are looked at: an agent that is being given this one waits, or is seen.
      const own = and(eq(toolRevisions.toolId, row.id), eq(toolRevisions.id, params.revisionId));
      await tx.select({ id: toolRevisions.id }).from(toolRevisions).where(own).for("update");
      if (row.revisionId === params.revisionId)
        throw new AppError("conflict", "This revision is the applied one. Apply another one first.");
      checkUnused(await agentsPinnedTo(tx, teamId, row.id, params.revisionId), false);
      await tx.delete(toolRevisions).where(own);
      return {};
    }),
});
