import { readCredential } from "../../../access/auth/principal";
import type { Db } from "../../../platform/db/client";
import { AppError } from "../../../platform/errors/errors";
import { isAccessToken } from "../oauth/secrets";
import { type PublicationCaller, resolveKey, resolveToken } from "../service";
import { findWebsite } from "../websites";

/** Returns the caller of the request's key or access token. Throws 401 without a valid one of the publication, and 403 for a foreign website. */
export async function authenticate(db: Db, request: Request, publicationId: string): Promise<PublicationCaller> {
  const credential = readCredential(request);
  const presented = credential && !credential.byCookie ? credential.token : "";
  const caller = isAccessToken(presented) ? await resolveToken(db, presented) : await resolveKey(db, presented, "mcp");
  if (caller.publication.id !== publicationId)
    throw new AppError("unauthorized", "Send a valid key of this publication.");
  findWebsite(request, caller);
  return caller;
}
