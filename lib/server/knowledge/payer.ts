import { eq } from "drizzle-orm";
import type { Principal } from "../auth/principal";
import { checkBudgets, type Spender } from "../budgets/service";
import { type Db, openDatabase } from "../db/client";
import { newId } from "../db/ids";
import { AppError } from "../http/errors";
import type { RunRow } from "../runs/lease";
import { ModelTurn } from "../runs/model-turn";
import { sessions } from "../sessions/table";
import { teams } from "../teams/table";
import { countCall } from "../usage/service";

interface Price {
  inputPrice: number | null;
  outputPrice: number | null;
}

/** What a call of a model gave, and came to. */
interface Made<T> {
  value: T;
  inputTokens: number;
  outputTokens: number;
}

/** Who pays for the model calls of a search. */
export interface Payer {
  /** Makes a call and counts it. Throws, with a sentence for the user, where a budget stands in its way. */
  pay<T>(model: { modelId: string; price: Price }, call: () => Promise<Made<T>>): Promise<T>;
}

function payer(
  db: Db,
  spender: Spender,
  by: { runId: string; accountId: string | null },
  passed: ReadonlySet<string>,
  { requireRights, run }: { requireRights?: () => Promise<void>; run?: RunRow },
): Payer {
  /** Answers whether other calls of the run might use up what is left. */
  async function check(price: Price): Promise<boolean> {
    await requireRights?.();
    const { hard, unpriced, isTight } = await checkBudgets(db, spender, price, passed);
    if (unpriced)
      throw new AppError(
        "conflict",
        "Nobody knows what a model of this search costs, and a budget limits what may be spent. Give the model its prices.",
      );
    if (hard.length > 0) throw new AppError("conflict", hard.map(({ text }) => text).join(" "));
    return isTight;
  }
  return {
    async pay({ modelId, price }, call) {
      const turn = run && new ModelTurn(run);
      try {
        if ((await check(price)) && turn) {
          await turn.take();
          await check(price);
        }
        const { value, inputTokens, outputTokens } = await call();
        await db.transaction((tx) => countCall(tx, spender, { ...by, modelId, price, inputTokens, outputTokens }));
        return value;
      } finally {
        turn?.release();
      }
    },
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
  return payer(plain, spender, { runId: newId("call"), accountId }, new Set(), { requireRights });
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
  return payer(db, spender, { runId: run.id, accountId: run.principalId }, passed, { run });
}
