import { describe, expect, test } from "vitest";
import { allBits, Permission } from "@/lib/permissions/bits";
import { createChecker } from "@/lib/permissions/checker";
import { effectiveBits, type MemberRights, storedBits } from "@/lib/permissions/effective";
import { permissionEntries } from "@/lib/permissions/entries";
import { everyBit, naiveBits, resources, teamMembers } from "../support/naive-permissions";
import { randomFrom } from "../support/random";

const nobody: MemberRights = { root: false, orgOwner: false, teamOwner: false, orgBits: [], teamBits: [] };
const of = (standing: Partial<MemberRights>) => effectiveBits({ ...nobody, ...standing });

const orgAdmin = [24, 25, 40, 45, 50, 51, 52, 53, 55, 60, 65];
const orgOwner = [10, 15, 24, 25, 30, 35, 40, 45, 50, 51, 52, 53, 55, 60, 65, 70, 75, 80, ...resources.slice(2)];

describe("effective permissions", () => {
  test.each<[string, Partial<MemberRights>, number[]]>([
    ["a stranger holds only what every account holds", {}, [25]],
    ["root", { root: true }, everyBit],
    ["organisation owner", { orgOwner: true }, orgOwner],
    ["team owner", { teamOwner: true }, [15, 25, ...teamMembers, ...resources]],
    ["team admin", { teamBits: [39] }, [25, 39, ...teamMembers, ...resources]],
    ["organisation admin", { orgBits: [24] }, orgAdmin],
    [
      "organisation admin without the rest: no edit or delete of the organisation",
      { orgBits: [24, 30] },
      [24, 25, 30, ...orgAdmin.slice(2)],
    ],
    ["delete app has no effect when stored", { teamBits: [75, 80] }, [25, 75]],
    [
      "delete app has no effect when stored, for a team owner",
      { teamOwner: true, teamBits: [80] },
      [15, 25, ...teamMembers, ...resources],
    ],
    ["ownership and root can't be stored", { orgBits: [0, 10, 15], teamBits: [0, 10, 15] }, [25]],
    ["a team's bits in the organisation's row have no effect", { orgBits: [39, 60, 100] }, [25]],
    ["an organisation's bits in the team's row have no effect", { teamBits: [24, 30, 45, 53] }, [25]],
    ["unknown numbers have no effect", { orgBits: [1, 26, 999], teamBits: [71, -5, 1.5, Number.NaN] }, [25]],
    ["single bits stand alone", { teamBits: [181, 100], orgBits: [35] }, [25, 35, 100, 181]],
    ["adding members does not give editing them", { teamBits: [55] }, [25, 55]],
  ])("%s", (_, standing, expected) => {
    expect(of(standing)).toEqual(expected);
  });

  test("agrees with a naive second model on random standings", () => {
    const random = randomFrom(20_260_101);
    for (let round = 0; round < 3_000; round += 1) {
      const standing: MemberRights = {
        root: random() < 0.05,
        orgOwner: random() < 0.2,
        teamOwner: random() < 0.3,
        orgBits: everyBit.filter(() => random() < 0.15),
        teamBits: everyBit.filter(() => random() < 0.15),
      };
      expect(effectiveBits(standing), JSON.stringify(standing)).toEqual(naiveBits(standing));
    }
  });
});

describe("tables", () => {
  test("every bit of the specification, once", () => {
    expect(allBits).toEqual(everyBit);
    expect(permissionEntries.map((entry) => entry.bit).sort((a, b) => a - b)).toEqual(everyBit);
  });

  test("vector databases use the numbers of variables", () => {
    expect([Permission.CREATE_VECTOR_DB, Permission.EDIT_VECTOR_DB, Permission.DELETE_VECTOR_DB]).toEqual([
      205, 210, 215,
    ]);
  });

  test("what each membership stores", () => {
    expect([...storedBits.org].sort((a, b) => a - b)).toEqual([24, 30, 35, 40, 45, 50, 51, 52, 53]);
    expect([...storedBits.team].sort((a, b) => a - b)).toEqual([39, ...teamMembers, 70, 75, 80, ...resources.slice(2)]);
  });

  test("titles are different and not empty", () => {
    const titles = permissionEntries.map((entry) => entry.title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const entry of permissionEntries) {
      expect(entry.title.length * entry.label.length * entry.description.length).toBeGreaterThan(0);
      if (entry.blocked) expect(entry.blockedReason, entry.title).toMatch(/\.$/);
    }
  });

  test("the editor's groups", () => {
    const under = (heading: string) => permissionEntries.filter((e) => e.heading === heading).map((e) => e.bit);
    expect(under("Developer Permissions")).toEqual([0]);
    expect(under("Account Permissions")).toEqual([25]);
    expect(under("Org Permissions")).toEqual([10, 24, 30, 35, 40, 45, 50, 51, 52, 53]);
    expect(under("Team Permissions")).toEqual([15, 39, ...teamMembers, 70, 75, 80, ...resources.slice(2)]);
    expect(permissionEntries.filter((e) => e.blocked).map((e) => e.bit)).toEqual([0, 25, 10, 15, 80]);
  });
});

describe("checker", () => {
  test("has exactly its bits and names a missing one", () => {
    const checker = createChecker([25, 100]);
    expect(everyBit.filter((bit) => checker.has(bit))).toEqual([25, 100]);
    expect(checker.missing(105)).toBe('Missing permission "Edit Agent"');
    expect(checker.missing(205)).toBe('Missing permission "Create Variable or Vector DB"');
  });
});
