import { isNull } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, belongsTo } from "./columns";
import { publications } from "./publications";

/** Programs that have registered to ask people for access to publications. Others publish what is known of them. */
export const oauthClients = pgTable(
  "oauth_clients",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    redirectUris: text().array().notNull(),
    dateCreated: at().notNull().defaultNow(),
    /** When a person last allowed it something; null: none has yet. */
    lastAllowed: at(),
  },
  (t) => [index("oauth_clients_unused").on(t.dateCreated).where(isNull(t.lastAllowed))],
);

/** What a person has allowed a client to use. The code that it exchanges for tokens is valid once. */
export const oauthGrants = pgTable(
  "oauth_grants",
  {
    id: text().primaryKey(),
    publicationId: belongsTo(() => publications.id),
    accountId: text().notNull(),
    /** The id of a registered one, or the URL of its metadata document. */
    clientId: text().notNull(),
    clientName: text().notNull(),
    /** SHA-256 in hex. */
    codeHash: text().notNull(),
    codeExpires: at().notNull(),
    /** Of PKCE, with S256. */
    codeChallenge: text().notNull(),
    redirectUri: text().notNull(),
    /** When the code was exchanged; null: not yet. */
    exchanged: at(),
    lastUsed: at(),
    revoked: at(),
    dateCreated: at().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("oauth_grants_code").on(t.codeHash),
    index("oauth_grants_publication").on(t.publicationId, t.dateCreated, t.id),
    index("oauth_grants_client").on(t.clientId),
  ],
);

/** Only the SHA-256 of a token is stored. */
export const oauthTokens = pgTable(
  "oauth_tokens",
  {
    hash: text().primaryKey(),
    grantId: belongsTo(() => oauthGrants.id),
    kind: text({ enum: ["access", "refresh"] }).notNull(),
    expires: at().notNull(),
    /** When a refresh token was exchanged; using it again revokes the grant. */
    used: at(),
  },
  (t) => [index("oauth_tokens_grant").on(t.grantId), index("oauth_tokens_expires").on(t.expires)],
);
