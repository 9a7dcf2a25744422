import { and, eq } from "drizzle-orm";
import { sessions as contract } from "@/lib/contract/sessions";
import { startableApp } from "../apps/service";
import { decisionOn } from "../budgets/service";
import { cutSecrets, cutSecretsIn } from "../crypto/cut-secrets";
import { openDatabase } from "../db/client";
import { lockRow } from "../db/edit";
import { newId } from "../db/ids";
import { invalidField } from "../http/errors";
import { implement } from "../http/implement";
import { requireAnswerer } from "../inbox/service";
import { eventStream } from "../realtime/event-stream";
import { showRating } from "../realtime/notify";
import { answerRequest } from "../runs/answer";
import { cancelRun } from "../runs/cancel";
import { readEvents } from "../runs/events";
import { startRun } from "../runs/start";
import { mergeValues, secretValues } from "../runs/values";
import { removeFiles } from "../storage/remove-files";
import { rate } from "./feedback";
import { addSessionFile, sendSessionFile } from "./files";
import { filesOf, listMessages, listSessions, viewSession } from "./queries";
import { lockSessionOf, sessionAskedOf, sessionOf } from "./service";
import { sessions } from "./table";

implement(contract, {
  list: ({ ctx, query }) => listSessions(ctx.db, ctx, query),
  get: async ({ ctx, params }) => ({ session: await viewSession(ctx.db, ctx, params.sessionId) }),
  messages: async ({ ctx, params, query }) => {
    const { id } = await sessionOf(ctx.db, ctx, params.sessionId);
    return listMessages(ctx.db, id, ctx.accountId, query);
  },
  log: async ({ ctx, params, query }) => {
    const { id } = await sessionOf(ctx.db, ctx, params.sessionId);
    const { events, more } = await readEvents(ctx.db, id, query.after, query.limit);
    return { events, next: more ? (events.at(-1)?.seq ?? null) : null };
  },
  events: async ({ ctx, params, query }) => {
    const { id } = await sessionOf(ctx.db, ctx, params.sessionId);
    const last = Number(ctx.request.headers.get("last-event-id") ?? Number.NaN);
    return eventStream(ctx, id, Number.isSafeInteger(last) && last >= 0 ? last : (query.after ?? 0));
  },
  add: async ({ ctx, body }) => {
    if (body.shareId !== undefined)
      throw invalidField("shareId", "A share link is for visitors: its calls begin with /s.");
    const app = await startableApp(ctx.db, ctx, body.id);
    const id = newId("session");
    const fresh = { id, teamId: ctx.teamId, variables: {}, secretVariables: {} };
    const values = await mergeValues(ctx.db, fresh, body.variables ?? {});
    const trigger = ctx.principal.kind === "key" ? ("api" as const) : ("chat" as const);
    const own = { createdBy: ctx.accountId, trigger, ...values, test: body.test ?? false };
    await ctx.db
      .insert(sessions)
      .values({ ...app, ...own, id, teamId: ctx.teamId, orgId: ctx.team.orgId, name: app.appName });
    return { _id: id, redirect: `/${ctx.teamId}/session/${id}` };
  },
  edit: async ({ ctx, params, body }) => {
    const { id } = await sessionOf(ctx.db, ctx, params.sessionId);
    const { name, variables } = body;
    if (name === undefined && variables === undefined) return {};
    await ctx.db.transaction(async (tx) => {
      await lockRow(tx, sessions, ctx.teamId, id);
      const values = variables && (await mergeValues(tx, await sessionOf(tx, ctx, id), variables));
      await tx
        .update(sessions)
        .set({ name, ...values })
        .where(and(eq(sessions.teamId, ctx.teamId), eq(sessions.id, id)));
    });
    return {};
  },
  start: async ({ ctx, params, body, afterCommit }) => {
    const { kind, tokenId, account } = ctx.principal;
    const author = { id: ctx.accountId, name: account.name, keyId: kind === "key" ? tokenId : null };
    const { requestId, decision, reason, input, args } = body;
    if (!requestId || !decision) {
      const { answer, begin } = await startRun(ctx.db, (tx) => lockSessionOf(tx, ctx, params.sessionId), author, body);
      afterCommit(begin);
      return answer;
    }
    const session = await sessionAskedOf(ctx.db, ctx, params.sessionId, requestId);
    const secrets = secretValues(session);
    const said = {
      ...{ requestId, decision, reason: reason && cutSecrets(reason, secrets) },
      ...(input !== undefined && { input: cutSecretsIn(input, secrets) }),
      ...(args && { args: cutSecretsIn(args, secrets) }),
    };
    const { answer, begin } = await answerRequest(ctx.db, session, author, said, {
      decide: (tx, budget) => decisionOn(tx, budget, ctx),
      allow: (tx, request) => requireAnswerer(tx, ctx, request.requestId),
    });
    afterCommit(begin);
    return answer;
  },
  cancel: async ({ ctx, params }) => {
    const { id } = await sessionOf(ctx.db, ctx, params.sessionId);
    await cancelRun(ctx.db, ctx.teamId, id);
    return {};
  },
  feedback: async ({ ctx, params, body: { messageId, value, reason } }) => {
    const { id } = await sessionOf(ctx.db, ctx, params.sessionId);
    await rate(ctx.db, id, ctx.accountId, { messageId, value, reason });
    await showRating(ctx.accountId, id, { messageId, value });
    return {};
  },
  addFile: async ({ ctx, params, upload }) => {
    const { id: sessionId } = await sessionOf(ctx.db, ctx, params.sessionId);
    const [file] = upload.files;
    if (!file) throw invalidField("file", "Choose a file.");
    return { _id: await addSessionFile(ctx.db, sessionId, file), filename: file.filename };
  },
  file: async ({ ctx, params }) => {
    const { id } = await sessionOf(ctx.db, ctx, params.sessionId);
    return sendSessionFile(ctx.db, id, params.fileId);
  },
  remove: async ({ ctx, params }) => {
    const { id } = await sessionOf(ctx.db, ctx, params.sessionId);
    // Stopped first, whatever comes of the rest: no part of what the audit log notes.
    await cancelRun((await openDatabase()).db, ctx.teamId, id);
    const files = await ctx.db.transaction(async (tx) => {
      const own = and(eq(sessions.teamId, ctx.teamId), eq(sessions.id, id));
      await tx.select({ id: sessions.id }).from(sessions).where(own).for("update");
      const paths = await filesOf(tx, id);
      await tx.delete(sessions).where(own);
      return paths;
    });
    await removeFiles(files);
    return {};
  },
});
