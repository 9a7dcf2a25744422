import { randomBytes } from "node:crypto";
import { openSecret, sealSecret } from "../../platform/crypto/secrets";
import type { publications, WebhookSecret } from "../../platform/db/tables/publications";

type Place = Pick<typeof publications.$inferSelect, "id" | "teamId">;

const hourMs = 3_600_000;
/** Of those that are being replaced. */
const maxKept = 4;

const toOwner = ({ id, teamId }: Place) => ({ teamId, rowId: id });
const isValid = ({ expires }: WebhookSecret): boolean => expires === null || Date.parse(expires) > Date.now();

/** In the form of Standard Webhooks: 256 random bits. */
const generate = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** A publication's secrets after another one has become the current one; earlier ones stay valid for some hours. */
export function replaceSecret(
  place: Place,
  known: readonly WebhookSecret[],
  { secret = generate(), overlapHours = 0 }: { secret?: string | undefined; overlapHours?: number },
): { secret: string; webhookSecrets: WebhookSecret[] } {
  const until = new Date(Date.now() + overlapHours * hourMs).toISOString();
  const earlier = known.map(({ sealed, expires }) => ({ sealed, expires: expires ?? until })).filter(isValid);
  const sealed = sealSecret("publication", toOwner(place), secret);
  return { secret, webhookSecrets: [{ sealed, expires: null }, ...earlier.slice(0, maxKept)] };
}

/** The valid ones of a publication's secrets, the current one first. */
export const openSecrets = (place: Place, secrets: readonly WebhookSecret[]): string[] =>
  secrets.filter(isValid).map(({ sealed }) => openSecret("publication", toOwner(place), sealed));

/** The secrets with which the sender may have signed, the current one first. */
export const openWebhookSecrets = (
  publication: Place & Pick<typeof publications.$inferSelect, "webhookSecrets">,
): string[] => openSecrets(publication, publication.webhookSecrets);
