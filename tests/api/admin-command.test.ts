import { desc, eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { accounts as accountCalls } from "@/lib/contract/accounts/schemas";
import { security } from "@/lib/contract/security/schemas";
import { runCommand } from "@/lib/scripts/admin/run-command";
import { hashToken } from "@/lib/server/access/auth/principal";
import { accounts, tokens } from "@/lib/server/platform/db/tables/accounts";
import { auditEntries } from "@/lib/server/platform/db/tables/audit";
import { orgs } from "@/lib/server/platform/db/tables/teams";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { newId, randomText } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, goodPassword, newPerson } from "../support/client";
import { testDatabase } from "../support/database";
import { furnishTeam } from "../support/matrix/furnished-team";
import { startProcess } from "../support/processes";
import { login, turnOnTwoFactor } from "../support/signing-in";
import { smtpServer } from "../support/smtp-server";

async function account() {
  const { db } = await testDatabase();
  const row = { id: newId("account"), email: `ada.${randomText(8)}@example.test`, name: "Ada" };
  await db.insert(accounts).values(row);
  const read = async () => (await db.select().from(accounts).where(eq(accounts.id, row.id)))[0];
  return { db, ...row, read };
}

process.env.APP_URL = "https://muster.example.test";
forgetEnv();

/** In this process, whose database it shares. */
async function admin(...args: string[]) {
  const { db } = await testDatabase();
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const code = await runCommand(args, {
    execute: async (command) => print(await command(db)),
    print,
    printError: print,
  });
  return { code, output: printed.join("\n") };
}

/** As `npm run admin` does, beside the run's own process: both use one embedded server. */
async function adminProcess(variables: Record<string, string>, ...args: string[]) {
  const shared = { DATA_DIR: process.env.DATA_DIR ?? "", APP_URL: process.env.APP_URL ?? "" };
  const started = startProcess("lib/scripts/admin.ts", { ...shared, ...variables }, process.cwd(), args);
  return { code: await started.exit(), output: started.output() };
}

/** What the command has noted last of something. */
async function noted(targetId: string) {
  const { db } = await testDatabase();
  const [entry] = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, targetId))
    .orderBy(desc(auditEntries.dateCreated), desc(auditEntries.id));
  return entry;
}

test("root is given and taken back, whatever the e-mail's case, and noted with the server", async () => {
  const ada = await account();
  expect(await admin("root", ada.email.toUpperCase())).toMatchObject({
    ...{ code: 0, output: expect.stringContaining("https://muster.example.test/admin") },
  });
  expect(await ada.read()).toMatchObject({ root: true });
  expect(await noted(ada.id)).toMatchObject({
    ...{ action: "admin.root", via: "command", orgId: null, before: { root: false }, after: { root: true } },
  });
  expect(await admin("root", ada.email)).toMatchObject({
    code: 0,
    output: expect.stringContaining("Nothing was changed"),
  });
  expect(await adminProcess({}, "root", ada.email, "off")).toMatchObject({ code: 0 });
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

test("reset mails the link where there is a mail server, and says so where there is none or it refuses", async () => {
  const ada = await account();
  expect(await admin("reset", ada.email, "mail")).toMatchObject({
    code: 1,
    output: expect.stringContaining("SMTP_URL"),
  });
  const server = await smtpServer();
  onTestFinished(() => server.close());
  const sent = await adminProcess({ SMTP_URL: server.url }, "reset", ada.email, "mail");
  expect(sent).toMatchObject({ code: 0, output: expect.stringContaining(`was sent to ${ada.email}`) });
  expect(server.mails[0]).toMatchObject({ to: [ada.email], raw: expect.stringContaining("changepassword?token=3D") });
  server.refusals.push(550);
  const refused = await adminProcess({ SMTP_URL: server.url }, "reset", ada.email, "mail");
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("rejected the email") });
});

test("a plan is set for an organization, noted there and given back to the default", async () => {
  const ada = await account();
  const id = newId("org");
  await ada.db.insert(orgs).values({ id, name: "Lovelace", ownerId: ada.id });
  const plan = async () => (await ada.db.select().from(orgs).where(eq(orgs.id, id)))[0]?.plan;
  expect(await admin("plan", id, "teams")).toMatchObject({
    code: 0,
    output: expect.stringContaining("Lovelace is on the teams plan (set manually)."),
  });
  expect(await plan()).toBe("teams");
  expect(await noted(id)).toMatchObject({
    action: "admin.setPlan",
    orgId: id,
    via: "command",
    after: { plan: "teams" },
  });
  expect(await admin("plan", id, "gold")).toMatchObject({ code: 2, output: expect.stringContaining("Usage:") });
  expect(await plan()).toBe("teams");
  expect(await admin("plan", id, "default")).toMatchObject({ code: 0 });
  expect(await plan()).toBeNull();
});

