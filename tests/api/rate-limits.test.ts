import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { agents } from "@/lib/contract/agents/schemas";
import { security } from "@/lib/contract/security/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import type { Principal } from "@/lib/server/access/auth/principal";
import {
  limitAddress,
  limitCaller,
  limitEmail,
  limitEmailChange,
  limitExport,
  limitGuess,
} from "@/lib/server/access/auth/rate-limits";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { sharedLimiter } from "@/lib/server/platform/http/limits/rate-limit";
import { testDatabase } from "../support/database";

beforeEach(async () => {
  await testDatabase();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function allowed(attempt: () => Promise<void>, most = 1_000): Promise<{ passed: number; error?: unknown }> {
  for (let passed = 0; passed < most; passed++) {
    try {
      await attempt();
    } catch (error) {
      return { passed, error };
    }
  }
  return { passed: most };
}

const caller = (id: string, keyId?: string) =>
  ({ kind: keyId ? "key" : "session", tokenId: keyId ?? "token_1", account: { id } }) as Principal;

const guess = async (whose: string, known: string | null) => {
  await limitGuess("password", whose, known);
};

describe("the named limits", () => {
  test.each([
    ["guesses by account", () => guess("a@example.test", null), 10, 60],
    ["guesses by account and known place", () => guess("a@example.test", "home"), 10, 60],
    ["invites by e-mail", () => limitEmail(teams.invite, { email: "a@example.test" }), 10, 3_600],
    ["mails to who registers", () => limitEmail(accounts.register, { email: "a@example.test" }), 10, 3_600],
    ["mails to a new address", () => limitEmail(security.changeEmail, { email: "a@example.test" }), 10, 3_600],
    ["changes of the address by account", () => limitEmailChange("account_1"), 10, 3_600],
    ["exports by account", () => limitExport("account_1"), 10, 3_600],
    ["login by address", () => limitAddress(accounts.login, "192.0.2.1"), 60, 60],
    ["register by address", () => limitAddress(accounts.register, "192.0.2.1"), 60, 3_600],
    ["writes by account", () => limitCaller(agents.add, caller("account_1")), 300, 60],
    ["writes by key", () => limitCaller(agents.add, caller("account_1", "apikey_1")), 300, 60],
  ] as const)("%s", async (_name, attempt, points, seconds) => {
    const first = await allowed(attempt);
    expect(first.passed).toBe(points);
    expect(first.error).toMatchObject({
      code: "rate_limited",
      status: 429,
      message: `Too many attempts. Try again in ${seconds === 60 ? "60 seconds" : "60 minutes"}.`,
    });
    const answer = (first.error as { toResponse: () => Response }).toResponse();
    expect(answer.headers.get("retry-after")).toBe(String(seconds));
    vi.advanceTimersByTime((seconds - 1) * 1_000);
    expect((await allowed(attempt)).passed).toBe(0);
    vi.advanceTimersByTime(2_000);
    expect((await allowed(attempt)).passed).toBe(points);
  });

  test("one key's attempts are none of another's, and other calls have no limit", async () => {
    await allowed(() => limitEmail(teams.invite, { email: "b@example.test" }));
    expect((await allowed(() => limitEmail(teams.invite, { email: "c@example.test" }))).passed).toBe(10);
    expect((await allowed(() => limitAddress(agents.list, "192.0.2.9"))).passed).toBe(1_000);
    expect((await allowed(() => limitEmail(teams.invite, {}))).passed).toBe(1_000);
  });

  test("RATE_LIMIT_SCALE scales them", async () => {
    const cached = Symbol.for("muster.limit.writes");
    Reflect.deleteProperty(globalThis, cached);
    vi.stubEnv("RATE_LIMIT_SCALE", "0.1");
    forgetEnv();
    expect((await allowed(() => limitCaller(agents.add, caller("account_2")))).passed).toBe(30);
    vi.unstubAllEnvs();
    forgetEnv();
    Reflect.deleteProperty(globalThis, cached);
  });
});

describe("a limit", () => {
  const limit = { points: 2, duration: 60 };

  test("is one for every process", async () => {
    const [here, there] = [sharedLimiter("shared", limit), sharedLimiter("shared", limit)];
    expect([await here("a"), await there("a"), await here("a"), await there("a")]).toEqual([
      undefined,
      undefined,
      60,
      60,
    ]);
    expect(await sharedLimiter("other", limit)("a")).toBeUndefined();
  });

  test("keeps nobody's name", async () => {
    // Too long to stand in a key by chance.
    await sharedLimiter("named", limit)("ada-lovelace");
    const { pool } = await testDatabase();
    const { rows } = await pool.query("select * from rate_limits");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain("lovelace");
  });
});
