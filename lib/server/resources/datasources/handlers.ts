import { and, eq, isNull } from "drizzle-orm";
import { pausedPrefix } from "@/lib/constants/datasources";
import { datasources as contract } from "@/lib/contract/datasources/schemas";
import { implement } from "../../access/calls/implement";
import { getDatasource } from "../../engine/knowledge/find-datasource";
import { createTeamPayer } from "../../engine/knowledge/payer";
import { addJob } from "../../engine/knowledge/pipeline/work/jobs";
import { retrieve } from "../../engine/knowledge/retrieval/retrieve";
import { checkUnused, editedBy, lockRow } from "../../platform/db/query/edit";
import { datasourceJobs, datasources } from "../../platform/db/tables/datasources";
import { AppError, invalidField } from "../../platform/errors/errors";
import { listUsers } from "../references/users";
import { changeDatasource } from "./change";
import { addConnection, checkStreams, testConnection } from "./connection/connect";
import { discoverStreams } from "./connection/discover";
import { previewFile } from "./connection/preview";
import { addUpload } from "./connection/upload";
import { trashDatasource } from "./remove";
import { chunkingDefault, updateDatasource } from "./store/actions";
import { listDatasources, viewDatasource } from "./store/queries";
import { toScheduleColumns } from "./store/schedule";
import { listSearchable } from "./store/searchable";
import { getBenchModel } from "./trials/bench-model";

implement(contract, {
  list: ({ ctx, query }) => listDatasources(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ datasource: await viewDatasource(ctx.db, ctx.teamId, params.datasourceId) }),
  searchable: ({ ctx, query }) => listSearchable(ctx.db, ctx.teamId, query),
  test: ({ ctx, body }) => testConnection(ctx, body),
  add: ({ ctx, body }) => addConnection(ctx, body),
  upload: ({ ctx, body, upload }) => addUpload(ctx, body, upload),
  preview: async ({ ctx, body, upload }) => {
    const [file] = upload.files;
    if (!file) throw invalidField("file", "Choose a file.");
    return previewFile(ctx, file, body.chunking ?? chunkingDefault);
  },
  edit: ({ ctx, params, body }) => changeDatasource(ctx, params.datasourceId, body),
  sync: ({ ctx: { db, teamId, accountId }, params }) =>
    db.transaction(async (tx) => {
      await lockRow(tx, datasources, teamId, params.datasourceId);
      const row = await getDatasource(tx, teamId, params.datasourceId);
      if (row.status === "draft") throw new AppError("conflict", "Choose streams first.");
      const kind = row.sourceType === "file" ? "upload" : "sync";
      return { jobId: await addJob(tx, { teamId, datasourceId: row.id }, kind, accountId) };
    }),
  cancel: ({ ctx: { db, teamId }, params }) =>
    db.transaction(async (tx) => {
      const row = await getDatasource(tx, teamId, params.datasourceId);
      await tx
        .update(datasourceJobs)
        .set({ cancelRequested: true })
        .where(and(eq(datasourceJobs.datasourceId, row.id), isNull(datasourceJobs.dateEnded)));
      return {};
    }),
  discover: ({ ctx, params }) => discoverStreams(ctx, params.datasourceId),
  streams: ({ ctx: { write, teamId, accountId }, params, body }) =>
    write(async (tx) => {
      await lockRow(tx, datasources, teamId, params.datasourceId);
      const row = await getDatasource(tx, teamId, params.datasourceId);
      if (row.sourceType === "file") throw new AppError("conflict", "A file data source has no streams.");
      if (row.status === "draft") throw new AppError("conflict", "Choose streams first.");
      checkStreams(row.discoveredSchema, body.streamConfig);
      await updateDatasource(tx, teamId, row.id, { streamConfig: body.streamConfig, ...editedBy(accountId) });
      const left = row.streamConfig.some(({ name }) => !body.streamConfig.some((one) => one.name === name));
      if (!body.sync && !left) return {};
      const jobId = await addJob(tx, { teamId, datasourceId: row.id }, body.sync ? "sync" : "upload", accountId);
      return { jobId };
    }),
  schedule: ({ ctx: { write, teamId, team, accountId }, params, body }) =>
    write(async (tx) => {
      const row = await getDatasource(tx, teamId, params.datasourceId);
      if (row.sourceType === "file")
        throw new AppError("conflict", "Files are uploaded manually, so there is nothing to schedule.");
      if (row.status === "draft") throw new AppError("conflict", "Choose streams first.");
      // Locks the organization before the datasource, like reserving storage.
      const schedule = await toScheduleColumns(tx, team.orgId, body, row);
      await lockRow(tx, datasources, teamId, params.datasourceId);
      await updateDatasource(tx, teamId, row.id, {
        ...schedule,
        ...editedBy(accountId),
        ...(row.statusMessage?.startsWith(pausedPrefix) && { statusMessage: null }),
      });
      return {};
    }),
  query: async ({ ctx, params, body }) => {
    const row = await getDatasource(ctx.db, ctx.teamId, params.datasourceId);
    const payer = await createTeamPayer(ctx.db, ctx.teamId, ctx);
    const ask = await getBenchModel(ctx.db, ctx.teamId, body.retriever, payer, ctx.signal);
    return retrieve(ctx, [row], body.query, body.retriever, { signal: ctx.signal, payer, ask });
  },
  remove: async ({ ctx, params, body }) => {
    const { teamId } = ctx;
    const trashId = await ctx.write(async (tx) => {
      await lockRow(tx, datasources, teamId, params.datasourceId);
      const row = await getDatasource(tx, teamId, params.datasourceId);
      checkUnused(await listUsers(tx, ctx, "datasource", { ids: [row.id] }), body.force);
      return trashDatasource(tx, ctx, row);
    });
    return { trashId };
  },
});
