import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { admin } from "@/lib/contract/admin/schemas";
import { agents } from "@/lib/contract/agents/schemas";
import { Permission } from "@/lib/permissions/bits";
import { accounts as accountRows } from "@/lib/server/platform/db/tables/accounts";
import { provide } from "@/lib/server/platform/process/registry";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { rootToken } from "../support/administration";
import { callAs, expectOk, newPerson } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { furnishTeam } from "../support/matrix/furnished-team";
import { requestsOf, sendAs } from "../support/matrix/requests";
import { newMember, tokenOf } from "../support/people";
import { endpoints } from "../support/registry";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const rootCalls = endpoints.filter(({ access }) => access === "root");

describe("who is root", () => {
  it("alone reaches the administration, by a session and never by a key", async () => {
    expect(rootCalls.length).toBeGreaterThan(10);
    const team = await furnishTeam();
    const owner = await tokenOf(team.owner);
    const root = await newMember(team, { root: true });
    const { secret } = await newKey(root, { permissions: [] });
    for (const endpoint of rootCalls)
      for (const sent of requestsOf(endpoint, team.ids)) {
        expect(await sendAs(sent)).toMatchObject({ status: 401 });
        expect(await sendAs(sent, { token: owner })).toMatchObject({
          status: 403,
          body: { error: 'Missing permission "Root"', code: "forbidden", permission: Permission.ROOT },
        });
        expect(await sendAs(sent, { token: secret })).toMatchObject({ status: 403 });
      }
  });

  it("reads names and figures of other teams, and nothing of what is in them", async () => {
    const team = await furnishTeam();
    const token = await rootToken();
    const { accountId, runId, mailId, memberId } = team.ids;
    const shownIds = [accountId, memberId, runId, mailId];
    const content = [...team.teamValues, ...team.hiddenValues, ...team.secrets].filter(
      (value) => !shownIds.includes(value) && !value.startsWith("team "),
    );
    expect(content.length).toBeGreaterThan(40);
    for (const endpoint of rootCalls)
      for (const sent of requestsOf(endpoint, team.ids)) {
        const { text } = await sendAs(sent, { token });
        expect([endpoint.name, content.filter((value) => text.includes(value))]).toEqual([endpoint.name, []]);
      }
  });

  it("is no member anywhere by it", async () => {
    const ada = await newPerson();
    const token = await rootToken();
    const refused = await callAs(agents.list, { token, params: { resourceSlug: ada.slug } });
    expect(refused).toMatchObject({
      status: 404,
      body: { error: "This team doesn't exist or is no longer available." },
    });
  });

  it("is told so by account.json, in a team and without one", async () => {
    const view = async (token: string) => {
      const { account } = await expectOk(callAs(accounts.get, { token }));
      return (account as { permissions: number[] }).permissions;
    };
    expect(await view(await rootToken())).toEqual([Permission.ROOT, Permission.CREATE_ORG]);
    const ada = await newPerson();
    expect(await view(ada.token)).not.toContain(Permission.ROOT);
    const { db } = await testDatabase();
    await db.update(accountRows).set({ root: true }).where(eq(accountRows.id, ada.accountId));
    expect(await view(ada.token)).toContain(Permission.ROOT);
  });
});

describe("health", () => {
  it("says how each part is", async () => {
    provide("readiness", undefined);
    const health = await expectOk(callAs(admin.health, { token: await rootToken() }));
    expect(health).toMatchObject({
      server: { node: process.version, registration: "open" },
      database: { embedded: true, version: expect.stringMatching(/^\d/) },
      disk: { full: false },
      uploads: { writable: true },
      mail: { mode: "outbox" },
    });
    // The page is refreshed often, and the check writes a file.
    const check = vi.spyOn(fileStore(), "check");
    onTestFinished(() => check.mockRestore());
    await expectOk(callAs(admin.health, { token: await rootToken() }));
    expect(check).not.toHaveBeenCalled();
    const { migrations, migrationsKnown } = health.database as Record<string, number>;
    expect(migrations).toBe(migrationsKnown);
  });
});
