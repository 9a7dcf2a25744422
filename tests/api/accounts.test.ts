import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { sessionCookie } from "@/lib/server/access/auth/principal";
import { accounts as table, tokens } from "@/lib/server/platform/db/tables/accounts";
import { callAs, expectOk, goodPassword, newPerson, send } from "../support/client";
import { testDatabase } from "../support/database";

const email = () => `grace-${randomUUID()}@example.test`;

describe("register", () => {
  it("gives the same answer to a known and an unknown e-mail, and keeps the known account", async () => {
    const ada = await newPerson();
    const fresh = await callAs(accounts.register, { body: { name: "Grace", email: email(), password: goodPassword } });
    const known = await callAs(accounts.register, {
      body: { name: "Mallory", email: ada.email, password: "another fine password" },
    });
    expect([known.status, known.body]).toEqual([fresh.status, fresh.body]);
    expect((await callAs(accounts.login, { body: { email: ada.email, password: goodPassword } })).status).toBe(200);
    expect(
      (await callAs(accounts.login, { body: { email: ada.email, password: "another fine password" } })).status,
    ).toBe(401);
  });

  it.each([
    ["a short password", { password: "short" }, "password"],
    ["a common password", { password: "password1234" }, "password"],
    ["the e-mail as password", { password: "grace.h@example.test", email: "grace.h@example.test" }, "password"],
    ["an empty name", { name: "   " }, "name"],
    ["a long name", { name: "x".repeat(101) }, "name"],
    ["no e-mail address", { email: "not an address" }, "email"],
    ["an invite that never was", { inviteToken: "mi_unknown" }, "inviteToken"],
  ])("refuses %s at its field", async (_, wrong, field) => {
    const reply = await callAs(accounts.register, {
      body: { name: "Grace", email: email(), password: goodPassword, ...wrong },
    });
    expect(reply.status).toBe(400);
    expect((reply.body as { issues: { path: string }[] }).issues.map((issue) => issue.path)).toContain(field);
  });

  it("normalises the e-mail address", async () => {
    const address = email();
    await expectOk(
      callAs(accounts.register, {
        body: { name: "Grace", email: ` ${address.toUpperCase()} `, password: goodPassword },
      }),
    );
    expect((await callAs(accounts.login, { body: { email: address, password: goodPassword } })).status).toBe(200);
  });

  it("names the organization after its owner, within the length of a name and between characters", async () => {
    const named = async (name: string) => {
      const address = email();
      await expectOk(callAs(accounts.register, { body: { name, email: address, password: goodPassword } }));
      const { token } = await expectOk(callAs(accounts.login, { body: { email: address, password: goodPassword } }));
      const view = await expectOk(callAs(accounts.get, { token: String(token) }));
      return (view as { account: { orgs: { name: string }[] } }).account.orgs[0]?.name;
    };
    expect(await named("Grace")).toBe("Grace's organization");
    expect(await named(`${"x".repeat(84)}😀y`)).toBe(`${"x".repeat(84)}'s organization`);
  });

  it("binds no column that the server owns", async () => {
    const address = email();
    await expectOk(
      callAs(accounts.register, {
        body: {
          name: "Grace",
          email: address,
          password: goodPassword,
          root: true,
          emailVerified: true,
          id: "account_mine",
        },
      }),
    );
    const { db } = await testDatabase();
    const [row] = await db.select().from(table).where(eq(table.email, address));
    expect(row).toMatchObject({ root: false, emailVerified: false });
    expect(row?.id).not.toBe("account_mine");
  });
});

describe("sessions", () => {
  it("stores no token in clear", async () => {
    const ada = await newPerson();
    const { db } = await testDatabase();
    const rows = await db.select().from(tokens).where(eq(tokens.accountId, ada.accountId));
    expect(JSON.stringify(rows)).not.toContain(ada.token);
  });

  it("sets an httpOnly SameSite=Lax cookie that reads but does not write without the csrf token", async () => {
    const ada = await newPerson();
    const login = await callAs(accounts.login, { body: { email: ada.email, password: goodPassword } });
    const cookie = login.response.headers.getSetCookie().find((one) => one.startsWith(sessionCookie)) ?? "";
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    const view = await callAs(accounts.get, { headers });
    expect(view.status).toBe(200);
    const origin = "http://localhost:3000";
    const { csrf } = view.body as { csrf: string };
    expect((await callAs(accounts.onboard, { headers })).status).toBe(403);
    expect((await callAs(accounts.onboard, { headers: { ...headers, origin } })).status).toBe(403);
    expect((await callAs(accounts.onboard, { headers: { ...headers, "x-csrf-token": csrf } })).status).toBe(403);
    expect(
      (await callAs(accounts.onboard, { headers: { ...headers, origin: "http://evil.test", "x-csrf-token": csrf } }))
        .status,
    ).toBe(403);
    expect((await callAs(accounts.onboard, { headers: { ...headers, origin, "x-csrf-token": csrf } })).status).toBe(
      200,
    );
  });

  it("refuses a wrong csrf token with a bearer, and none where the call always sends it", async () => {
    const ada = await newPerson();
    expect((await callAs(accounts.onboard, { token: ada.token, body: { _csrf: "wrong" } })).status).toBe(403);
    expect((await callAs(accounts.onboard, { token: ada.token })).status).toBe(200);
    expect((await callAs(accounts.logout, { token: ada.token })).status).toBe(403);
  });

  it("ends at logout, at once", async () => {
    const ada = await newPerson();
    await expectOk(callAs(accounts.logout, { token: ada.token, body: { _csrf: ada.csrf } }));
    const reply = await callAs(accounts.get, { token: ada.token });
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ code: "unauthorized", redirect: "/login?goto=%2F" });
  });

  it("refuses tokens that are unknown, expired or idle too long", async () => {
    const ada = await newPerson();
    const { db } = await testDatabase();
    await db
      .update(tokens)
      .set({ lastUsed: new Date(Date.now() - 8 * 86_400_000) })
      .where(eq(tokens.accountId, ada.accountId));
    expect((await callAs(accounts.get, { token: ada.token })).status).toBe(401);
    const grace = await newPerson("Grace");
    await db
      .update(tokens)
      .set({ expires: new Date(Date.now() - 1) })
      .where(eq(tokens.accountId, grace.accountId));
    expect((await callAs(accounts.get, { token: grace.token })).status).toBe(401);
    expect((await callAs(accounts.get, { token: "ms_nobody" })).status).toBe(401);
  });
});

