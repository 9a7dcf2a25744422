import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forgetEnv } from "@/lib/server/env";
import { addressKey, memoryLimiter } from "@/lib/server/http/rate-limit";
import { limitAddress, limitEmail, limitWrites } from "@/lib/server/http/rate-limits";

beforeEach(() => {
  vi.useFakeTimers();
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

describe("the named limits", () => {
  test.each([
    ["login by e-mail", () => limitEmail("accounts.login", { email: "a@example.test" }), 10, 60],
    ["login by address", () => limitAddress("accounts.login", "192.0.2.1"), 60, 60],
    ["register by address", () => limitAddress("accounts.register", "192.0.2.1"), 60, 3_600],
    ["writes by account", () => limitWrites("account_1"), 300, 60],
  ] as const)("%s", async (_name, attempt, points, seconds) => {
    const first = await allowed(attempt);
    expect(first.passed).toBe(points);
    expect(first.error).toMatchObject({
      code: "rate_limited",
      status: 429,
      message: `Too many attempts. Try again in ${seconds} seconds.`,
    });
    const answer = (first.error as { toResponse: () => Response }).toResponse();
    expect(answer.headers.get("retry-after")).toBe(String(seconds));
    await vi.advanceTimersByTimeAsync((seconds - 1) * 1_000);
    expect((await allowed(attempt)).passed).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await allowed(attempt)).passed).toBe(points);
  });

  test("one key's attempts are none of another's, and other calls have no limit", async () => {
    await allowed(() => limitEmail("accounts.login", { email: "b@example.test" }));
    expect((await allowed(() => limitEmail("accounts.login", { email: "c@example.test" }))).passed).toBe(10);
    expect((await allowed(() => limitAddress("agents.list", "192.0.2.9"))).passed).toBe(1_000);
    expect((await allowed(() => limitEmail("accounts.login", {}))).passed).toBe(1_000);
  });

  test("RATE_LIMIT_SCALE scales them", async () => {
    const cached = Symbol.for("muster.limit.writes");
    Reflect.deleteProperty(globalThis, cached);
    vi.stubEnv("RATE_LIMIT_SCALE", "0.1");
    forgetEnv();
    expect((await allowed(() => limitWrites("account_2"))).passed).toBe(30);
    vi.unstubAllEnvs();
    forgetEnv();
    Reflect.deleteProperty(globalThis, cached);
  });
});

describe("keys", () => {
  test("are forgotten when there are too many, the longest unused first", async () => {
    const take = memoryLimiter({ points: 1, duration: 60 }, 3);
    for (const key of ["a", "b", "c"]) expect(await take(key)).toBeUndefined();
    expect(await take("a")).toBe(60);
    expect(await take("d")).toBeUndefined();
    expect(await take("a")).toBe(60);
    expect(await take("c")).toBe(60);
    expect(await take("b")).toBeUndefined();
  });

  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["unknown", "unknown"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("%s counts as %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
