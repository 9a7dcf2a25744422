import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { security } from "@/lib/contract/security/schemas";
import { emailChanges } from "@/lib/server/platform/db/tables/account-events";
import { accounts as accountRows } from "@/lib/server/platform/db/tables/accounts";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk, goodPassword } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { confirmAddress, mailedToken, mailsTo } from "../support/mailed";
import { freshEmail } from "../support/members";
import { gatedLock } from "../support/rights/gates";
import { login } from "../support/signing-in";
import { smtpServer, type TestSmtpServer } from "../support/smtp-server";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

let server: TestSmtpServer;
beforeAll(async () => {
  server = await smtpServer();
  process.env.SMTP_URL = server.url;
  forgetEnv();
});
afterAll(async () => {
  delete process.env.SMTP_URL;
  forgetEnv();
  await server.close();
});

const password = goodPassword;

async function confirmedPerson() {
  const email = freshEmail("ada");
  await expectOk(callAs(accounts.register, { body: { name: "Ada", email, password } }));
  return { email, token: await confirmAddress(server, email) };
}

const ask = (token: string, email: string, given: object = { password }) =>
  callAs(security.changeEmail, { token, body: { email, ...given } });
const confirm = (token: string, as?: { token: string }) =>
  callAs(accounts.verify, { token: as?.token, body: { token } });
const stop = (body: object, token?: string) => callAs(security.cancelEmail, { token, body: { ...body } });

/** Asks for another address; the links of both mails. */
async function asked() {
  const ada = await confirmedPerson();
  const email = freshEmail("grace");
  expect(await expectOk(ask(ada.token, email))).toEqual({ changed: false });
  const links = {
    fresh: await mailedToken(server, email, "verify"),
    old: await mailedToken(server, ada.email, "verify"),
  };
  expect([links.fresh.slice(0, 3), links.old.slice(0, 3)]).toEqual(["me_", "mo_"]);
  return { ada, email, ...links };
}