test("sessions are ended, and an account is closed and opened again", async () => {
  const ada = await newPerson();
  const signedIn = async (token: string) => (await callAs(accountCalls.get, { token })).status;
  expect(await admin("end-sessions", ada.email)).toMatchObject({
    code: 0,
    output: expect.stringContaining("signed out of 1 device."),
  });
  expect(await signedIn(ada.token)).toBe(401);
  const signIn = () => callAs(accountCalls.login, { body: { email: ada.email, password: goodPassword } });
  expect(await admin("close", ada.email)).toMatchObject({ code: 0, output: expect.stringContaining("is closed.") });
  expect((await signIn()).status).toBe(403);
  expect(await noted(ada.accountId)).toMatchObject({ action: "admin.close", orgId: ada.orgId });
  expect(await admin("reset", ada.email)).toMatchObject({ code: 1, output: expect.stringContaining("reopen") });
  expect(await admin("close", ada.email)).toMatchObject({ code: 0, output: expect.stringContaining("already") });
  expect(await admin("reopen", ada.email)).toMatchObject({ code: 0 });
  expect((await signIn()).status).toBe(200);
});

test("two-factor sign-in is turned off for who has lost it, who is told by mail and on the account page", async () => {
  const ada = await newPerson();
  await turnOnTwoFactor(ada);
  expect((await login(ada)).status).toBe(401);
  const server = await smtpServer();
  onTestFinished(() => server.close());
  const off = await adminProcess({ SMTP_URL: server.url }, "two-factor", "off", ada.email.toUpperCase());
  expect(off).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Two-factor authentication is now off for ${ada.email}`),
  });
  expect(server.mails.map(({ to }) => to)).toEqual([[ada.email]]);
  expect(server.mails[0]?.raw).toContain("Two-factor authentication turned off");
  const { token } = await expectOk(login(ada));
  const view = await expectOk(callAs(security.get, { token: String(token) }));
  expect(view).toMatchObject({ twoFactor: null });
  expect(view.activity).toContainEqual(
    expect.objectContaining({ kind: "two_factor_off", detail: "by the server administrator", address: "this server" }),
  );
  expect(await noted(ada.accountId)).toMatchObject({
    ...{ action: "admin.twoFactorOff", orgId: ada.orgId, via: "command" },
    ...{ before: { twoFactor: true }, after: { twoFactor: false } },
  });
  expect(await admin("two-factor", "off", ada.email)).toMatchObject({
    ...{ code: 0, output: expect.stringContaining("Nothing was changed") },
  });
});

test("accounts, organizations and the outbox are listed", async () => {
  const ada = await newPerson("Ada");
  expect((await admin("accounts", ada.email)).output).toContain(ada.email);
  const { output } = await admin("orgs", ada.email);
  expect(output).toContain(ada.orgId);
  expect(output).toContain("Enterprise, server default");
  expect(await admin("accounts", "nobody at all")).toMatchObject({
    code: 0,
    output: expect.stringContaining("No matching accounts"),
  });
  const { mailId } = (await furnishTeam()).ids;
  expect((await admin("outbox")).output).toContain(mailId);
  expect((await admin("outbox", mailId)).output).toContain("/verify?token=mv_unsent");
  expect(await admin("outbox", "../app-secret")).toMatchObject({
    code: 1,
    output: expect.stringContaining("no email"),
  });
});

test.each([[["--help"]], [["help"]], [["plan", "-h"]]])("%j shows every command", async (args) => {
  const { code, output } = await admin(...args);
  expect(code).toBe(0);
  for (const name of [
    "root",
    "reset",
    "plan",
    "accounts",
    "orgs",
    "end-sessions",
    "two-factor",
    "close",
    "reopen",
    "outbox",
  ])
    expect(output).toMatch(new RegExp(`^  ${name} `, "m"));
});

test.each([
  [[], 2, "Usage:"],
  [["plan", "org_none", "free"], 1, "There is no organization with the ID org_none."],
  [["constructor"], 2, "Unknown command: constructor."],
  [["root"], 2, "Usage:"],
  [["root", "nobody@example.test", "maybe"], 2, "Usage:"],
  [["two-factor", "on", "nobody@example.test"], 2, "Usage:"],
  [["two-factor", "nobody@example.test"], 2, "Usage:"],
  [["two-factor", "off", "nobody@example.test"], 1, "There is no account with the email address nobody@example.test."],
  [["reset", "nobody@example.test"], 1, "There is no account with the email address nobody@example.test."],
  [["close", "nobody@example.test"], 1, "There is no account with the email address nobody@example.test."],
])("%j is refused with exit code %i, a sentence and no stack", async (args, expected, text) => {
  const { code, output } = await admin(...args);
  expect(code).toBe(expected);
  expect(output).toContain(text);
  expect(output).not.toContain("    at ");
});

test("a process ends with the exit code, its sentence and no stack", async () => {
  const none = await adminProcess({}, "reset", "nobody@example.test");
  expect(none.code).toBe(1);
  expect(none.output.trim()).toBe("There is no account with the email address nobody@example.test.");
  expect(await adminProcess({}, "constructor")).toMatchObject({
    code: 2,
    output: expect.stringContaining("Unknown command: constructor."),
  });
});
