import type { PublicationCaller } from "../../../access/auth/publication-caller";
import type { Db } from "../../../platform/db/client";
import { AppError } from "../../../platform/errors/errors";
import type { BodyLimits } from "../../../platform/http/body/read-body";
import { maxRequestBytesOf } from "../limits";
import { resolveKey } from "../service";

const keyNames = ["key", "api_key", "api-key", "apikey", "access_token", "token", "authorization"];
const keyStart = "mpk_";

/** Throws for a key in the address, which proxies and logs record. */
function refuseKeyInAddress(request: Request): void {
  for (const [name, value] of new URL(request.url).searchParams)
    if (value.startsWith(keyStart) || keyNames.includes(name.toLowerCase()))
      throw new AppError(
        "invalid",
        "Send the key in the Authorization header, not in the URL. Revoke a key that was in a URL.",
      );
}

/** The caller of a key in the Authorization header. Throws like `resolveKey`, and 400 for a key in the address. */
export async function requirePublicationCaller(db: Db, request: Request): Promise<PublicationCaller> {
  refuseKeyInAddress(request);
  const presented = /^Bearer\s+(\S{1,200})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return resolveKey(db, presented ?? "", "openai");
}

/** The body's limits: those of the call, within those of the publication and its key. */
export const toBodyLimits = (caller: PublicationCaller, { maxBytes, maxKeys }: BodyLimits): BodyLimits => ({
  maxBytes: Math.min(maxBytes ?? Number.POSITIVE_INFINITY, maxRequestBytesOf(caller)),
  maxKeys,
});
