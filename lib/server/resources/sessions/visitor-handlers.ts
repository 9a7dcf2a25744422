import { sessions as contract } from "@/lib/contract/sessions/schemas";
import { findShownName } from "../../access/auth/visitor";
import { implementShared } from "../../access/calls/implement-shared";
import { decideBudgetRequest } from "../../engine/budgets/service";
import { answerRequest } from "../../engine/runs/answer";
import { cancelRun } from "../../engine/runs/cancel";
import { checkStartValues } from "../../engine/runs/context/start-values";
import { secretValues } from "../../engine/runs/context/values";
import { toVisitorMessage } from "../../engine/runs/log/visitor-events";
import { createSession, updateSession } from "../../engine/runs/sessions";
import { startRun } from "../../engine/runs/start";
import { redact, redactIn } from "../../platform/crypto/redact";
import { joinTransaction, type Tx } from "../../platform/db/client";
import { invalidField, notFound } from "../../platform/errors/errors";
import { toStartable } from "../apps/start";
import { requireVisitorAsked } from "../inbox/service";
import { countMessage, startConversation } from "../shares/actions";
import { asksPassword, checkLinkPassword, requireVisitor } from "../shares/service";
import { createVisitorStream } from "./event-stream";
import { storeRating } from "./feedback";
import { addSessionFile, sendSessionFile } from "./files";
import { listMessages } from "./messages";
import { getVisitorSession, lockVisitorSession } from "./service";
import { listVersions } from "./versions";
import { requirePrincipal, throwWithoutDetails, viewForVisitor } from "./visitor-session";
import { findWebsiteVisits } from "./website-visits";

const bearer = /^Bearer\s+/i;
const readBearer = ({ headers }: Request) => headers.get("authorization")?.replace(bearer, "");

implementShared(contract, {
  get: async ({ ctx: { db, visit }, params }) => {
    const session = await getVisitorSession(db, requireVisitor(visit), params.sessionId);
    return { session: await viewForVisitor(db, visit, session) };
  },

  messages: async ({ ctx: { db, visit }, params, query }) => {
    const { visitor } = requireVisitor(visit);
    const { id } = await getVisitorSession(db, requireVisitor(visit), params.sessionId);
    const { messages, next } = await listMessages(db, id, visitor.id, query);
    const name = findShownName(visit);
    return { messages: messages.map((message) => toVisitorMessage(message, name)), next };
  },

  versions: async ({ ctx: { db, visit }, params, query }) => {
    const { id } = await getVisitorSession(db, requireVisitor(visit), params.sessionId);
    const { versions } = await listVersions(db, id, query.messageId);
    const name = findShownName(visit);
    return {
      versions: versions.map(({ messages }) => ({ messages: messages.map((one) => toVisitorMessage(one, name)) })),
    };
  },

  events: async ({ ctx, params, query }) => {
    const visitor = requireVisitor(ctx.visit);
    const { id } = await getVisitorSession(ctx.db, visitor, params.sessionId);
    const last = Number(ctx.request.headers.get("last-event-id") ?? Number.NaN);
    return createVisitorStream(ctx, visitor, id, Number.isSafeInteger(last) && last >= 0 ? last : (query.after ?? 0));
  },

  add: async ({ ctx, body }) => {
    const { db, visit, request, address, requireRights } = ctx;
    const { link, app, orgId } = visit;
    const website = findWebsiteVisits(visit);
    if (website) {
      const added = await website.addSession(ctx, body);
      return { _id: added.id, visitorToken: added.token ?? readBearer(request), redirect: `/embed/${link.id}` };
    }
    await checkLinkPassword(visit, body.password, address);
    if (body.id !== undefined && body.id !== app.id) throw notFound("This app");
    const { id, token } = await joinTransaction(db, async (tx) => {
      const { visitorId, token: own } = await startConversation(tx, visit);
      const place = {
        teamId: link.teamId,
        orgId,
        name: findShownName(visit),
        createdBy: null,
        shareId: link.id,
        visitorId,
      };
      const session = await createSession(tx, { ...toStartable(app), ...place });
      const values = await checkStartValues(tx, session, body.variables);
      if (values) await updateSession(tx, session, values);
      // The hash took long enough for the link to be changed meanwhile.
      if (asksPassword(visit)) await requireRights(tx);
      return { id: session.id, token: own };
    });
    return { _id: id, visitorToken: token ?? readBearer(request), redirect: `/s/${link.teamId}/${link.id}` };
  },

  edit: async ({ ctx: { db, visit }, params, body }) => {
    const visitor = requireVisitor(visit);
    await db.transaction(async (tx) => {
      const session = await lockVisitorSession(tx, visitor, params.sessionId);
      if (body.name !== undefined) throw invalidField("name", "Visitors can't rename sessions.");
      const values = await checkStartValues(tx, session, body.variables);
      if (values) await updateSession(tx, session, values);
    });
    return {};
  },

  start: async ({ ctx, params, body: { requestId, decision, ...body } }) => {
    const { db, visit } = ctx;
    const visitor = requireVisitor(visit);
    const session = await getVisitorSession(db, visitor, params.sessionId);
    const principalId = await requirePrincipal(db, visit);
    const author = { id: visitor.visitor.id, name: visit.account?.name ?? "Visitor" };
    const website = findWebsiteVisits(visit);
    if (!requestId && website)
      return website.startRun(ctx, visitor, session.id, author, body).catch(throwWithoutDetails);
    const work = async (tx: Tx) => {
      if (requestId && decision) {
        const secrets = secretValues(session);
        const said = {
          requestId,
          decision,
          reason: body.reason && redact(body.reason, secrets),
          ...(body.input !== undefined && { input: redactIn(body.input, secrets) }),
        };
        return answerRequest(tx, session, author, said, {
          decide: decideBudgetRequest,
          allow: (inner, request) => requireVisitorAsked(inner, request),
        });
      }
      await countMessage(tx, visitor);
      const values = await checkStartValues(tx, session, body.variables);
      if (values) await updateSession(tx, session, values);
      const lock = (tx: Tx) => lockVisitorSession(tx, visitor, session.id);
      return startRun(tx, lock, { ...author, principalId }, { ...body, variables: undefined });
    };
    return ctx.startOnce((store) => joinTransaction(store, work)).catch(throwWithoutDetails);
  },

  cancel: async ({ ctx: { db, visit }, params }) => {
    const { id, teamId } = await getVisitorSession(db, requireVisitor(visit), params.sessionId);
    await cancelRun(db, teamId, id);
    return {};
  },

  feedback: async ({ ctx: { db, visit }, params, body }) => {
    const visitor = requireVisitor(visit);
    const { id } = await getVisitorSession(db, visitor, params.sessionId);
    await storeRating(db, id, visitor.visitor.id, body);
    return {};
  },

  addFile: async ({ ctx: { db, write, visit }, params, upload }) => {
    const { id } = await getVisitorSession(db, requireVisitor(visit), params.sessionId);
    const [file] = upload.files;
    if (!file) throw invalidField("file", "Choose a file.");
    await findWebsiteVisits(visit)?.checkFile(db, visit, file.size);
    return { _id: await addSessionFile(write, id, file), filename: file.filename };
  },

  file: async ({ ctx: { db, visit }, params }) => {
    const { id } = await getVisitorSession(db, requireVisitor(visit), params.sessionId);
    return sendSessionFile(db, id, params.fileId);
  },
});
