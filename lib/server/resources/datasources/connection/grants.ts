import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { oauthGrantMs } from "@/lib/constants/limits";
import { type OauthService, oauthServices, serviceTitles } from "@/lib/constants/oauth-services";
import { isObject } from "@/lib/utils/json/is-object";
import type { AuthorizationResult } from "../../../engine/connectors/oauth/authorize";
import { findOauthService } from "../../../engine/connectors/oauth/field";
import type { JsonSchema } from "../../../engine/connectors/shared/types";
import { openSecret, sealSecret } from "../../../platform/crypto/secrets";
import { hashToken } from "../../../platform/crypto/tokens";
import type { Db, Reader } from "../../../platform/db/client";
import { tokens } from "../../../platform/db/tables/accounts";
import { invalidField } from "../../../platform/errors/errors";
import { newId, randomText } from "../../../platform/ids/ids";

type Config = Record<string, unknown>;
type Writer = Pick<Db, "update">;

/** The account and team that own a grant: no one else can use it. */
export interface Granter {
  teamId: string;
  accountId: string;
}

const grantSchema = z.object({
  teamId: z.string(),
  service: z.enum(oauthServices),
  /** The refresh token, until a datasource uses it. */
  sealed: z.string().optional(),
  usedBy: z.string().optional(),
});

const createHandle = /^grant_[0-9a-z]{52}$/;
const expiredGrant = () => invalidField("config.authentication", "This sign-in has expired. Sign in again.");
const seal = (teamId: string, rowId: string, token: string) => sealSecret("datasource", { teamId, rowId }, token);

/** Stores a grant for an hour. The browser receives its id, never the refresh token. */
export async function storeGrant(
  db: Pick<Db, "insert">,
  { teamId, accountId }: Granter,
  { service, authentication }: AuthorizationResult,
): Promise<string> {
  const id = newId("token");
  const grant = `grant_${randomText(52)}`;
  const expires = new Date(Date.now() + oauthGrantMs);
  const data = { teamId, service, sealed: seal(teamId, id, authentication.refreshToken) };
  await db.insert(tokens).values({ id, hash: hashToken(grant), purpose: "grant", accountId, data, expires });
  return grant;
}

export interface Grant {
  /** Stores a rotated refresh token. */
  replace: (db: Writer, changes: Config) => Promise<void>;
  /** Marks the grant as used by a datasource: no other can use it. */
  use: (db: Writer, datasourceId: string) => Promise<void>;
}

/** Replaces a grant's id in settings by its refresh token; `grant` is undefined when there is none. */
export async function readGrant(
  db: Reader,
  { teamId, accountId }: Granter,
  specification: JsonSchema,
  config: Config,
  datasourceId: string,
): Promise<{ config: Config; grant?: Grant }> {
  const { authentication } = config;
  const name = isObject(authentication) ? authentication.refreshToken : undefined;
  if (typeof name !== "string" || !createHandle.test(name)) return { config };
  const [row] = await db
    .select({ id: tokens.id, data: tokens.data })
    .from(tokens)
    .where(
      and(
        eq(tokens.hash, hashToken(name)),
        eq(tokens.purpose, "grant"),
        eq(tokens.accountId, accountId),
        gt(tokens.expires, new Date()),
      ),
    );
  const found = row && grantSchema.parse(row.data);
  if (!found || found.teamId !== teamId) throw expiredGrant();
  checkService(found.service, findOauthService(specification));
  const withToken = (refreshToken: string | undefined): Config => ({
    ...config,
    authentication: { ...(isObject(authentication) ? authentication : {}), refreshToken },
  });
  // A form submitted again still contains the grant's id: the stored token is meant.
  if (found.usedBy !== undefined && found.usedBy === datasourceId) return { config: withToken(undefined) };
  if (found.sealed === undefined) throw expiredGrant();
  const token = openSecret("datasource", { teamId, rowId: row.id }, found.sealed);
  return { config: withToken(token), grant: findGrant(row.id, found) };
}

/** A grant of one service must not be sent to another. */
function checkService(service: OauthService, wanted: OauthService | undefined): void {
  if (service === wanted) return;
  const right = wanted ? `Sign in with ${serviceTitles[wanted]} instead.` : "Enter a key instead.";
  throw invalidField("config.authentication", `You signed in with ${serviceTitles[service]}. ${right}`);
}

function findGrant(id: string, { teamId, service }: z.output<typeof grantSchema>): Grant {
  const unused = and(eq(tokens.id, id), sql`${tokens.data} ? 'sealed'`);
  return {
    async replace(db, { authentication }) {
      const token = isObject(authentication) ? authentication.refreshToken : undefined;
      if (typeof token !== "string") return;
      await db
        .update(tokens)
        .set({ data: { teamId, service, sealed: seal(teamId, id, token) } })
        .where(unused);
    },
    async use(db, usedBy) {
      const rows = await db
        .update(tokens)
        .set({ data: { teamId, service, usedBy } })
        .where(unused)
        .returning({ id: tokens.id });
      if (rows.length === 0) throw expiredGrant();
    },
  };
}
