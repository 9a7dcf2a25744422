import { tasks as contract } from "@/lib/contract/tasks/schemas";
import { create, implement } from "../../access/calls/implement";
import { guardWrite } from "../gate/service";
import { getSession } from "../sessions/service";
import { createTask, deleteTask, duplicateTask, updateTask } from "./actions";
import { findTaskByName, listTasks, viewTask } from "./queries";

const createdResponse = (teamId: string, _id: string) => ({ _id, redirect: `/${teamId}/tasks` });

implement(contract, {
  list: ({ ctx, query }) => listTasks(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ task: await viewTask(ctx.db, ctx.teamId, params.taskId) }),
  find: async ({ ctx, query: { name, sessionId } }) => {
    if (sessionId) await getSession(ctx.db, ctx, sessionId);
    return { task: await findTaskByName(ctx.db, ctx.teamId, name) };
  },
  add: async ({ ctx, body }) =>
    createdResponse(ctx.teamId, await create(ctx, "task", (tx) => createTask(tx, ctx, body))),
  edit: async ({ ctx, params, body: { force, reason, ...body } }) => {
    await guardWrite(ctx, { force, reason }, (tx, gate) => updateTask(tx, ctx, params.taskId, body, gate));
    return {};
  },
  duplicate: async ({ ctx, params }) =>
    createdResponse(ctx.teamId, await create(ctx, "task", (tx) => duplicateTask(tx, ctx, params.taskId))),
  remove: async ({ ctx, params, body }) => ({
    trashId: await ctx.write((tx) => deleteTask(tx, ctx, params.taskId, body.force)),
  }),
});
