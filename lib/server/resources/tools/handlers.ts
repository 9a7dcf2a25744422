import type { TypedDefinition } from "@/lib/contract/tools/kinds/all";
import { tools as contract } from "@/lib/contract/tools/schemas";
import { create, implement } from "../../access/calls/implement";
import { requireFunctionTool } from "../../access/plans/limits";
import { afterCommit } from "../../platform/db/after-commit";
import { checkVersion } from "../../platform/db/query/edit";
import { guardWrite, isGuarded } from "../gate/service";
import type { ToolRow } from "../references/tools";
import { applyRevision, createTool, duplicateTool, lockTool, updateTool } from "./actions";
import { checkInBackground } from "./check-in-background";
import { parseDefinition } from "./definition";
import { deleteRevision } from "./delete-revision";
import { deleteTool } from "./delete-tool";
import { discover, readDocument } from "./discover";
import { listFunctionNames } from "./function-names";
import { addInput, listInputs, removeInput } from "./inputs";
import { getTool, listToolAgents, listTools, viewTool } from "./queries";
import { listRecordedInputs } from "./recorded";
import {
  getAppliedRevision,
  getRevision,
  type LoadedDefinition,
  listRevisions,
  openRevision,
  viewRevision,
} from "./revisions";
import { newDefinition, prepare, prepareStored, readDefinition } from "./save";
import { compareRevision, testTool } from "./try";
import { getToolImplementation } from "./types/all";

