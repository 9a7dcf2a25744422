import { and, eq } from "drizzle-orm";
import { tools as contract } from "@/lib/contract/tools";
import { iconIssue } from "../agents/service";
import { datasourceOf } from "../datasources/service";
import type { Tx } from "../db/client";
import { checkUnused, checkVersion, copyOf, lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { AppError } from "../http/errors";
import { implement } from "../http/implement";
import { listTools, toolOf, usersOfTools, viewTool } from "./queries";
import { forgetTools, freeFunctionName, requireFunctionName } from "./service";
import { tools } from "./table";

const added = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/tools` });

async function checkReferences(
  tx: Tx,
  teamId: string,
  sent: { iconId?: string | null; definition?: { datasourceId: string } },
): Promise<void> {
  const issues = await iconIssue(tx, teamId, sent.iconId);
  if (sent.definition) {
    const found = await datasourceOf(tx, teamId, sent.definition.datasourceId).catch(() => undefined);
    if (!found)
      issues.push({ path: "definition.datasourceId", message: "This datasource does not exist or was deleted." });
  }
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}

implement(contract, {
  list: ({ ctx, query }) => listTools(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ tool: await viewTool(ctx.db, ctx.teamId, params.toolId) }),
  add: ({ ctx: { db, teamId, accountId }, body: { functionName, ...body } }) =>
    db.transaction(async (tx) => {
      await checkReferences(tx, teamId, body);
      if (functionName) await requireFunctionName(tx, teamId, functionName);
      const id = newId("tool");
      await tx.insert(tools).values({
        ...{ ...body, id, teamId, createdBy: accountId, state: "ready", datasourceId: body.definition.datasourceId },
        functionName: functionName ?? (await freeFunctionName(tx, teamId, body.name)),
      });
      return added(teamId, id);
    }),
  edit: ({ ctx: { db, teamId, accountId }, params, body: { version, ...sent } }) =>
    db.transaction(async (tx) => {
      await lockRow(tx, tools, teamId, params.toolId);
      const row = await toolOf(tx, teamId, params.toolId);
      if (version !== undefined && version !== row.version)
        checkVersion(row.version, version, "tool", await viewTool(tx, teamId, row.id));
      await checkReferences(tx, teamId, sent);
      if (sent.functionName && sent.functionName !== row.functionName)
        await requireFunctionName(tx, teamId, sent.functionName);
      await tx
        .update(tools)
        .set({
          ...{ ...sent, datasourceId: sent.definition?.datasourceId, version: nextVersion },
          ...{ updatedBy: accountId, dateUpdated: new Date() },
        })
        .where(and(eq(tools.teamId, teamId), eq(tools.id, row.id)));
      return {};
    }),
  duplicate: ({ ctx: { db, teamId, accountId }, params }) =>
    db.transaction(async (tx) => {
      const row = copyOf(await toolOf(tx, teamId, params.toolId), newId("tool"), accountId);
      const functionName = await freeFunctionName(tx, teamId, row.functionName);
      await tx.insert(tools).values({ ...row, functionName });
      return added(teamId, row.id);
    }),
  remove: ({ ctx: { db, teamId }, params, body }) =>
    db.transaction(async (tx) => {
      await lockRow(tx, tools, teamId, params.toolId);
      const row = await toolOf(tx, teamId, params.toolId);
      checkUnused(await usersOfTools(tx, teamId, [row.id]), body.force);
      await forgetTools(tx, teamId, [row.id]);
      await tx.delete(tools).where(and(eq(tools.teamId, teamId), eq(tools.id, row.id)));
      return {};
    }),
});
