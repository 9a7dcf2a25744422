import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { security } from "@/lib/contract/security/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { unpack } from "@/lib/server/platform/storage/tar";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { furnishTeam } from "../support/matrix/furnished-team";
import { inTeam } from "../support/members";
import { tokenOf } from "../support/people";
import { turnOnTwoFactor } from "../support/signing-in";
import { unlimited } from "../support/unlimited";

unlimited();

async function exported(token: string): Promise<Record<string, string>> {
  const { response, status } = await callAs(security.export, { token });
  expect(status).toBe(200);
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="muster-account-\d/);
  const files: Record<string, string> = {};
  if (!response.body) throw new Error("Nothing was sent.");
  await unpack(response.body, async ({ name }, content) => {
    files[name] = await text(content);
  });
  return files;
}

describe("an account's data", () => {
  it("is an archive of JSON with all that is its own, and no secret", async () => {
    const ada: Person = await newPerson();
    const { secret, recoveryCodes } = await turnOnTwoFactor(ada);
    const made = { name: "customer", defaultValue: "Grace", description: "" };
    await expectOk(callAs(variables.add, { ...inTeam(ada, ada.slug), body: made }));
    const files = await exported(ada.token);
    for (const content of Object.values(files)) expect(() => JSON.parse(content)).not.toThrow();
    const of = (name: string) => JSON.parse(files[`muster/${name}.json`] ?? "null");
    expect(of("account")).toMatchObject({ id: ada.accountId, email: ada.email, organizations: [{ id: ada.orgId }] });
    expect(of("created")).toMatchObject({ variables: [{ name: "customer", teamId: ada.slug }] });
    expect(of("devices")).toHaveLength(1);
    expect(of("activity").map(({ kind }: { kind: string }) => kind)).toContain("two_factor_on");
    const all = Object.values(files).join("");
    for (const value of [ada.token, secret, ...recoveryCodes, "argon2"]) expect(all).not.toContain(value);
  });

  it("holds the conversations of its owner, and none of others", async () => {
    const team = await furnishTeam();
    const [own, stranger] = [await exported(await tokenOf(team.owner)), await exported((await newPerson()).token)];
    const chat = own[`muster/sessions/${team.ids.sessionId}.json`] ?? "";
    expect(JSON.parse(chat)).toMatchObject({ id: team.ids.sessionId, messages: [{ role: "user" }, {}] });
    expect(Object.values(own).join("")).not.toContain(team.secrets[0]);
    const theirs = Object.values(stranger).join("");
    for (const value of [...team.teamValues, ...team.hiddenValues, ...team.orgValues])
      expect(theirs).not.toContain(value);
    expect((await callAs(security.export)).status).toBe(401);
  });
});
