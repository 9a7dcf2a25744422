import { and, eq, sql } from "drizzle-orm";
import { tasks as contract } from "@/lib/contract/tasks";
import { apps } from "../apps/table";
import { checkUnused, checkVersion, copyOf, lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { notFound } from "../http/errors";
import { implement } from "../http/implement";
import { sessionOf } from "../sessions/service";
import { holdVariables } from "../variables/service";
import { listTasks, taskNamed, taskOf, usersOfTask, viewTask } from "./queries";
import { checkTask, holdContexts, promptNamesOf, variablesSetBy } from "./service";
import { tasks } from "./table";

const added = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/tasks` });

implement(contract, {
  list: ({ ctx, query }) => listTasks(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ task: await viewTask(ctx.db, ctx.teamId, params.taskId) }),
  find: async ({ ctx, query: { name, sessionId } }) => {
    if (sessionId) await sessionOf(ctx.db, ctx, sessionId);
    return { task: await taskNamed(ctx.db, ctx.teamId, name) };
  },
  add: async ({ ctx: { db, teamId, accountId }, body }) => {
    const id = newId("task");
    const own = { promptNames: promptNamesOf(body), variableIds: variablesSetBy(body) };
    await db.transaction(async (tx) => {
      await holdVariables(tx, teamId, { names: own.promptNames, ids: own.variableIds });
      await holdContexts(tx, teamId);
      await checkTask(tx, teamId, id, body);
      await tx.insert(tasks).values({ ...body, ...own, id, teamId, createdBy: accountId });
      return id;
    });
    return added(teamId, id);
  },
  edit: ({ ctx: { db, teamId, accountId }, params, body: { version, ...sent } }) =>
    db.transaction(async (tx) => {
      const { description = "", expectedOutput = "" } = sent;
      const names = promptNamesOf({ description, expectedOutput });
      await holdVariables(tx, teamId, { names, ids: variablesSetBy(sent) });
      await holdContexts(tx, teamId);
      await lockRow(tx, tasks, teamId, params.taskId);
      const row = await taskOf(tx, teamId, params.taskId);
      if (version !== undefined && version !== row.version)
        checkVersion(row.version, version, "task", await viewTask(tx, teamId, row.id));
      await checkTask(tx, teamId, row.id, sent);
      const after = { ...row, ...sent };
      await tx
        .update(tasks)
        .set({
          ...sent,
          promptNames: promptNamesOf(after),
          variableIds: variablesSetBy(after),
          version: nextVersion,
          updatedBy: accountId,
          dateUpdated: new Date(),
        })
        .where(and(eq(tasks.teamId, teamId), eq(tasks.id, row.id)));
      return {};
    }),
  duplicate: async ({ ctx: { db, teamId, accountId }, params }) => {
    const id = newId("task");
    await db.transaction(async (tx) => {
      const row = copyOf(await taskOf(tx, teamId, params.taskId), id, accountId);
      await holdVariables(tx, teamId, { names: row.promptNames, ids: row.variableIds });
      await tx.insert(tasks).values(row);
      return id;
    });
    return added(teamId, id);
  },
  remove: async ({ ctx, params, body }) => {
    const { teamId } = ctx;
    const own = and(eq(tasks.teamId, teamId), eq(tasks.id, params.taskId));
    await ctx.db.transaction(async (tx) => {
      await holdContexts(tx, teamId);
      const [row] = await tx.select({ id: tasks.id }).from(tasks).where(own).for("update");
      if (!row) throw notFound("This task");
      checkUnused(await usersOfTask(tx, ctx, row.id), body.force);
      await tx
        .update(tasks)
        .set({ contextTaskIds: sql`array_remove(${tasks.contextTaskIds}, ${row.id})` })
        .where(and(eq(tasks.teamId, teamId), sql`${tasks.contextTaskIds} @> array[${row.id}]`));
      await tx
        .update(apps)
        .set({ taskIds: sql`array_remove(${apps.taskIds}, ${row.id})` })
        .where(and(eq(apps.teamId, teamId), sql`${apps.taskIds} @> array[${row.id}]`));
      await tx.delete(tasks).where(own);
    });
    return {};
  },
});
