import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import type { Principal } from "../../../access/auth/principal";
import type { PublicationCaller } from "../../../access/auth/publication-caller";
import type { ScimCaller } from "../../../access/auth/scim-caller";
import type { Visit } from "../../../access/auth/visitor";
import type { TeamCallContext } from "../../../access/calls/implement";
import type { Db } from "../../../platform/db/client";
import type { MatchedRoute } from "./match";

/** A call before its caller is identified. */
export interface IncomingCall {
  db: Db;
  request: Request;
  requestId: string;
  /** The caller's address, for limits and the log. */
  address: string;
  pathname: string;
  matched: MatchedRoute;
  endpoint: ShapedEndpoint;
  query: URLSearchParams;
  /** Not validated yet. */
  body: unknown;
}

/** The team to which a caller was admitted. */
export interface AdmittedTeam {
  context: Pick<TeamCallContext, "team" | "teamId" | "permissions" | "membership" | "viewAs">;
  /** Permissions that the handler has found the caller to have. */
  used: ReadonlySet<number>;
}

/** An admitted call with its authorization. */
export interface AdmittedCall extends IncomingCall {
  /** Null for a visitor, and for an unauthenticated caller of a public call. */
  principal: Principal | null;
  visit: Visit | null;
  scim: ScimCaller | null;
  publication: PublicationCaller | null;
  /** Undefined for a call without a team. */
  team: AdmittedTeam | undefined;
}

/** The team named by the path, or otherwise by the query. */
export const findNamedTeam = ({ matched: { params }, query }: Pick<IncomingCall, "matched" | "query">) =>
  params.resourceSlug ?? query.get("resourceSlug") ?? undefined;
