import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { waitForMails } from "@/lib/server/platform/mail/mails";
import { callAs, expectOk } from "../support/client";
import { ownDatabase } from "../support/database";
import { smtpForAll } from "../support/mail-server";
import { mailedToken as tokenMailed } from "../support/mailed";

ownDatabase();

const server = smtpForAll();

const password = "correct horse battery 9";
const another = "a whole new phrase 7";

const verify = (token: string, chosen?: string) => callAs(accounts.verify, { body: { token, password: chosen } });
const mailedToken = (to: string, page: string) => tokenMailed(server(), to, page);

const login = (email: string, given = password) => callAs(accounts.login, { body: { email, password: given } });

async function registered() {
  const email = `${randomUUID()}@example.test`;
  const body = { name: "Ada", email, password };
  expect(await expectOk(callAs(accounts.register, { body }))).toMatchObject({ redirect: "/verify" });
  return email;
}

describe("where mails go out", () => {
  it("the address is confirmed by the mailed link before the first sign-in, once", async () => {
    const email = await registered();
    const first = await mailedToken(email, "verify");
    const refused = await login(email);
    expect(refused).toMatchObject({ status: 401, body: { error: expect.stringContaining("sent you a new link") } });
    // A wrong password sounds the same, and nothing is mailed.
    expect((await login(email, another)).body).toEqual(refused.body);
    // The sign-in has sent a new link: the older one is dead.
    const token = await mailedToken(email, "verify");
    expect(token).not.toBe(first);
    expect((await verify(first, password)).status).toBe(400);
    const session = await expectOk(verify(token, password));
    await expectOk(callAs(accounts.get, { token: String(session.token) }));
    expect((await verify(token, password)).status).toBe(400);
    await expectOk(login(email));
  });

  it("a forgotten password is chosen anew by the mailed link, once, and ends every session", async () => {
    const email = await registered();
    const session = await expectOk(verify(await mailedToken(email, "verify"), password));
    await expectOk(callAs(accounts.requestChangePassword, { body: { email } }));
    const token = await mailedToken(email, "changepassword");
    // A link is good for its own purpose only, and a bad new password does not use it up.
    expect((await verify(token, another)).status).toBe(400);
    expect((await callAs(accounts.changePassword, { body: { token, password: "password123" } })).status).toBe(400);
    await expectOk(callAs(accounts.changePassword, { body: { token, password: another } }));
    expect((await callAs(accounts.get, { token: String(session.token) })).status).toBe(401);
    expect((await callAs(accounts.changePassword, { body: { token, password } })).status).toBe(400);
    expect((await login(email)).status).toBe(401);
    await expectOk(login(email, another));
  });

  it("whoever registers an address again gets the same answer; its owner gets a mail and keeps the account", async () => {
    const email = await registered();
    const body = { name: "Eve", email, password: another };
    expect(await expectOk(callAs(accounts.register, { body }))).toEqual({ redirect: "/verify" });
    await waitForMails();
    const mails = server().mails.filter(({ to }) => to.includes(email));
    expect(mails).toHaveLength(2);
    expect(mails[1]?.raw).not.toContain("Eve");
    expect((await login(email, another)).status).toBe(401);
  });
});
