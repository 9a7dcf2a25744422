import { type Endpoint, outlastsRights } from "@/lib/contract/endpoint";
import { type Checker, missingPermission } from "@/lib/permissions/checker";
import { holdRows, rowsThatLetIn } from "../auth/hold-rows";
import { type Membership, membershipFor } from "../auth/membership";
import { type Principal, presented, principalOf } from "../auth/principal";
import type { Visit } from "../auth/visitor";
import { type CallInProgress, withinCall } from "../call-in-progress";
import type { Db, Tx } from "../db/client";
import { checkKey, checkPermission, checkReach, checkRoot, checkSeat, unauthorized } from "./access";
import { AppError, notFound } from "./errors";
import type { Matched } from "./match";
import { visitOf } from "./shared-mode";

/** By what a call was let in. */
interface Admitted {
  endpoint: Endpoint;
  matched: Matched;
  request: Request;
  body: unknown;
  principal: Principal | null;
  visit: Visit | null;
  /** Null for a call of no team. */
  membership: Membership | null;
  /** Bits that the handler was told the caller has. */
  used: ReadonlySet<number>;
}

/** Records in `used` which bits it reports as held. */
export const recordUsed = (checker: Checker, used: Set<number>): Checker => ({
  ...checker,
  has(bit) {
    const held = checker.has(bit);
    if (held) used.add(bit);
    return held;
  },
});

/** Looks again at what let a call in, as that can be over once the call has waited. */
export interface Rights {
  /** Throws what would refuse the call if it came in now. In a transaction that stays so until its end. */
  check: (tx?: Tx) => Promise<void>;
  /** The database as a call gets it that waits: each transaction ends with the check, and holds what it looked at. */
  around: (db: Db) => Db;
  /** Does the call's work, and answers what came of it, a failure too, only to a caller who would still be let in. */
  during: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Throws what the dispatcher would throw if the call came in now. */
async function admitAgain(db: Db | Tx, admitted: Admitted): Promise<void> {
  const { endpoint, matched, request, body, principal, visit, membership, used } = admitted;
  const reader = db as Db;
  if (visit) {
    const now = await visitOf(reader, matched, request, body);
    if (now?.visitor?.id !== visit.visitor?.id) throw unauthorized(request, visit.link.teamId);
    return;
  }
  if (!principal) return;
  const found = presented(request);
  const now = found && (await principalOf(reader, found.token, found.byCookie));
  if (now?.tokenId !== principal.tokenId) throw unauthorized(request, membership?.team.id);
  checkKey(endpoint, now);
  if (endpoint.access === "root") checkRoot(now);
  if (!membership) return;
  const inTeam = await membershipFor(reader, now, membership.team.id);
  if (!inTeam) throw notFound("This team");
  await checkReach(reader, endpoint, inTeam, now.account.id);
  await checkSeat(reader, endpoint, inTeam);
  checkPermission(endpoint, inTeam);
  for (const permission of used)
    if (!inTeam.bits.some((bit) => bit === permission))
      throw new AppError("forbidden", missingPermission(permission), { permission });
}

export function rightsOf(db: Db, admitted: Admitted): Rights {
  const { endpoint, principal, visit, membership } = admitted;
  // A public call is anybody's, whoever is signed in.
  const bound = endpoint.access !== "public" || visit !== null;
  const declared = outlastsRights(endpoint);
  const call: CallInProgress = { name: endpoint.name, declared, waited: declared, over: false };
  const rows = rowsThatLetIn({ principal, visit, teamId: membership?.team.id });
  async function check(tx?: Tx): Promise<void> {
    if (tx) await holdRows(tx, rows);
    await admitAgain(tx ?? db, admitted);
    call.waited = false;
  }
  async function inside<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await work(tx);
    // What goes on after the answer is the server's own work.
    if (!call.over) await check(tx);
    return result;
  }
  return {
    check,
    around: (plain) => (bound && declared && endpoint.waits !== "elsewhere" ? withTransactions(plain, inside) : plain),
    async during(work) {
      try {
        return await withinCall(call, work);
      } finally {
        call.over = true;
        // What this throws takes the place of what the work has thrown.
        if (bound && call.waited) await check();
      }
    },
  };
}

type Inside = <T>(tx: Tx, work: (tx: Tx) => Promise<T>) => Promise<T>;

const withTransactions = (db: Db, inside: Inside): Db =>
  new Proxy(db, {
    get(target, name) {
      if (name === "transaction")
        return (work: (tx: Tx) => Promise<unknown>, config: never) =>
          target.transaction((tx) => inside(tx, work), config);
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
