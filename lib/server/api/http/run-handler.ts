import { notifyLimit } from "../../access/billing/notify-limit";
import type { AuditLog, BaseContext, PlainDb, Write } from "../../access/calls/implement";
import { visitHandlers } from "../../access/calls/implement-shared";
import type { Db, Transact } from "../../platform/db/client";
import type { ReceivedUpload } from "../../platform/http/body/receive-upload";
import { createCallAudit } from "../audit/audit-call";
import type { AdmittedCall } from "./calls/call";
import { type Run, runOnce } from "./calls/idempotency";
import { createNoCallError } from "./calls/match";
import type { Rights } from "./guards/rights";
import type { Reply } from "./reply";

interface ParsedInput {
  query: unknown;
  body: unknown;
  upload: ReceivedUpload | undefined;
}

const unaudited: AuditLog<string> = {
  record(target) {
    throw new Error(`A call that is not audited recorded a ${target}.`);
  },
};

/** Runs a call's handler: audited, idempotent if requested, and authorized until its end. */
export async function runHandler(call: AdmittedCall, input: ParsedInput, reply: Reply, rights: Rights) {
  try {
    return await rights.during(() => work(call, input, reply, rights));
  } catch (error) {
    const { db, principal, team } = call;
    if (principal) await notifyLimit(db, error, { principal, teamId: team?.context.teamId ?? null });
    throw error;
  }
}

function work(call: AdmittedCall, input: ParsedInput, reply: Reply, rights: Rights): Promise<unknown> {
  const { request, requestId, address, matched, endpoint, principal, visit, scim, publication, team } = call;
  const { setSession, setCookie } = reply;
  const context = {
    ...team?.context,
    request,
    requestId,
    address,
    signal: request.signal,
    principal,
    accountId: principal?.account.id,
    visit,
    scim,
    publication,
    requireRights: rights.check,
    ...((publication || visit) && { startOnce: createStartOnce(call, input.body, rights.transact) }),
  };
  const sent = { params: matched.params, ...input, setSession, setCookie };
  const audit = createCallAudit(endpoint, context, sent);
  const handler = visit ? visitHandlers.get(endpoint.name) : matched.route.handle;
  if (!handler) throw createNoCallError();
  const run: Run = async ({ db, write: transact }) => {
    const write: Write<string> = (step) => transact((tx) => (audit ? audit.around(tx, step) : step(tx, unaudited)));
    const ctx = { ...context, db, write } satisfies PlainDb & BaseContext<string>;
    const result = await (handler as (call: unknown) => unknown)({ ...sent, ctx });
    audit?.check();
    return result;
  };
  return runForKey(call, input.body, rights.transact, run);
}

/** For a call of which only a part is done once: because it waits for what it starts, or counts before that. */
function createStartOnce(
  { db, request, endpoint, pathname, publication, visit }: AdmittedCall,
  body: unknown,
  write: Transact,
) {
  const key = request.headers.get("idempotency-key");
  const visitorId = endpoint.visitors?.idempotent ? visit?.visitor?.id : undefined;
  const accountId = publication?.key?.id ?? visitorId;
  return (work: (db: Db) => Promise<unknown>): Promise<unknown> => {
    if (!key || !endpoint.idempotent || !accountId) return work(db);
    const call = { accountId, key, endpoint: endpoint.name, path: pathname, body };
    return runOnce(db, write, call, (store) => work(store.db));
  };
}

/** With an Idempotency-Key the work is done once, if the call and its caller support that. */
function runForKey(call: AdmittedCall, body: unknown, transact: Transact, run: Run): Promise<unknown> {
  const { db, request, endpoint, pathname, principal } = call;
  const key = request.headers.get("idempotency-key");
  const accountId = principal?.account.id;
  if (!key || !endpoint.idempotent || !accountId) return run({ db, write: transact });
  return runOnce(db, transact, { accountId, key, endpoint: endpoint.name, path: pathname, body }, run);
}