const createdResponse = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/tool/${_id}` });

/** The functions of a tool's applied revision. */
function listOperations({ functionName, description }: ToolRow, { type, definition, prepared }: LoadedDefinition) {
  const operations = getToolImplementation(type).operations(definition, description, prepared);
  const names = listFunctionNames(functionName, operations);
  return operations.map(({ operation, description: does, parameters }, i) => ({
    operation,
    functionName: names[i] ?? functionName,
    description: does,
    parameters: parameters as Record<string, unknown>,
  }));
}

implement(contract, {
  list: ({ ctx, query }) => listTools(ctx.db, ctx.teamId, query),
  get: async ({ ctx: { db, teamId }, params: { toolId } }) => {
    const row = await getTool(db, teamId, toolId);
    const { defined } = await getAppliedRevision(db, row);
    return {
      tool: await viewTool(db, teamId, toolId),
      revisions: await listRevisions(db, row),
      operations: listOperations(row, defined),
      agents: await listToolAgents(db, teamId, toolId),
      inputs: (await listInputs(db, toolId)).map(({ id, ...input }) => ({ _id: id, ...input })),
    };
  },
  revision: async ({ ctx, params }) => ({ revision: await viewRevision(ctx.db, ctx.teamId, params.revisionId) }),
  recorded: async ({ ctx, params }) => {
    const { id } = await getTool(ctx.db, ctx.teamId, params.toolId);
    return { calls: await listRecordedInputs(ctx.db, ctx, id) };
  },
  add: async ({ ctx, body }) => {
    const { db, teamId, signal } = ctx;
    const { type, definition, note, ...columns } = body;
    const prepared = await prepare(
      db,
      teamId,
      await newDefinition(ctx, { type, definition } as TypedDefinition),
      signal,
    );
    return ctx.write(async (tx, audit) => {
      const { id, revisionId } = await createTool(tx, ctx, columns, { prepared, note });
      afterCommit(tx, () => checkInBackground({ teamId, revisionId }, prepared.later));
      return createdResponse(teamId, audit.record("tool", id));
    });
  },
  edit: async ({ ctx, params, body }) => {
    const { db, teamId, signal } = ctx;
    const { version, definition, note, apply = true, basedOn, force, reason, ...sent } = body;
    const row = await getTool(db, teamId, params.toolId);
    if (version !== undefined && version !== row.version)
      checkVersion(row.version, version, "tool", await viewTool(db, teamId, row.id));
    // Checking code may take long, so no lock is held.
    const prepared =
      definition && (await prepare(db, teamId, await readDefinition(ctx, row, definition, basedOn), signal));
    // With required tests, the revision is stored first, so that they can be run with it.
    const isTested =
      apply && prepared && (await isGuarded(db, teamId, { toolRevisions: { [row.id]: row.revisionId } }));
    const saving = prepared && { prepared, note, apply: apply && !isTested };
    const saved = await guardWrite(ctx, {}, async (tx, gate) => {
      const revisionId = await updateTool(tx, ctx, row, sent, saving, gate);
      if (!revisionId) return {};
      afterCommit(tx, () => checkInBackground({ teamId, revisionId }, prepared?.later));
      return { revisionId };
    });
    const { revisionId } = saved;
    if (isTested && revisionId)
      await guardWrite(ctx, { force, reason }, (tx, gate) =>
        applyRevision(tx, ctx, { toolId: row.id, revisionId }, prepared, gate),
      );
    return saved;
  },
  duplicate: async ({ ctx, params }) =>
    createdResponse(ctx.teamId, await create(ctx, "tool", (tx) => duplicateTool(tx, ctx, params.toolId))),
  remove: async ({ ctx, params, body }) => ({
    trashId: await ctx.write((tx) => deleteTool(tx, ctx, params.toolId, body.force)),
  }),
  test: async ({ ctx, params, body: { args, operation = null, revisionId, definition } }) => {
    const row = await getTool(ctx.db, ctx.teamId, params.toolId);
    const stored = revisionId ? (await getRevision(ctx.db, ctx.teamId, revisionId, row.id)).revision : undefined;
    const defined = definition
      ? (await prepare(ctx.db, ctx.teamId, await readDefinition(ctx, row, definition, revisionId), ctx.signal)).defined
      : stored
        ? openRevision(row, stored)
        : (await getAppliedRevision(ctx.db, row)).defined;
    return testTool(ctx, row, { defined, operation, args: args as Record<string, unknown> });
  },
  tryOut: async ({ ctx, body: { type, definition, args, operation = null } }) => {
    const { db, teamId, team, signal } = ctx;
    // A tool that could not be added is not run either.
    if (type === "function") await ctx.write((tx) => requireFunctionTool(tx, team.orgId));
    const sent = await newDefinition(ctx, parseDefinition(type, definition));
    const { defined } = await prepare(db, teamId, sent, signal);
    const tool = { name: "New tool", functionName: "new_tool" };
    return testTool(ctx, tool, { defined, operation, args: args as Record<string, unknown> });
  },
  readDocument: ({ ctx, body }) => readDocument(ctx, body),
  discover: async ({ ctx, body: { toolId, ...place } }) => {
    const row = toolId ? await getTool(ctx.db, ctx.teamId, toolId) : undefined;
    return discover(ctx, place, row && (await getAppliedRevision(ctx.db, row)).defined);
  },
  compare: async ({ ctx, params, body: { revisionId, confirm = false } }) =>
    compareRevision(ctx, await getTool(ctx.db, ctx.teamId, params.toolId), revisionId, confirm),
  addInput: ({ ctx: { db, teamId, accountId }, params, body: { name, operation = null, args } }) =>
    db.transaction(async (tx) => {
      const row = await lockTool(tx, teamId, params.toolId);
      const input = { name, operation, args: args as Record<string, unknown>, createdBy: accountId };
      return { _id: await addInput(tx, row, input) };
    }),
  removeInput: ({ ctx: { db, teamId }, params }) =>
    db.transaction(async (tx) => {
      await removeInput(tx, await getTool(tx, teamId, params.toolId), params.inputId);
      return {};
    }),
  applyRevision: async ({ ctx, params: { revisionId }, body }) => {
    const { db, teamId, signal } = ctx;
    const { tool, revision } = await getRevision(db, teamId, revisionId);
    const prepared = await prepareStored(db, teamId, openRevision(tool, revision), signal);
    return guardWrite(ctx, body, async (tx, gate) => {
      if (await applyRevision(tx, ctx, { toolId: tool.id, revisionId }, prepared, gate))
        afterCommit(tx, () => checkInBackground({ teamId, revisionId }, prepared.later));
      return {};
    });
  },
  removeRevision: async ({ ctx, params }) => {
    await ctx.write((tx) => deleteRevision(tx, ctx.teamId, params.revisionId));
    return {};
  },
});
