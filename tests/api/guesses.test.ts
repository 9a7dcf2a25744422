import { randomInt, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { security } from "@/lib/contract/security/schemas";
import { createMailToken } from "@/lib/server/access/accounts/mail-tokens";
import { deviceCookie } from "@/lib/server/access/auth/source";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { freshEmail } from "../support/members";
import { codeOf, cookieIn, from, login, turnOnTwoFactor } from "../support/signing-in";

ownDatabase();

/** What reaches the hash. */
const hashed = vi.hoisted(() => ({ times: 0 }));
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return {
    ...real,
    verify: (...args: Parameters<typeof real.verify>) => {
      hashed.times += 1;
      return real.verify(...args);
    },
  };
});

const anywhere = (): string => [10, randomInt(256), randomInt(256), randomInt(256)].join(".");

/** A thousand guesses, each from another address, twenty at a time. */
async function attack(email: string, guesses = 1_000): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let done = 0; done < guesses; done += 20) {
    const wave = Array.from({ length: 20 }, (_, i) =>
      login({ email }, { password: `guess number ${done + i}`, address: anywhere() }),
    );
    for (const { status } of await Promise.all(wave)) statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

describe("a thousand guesses from changing addresses", () => {
  let ada: Person;
  let home: string;
  let device: string;
  beforeAll(async () => {
    ada = await newPerson();
    home = anywhere();
    const { response } = await login(ada, { address: home });
    device = cookieIn(response, deviceCookie) ?? "";
  });

  it("reach the hash at most twenty times, and keep the owner out of no place that they know", async () => {
    const before = hashed.times;
    const statuses = await attack(ada.email);
    expect(hashed.times - before).toBeLessThanOrEqual(20);
    expect(statuses).toEqual({ 401: hashed.times - before, 429: 1_000 - (hashed.times - before) });
    // By the address, and from another one by the browser.
    expect((await login(ada, { address: home })).status).toBe(200);
    expect((await login(ada, { address: anywhere(), cookie: device })).status).toBe(200);
    // The right password from nowhere known is refused like a wrong one: or a guess could be told from it.
    expect((await login(ada, { address: anywhere() })).status).toBe(429);
    expect((await login(ada, { address: anywhere(), cookie: `${deviceCookie}=${"0".repeat(52)}` })).status).toBe(429);
  });

  it("leave others alone, and go for an unknown address as for a known one", async () => {
    const grace = await newPerson("Grace");
    expect((await login(grace, { address: anywhere() })).status).toBe(200);
    const before = hashed.times;
    const statuses = await attack(`${randomUUID()}@example.test`, 100);
    expect(hashed.times - before).toBeLessThanOrEqual(20);
    expect(statuses[429]).toBeGreaterThanOrEqual(80);
  });

  it("go on no longer from a place that the owner knows than anywhere else", async () => {
    const before = hashed.times;
    for (let i = 0; i < 30; i += 1) await login(ada, { password: `guess number ${i}`, address: home });
    expect(hashed.times - before).toBeLessThanOrEqual(10);
    // The browser is known for itself.
    expect((await login(ada, { address: home, cookie: device })).status).toBe(200);
  });

  it("keep nobody out who has chosen a new password by mail", async () => {
    const grace = await newPerson("Grace");
    const thief = anywhere();
    await expectOk(login(grace, { address: thief }));
    const { secret } = await turnOnTwoFactor(grace);
    await attack(grace.email, 60);
    const { db } = await testDatabase();
    const there = anywhere();
    const body = { token: await createMailToken(db, "reset", grace.accountId), password: "a whole new phrase 7" };
    const reset = await callAs(accounts.changePassword, { body, headers: from({ address: there }) });
    expect(reset).toMatchObject({ status: 200, body: { redirect: "/login" } });
    const cookie = cookieIn(reset.response, deviceCookie);
    const { password } = body;
    // Whoever knew the old password is known in no place any more.
    for (const address of [anywhere(), thief])
      expect((await login(grace, { password, code: codeOf(secret), address })).status).toBe(429);
    expect((await login(grace, { password, code: codeOf(secret), address: there })).status).toBe(200);
    expect((await login(grace, { password, code: codeOf(secret, 1), address: anywhere(), cookie })).status).toBe(200);
  });

  it("with a borrowed session are as few, of the password and of the set-up's code", async () => {
    const grace = await newPerson("Grace");
    const before = hashed.times;
    const { token } = grace;
    for (let i = 0; i < 30; i += 1)
      await callAs(security.changeEmail, { token, body: { email: freshEmail(), password: `guess number ${i}` } });
    expect(hashed.times - before).toBeLessThanOrEqual(10);
    const bob = await newPerson("Bob");
    await expectOk(callAs(security.beginTwoFactor, { token: bob.token, body: { password: bob.password } }));
    const tried: number[] = [];
    for (let i = 0; i < 30; i += 1) {
      const code = String(i).padStart(6, "0");
      tried.push((await callAs(security.turnOnTwoFactor, { token: bob.token, body: { code } })).status);
    }
    expect(tried.filter((status) => status !== 429).length).toBeLessThanOrEqual(10);
  });

  it("of codes are as few, and the owner's own code is still taken", async () => {
    const grace = await newPerson("Grace");
    const there = anywhere();
    await expectOk(login(grace, { address: there }));
    const { secret } = await turnOnTwoFactor(grace);
    const tried: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      const code = String(i).padStart(6, "0");
      tried.push((await login(grace, { code, address: anywhere() })).status);
    }
    expect(tried.filter((status) => status === 401).length).toBeLessThanOrEqual(20);
    expect((await login(grace, { code: codeOf(secret), address: there })).status).toBe(200);
  });
});
