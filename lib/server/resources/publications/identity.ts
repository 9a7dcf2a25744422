import { jwtVerify } from "jose";
import { toStorableText } from "../../engine/models/providers/shared/storable";
import type { publications } from "../../platform/db/tables/publications";
import { AppError } from "../../platform/errors/errors";
import { randomText } from "../../platform/ids/ids";
import { openSecrets } from "./webhook-secrets";

type Signer = Pick<typeof publications.$inferSelect, "id" | "teamId" | "identitySecrets">;

/** Who a visitor is, and until when their token is valid. */
export interface SignedIdentity {
  subject: string;
  expires: Date;
}

const maxSubject = 255;
/** A website signs again when someone comes back. */
const tokenMs = 24 * 60 * 60 * 1_000;
/** Seconds by which clocks may differ. */
const clockTolerance = 30;

export const newIdentitySecret = (): string => `mis_${randomText(48)}`;

/** Returns who a website's JSON Web Token names. Throws 403 unless it is signed with a valid secret and has not expired. */
export async function verifyIdentity(publication: Signer, token: string): Promise<SignedIdentity> {
  for (const secret of openSecrets(publication, publication.identitySecrets)) {
    const subject = await readSubject(token, new TextEncoder().encode(secret));
    if (subject) return { subject, expires: new Date(Date.now() + tokenMs) };
  }
  throw new AppError("forbidden", "The website couldn't confirm who you are. Reload the page and try again.");
}

async function readSubject(token: string, key: Uint8Array): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      requiredClaims: ["sub", "exp"],
      clockTolerance,
    });
    const { sub = "" } = payload;
    return sub.length <= maxSubject && sub === toStorableText(sub) ? sub : undefined;
  } catch {
    return undefined;
  }
}
