import { and, eq, isNull } from "drizzle-orm";
import { pausedWord } from "@/lib/constants/datasources";
import { datasources as contract } from "@/lib/contract/datasources";
import { checkUnused, lockRow, nextVersion } from "../db/edit";
import { AppError, invalidField } from "../http/errors";
import { implement } from "../http/implement";
import { teamPayer } from "../knowledge/payer";
import { addJob } from "../knowledge/pipeline/jobs";
import { wakeIngest } from "../knowledge/pipeline/wake";
import { retrieve } from "../knowledge/retrieval/retrieve";
import { removeFiles } from "../storage/remove-files";
import { forgetTools, toolsOfDatasource, usersOfDatasource } from "../tools/service";
import { benchModel } from "./bench-model";
import { changeDatasource } from "./change";
import { addConnection, checkStreams, testConnection } from "./connect";
import { discoverStreams } from "./discover";
import { previewFile } from "./preview";
import { listDatasources, viewDatasource } from "./queries";
import { removeDatasource } from "./remove";
import { scheduleOf } from "./schedule";
import { datasourceOf } from "./service";
import { datasourceJobs, datasources } from "./table";
import { chunkingDefault, takeUpload } from "./upload";
import "./vectordb-users";

implement(contract, {
  list: ({ ctx, query }) => listDatasources(ctx.db, ctx.teamId, query),
  get: async ({ ctx, params }) => ({ datasource: await viewDatasource(ctx.db, ctx.teamId, params.datasourceId) }),
  test: ({ ctx, body }) => testConnection(ctx, body),
  add: async ({ ctx, body, afterCommit }) => {
    afterCommit(wakeIngest);
    return addConnection(ctx, body);
  },
  upload: async ({ ctx, body, upload, afterCommit }) => {
    afterCommit(wakeIngest);
    return takeUpload(ctx, body, upload);
  },
  preview: async ({ ctx, body, upload }) => {
    const [file] = upload.files;
    if (!file) throw invalidField("file", "Choose a file.");
    return previewFile(ctx, file, body.chunking ?? chunkingDefault);
  },
  edit: async ({ ctx, params, body, afterCommit }) => {
    afterCommit(wakeIngest);
    return changeDatasource(ctx, params.datasourceId, body);
  },
  sync: ({ ctx: { db, teamId, accountId }, params, afterCommit }) =>
    db.transaction(async (tx) => {
      await lockRow(tx, datasources, teamId, params.datasourceId);
      const row = await datasourceOf(tx, teamId, params.datasourceId);
      if (row.status === "draft") throw new AppError("conflict", "Choose what to sync first.");
      const kind = row.sourceType === "file" ? "upload" : "sync";
      afterCommit(wakeIngest);
      return { jobId: await addJob(tx, { teamId, datasourceId: row.id }, kind, accountId) };
    }),
  cancel: ({ ctx: { db, teamId }, params }) =>
    db.transaction(async (tx) => {
      const row = await datasourceOf(tx, teamId, params.datasourceId);
      await tx
        .update(datasourceJobs)
        .set({ cancelRequested: true })
        .where(and(eq(datasourceJobs.datasourceId, row.id), isNull(datasourceJobs.dateEnded)));
      return {};
    }),
  discover: ({ ctx, params }) => discoverStreams(ctx, params.datasourceId),
  streams: ({ ctx: { db, teamId, accountId }, params, body, afterCommit }) =>
    db.transaction(async (tx) => {
      await lockRow(tx, datasources, teamId, params.datasourceId);
      const row = await datasourceOf(tx, teamId, params.datasourceId);
      if (row.sourceType === "file") throw new AppError("conflict", "A datasource of files has no streams.");
      if (row.status === "draft") throw new AppError("conflict", "Choose what to sync first.");
      checkStreams(row.discoveredSchema, body.streamConfig);
      await tx
        .update(datasources)
        .set({ streamConfig: body.streamConfig, version: nextVersion, updatedBy: accountId, dateUpdated: new Date() })
        .where(eq(datasources.id, row.id));
      const left = row.streamConfig.some(({ name }) => !body.streamConfig.some((one) => one.name === name));
      if (!body.sync && !left) return {};
      afterCommit(wakeIngest);
      const jobId = await addJob(tx, { teamId, datasourceId: row.id }, body.sync ? "sync" : "upload", accountId);
      return { jobId };
    }),
  schedule: ({ ctx: { db, teamId, team, accountId }, params, body }) =>
    db.transaction(async (tx) => {
      const row = await datasourceOf(tx, teamId, params.datasourceId);
      if (row.sourceType === "file")
        throw new AppError("conflict", "Files are uploaded by hand: there is nothing to schedule.");
      if (row.status === "draft") throw new AppError("conflict", "Choose what to sync first.");
      // Holds the organisation, which comes before the datasource, as where storage is booked.
      const schedule = await scheduleOf(tx, team.orgId, body);
      await lockRow(tx, datasources, teamId, params.datasourceId);
      await tx
        .update(datasources)
        .set({
          ...{ ...schedule, version: nextVersion, updatedBy: accountId, dateUpdated: new Date() },
          ...(row.statusMessage?.startsWith(pausedWord) && { statusMessage: null }),
        })
        .where(eq(datasources.id, row.id));
      return {};
    }),
  query: async ({ ctx, params, body }) => {
    const row = await datasourceOf(ctx.db, ctx.teamId, params.datasourceId);
    const payer = await teamPayer(ctx.db, ctx.teamId, ctx);
    const ask = await benchModel(ctx.db, ctx.teamId, body.retriever, payer, ctx.signal);
    return retrieve(ctx.db, [row], body.query, body.retriever, { signal: ctx.signal, payer, ask });
  },
  remove: async ({ ctx: { db, teamId }, params, body }) => {
    const files = await db.transaction(async (tx) => {
      await lockRow(tx, datasources, teamId, params.datasourceId);
      const row = await datasourceOf(tx, teamId, params.datasourceId);
      checkUnused(await usersOfDatasource(tx, teamId, row.id), body.force);
      await forgetTools(tx, teamId, await toolsOfDatasource(tx, teamId, row.id));
      return removeDatasource(tx, row);
    });
    await removeFiles(files);
    return {};
  },
});
