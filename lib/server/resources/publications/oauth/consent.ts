import type { AuthorizationRequest } from "@/lib/contract/oauth-server/fields";
import type { Consent } from "@/lib/contract/oauth-server/schemas";
import { findCallerMembership } from "../../../access/auth/membership";
import type { AccountContext } from "../../../access/calls/implement";
import { AppError } from "../../../platform/errors/errors";
import { findPublicationCaller, isAdmitted, type PublicationCaller } from "../service";
import { findClient, type OauthClient } from "./clients";
import { isDocumentUrl } from "./metadata-document";
import { checkRequest } from "./request";

const noAccess = "You don't have access to this app, or it isn't available to MCP clients.";

/** Where the person returns to: a host, or the scheme of a program. */
function describeTarget(uri: string): string {
  const { protocol, host } = new URL(uri);
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1);
}

const describeClient = ({ id, name }: OauthClient, redirectUri: string): Consent["client"] => ({
  name,
  publishedBy: isDocumentUrl(id) ? new URL(id).host : null,
  returnsTo: describeTarget(redirectUri),
});

/** Throws 404 for a person who may not use the app, and like `findPublicationCaller`. */
async function findForPerson({ db, principal }: AccountContext, publicationId: string) {
  const caller = await findPublicationCaller(db, publicationId, "mcp");
  const { publication } = caller;
  const membership = await findCallerMembership(db, principal, publication.teamId);
  if (!membership || !(await isAdmitted(db, caller, principal.account.id))) throw new AppError("not_found", noAccess);
  return { caller, teamName: membership.team.name };
}

const describePublication = ({ publication, app, principal }: PublicationCaller, teamName: string) => ({
  _id: publication.id,
  resourceSlug: publication.teamId,
  teamName,
  appName: app.name,
  principalName: principal.name,
});

/** The error, which leads to another sign-in, from which the person returns to the request. */
function withReturn({ code, message }: AppError, redirect: string, sent: AuthorizationRequest): AppError {
  const goto = `/oauth/authorize?${new URLSearchParams(sent as Record<string, string>)}`;
  return new AppError(code, message, { redirect: `${redirect}&goto=${encodeURIComponent(goto)}` });
}

/** What the page shows that asks the person. */
export async function describeRequest(ctx: AccountContext, sent: AuthorizationRequest): Promise<Consent> {
  if (!sent.client_id) throw new AppError("invalid", "The client_id parameter is missing.");
  const client = await findClient(ctx.db, sent.client_id, ctx.signal);
  const { redirectUri, publicationId, problem, buildErrorUrl } = checkRequest(client, sent);
  const common = { client: describeClient(client, redirectUri), publication: null };
  if (problem || publicationId === undefined) {
    const { error, message } = problem ?? { error: "invalid_target", message: noAccess };
    return { ...common, returnUrl: buildErrorUrl(error), problem: message };
  }
  const returnUrl = buildErrorUrl("access_denied");
  try {
    const { caller, teamName } = await findForPerson(ctx, publicationId);
    return { ...common, returnUrl, problem: null, publication: describePublication(caller, teamName) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.extra.redirect) throw withReturn(error, error.extra.redirect, sent);
    // A stranger learns nothing about a publication.
    return { ...common, returnUrl, problem: noAccess };
  }
}
