import type { Audit } from "./audit-targets";
import type { Endpoint, EndpointDefinition } from "./endpoint";
import type { RateLimitName } from "./rate-limits";

/**
 * Who can make the call: `public` anyone · `account` a signed-in person or an API key · `team` a member of the team in the
 * path (or in `?resourceSlug=`, otherwise the current team) · `root` the server's administrator, signed in · `scim` the SCIM
 * client of an organization's identity provider, whose requests and responses are `application/scim+json` · `publication` a
 * program with a key of a publication, to which errors are sent in OpenAI's format · `mcp` an MCP client with a credential of
 * the publication in the path, which the handler checks · `hook` the sender of a publication's webhook, which signs the body ·
 * `oauth` an OAuth client, to which errors are sent in OAuth's format.
 */
type Access = "public" | "account" | "team" | "root" | Protocol;

const protocols = ["scim", "publication", "mcp", "hook", "oauth"] as const;
type Protocol = (typeof protocols)[number];

/** Whether other programs make the call in a protocol of theirs, with a credential of their own: not for an account. */
export const isProtocol = ({ access }: { access: Access }): boolean => protocols.some((one) => one === access);

/**
 * Who can make the call within a team: `members` its members · `managers` also organization admins who are not members ·
 * `organization` also admins in none of the organization's teams, but no API key limited to some teams · `none` the call does
 * not belong to a team.
 */
type Reach = "members" | "managers" | "organization" | "none";

export interface RateLimits {
  /** By IP address, counted per process before any lookup. */
  strangers: readonly RateLimitName[];
  /** By IP address, for this call only. */
  address?: RateLimitName;
  /** By account, API key or SCIM token; calls with the same limit are counted together. */
  caller?: RateLimitName;
  /** By the e-mail address in the body, for this call only. */
  email?: RateLimitName;
}

/** How visitors of a share link make the call, under `/s`. */
export interface VisitorPolicy {
  /** Where the link's id is: in the path or body of calls that start a visit, otherwise in the visitor's token. */
  link: "path" | "body" | "token";
  /** Whether Idempotency-Key is supported. Not if the response contains the visitor's token, which must not be stored. */
  idempotent: boolean;
  rateLimits: {
    strangers: readonly RateLimitName[];
    /** By visitor; by IP address before one is known. */
    visitor: readonly RateLimitName[];
    /** By IP address, before the visitor is known. */
    newVisitor: readonly RateLimitName[];
    /** By link, for all visitors. */
    link: readonly RateLimitName[];
  };
}

/** The resources that the call may use on the server; the defaults are strict. */
interface CallCost {
  /** Maximum bytes of a JSON body, if more than 256 KB. */
  maxBytes?: number;
  /** Maximum keys of a JSON body, if more than 1,000. */
  maxKeys?: number;
  /** The handler reads the raw body, whose bytes are signed. */
  ownBody?: true;
  /** Allowed while the disk is nearly full, as it frees space. Every DELETE is. */
  whenFull?: true;
  /**
   * The handler waits for another server or runs user code: the caller's rights are checked again in each transaction and
   * before the response, as for multipart bodies. `elsewhere`: it changes data on another server, so the handler checks them
   * right before that; its transactions only record the result.
   */
  waits?: true | "elsewhere";
}

/** Everything that determines whether a read is admitted. No field has a default: a missing one does not compile. */
export interface ReadPolicy extends CallCost {
  access: Access;
  /** The permission required in the team; for a call without a team, the permission that an API key requires. */
  permission: number | undefined;
  reach: Reach;
  /** Whether API keys may make the call. */
  apiKeys: boolean;
  /** Whether the call is allowed while viewing as another member. */
  viewAs: boolean;
  /** How visitors of a share link make the call; null: they cannot. */
  visitors: VisitorPolicy | null;
  rateLimits: RateLimits;
}

/** The policy of a write. */
interface WritePolicy extends ReadPolicy {
  viewAs: false;
  /** Whether members without a seat can make the call. */
  withoutSeat: boolean;
  audit: Audit;
}

type PolicyOf<C extends EndpointDefinition> = C["method"] extends "GET" ? ReadPolicy : WritePolicy;

/** The policy of any call, as the server reads it. */
export type Policy = ReadPolicy & Partial<Pick<WritePolicy, "withoutSeat" | "audit">>;

/** Whether the call can take so long that its caller may lose access meanwhile. */
export const canOutlastRights = ({ waits, multipart }: Policy & EndpointDefinition): boolean =>
  waits !== undefined || multipart !== undefined;

/** Rejects unknown fields at compile time. */
type Exact<P> = { [K in keyof P]: Record<Exclude<keyof P[K], keyof Policy>, never> };

/** Adds the policies to the calls of a resource, for the server. */
export function withPolicies<C extends Record<string, Endpoint>, const P extends { [K in keyof C]: PolicyOf<C[K]> }>(
  calls: C,
  policies: P & Exact<P>,
) {
  const entries = Object.entries(calls).map(([key, call]) => [key, { ...call, ...policies[key] }]);
  return Object.fromEntries(entries) as { [K in keyof C]: C[K] & P[K] };
}
