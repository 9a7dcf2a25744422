import { describe, expect, it } from "vitest";
import { audit } from "@/lib/contract/audit/schemas";
import { budgets } from "@/lib/contract/budgets/schemas";
import { inTeam, setKey, setTeam, teamBudget } from "../support/budgets";
import { callAs, expectOk, newPerson, send } from "../support/client";
import { ownDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

describe("a change of a budget", () => {
  it("is in the audit log, with what it was before", async () => {
    const ada = await newPerson();
    await expectOk(setTeam(ada, { money: 5 }));
    await expectOk(setTeam(ada, { money: 7, mode: "soft" }));
    await expectOk(setTeam(ada, {}));
    const key = await newKey(ada);
    await expectOk(setKey(ada, key.id, { tokens: 9 }));
    const { entries } = (await expectOk(callAs(audit.list, inTeam(ada)))) as { entries: Record<string, unknown>[] };
    const noted = entries.filter(({ kind }) => kind === "budget");
    expect(noted).toMatchObject([
      { before: { tokens: null, mode: null }, after: { tokens: 9, mode: "hard" } },
      { before: { money: 7, mode: "soft" }, after: { money: null, mode: null } },
      { before: { money: 5, mode: "hard" }, after: { money: 7, mode: "soft" } },
      { before: { money: null, mode: null }, after: { money: 5, mode: "hard" } },
    ]);
  });

  it.each([
    [{ money: 0, mode: "hard" }, "money"],
    [{ money: "5", mode: "hard" }, "money"],
    [{ money: -0.01, mode: "hard" }, "money"],
    [{ money: 0.001, mode: "hard" }, "money"],
    [{ money: 0.015, mode: "hard" }, "money"],
    [{ money: 10_000_000.01, mode: "hard" }, "money"],
    [{ money: 1e308, mode: "hard" }, "money"],
    [{ tokens: 0, mode: "hard" }, "tokens"],
    [{ tokens: 1e13, mode: "hard" }, "tokens"],
    [{ tokens: 1e308, mode: "hard" }, "tokens"],
    [{ tokens: 1.5, mode: "hard" }, "tokens"],
    [{ tokens: -1, mode: "hard" }, "tokens"],
    [{ tokens: 10, mode: "medium" }, "mode"],
  ])("refuses %j at its field", async (body, path) => {
    const { status, body: got } = await callAs(budgets.editTeam, { ...inTeam(await newPerson()), body });
    expect(status).toBe(400);
    expect(got).toMatchObject({ issues: expect.arrayContaining([expect.objectContaining({ path })]) });
  });

  it.each(["1e999", "-1e999", "NaN", "Infinity"])("refuses %s, and what was set stays", async (figure) => {
    const ada = await newPerson();
    await expectOk(setTeam(ada, { money: 5 }));
    const { status } = await send("POST", `/${ada.slug}/forms/budget/team/edit`, `{"money":${figure},"mode":"hard"}`, {
      token: ada.token,
    });
    expect(status).toBe(400);
    expect((await teamBudget(ada)).budget).toEqual({ money: 5, tokens: null, mode: "hard" });
  });

  it.each([0.01, 0.07, 19.99, 1_234.56, 9_999_999.99, 10_000_000])("keeps $%d as it was given", async (money) => {
    const ada = await newPerson();
    await expectOk(setTeam(ada, { money, tokens: 1_000_000_000_000 }));
    expect((await teamBudget(ada)).budget).toEqual({ money, tokens: 1_000_000_000_000, mode: "hard" });
  });
});
