import { and, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { oauthGrantMs } from "@/lib/constants/limits";
import { type OauthService, oauthServices, serviceTitles } from "@/lib/constants/oauth-services";
import { isObject } from "@/lib/utils/is-object";
import { tokens } from "../accounts/table";
import type { Granted } from "../connectors/oauth/authorize";
import { oauthServiceOf } from "../connectors/oauth/field";
import type { JsonSchema } from "../connectors/types";
import { openSecret, sealSecret } from "../crypto/secrets";
import { hashToken } from "../crypto/tokens";
import type { Db } from "../db/client";
import { newId, randomText } from "../db/ids";
import { invalidField } from "../http/errors";

type Config = Record<string, unknown>;
type Writer = Pick<Db, "update">;

/** Who has connected the account, and for which team: nobody else can use what was granted. */
export interface Granter {
  teamId: string;
  accountId: string;
}

const kept = z.object({
  teamId: z.string(),
  service: z.enum(oauthServices),
  /** The refresh token, until a datasource has it. */
  sealed: z.string().optional(),
  usedBy: z.string().optional(),
});

const handle = /^grant_[0-9a-z]{52}$/;
const over = () => invalidField("config.authentication", "This sign-in has run out. Sign in again.");
const seal = (teamId: string, rowId: string, token: string) => sealSecret("datasource", { teamId, rowId }, token);

/** Keeps a grant for an hour. The browser gets a name for it, never the refresh token. */
export async function keepGrant(
  db: Pick<Db, "insert">,
  { teamId, accountId }: Granter,
  { service, authentication }: Granted,
): Promise<string> {
  const id = newId("token");
  const grant = `grant_${randomText(52)}`;
  const expires = new Date(Date.now() + oauthGrantMs);
  const data = { teamId, service, sealed: seal(teamId, id, authentication.refreshToken) };
  await db.insert(tokens).values({ id, hash: hashToken(grant), purpose: "grant", accountId, data, expires });
  return grant;
}

export interface Grant {
  /** Keeps a refresh token that the service has put in the place of the one before. */
  replace: (db: Writer, changes: Config) => Promise<void>;
  /** The datasource has it now: nothing else can be made of it. */
  use: (db: Writer, datasourceId: string) => Promise<void>;
}

/** Settings with the refresh token in the place of the name of its grant; `grant` is undefined where they name none. */
export async function openGrant(
  db: Pick<Db, "select">,
  { teamId, accountId }: Granter,
  specification: JsonSchema,
  config: Config,
  datasourceId: string,
): Promise<{ config: Config; grant?: Grant }> {
  const { authentication } = config;
  const name = isObject(authentication) ? authentication.refreshToken : undefined;
  if (typeof name !== "string" || !handle.test(name)) return { config };
  const [row] = await db
    .select({ id: tokens.id, data: tokens.data })
    .from(tokens)
    .where(
      and(
        ...[eq(tokens.hash, hashToken(name)), eq(tokens.purpose, "grant"), eq(tokens.accountId, accountId)],
        gt(tokens.expires, new Date()),
      ),
    );
  const found = row && kept.parse(row.data);
  if (!found || found.teamId !== teamId) throw over();
  checkService(found.service, oauthServiceOf(specification));
  const withToken = (refreshToken: string | undefined): Config => ({
    ...config,
    authentication: { ...(isObject(authentication) ? authentication : {}), refreshToken },
  });
  // A form that is sent again still names it: then the stored one is meant.
  if (found.usedBy !== undefined && found.usedBy === datasourceId) return { config: withToken(undefined) };
  if (found.sealed === undefined) throw over();
  const token = openSecret("datasource", { teamId, rowId: row.id }, found.sealed);
  return { config: withToken(token), grant: grantOf(row.id, found) };
}

/** What one service has granted is not sent to another. */
function checkService(service: OauthService, wanted: OauthService | undefined): void {
  if (service === wanted) return;
  const right = wanted ? `Sign in with ${serviceTitles[wanted]}.` : "It takes a key.";
  throw invalidField("config.authentication", `This is a sign-in at ${serviceTitles[service]}. ${right}`);
}

function grantOf(id: string, { teamId, service }: z.output<typeof kept>): Grant {
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
      if (rows.length === 0) throw over();
    },
  };
}
