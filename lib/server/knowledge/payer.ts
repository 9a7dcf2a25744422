import { eq } from "drizzle-orm";
import type { Principal } from "../auth/principal";
import { checkBudgets, type Spender } from "../budgets/service";
import { type Db, openDatabase } from "../db/client";
import { newId } from "../db/ids";
import { AppError } from "../http/errors";
import type { RunRow } from "../runs/lease";
import { sessions } from "../sessions/table";
import { teams } from "../teams/table";
import { countCall } from "../usage/service";

interface Price {
  inputPrice: number | null;
  outputPrice: number | null;
}

/** A call of a model that was made; tokens null where the provider does not count. */
interface Made {
  modelId: string;
  price: Price;
  inputTokens: number | null;
  outputTokens: number | null;
}

/** Who pays for the model calls of a search. */
export interface Payer {
  /** Before each call. Throws, with a sentence for the user, where a budget stands in its way. */
  check(price: Price): Promise<void>;
  /** After it. */
  count(made: Made): Promise<void>;
}

function payer(
  db: Db,
  spender: Spender,
  by: { runId: string; accountId: string | null },
  passed: ReadonlySet<string>,
  requireRights?: () => Promise<void>,
): Payer {
  return {
    async check(price) {
      await requireRights?.();
      const { hard, unpriced } = await checkBudgets(db, spender, price, passed);
      if (unpriced)
        throw new AppError(
          "conflict",
          "Nobody knows what a model of this search costs, and a budget limits what may be spent. Give the model its prices.",
        );
      if (hard.length > 0) throw new AppError("conflict", hard.map(({ text }) => text).join(" "));
    },
    count: (made) => db.transaction((tx) => countCall(tx, spender, { ...by, ...made })),
  };
}

interface Asker {
  accountId: string;
  principal: Pick<Principal, "kind" | "tokenId">;
  requireRights: () => Promise<void>;
}

/** The team, for searches that no run makes. It pays for no further call of somebody who has lost their rights. */
export async function teamPayer(
  db: Db,
  teamId: string,
  { accountId, principal: { kind, tokenId }, requireRights }: Asker,
): Promise<Payer> {
  const [team] = await db.select({ orgId: teams.orgId }).from(teams).where(eq(teams.id, teamId));
  const spender = { orgId: team?.orgId ?? "", teamId, appId: null, keyId: kind === "key" ? tokenId : null };
  // What was spent is counted whoever may still write: not in a transaction of the call's own.
  const plain = (await openDatabase()).db;
  return payer(plain, spender, { runId: newId("call"), accountId }, new Set(), requireRights);
}

/** Whoever pays for a run; `passed` are the budgets that somebody lets it pass. */
export async function runPayer(db: Db, run: RunRow, passed: ReadonlySet<string>): Promise<Payer> {
  const [session] = await db
    .select({ appId: sessions.appId, orgId: teams.orgId })
    .from(sessions)
    .innerJoin(teams, eq(teams.id, sessions.teamId))
    .where(eq(sessions.id, run.sessionId));
  const { appId = null, orgId = "" } = session ?? {};
  const spender = { orgId, appId, teamId: run.teamId, keyId: run.keyId };
  return payer(db, spender, { runId: run.id, accountId: run.principalId }, passed);
}