describe("passwords", () => {
  it("changes by the current password and ends every other session", async () => {
    const ada = await newPerson();
    const other = await expectOk(callAs(accounts.login, { body: { email: ada.email, password: goodPassword } }));
    const wrong = await callAs(accounts.changePassword, {
      token: ada.token,
      body: { current: "not this one", password: "a whole new phrase" },
    });
    expect(wrong.body).toMatchObject({ code: "invalid", issues: [{ path: "current" }] });
    await expectOk(
      callAs(accounts.changePassword, {
        token: ada.token,
        body: { current: goodPassword, password: "a whole new phrase" },
      }),
    );
    expect((await callAs(accounts.get, { token: String(other.token) })).status).toBe(401);
    expect((await callAs(accounts.get, { token: ada.token })).status).toBe(200);
    expect((await callAs(accounts.login, { body: { email: ada.email, password: goodPassword } })).status).toBe(401);
  });

  it("asks a signed-out caller to sign in", async () => {
    const reply = await callAs(accounts.changePassword, {
      body: { current: goodPassword, password: "a whole new phrase" },
    });
    expect(reply.status).toBe(401);
  });

  it("answers a reset for an unknown e-mail like one for a known", async () => {
    const ada = await newPerson();
    const known = await callAs(accounts.requestChangePassword, { body: { email: ada.email } });
    const unknown = await callAs(accounts.requestChangePassword, { body: { email: email() } });
    expect(known.status).toBe(200);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });

  it("refuses a link that was never sent", async () => {
    const reply = await callAs(accounts.changePassword, {
      body: { token: "mr_unknown", password: "a whole new phrase" },
    });
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([400, "invalid"]);
  });
});

describe("teams", () => {
  it("adds a team, switches to it and names it in welcome.json", async () => {
    const ada = await newPerson();
    const made = await expectOk(
      callAs(teams.add, { token: ada.token, params: { resourceSlug: ada.slug }, body: { name: "Research Lab" } }),
    );
    expect(made.id).toMatch(/^research-lab-[0-9a-z]{6}$/);
    const body = { orgId: ada.orgId, teamId: String(made.id), redirect: `/${made.id}/agents`, _csrf: ada.csrf };
    const switched = await expectOk(callAs(accounts.switch, { token: ada.token, body }));
    expect(switched).toEqual({ redirect: `/${made.id}/agents` });
    const view = (await expectOk(callAs(accounts.get, { token: ada.token }))) as { account: { currentTeam: string } };
    expect(view.account.currentTeam).toBe(made.id);
    const welcome = (await expectOk(callAs(accounts.welcome, { token: ada.token }))) as {
      orgs: { teams: { id: string; memberCount: number }[] }[];
    };
    expect(welcome.orgs[0]?.teams).toContainEqual({ id: made.id, name: "Research Lab", memberCount: 1, member: true });
  });

  it("refuses to switch to a stranger's team or off this site", async () => {
    const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
    const foreign = { orgId: ada.orgId, teamId: ada.slug, redirect: "/x/apps", _csrf: mallory.csrf };
    expect((await callAs(accounts.switch, { token: mallory.token, body: foreign })).status).toBe(404);
    for (const redirect of ["https://evil.test/", "//evil.test", "/\\evil.test", "javascript:alert(1)"]) {
      const body = { orgId: mallory.orgId, teamId: mallory.slug, redirect, _csrf: mallory.csrf };
      expect((await callAs(accounts.switch, { token: mallory.token, body })).status).toBe(400);
    }
  });

  it("keeps strangers out of a team by its path and by its query", async () => {
    const [ada, mallory] = [await newPerson(), await newPerson("Mallory")];
    const add = { params: { resourceSlug: ada.slug }, body: { name: "Mine now" } };
    expect((await callAs(teams.add, { token: mallory.token, ...add })).status).toBe(404);
    expect((await callAs(teams.add, add)).status).toBe(401);
    expect((await callAs(accounts.get, { token: mallory.token, query: { resourceSlug: ada.slug } })).status).toBe(404);
  });
});

describe("garbage", () => {
  it.each([
    ["text", "not json", 400],
    ["an array", "[1,2]", 400],
    ["a number", "7", 400],
    ["a deep body", `${"[".repeat(40)}${"]".repeat(40)}`, 400],
    ["a polluting key", '{"__proto__":{"root":true}}', 400],
    ["a huge body", `{"name":"${"x".repeat(300_000)}"}`, 413],
  ])("answers %s with a sentence", async (_, body, status) => {
    const reply = await send("POST", "/forms/account/login", body);
    expect(reply.status).toBe(status);
    expect((reply.body as { error: string }).error).toMatch(/\.$/);
  });

  it("answers an unknown call and a malformed path", async () => {
    expect((await send("GET", "/nothing.json")).status).toBe(404);
    expect((await send("GET", "/%00/agents.json", undefined)).status).toBeLessThan(500);
  });
});
