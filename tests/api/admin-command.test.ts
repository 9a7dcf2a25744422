import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { accounts, tokens } from "@/lib/server/accounts/table";
import { hashToken } from "@/lib/server/auth/principal";
import { newId, randomText } from "@/lib/server/db/ids";
import { orgs } from "@/lib/server/teams/table";
import { testDatabase } from "../support/database";
import { startProcess } from "../support/processes";

async function account() {
  const { db } = await testDatabase();
  const row = { id: newId("account"), email: `ada.${randomText(8)}@example.test`, name: "Ada" };
  await db.insert(accounts).values(row);
  const read = async () => (await db.select().from(accounts).where(eq(accounts.id, row.id)))[0];
  return { db, ...row, read };
}

/** Beside the run's own process: both use one embedded server. */
async function admin(...args: string[]) {
  const variables = { DATA_DIR: process.env.DATA_DIR ?? "", APP_URL: "https://muster.example.test" };
  const started = startProcess("lib/scripts/admin.ts", variables, process.cwd(), args);
  return { code: await started.exit(), output: started.output() };
}

test("root is given and taken back, whatever the e-mail's case", async () => {
  const ada = await account();
  expect(await admin("root", ada.email.toUpperCase())).toMatchObject({ code: 0 });
  expect(await ada.read()).toMatchObject({ root: true });
  expect(await admin("root", ada.email, "off")).toMatchObject({ code: 0 });
  expect(await ada.read()).toMatchObject({ root: false });
});

test("reset prints a link whose token is this account's", async () => {
  const ada = await account();
  const { code, output } = await admin("reset", ada.email);
  expect(code, output).toBe(0);
  const token = /https:\/\/muster\.example\.test\/changepassword\?token=(\S+)/.exec(output)?.[1] ?? "";
  const [row] = await ada.db
    .select()
    .from(tokens)
    .where(eq(tokens.hash, hashToken(token)));
  expect(row).toMatchObject({ accountId: ada.id, purpose: "reset" });
});

test("a plan is set for an organization and given back to the default", async () => {
  const ada = await account();
  const id = newId("org");
  await ada.db.insert(orgs).values({ id, name: "Lovelace", ownerId: ada.id });
  const plan = async () => (await ada.db.select().from(orgs).where(eq(orgs.id, id)))[0]?.plan;
  expect(await admin("plan", id, "teams")).toMatchObject({
    code: 0,
    output: expect.stringContaining("the plan teams"),
  });
  expect(await plan()).toBe("teams");
  expect(await admin("plan", id, "gold")).toMatchObject({ code: 1, output: expect.stringContaining("Usage:") });
  expect(await plan()).toBe("teams");
  expect(await admin("plan", id, "default")).toMatchObject({ code: 0 });
  expect(await plan()).toBeNull();
});

test.each([
  [[], "Usage:"],
  [["plan", "org_none", "free"], "There is no organization with the id org_none."],
  [["constructor"], "Usage:"],
  [["root"], "Usage:"],
  [["root", "nobody@example.test", "maybe"], "Usage:"],
  [["reset", "nobody@example.test"], "There is no account with the e-mail address nobody@example.test."],
])("%j is refused with a sentence and no stack", async (args, text) => {
  const { code, output } = await admin(...args);
  expect(code).toBe(1);
  expect(output).toContain(text);
  expect(output).not.toContain("    at ");
});
