import { expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { waitForMails } from "@/lib/server/platform/mail/mails";
import { callAs, expectOk, goodPassword } from "../support/client";
import { ownDatabase } from "../support/database";
import { smtpForAll } from "../support/mail-server";
import { accept, freshEmail, invited, readTeam } from "../support/members";
import { csrfOf, newAccount, newOrg, tokenOf } from "../support/people";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const server = smtpForAll();

async function inviter() {
  const account = await newAccount("Ada");
  const place = await newOrg(account, "Ada's organization", "My team");
  const token = await tokenOf(account);
  return { ...account, ...place, token, csrf: await csrfOf(token), password: goodPassword };
}

async function mailsTo(email: string): Promise<string[]> {
  await waitForMails();
  return server()
    .mails.filter(({ to }) => to.includes(email))
    .map(({ raw }) => raw.replace(/=\r\n/g, "").replace(/=3D/g, "="));
}

const tokenIn = (mail: string | undefined): string => /\/verify\?token=(m[a-z]_\w+)/.exec(mail ?? "")?.[1] ?? "";

it("is mailed with one link of its own, which proves the address", async () => {
  const ada = await inviter();
  const email = freshEmail();
  const copied = await invited(ada, email);
  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(mail).toContain("Ada invited you to My team");
  expect(tokenIn(mail)).toMatch(/^mi_/);
  expect(tokenIn(mail)).not.toBe(copied);
  const { token } = await expectOk(accept(tokenIn(mail), { password: goodPassword }));
  const { account } = (await expectOk(callAs(accounts.get, { token: String(token) }))) as { account: object };
  expect(account).toMatchObject({ email, emailVerified: true });
});

it("by a copied link leads to a mail that confirms the address before the first sign-in", async () => {
  const ada = await inviter();
  const email = freshEmail();
  const copied = await invited(ada, email);
  expect(await expectOk(accept(copied, { password: goodPassword }))).toEqual({ redirect: "/verify" });
  expect((await readTeam(ada)).members).toHaveLength(2);
  expect((await callAs(accounts.login, { body: { email, password: goodPassword } })).status).toBe(401);
  const newest = (await mailsTo(email)).at(-1);
  const { token } = await expectOk(accept(tokenIn(newest), { password: goodPassword }));
  expect((await readTeam({ ...ada, token: String(token) })).members).toHaveLength(2);
});
