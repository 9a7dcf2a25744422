import { eq } from "drizzle-orm";
import type { Principal } from "../../access/auth/principal";
import { type Db, openDatabase, type Reader } from "../../platform/db/client";
import { sessions } from "../../platform/db/tables/sessions";
import { teams } from "../../platform/db/tables/teams";
import { AppError } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { checkBudgets, type Spender } from "../budgets/service";
import type { RunRow } from "../runs/lease/lease";
import { ModelCallLock } from "../runs/lease/model-call-lock";
import { countCall } from "../usage/service";

interface Price {
  inputPrice: number | null;
  outputPrice: number | null;
}

/** A model call's result and usage. */
interface MeteredCall<T> {
  value: T;
  inputTokens: number;
  outputTokens: number;
}

/** Charges the model calls of a search. */
export interface Payer {
  /** Makes a call and counts it. Throws a user-facing error when a budget prevents it. */
  pay<T>(model: { modelId: string; price: Price }, call: () => Promise<MeteredCall<T>>): Promise<T>;
}

function createPayer(
  db: Db,
  spender: Spender,
  record: { runId: string; accountId: string | null },
  exempt: ReadonlySet<string>,
  { requireRights, run }: { requireRights?: () => Promise<void>; run?: RunRow },
): Payer {
  /** Returns whether other calls of the run might use up what is left. */
  async function check(price: Price): Promise<boolean> {
    await requireRights?.();
    const { hard, unpriced, isTight } = await checkBudgets(db, spender, price, exempt);
    if (unpriced)
      throw new AppError(
        "conflict",
        "A model used by this search has no prices, but a budget limits spending. Set the model's prices.",
      );
    if (hard.length > 0) throw new AppError("conflict", hard.map(({ text }) => text).join(" "));
    return isTight;
  }
  return {
    async pay({ modelId, price }, call) {
      const lock = run && new ModelCallLock(run);
      try {
        if ((await check(price)) && lock) {
          await lock.acquire();
          await check(price);
        }
        const { value, inputTokens, outputTokens } = await call();
        await db.transaction((tx) => countCall(tx, spender, { ...record, modelId, price, inputTokens, outputTokens }));
        return value;
      } finally {
        lock?.release();
      }
    },
  };
}

interface Caller {
  accountId: string;
  principal: Pick<Principal, "kind" | "tokenId">;
  requireRights: () => Promise<void>;
}

/** Charges the team, for searches outside a run. Makes no further calls once the caller has lost their rights. */
export async function createTeamPayer(
  db: Reader,
  teamId: string,
  { accountId, principal: { kind, tokenId }, requireRights }: Caller,
): Promise<Payer> {
  const [team] = await db.select({ orgId: teams.orgId }).from(teams).where(eq(teams.id, teamId));
  const spender = { orgId: team?.orgId ?? "", teamId, appId: null, keyId: kind === "key" ? tokenId : null };
  // Spending is counted even if the caller has lost their rights: not in a transaction of the call's own.
  const plainDb = (await openDatabase()).db;
  return createPayer(plainDb, spender, { runId: newId("call"), accountId }, new Set(), { requireRights });
}

/** Charges a run's budgets; `passed` are those that it was allowed to exceed. */
export async function createRunPayer(db: Db, run: RunRow, exempt: ReadonlySet<string>): Promise<Payer> {
  const [session] = await db
    .select({ appId: sessions.appId, publicationId: sessions.publicationId, orgId: teams.orgId })
    .from(sessions)
    .innerJoin(teams, eq(teams.id, sessions.teamId))
    .where(eq(sessions.id, run.sessionId));
  const { appId = null, publicationId = null, orgId = "" } = session ?? {};
  const spender = { orgId, appId, publicationId, teamId: run.teamId, keyId: run.keyId };
  return createPayer(db, spender, { runId: run.id, accountId: run.principalId }, exempt, { run });
}
