import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { registration } from "@/lib/contract/registration/schemas";
import { accounts as accountRows } from "@/lib/server/platform/db/tables/accounts";
import { callAs, expectOk, goodPassword } from "../support/client";
import { testDatabase } from "../support/database";
import { freshEmail } from "../support/members";
import { withEnv } from "../support/plans";
import { unlimited } from "../support/unlimited";

unlimited();

describe("registration", () => {
  const register = (email: string) =>
    callAs(accounts.register, { body: { name: "Grace", email, password: goodPassword } });

  it.each([
    ["closed", { REGISTRATION: "closed" }, { status: 403, body: { error: expect.stringContaining("is closed") } }],
    [
      "by invitation",
      { REGISTRATION: "invite" },
      { status: 403, body: { error: expect.stringContaining("an invitation") } },
    ],
    [
      "for some domains",
      { ALLOWED_EMAIL_DOMAINS: "example.com" },
      { status: 400, body: { issues: [{ path: "email" }] } },
    ],
  ])("that is %s makes no account", async (_, variables, refused) => {
    withEnv(variables);
    const email = freshEmail("grace");
    expect(await register(email)).toMatchObject(refused);
    const { db } = await testDatabase();
    expect(await db.$count(accountRows, eq(accountRows.email, email))).toBe(0);
    // An address that only ends in one of the domain's letters is none of it.
    if ("ALLOWED_EMAIL_DOMAINS" in variables)
      expect((await register(`grace@not${variables.ALLOWED_EMAIL_DOMAINS}`)).status).toBe(400);
  });

  it("says who may make an account, to anybody", async () => {
    expect(await expectOk(callAs(registration.get))).toEqual({ mode: "open", emailDomains: [], mail: false });
    withEnv({ REGISTRATION: "invite", ALLOWED_EMAIL_DOMAINS: "example.test" });
    const answer = { mode: "invite", emailDomains: ["example.test"], mail: false };
    expect(await expectOk(callAs(registration.get))).toEqual(answer);
  });
});
