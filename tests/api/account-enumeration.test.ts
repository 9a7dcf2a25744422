import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { accounts as table } from "@/lib/server/platform/db/tables/accounts";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { waitForMails } from "@/lib/server/platform/mail/mails";
import { compare, seenIn, zScore } from "../support/account-enumeration";
import { callAs, expectOk, goodPassword, type Person, type Reply } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { mailedToken } from "../support/mailed";
import { invited } from "../support/members";
import { newAccount, newOrg, tokenOf } from "../support/people";
import { smtpServer, type TestSmtpServer } from "../support/smtp-server";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

let server: TestSmtpServer;
let owner: Pick<Person, "token" | "slug">;
beforeAll(async () => {
  const account = await newAccount();
  owner = { token: await tokenOf(account), slug: (await newOrg(account, "Org", "Team")).slug };
  server = await smtpServer();
  process.env.SMTP_URL = server.url;
  forgetEnv();
});
afterAll(async () => {
  await waitForMails();
  delete process.env.SMTP_URL;
  forgetEnv();
  await server.close();
});

/** An address of somebody's account, confirmed, or of nobody's. */
async function address(known: boolean): Promise<string> {
  if (!known) return `${randomUUID()}@example.test`;
  const { accountId, email } = await newAccount();
  const { db } = await testDatabase();
  await db
    .update(table)
    .set({
      emailVerified: true,
      passwordHash: "$argon2id$v=19$m=19456,t=2,p=1$dOSTokRrKAadUwWnF5cMHg$K+nVKDfA7Kq2OUjdE8spWXTN3DIoANn/tG51TcnjpWA",
    })
    .where(eq(table.id, accountId));
  return email;
}

/** Prepares each address before the time is taken, ten of each at once: registering and inviting wait for most of theirs. */
async function prepared(times: number, prepare = address) {
  const lists = { true: [] as string[], false: [] as string[] };
  const both = async () => {
    for (const known of [true, false]) lists[`${known}`].push(await prepare(known));
  };
  for (let left = times; left > 0; left -= 10) await Promise.all(Array.from({ length: Math.min(left, 10) }, both));
  await waitForMails();
  return (known: boolean): string => lists[`${known}`].pop() ?? "";
}

const words = (reply: Reply<unknown>, email: string): Reply<unknown> => ({
  ...reply,
  body: JSON.parse(
    JSON.stringify(reply.body)
      .replaceAll(email, "their address")
      .replace(/mi_\w+/g, "mi_"),
  ),
});

const calls: [
  what: string,
  times: number,
  ask: (email: string) => Promise<Reply<unknown>>,
  prepare?: typeof address,
][] = [
  ["a reset", 80, (email) => callAs(accounts.requestChangePassword, { body: { email } })],
  ["a sign-in", 60, (email) => callAs(accounts.login, { body: { email, password: "a wrong password 1" } })],
  [
    "a registration",
    12,
    (email) => callAs(accounts.register, { body: { name: "Ada", email, password: goodPassword } }),
  ],
  [
    "a sign-in with what one has just registered with",
    40,
    (email) => callAs(accounts.login, { body: { email, password: goodPassword } }),
    async (known) => {
      const email = await address(known);
      await expectOk(callAs(accounts.register, { body: { name: "Ada", email, password: goodPassword } }));
      return email;
    },
  ],
  [
    "an invite",
    30,
    (email) =>
      callAs(teams.invite, {
        token: owner.token,
        params: { resourceSlug: owner.slug },
        body: { name: "Bob", email, role: "Team Member" },
      }),
  ],
  [
    "what a copied link is for",
    60,
    (token) => callAs(accounts.invitation, { body: { token } }),
    async (known) => invited(owner, await address(known)),
  ],
  [
    "accepting by a copied link",
    12,
    (token) => callAs(accounts.verify, { body: { token, password: goodPassword } }),
    async (known) => invited(owner, await address(known)),
  ],
];

describe("whether an e-mail address has an account is told", () => {
  it.each(calls)(
    "neither by the bytes nor by the time of %s",
    async (what, times, ask, prepare) => {
      const next = await prepared(times + 3, prepare);
      const tried = await compare(async (known) => {
        const given = next(known);
        const reply = await ask(given);
        const email = (reply.body as { email?: string }).email ?? given;
        return words(reply, email);
      }, times);
      expect([...tried.seen.known]).toEqual([...tried.seen.unknown]);
      expect(tried.seen.known.size).toBe(1);
      const middle = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]?.toFixed(2);
      console.log(
        `${what}: known ${middle(tried.ms.known)} ms, unknown ${middle(tried.ms.unknown)} ms (medians), z ${tried.z.toFixed(2)}`,
      );
      expect(Math.abs(tried.z), what).toBeLessThan(3.3);
    },
    120_000,
  );

  it("is not told by what becomes of a copied link, and the owner accepts by the mailed one", async () => {
    const [known, unknown] = [await address(true), await address(false)];
    const links = [await invited(owner, known), await invited(owner, unknown)];
    for (const token of links) await expectOk(callAs(accounts.verify, { body: { token, password: goodPassword } }));
    const after = await Promise.all(links.map((token) => callAs(accounts.invitation, { body: { token } })));
    expect(seenIn(after[0] as Reply<unknown>)).toBe(seenIn(after[1] as Reply<unknown>));
    const mailed = await mailedToken(server, known, "verify");
    const { db } = await testDatabase();
    const [account] = await db.select().from(table).where(eq(table.email, known));
    const session = await tokenOf({ accountId: account?.id ?? "" });
    await expectOk(callAs(accounts.verify, { token: session, body: { token: mailed } }));
  });

  it("would be noticed: the test tells samples apart that differ by half a millisecond", () => {
    const sample = (shift: number) => Array.from({ length: 60 }, (_, i) => 2 + shift + ((i * 37) % 60) / 60);
    expect(Math.abs(zScore(sample(0), sample(0.5)))).toBeGreaterThan(3.3);
    expect(Math.abs(zScore(sample(0), sample(0)))).toBeLessThan(0.1);
  });
});
