import { describe, expect, test } from "vitest";
import { findPasswordProblem, hashPassword, verifyPassword } from "@/lib/server/access/auth/password";

describe("hashing", () => {
  test("verifies the right password only, in every Unicode spelling of it", async () => {
    const stored = await hashPassword("correct caf\u00e9 ﬁve");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword("correct caf\u00e9 ﬁve")).not.toBe(stored);
    expect(await verifyPassword(stored, "correct caf\u00e9 ﬁve")).toBe(true);
    expect(await verifyPassword(stored, "correct cafe\u0301 five")).toBe(true);
    expect(await verifyPassword(stored, "correct cafe five")).toBe(false);
    expect(await verifyPassword(stored, "")).toBe(false);
  });

  test("an unknown account costs the same time and is never right", async () => {
    const stored = await hashPassword("somebody's password");
    // Of the processor, all threads together: the clock would count what else the machine does.
    const spent = async (against: string | null): Promise<number> => {
      const before = process.cpuUsage();
      for (let round = 0; round < 9; round++) expect(await verifyPassword(against, "a wrong password")).toBe(false);
      return process.cpuUsage(before).user;
    };
    const [known, unknown] = [await spent(stored), await spent(null)];
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  test("runs a few at a time, queues many and refuses more", { timeout: 60_000 }, async () => {
    const attempts = Array.from({ length: 240 }, () => verifyPassword(null, "x"));
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected").map((outcome) => outcome.reason);
    expect(refused).toHaveLength(38);
    expect(refused[0]).toMatchObject({ code: "rate_limited", status: 429, extra: { retryAfter: 5 } });
    expect(await verifyPassword(null, "x")).toBe(false);
  });
});

describe("which passwords are taken", () => {
  const email = "ada.lovelace@example.test";
  test.each([
    ["123456789", "Use at least 10 characters."],
    ["x".repeat(1_001), "Use up to 1,000 characters."],
    [email, "Don't use your email address as your password."],
    ["ADA.LOVELACE@example.test", "Don't use your email address as your password."],
    ["ada.lovelace", "Don't use your email address as your password."],
    ["AdaLovelace", "Don't use your email address as your password."],
    ["Password123", "This password is too common. Choose one that is harder to guess."],
    ["qwertyuiop", "This password is too common. Choose one that is harder to guess."],
    ["aaaaaaaaaa", "This password is too common. Choose one that is harder to guess."],
    ["abcabcabcabc", "This password is too common. Choose one that is harder to guess."],
    ["Muster Muster", undefined],
    ["wxyz1wxyz1wxy", "This password is too common. Choose one that is harder to guess."],
  ])("%j: %s", (password, problem) => {
    expect(findPasswordProblem(password, email)).toBe(problem);
  });

  test.each(["violet tractor 9", "пароль для меня", "x1!Kf93mzp", `${"long phrase ".repeat(80)}end`.slice(0, 1_000)])(
    "%j is fine",
    (password) => {
      expect(findPasswordProblem(password, email)).toBeUndefined();
      expect(findPasswordProblem(password, "привет@example.test")).toBeUndefined();
    },
  );
});
