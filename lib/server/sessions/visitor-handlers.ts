import { eq } from "drizzle-orm";
import { sessions as contract } from "@/lib/contract/sessions";
import { startable } from "../apps/service";
import { decisionOn } from "../budgets/service";
import { cutSecrets, cutSecretsIn } from "../crypto/cut-secrets";
import { joinTransaction, type Tx } from "../db/client";
import { newId } from "../db/ids";
import { invalidField, notFound } from "../http/errors";
import { implementShared } from "../http/implement-shared";
import { requireVisitorAsked } from "../inbox/service";
import { visitorStream } from "../realtime/event-stream";
import { answerRequest } from "../runs/answer";
import { cancelRun } from "../runs/cancel";
import { startRun } from "../runs/start";
import { secretValues } from "../runs/values";
import { visitorMessage } from "../runs/visitor-events";
import { beginConversation, knownVisitor, takeMessage } from "../shares/service";
import { rate } from "./feedback";
import { addSessionFile, sendSessionFile } from "./files";
import { listMessages } from "./queries";
import { lockVisitorSession, visitorSession } from "./service";
import { sessions } from "./table";
import { askedValues, requirePrincipal, viewForVisitor, withoutInside } from "./visitor-session";

const bearer = /^Bearer\s+/i;

implementShared(contract, {
  get: async ({ ctx: { db, visit }, params }) => {
    const session = await visitorSession(db, knownVisitor(visit), params.sessionId);
    return { session: await viewForVisitor(db, visit, session) };
  },

  messages: async ({ ctx: { db, visit }, params, query }) => {
    const { app, visitor } = knownVisitor(visit);
    const { id } = await visitorSession(db, knownVisitor(visit), params.sessionId);
    const { messages, next } = await listMessages(db, id, visitor.id, query);
    return { messages: messages.map((message) => visitorMessage(message, app.name)), next };
  },

  events: async ({ ctx, params, query }) => {
    const visitor = knownVisitor(ctx.visit);
    const { id } = await visitorSession(ctx.db, visitor, params.sessionId);
    const last = Number(ctx.request.headers.get("last-event-id") ?? Number.NaN);
    return visitorStream(ctx, visitor, id, Number.isSafeInteger(last) && last >= 0 ? last : (query.after ?? 0));
  },

  add: async ({ ctx: { db, visit, request }, body }) => {
    const { link, app, orgId } = visit;
    if (body.id !== app.id) throw notFound("This app");
    const id = newId("session");
    const { token } = await joinTransaction(db, async (tx) => {
      const begun = await beginConversation(tx, visit);
      const own = { createdBy: null, shareId: link.id, visitorId: begun.visitorId };
      const fresh = { ...startable(app), ...own, id, teamId: link.teamId, orgId, name: app.name };
      const [session] = await tx.insert(sessions).values(fresh).returning();
      const values = session && (await askedValues(tx, session, body.variables));
      if (values) await tx.update(sessions).set(values).where(eq(sessions.id, id));
      return begun;
    });
    const visitorToken = token ?? request.headers.get("authorization")?.replace(bearer, "");
    return { _id: id, visitorToken, redirect: `/s/${link.teamId}/${link.id}` };
  },

  start: async ({ ctx: { db, visit }, params, body: { requestId, decision, ...body }, afterCommit }) => {
    const visitor = knownVisitor(visit);
    const session = await visitorSession(db, visitor, params.sessionId);
    const principalId = await requirePrincipal(db, visit);
    const author = { id: visitor.visitor.id, name: visit.account?.name ?? "Visitor" };
    const work = joinTransaction(db, async (tx) => {
      if (requestId && decision) {
        const secrets = secretValues(session);
        const said = {
          ...{ requestId, decision, reason: body.reason && cutSecrets(body.reason, secrets) },
          ...(body.input !== undefined && { input: cutSecretsIn(body.input, secrets) }),
        };
        return answerRequest(tx, session, author, said, {
          decide: decisionOn,
          allow: (inner, request) => requireVisitorAsked(inner, request),
        });
      }
      await takeMessage(tx, visitor);
      const values = await askedValues(tx, session, body.variables);
      if (values) await tx.update(sessions).set(values).where(eq(sessions.id, session.id));
      const lock = (tx: Tx) => lockVisitorSession(tx, visitor, session.id);
      return startRun(tx, lock, { ...author, principalId }, { ...body, variables: undefined });
    });
    const { answer, begin } = await work.catch(withoutInside);
    afterCommit(begin);
    return answer;
  },

  cancel: async ({ ctx: { db, visit }, params }) => {
    const { id, teamId } = await visitorSession(db, knownVisitor(visit), params.sessionId);
    await cancelRun(db, teamId, id);
    return {};
  },

  feedback: async ({ ctx: { db, visit }, params, body }) => {
    const visitor = knownVisitor(visit);
    const { id } = await visitorSession(db, visitor, params.sessionId);
    await rate(db, id, visitor.visitor.id, body);
    return {};
  },

  addFile: async ({ ctx: { db, visit }, params, upload }) => {
    const { id } = await visitorSession(db, knownVisitor(visit), params.sessionId);
    const [file] = upload.files;
    if (!file) throw invalidField("file", "Choose a file.");
    return { _id: await addSessionFile(db, id, file), filename: file.filename };
  },

  file: async ({ ctx: { db, visit }, params }) => {
    const { id } = await visitorSession(db, knownVisitor(visit), params.sessionId);
    return sendSessionFile(db, id, params.fileId);
  },
});
