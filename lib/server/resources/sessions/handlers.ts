import { sessions as contract } from "@/lib/contract/sessions/schemas";
import { publishRating } from "../../access/broadcast/notify";
import { implement } from "../../access/calls/implement";
import { decideBudgetRequest } from "../../engine/budgets/service";
import { answerRequest } from "../../engine/runs/answer";
import { cancelRun } from "../../engine/runs/cancel";
import { mergeValues, secretValues } from "../../engine/runs/context/values";
import { readEvents } from "../../engine/runs/log/events";
import { createSession, updateSession } from "../../engine/runs/sessions";
import { startRun } from "../../engine/runs/start";
import { redact, redactIn } from "../../platform/crypto/redact";
import { openDatabase } from "../../platform/db/client";
import { lockRow } from "../../platform/db/query/edit";
import { sessions } from "../../platform/db/tables/sessions";
import { invalidField } from "../../platform/errors/errors";
import { getStartableApp } from "../apps/start";
import { requireAnswerer } from "../inbox/service";
import { createEventStream } from "./event-stream";
import { storeRating } from "./feedback";
import { addSessionFile, sendSessionFile } from "./files";
import { listMessages } from "./messages";
import { listSessions, viewSession } from "./queries";
import { removeSession } from "./remove";
import { getSession, getSessionForAnswer, lockSession } from "./service";
import { listVersions } from "./versions";

implement(contract, {
  list: ({ ctx, query }) => listSessions(ctx.db, ctx, query),
  get: async ({ ctx, params }) => ({ session: await viewSession(ctx.db, ctx, params.sessionId) }),
  messages: async ({ ctx, params, query }) => {
    const { id } = await getSession(ctx.db, ctx, params.sessionId);
    return listMessages(ctx.db, id, ctx.accountId, query);
  },
  versions: async ({ ctx, params, query }) => {
    const { id } = await getSession(ctx.db, ctx, params.sessionId);
    return listVersions(ctx.db, id, query.messageId);
  },
  log: async ({ ctx, params, query }) => {
    const { id } = await getSession(ctx.db, ctx, params.sessionId);
    const { events, more } = await readEvents(ctx.db, id, query.after, query.limit);
    return { events, next: more ? (events.at(-1)?.seq ?? null) : null };
  },
  events: async ({ ctx, params, query }) => {
    const { id } = await getSession(ctx.db, ctx, params.sessionId);
    const last = Number(ctx.request.headers.get("last-event-id") ?? Number.NaN);
    return createEventStream(ctx, id, Number.isSafeInteger(last) && last >= 0 ? last : (query.after ?? 0));
  },
  add: async ({ ctx, body }) => {
    if (body.id === undefined || body.shareId !== undefined)
      throw invalidField("shareId", "Share links are for visitors. Use the /s path prefix.");
    const app = await getStartableApp(ctx.db, ctx, body.id);
    const { teamId, accountId: createdBy } = ctx;
    const trigger = ctx.principal.kind === "key" ? ("api" as const) : ("chat" as const);
    const own = { teamId, orgId: ctx.team.orgId, name: app.appName, createdBy, trigger, test: body.test ?? false };
    const { id } = await createSession(ctx.db, { ...app, ...own }, body.variables);
    return { _id: id, redirect: `/${ctx.teamId}/session/${id}` };
  },
  edit: async ({ ctx, params, body }) => {
    const { id } = await getSession(ctx.db, ctx, params.sessionId);
    const { name, variables } = body;
    if (name === undefined && variables === undefined) return {};
    await ctx.db.transaction(async (tx) => {
      await lockRow(tx, sessions, ctx.teamId, id);
      const values = variables && (await mergeValues(tx, await getSession(tx, ctx, id), variables));
      await updateSession(tx, { id, teamId: ctx.teamId }, { name, ...values });
    });
    return {};
  },
  start: async ({ ctx, params, body }) => {
    const { kind, tokenId, account } = ctx.principal;
    const author = { id: ctx.accountId, name: account.name, keyId: kind === "key" ? tokenId : null };
    const { requestId, decision, reason, input, args } = body;
    if (!requestId || !decision) return startRun(ctx.db, (tx) => lockSession(tx, ctx, params.sessionId), author, body);
    const session = await getSessionForAnswer(ctx.db, ctx, params.sessionId, requestId);
    const secrets = secretValues(session);
    const said = {
      requestId,
      decision,
      reason: reason && redact(reason, secrets),
      ...(input !== undefined && { input: redactIn(input, secrets) }),
      ...(args && { args: redactIn(args, secrets) }),
    };
    return answerRequest(ctx.db, session, author, said, {
      decide: (tx, budget) => decideBudgetRequest(tx, budget, ctx),
      allow: (tx, request) => requireAnswerer(tx, ctx, request.requestId),
    });
  },
  cancel: async ({ ctx, params }) => {
    const { id } = await getSession(ctx.db, ctx, params.sessionId);
    await cancelRun(ctx.db, ctx.teamId, id);
    return {};
  },
  feedback: async ({ ctx, params, body: { messageId, value, reason } }) => {
    const { id } = await getSession(ctx.db, ctx, params.sessionId);
    await storeRating(ctx.db, id, ctx.accountId, { messageId, value, reason });
    await publishRating(ctx.accountId, id, { messageId, value });
    return {};
  },
  addFile: async ({ ctx, params, upload }) => {
    const { id: sessionId } = await getSession(ctx.db, ctx, params.sessionId);
    const [file] = upload.files;
    if (!file) throw invalidField("file", "Choose a file.");
    return { _id: await addSessionFile(ctx.write, sessionId, file), filename: file.filename };
  },
  file: async ({ ctx, params }) => {
    const { id } = await getSession(ctx.db, ctx, params.sessionId);
    return sendSessionFile(ctx.db, id, params.fileId);
  },
  remove: async ({ ctx, params }) => {
    const { id } = await getSession(ctx.db, ctx, params.sessionId);
    // Cancelled first, independently of the audited deletion.
    await cancelRun((await openDatabase()).db, ctx.teamId, id);
    return ctx.write((tx) => removeSession(tx, ctx, id));
  },
});
