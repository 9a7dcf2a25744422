import { Permission } from "@/lib/permissions/bits";
import type { Audit } from "./audit-targets";
import type { RateLimits, ReadPolicy, VisitorPolicy } from "./policy";

/** For team calls that require no permission. */
export const anyMember = undefined;

const unlimited = { strangers: [] } as const satisfies RateLimits;
const writeLimits = { strangers: [], caller: "writes" } as const satisfies RateLimits;

/** For writes of a signed-in caller that send a mail to the address in the body. */
export const mailLimits = { ...writeLimits, email: "mail" } as const satisfies RateLimits;

/** For reads of a team's data by its members. */
export const teamRead = (permission: number | undefined) =>
  ({
    access: "team",
    permission,
    reach: "members",
    apiKeys: true,
    viewAs: true,
    visitors: null,
    rateLimits: unlimited,
  }) as const satisfies ReadPolicy;

/** The writes have no `satisfies`, which would widen `audit`: `withPolicies` checks them. */
export const teamWrite = <const A extends Audit>(permission: number | undefined, audit: A) =>
  ({
    access: "team",
    permission,
    reach: "members",
    apiKeys: true,
    viewAs: false,
    withoutSeat: false,
    visitors: null,
    rateLimits: writeLimits,
    audit,
  }) as const;

/** For managing a team, which an organization admin may do without being a member. */
export const managerRead = (permission: number | undefined) =>
  ({ ...teamRead(permission), reach: "managers" }) as const satisfies ReadPolicy;

export const managerWrite = <const A extends Audit>(permission: number | undefined, audit: A) =>
  ({ ...teamWrite(permission, audit), reach: "managers" }) as const;

/** For data beyond a single team. */
export const orgRead = (permission: number | undefined) =>
  ({ ...teamRead(permission), reach: "organization" }) as const satisfies ReadPolicy;

export const orgWrite = <const A extends Audit>(permission: number | undefined, audit: A) =>
  ({ ...teamWrite(permission, audit), reach: "organization" }) as const;

/** For the account's own data, by the signed-in person. */
export const accountRead = {
  access: "account",
  permission: undefined,
  reach: "none",
  apiKeys: false,
  viewAs: false,
  visitors: null,
  rateLimits: unlimited,
} as const satisfies ReadPolicy;

export const accountWrite = <const A extends Audit>(audit: A) =>
  ({
    access: "account",
    permission: undefined,
    reach: "none",
    apiKeys: false,
    viewAs: false,
    withoutSeat: true,
    visitors: null,
    rateLimits: writeLimits,
    audit,
  }) as const;

/** For public reads, without API keys. */
export const publicRead = {
  access: "public",
  permission: undefined,
  reach: "none",
  apiKeys: false,
  viewAs: true,
  visitors: null,
  rateLimits: { strangers: ["strangers"] },
} as const satisfies ReadPolicy;

/** For public writes, with rate limits in addition to that of all public calls. */
export const publicWrite = <const A extends Audit>(limits: Pick<RateLimits, "address" | "email">, audit: A) =>
  ({
    access: "public",
    permission: undefined,
    reach: "none",
    apiKeys: false,
    viewAs: false,
    withoutSeat: true,
    visitors: null,
    rateLimits: { strangers: ["strangers"], caller: "writes", ...limits },
    audit,
  }) as const;

/** For the server's administrator: names and statistics of all teams, without their content. */
export const rootRead = {
  access: "root",
  permission: Permission.ROOT,
  reach: "none",
  apiKeys: false,
  viewAs: false,
  visitors: null,
  rateLimits: unlimited,
} as const satisfies ReadPolicy;

export const rootWrite = <const A extends Audit>(audit: A) =>
  ({ ...accountWrite(audit), access: "root", permission: Permission.ROOT }) as const;

/** Visitors authenticate with the token of their visit. */
export const visitorRead = {
  link: "token",
  idempotent: false,
  rateLimits: { strangers: ["strangers"], visitor: [], newVisitor: [], link: [] },
} as const satisfies VisitorPolicy;

export const visitorWrite = {
  link: "token",
  idempotent: false,
  rateLimits: { strangers: ["strangers"], visitor: ["writes"], newVisitor: ["visitors"], link: [] },
} as const satisfies VisitorPolicy;

/** For programs whose credential the handler checks. */
const protocolWrite = {
  permission: undefined,
  reach: "none",
  apiKeys: false,
  viewAs: false,
  withoutSeat: true,
  visitors: null,
} as const;

/** For MCP clients, whose credential is checked by the handler and again in the transactions that start or continue runs. */
export const mcpWrite = {
  ...protocolWrite,
  access: "mcp",
  rateLimits: { strangers: ["programs"] },
  audit: { none: "The publication's log lists its calls." },
  ownBody: true,
} as const;

/** For programs that use a published app with a key of its publication, whose own limits apply. */
export const publicationRead = {
  access: "publication",
  permission: undefined,
  reach: "none",
  apiKeys: false,
  viewAs: true,
  visitors: null,
  rateLimits: { strangers: ["programs"] },
} as const satisfies ReadPolicy;

export const publicationWrite = {
  ...publicationRead,
  viewAs: false,
  withoutSeat: true,
  audit: { none: "The log of the publication's calls shows it." },
} as const;

/** For the SCIM client of an organization's identity provider, which authenticates with the organization's SCIM token. */
export const scimRead = {
  access: "scim",
  permission: undefined,
  reach: "none",
  apiKeys: false,
  viewAs: true,
  visitors: null,
  rateLimits: { strangers: ["strangers"], caller: "scim" },
} as const satisfies ReadPolicy;

/** For the sender of a webhook, whose signature the handler checks. */
export const hookWrite = <const A extends Audit>(audit: A) =>
  ({
    ...protocolWrite,
    access: "hook",
    rateLimits: { strangers: ["programs"] },
    ownBody: true,
    audit,
  }) as const;

/** For OAuth clients, whose codes and tokens the handler checks. */
export const oauthWrite = <const A extends Audit>(audit: A) =>
  ({ ...protocolWrite, access: "oauth", rateLimits: { strangers: ["strangers"] }, audit }) as const;

export const scimWrite = {
  ...scimRead,
  viewAs: false,
  withoutSeat: true,
  audit: { none: "Each membership that it changes has its own entry, by the SCIM token." },
  maxBytes: 1024 * 1024,
  maxKeys: 20_000,
} as const;