describe("a change of the e-mail address", () => {
  it.each([
    ["the new address first", (links: { fresh: string; old: string }) => [links.fresh, links.old]],
    ["the old address first", (links: { fresh: string; old: string }) => [links.old, links.fresh]],
  ])("takes effect once both have confirmed it, %s", async (_, order) => {
    const { ada, email, ...links } = await asked();
    const [first = "", second = ""] = order(links);
    expect(await expectOk(confirm(first, ada))).toMatchObject({ emailChanged: false });
    expect([(await login(ada)).status, (await login({ email })).status]).toEqual([200, 401]);
    expect(await expectOk(confirm(second, ada))).toMatchObject({ emailChanged: true });
    expect([(await login(ada)).status, (await login({ email })).status]).toEqual([401, 200]);
    expect([(await confirm(first, ada)).status, (await confirm(second, ada)).status]).toEqual([400, 400]);
    const { account } = (await expectOk(callAs(accounts.get, { token: ada.token }))) as { account: object };
    expect(account).toMatchObject({ email, emailVerified: true });
    expect((await mailsTo(server, ada.email)).at(-1)).toContain("Email address changed");
  });

  it("takes effect once when both confirm it at the same moment, and again and again", async () => {
    const { ada, email, fresh, old } = await asked();
    const both = Array.from({ length: 20 }, (_, i) => confirm(i % 2 ? fresh : old, ada));
    const answers = await Promise.all(both);
    expect(answers.filter(({ body }) => (body as { emailChanged?: boolean }).emailChanged === true)).toHaveLength(1);
    expect((await login({ email })).status).toBe(200);
    const { activity } = await expectOk(callAs(security.get, { token: ada.token }));
    const kinds = (activity as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "email_changed")).toHaveLength(1);
  });

  it("goes to one account when two ask for the same address and confirm it at the same moment", async () => {
    const [ada, bob] = [await confirmedPerson(), await confirmedPerson()];
    const email = freshEmail("grace");
    const links: [link: string, as: { token: string }][] = [];
    for (const one of [ada, bob]) {
      await expectOk(ask(one.token, email));
      links.push([await mailedToken(server, email, "verify"), one]);
      await expectOk(confirm(await mailedToken(server, one.email, "verify")));
    }
    const answers = await Promise.all(links.map(([link, as]) => confirm(link, as)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await login({ email })).status).toBe(200);
    const kept = await Promise.all([login(ada), login(bob)]);
    expect(kept.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it("is stopped by the old address, the new one, or whoever is signed in, and by nobody else", async () => {
    const { ada, email, fresh, old } = await asked();
    const mallory = await confirmedPerson();
    expect((await stop({}, mallory.token)).status).toBe(400);
    expect((await stop({})).status).toBe(401);
    expect((await stop({ token: "mo_unknown" })).status).toBe(400);
    await expectOk(stop({ token: old }));
    expect([(await confirm(fresh, ada)).status, (await confirm(old)).status]).toEqual([400, 400]);
    expect((await login(ada)).status).toBe(200);
    await expectOk(ask(ada.token, email));
    await expectOk(stop({ token: await mailedToken(server, email, "verify") }));
    await expectOk(ask(ada.token, email));
    await expectOk(stop({}, ada.token));
    expect((await confirm(await mailedToken(server, email, "verify"), ada)).status).toBe(400);
  });

  it("is over with its time", async () => {
    const { ada, fresh, old } = await asked();
    await expectOk(confirm(fresh, ada));
    const { db } = await testDatabase();
    await db.update(emailChanges).set({ expires: new Date(Date.now() - 1) });
    expect((await confirm(old)).status).toBe(400);
    expect(await expectOk(callAs(security.get, { token: ada.token }))).toMatchObject({ pendingEmail: null });
    expect((await login(ada)).status).toBe(200);
  });

  it("is not a parameter when the session and the password end after the proof was checked", async () => {
    const ada = await confirmedPerson();
    const gate = await gatedLock(
      `with own as (update accounts set password_hash = 'other' where email = $1 returning id)
       delete from tokens where account_id in (select id from own)`,
      [ada.email],
    );
    const asking = ask(ada.token, freshEmail("thief"));
    await Promise.race([gate.reached, asking]);
    gate.release();
    expect((await asking).status).toBe(401);
    const { db } = await testDatabase();
    const [row] = await db.select({ id: accountRows.id }).from(accountRows).where(eq(accountRows.email, ada.email));
    expect(await db.$count(emailChanges, eq(emailChanges.accountId, row?.id ?? ""))).toBe(0);
  });

  it("needs the password, and another address than now", async () => {
    const ada = await confirmedPerson();
    for (const given of [{}, { password: "another fine password" }])
      expect(await ask(ada.token, freshEmail(), given)).toMatchObject({ body: { issues: [{ path: "password" }] } });
    expect(await ask(ada.token, ada.email)).toMatchObject({ body: { issues: [{ path: "email" }] } });
    expect((await callAs(security.changeEmail, { body: { email: freshEmail(), password } })).status).toBe(401);
  });

  it("says nothing about whether the new address has an account, whose owner keeps it", async () => {
    const [ada, grace] = [await confirmedPerson(), await confirmedPerson()];
    expect(await expectOk(ask(ada.token, grace.email))).toEqual({ changed: false });
    const mails = await mailsTo(server, grace.email);
    expect(mails.at(-1)).toContain("You already have an account");
    expect(mails.at(-1)).not.toContain(ada.email);
    await expectOk(confirm(await mailedToken(server, ada.email, "verify")));
    expect((await login(grace)).status).toBe(200);
  });

  it("fails where the address was taken in between", async () => {
    const { ada, email, fresh, old } = await asked();
    await expectOk(callAs(accounts.register, { body: { name: "Grace", email, password } }));
    await expectOk(confirm(fresh, ada));
    expect((await confirm(old)).status).toBe(409);
    expect((await login(ada)).status).toBe(200);
  });

  it("ends links that went to the old address", async () => {
    const { ada, fresh, old } = await asked();
    await expectOk(callAs(accounts.requestChangePassword, { body: { email: ada.email } }));
    const reset = await mailedToken(server, ada.email, "changepassword");
    await expectOk(confirm(fresh, ada));
    await expectOk(confirm(old));
    const late = await callAs(accounts.changePassword, { body: { token: reset, password: "a whole new phrase 7" } });
    expect(late.status).toBe(400);
  });

  it("takes effect at once where no mail goes out, and is unconfirmed", async () => {
    const ada = await confirmedPerson();
    const grace = await confirmedPerson();
    delete process.env.SMTP_URL;
    forgetEnv();
    try {
      expect((await ask(ada.token, grace.email)).status).toBe(400);
      const email = freshEmail();
      expect(await expectOk(ask(ada.token, email))).toEqual({ changed: true });
      const { account } = (await expectOk(callAs(accounts.get, { token: ada.token }))) as { account: object };
      expect(account).toMatchObject({ email, emailVerified: false });
    } finally {
      process.env.SMTP_URL = server.url;
      forgetEnv();
    }
  });
});
