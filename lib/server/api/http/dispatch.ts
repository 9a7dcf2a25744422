import {
  limitAddress,
  limitCaller,
  limitEmail,
  limitStrangers,
  limitToken,
  limitVisit,
} from "../../access/auth/rate-limits";
import { requireScimCaller } from "../../access/auth/scim-caller";
import { openDatabase } from "../../platform/db/client";
import { requireDiskSpace } from "../../platform/disk/disk";
import { isMcpPath, refuseMcpMethod } from "../../platform/errors/mcp-error";
import { readJsonBody } from "../../platform/http/body/read-body";
import { clientAddress } from "../../platform/http/front/client-address";
import { requirePublicationCaller, toBodyLimits } from "../../resources/publications/openai/caller";
import { allowWebsite, answerPreflight, findHttpWebsite } from "../../resources/publications/websites";
import { checkIds, parseBody, parseQuery, readFields, readQuery } from "./calls/call-input";
import { type CallLogEntry, withCallLog } from "./calls/call-log";
import { hasJsonBody, hasUpload, listStrangerLimits, needsDiskSpace } from "./calls/call-policy";
import { createNoCallError, matchRoute } from "./calls/match";
import { createFailureResponse, findProtocol } from "./failure";
import { checkCsrf } from "./guards/access";
import { admit } from "./guards/admit";
import { identify, toProvenCaller } from "./guards/identify";
import { createRights } from "./guards/rights";
import { findVisit } from "./guards/visit";
import { openReply } from "./reply";
import { runHandler } from "./run-handler";
import { receiveForEndpoint } from "./upload";

/** Responds to one API call. Never throws. */
export const dispatch = (request: Request, pathname: string): Promise<Response> =>
  withCallLog(request, async (requestId, entry) => {
    const response = await respond(request, pathname, requestId, entry).catch((error: unknown) =>
      createFailureResponse(error, request, entry),
    );
    if (entry.website) allowWebsite(response, entry.website);
    return response;
  });

/** The steps of a call, in the order of their errors. Throws on refusal. */
async function respond(request: Request, pathname: string, requestId: string, entry: CallLogEntry): Promise<Response> {
  entry.protocol = findProtocol(pathname);
  if (request.method === "OPTIONS" && entry.protocol === "openai") return answerPreflight(request);
  const matched = matchRoute(request.method, pathname);
  if (!matched) {
    if (isMcpPath(pathname)) return refuseMcpMethod();
    throw createNoCallError();
  }
  const { endpoint } = matched.route;
  entry.endpoint = endpoint.name;
  const address = clientAddress(request);
  await limitStrangers(listStrangerLimits(matched), address);
  request.signal.throwIfAborted();

  const { db } = await openDatabase();
  // Before the body, which can be large.
  const publication = endpoint.access === "publication" ? await requirePublicationCaller(db, request) : null;
  entry.website = (publication && findHttpWebsite(request, publication)) ?? undefined;
  const limits = publication ? toBodyLimits(publication, endpoint) : endpoint;
  const body = hasJsonBody(endpoint, request) ? await readJsonBody(request, limits) : undefined;
  const query = readQuery(request, matched.params);
  const call = { db, request, requestId, address, pathname, matched, endpoint, query, body };

  const scim = endpoint.access === "scim" ? await requireScimCaller(db, request) : null;
  const visit = await findVisit(db, matched, request, body);
  const found = visit ? null : await identify(call);
  const caller = toProvenCaller(call, found);
  const principal = caller?.principal ?? null;
  entry.accountId = principal?.account.id;
  entry.visitorId = visit?.visitor?.id;
  const team = visit ? undefined : await admit(call, caller);
  entry.teamId = visit?.link.teamId ?? publication?.publication.teamId ?? team?.context.teamId;
  if (principal) checkCsrf(endpoint, principal, request, body);
  if (needsDiskSpace(endpoint)) await requireDiskSpace(Number(request.headers.get("content-length")) || 0);
  request.signal.throwIfAborted();

  await limitAddress(endpoint, address);
  if (visit && endpoint.visitors) await limitVisit(endpoint.visitors, visit, address);
  if (principal) await limitCaller(endpoint, principal);
  if (scim) await limitToken(endpoint, scim.tokenId);
  checkIds(matched.params, body);
  const parsedQuery = parseQuery(endpoint, query);
  const admitted = { ...call, principal, visit, team, scim, publication };
  const rights = createRights(admitted);
  const orgId = visit?.orgId ?? team?.context.team.orgId;
  const upload = hasUpload(endpoint, request)
    ? await receiveForEndpoint(request, endpoint, db, orgId, !visit)
    : undefined;
  try {
    // Before the upload is processed: it may have arrived slowly.
    if (upload) await rights.check();
    const parsedBody = parseBody(endpoint, upload ? readFields(endpoint, upload.fields) : body);
    await limitEmail(endpoint, parsedBody);
    const reply = openReply(call, found);
    const result = await runHandler(admitted, { query: parsedQuery, body: parsedBody, upload }, reply, rights);
    return reply.toResponse(endpoint, result);
  } finally {
    await upload?.dispose();
  }
}
