import { describe, expect, test } from "vitest";
import { grantableBits } from "@/lib/permissions/bits";
import {
  applyForm,
  applyRole,
  canGrant,
  type Edit,
  firstNotGrantable,
  permissionField,
} from "@/lib/permissions/editor";
import { effectiveBits } from "@/lib/permissions/effective";
import { permissionEntries } from "@/lib/permissions/entries";
import { roleBits, roleName } from "@/lib/permissions/roles";
import { everyBit, orgScope, teamScope } from "../support/naive-permissions";
import { randomFrom } from "../support/random";

const teamMember = [70, 75, 100, 105, 110, 145, 150, 155, 160, 165, 170, 175, 180, 181, 185, 195, 200, 205, 210, 215];
const on = (...bits: number[]) => Object.fromEntries(bits.map((bit) => [permissionField(bit), "on"]));
const edit = (changes: Partial<Edit>): Edit => ({ scope: "team", editor: [], member: [], stored: [], ...changes });

describe("applying a form", () => {
  test.each<[string, Partial<Edit>, Record<string, unknown>, number[]]>([
    ["sets what the editor holds", { editor: [100, 105] }, on(100, 105), [100, 105]],
    ["clears what is absent", { editor: [100, 105], stored: [100, 105] }, on(105), [105]],
    ["leaves bits that the editor does not hold", { editor: [100], stored: [70, 100] }, on(105), [70]],
    ["never gives a bit that the editor does not hold", { editor: [60] }, on(39, 55, 100), []],
    ["root is not settable, not even by root", { editor: everyBit }, on(0), []],
    ["ownership is not settable", { editor: everyBit }, on(10, 15, 25), []],
    ["delete app is blocked", { editor: everyBit }, on(80), []],
    ["delete app is blocked for a holder of its parent", { editor: everyBit, member: [10] }, on(80), []],
    ["a stored delete app stays as it was", { editor: everyBit, stored: [80] }, {}, [80]],
    ["a team form sets no organisation bits", { editor: everyBit }, on(24, 30, 53), []],
    ["an organisation form sets no team bits", { scope: "org", editor: everyBit }, on(39, 60, 24), [24]],
    ["a team's owner may make an admin", { editor: [15, 55, 60] }, on(39), [39]],
    ["an editor of members may not make an admin", { editor: [60, 100] }, on(39), []],
    ["null and false are absent", { editor: [100, 105] }, { permission_bit_100: null, permission_bit_105: false }, []],
    ["other fields are ignored", { editor: [100] }, { permission_bit_abc: "on", permission_bit_1000: "on" }, []],
  ])("%s", (_, changes, form, expected) => {
    expect(applyForm(edit(changes), form)).toEqual(expected);
  });

  test("a form from a prototype sets nothing", () => {
    expect(applyForm(edit({ editor: [100] }), Object.create({ permission_bit_100: "on" }))).toEqual([]);
  });

  test("random sequences of edits agree with a naive second model", () => {
    const random = randomFrom(7);
    const some = (chance: number) => everyBit.filter(() => random() < chance);
    for (let sequence = 0; sequence < 60; sequence += 1) {
      let stored: number[] = [];
      const expected = new Map(everyBit.map((bit) => [bit, false]));
      for (let step = 0; step < 40; step += 1) {
        const scope = random() < 0.5 ? "org" : "team";
        const editor = some(0.5);
        const wanted = some(0.4);
        stored = applyForm({ scope, editor, member: some(0.3), stored }, on(...wanted));
        for (const bit of scope === "org" ? orgScope : teamScope) {
          const allowed =
            editor.includes(bit) ||
            (bit === 39 && editor.includes(15)) ||
            ([39, ...teamMember].includes(bit) && editor.includes(24));
          if (allowed) expected.set(bit, wanted.includes(bit));
        }
        expect(stored).toEqual(everyBit.filter((bit) => expected.get(bit)).sort((a, b) => a - b));
      }
    }
  });

  test("nobody's effect grows beyond the editor's by an edit", () => {
    const random = randomFrom(11);
    for (let round = 0; round < 1_000; round += 1) {
      const none = { root: false, orgOwner: false, orgBits: [], teamBits: [] };
      const editor = effectiveBits({
        ...none,
        teamOwner: random() < 0.3,
        teamBits: teamScope.filter(() => random() < 0.3),
      });
      const next = applyForm(edit({ editor }), on(...everyBit));
      const reached = effectiveBits({ ...none, teamOwner: false, teamBits: next });
      const beyond = reached.filter((bit) => bit !== 39 && !editor.includes(bit));
      expect(beyond).toEqual([]);
      if (reached.includes(39)) expect(editor.includes(39) || editor.includes(15)).toBe(true);
    }
  });
});

describe("roles", () => {
  test("bits of each", () => {
    expect(roleBits["Team Member"]).toEqual(teamMember);
    expect(roleBits["Team Admin"]).toEqual([39]);
    expect(roleBits["Org Member"]).toEqual([]);
    expect(roleBits["Org Admin"]).toEqual([24]);
  });

  test.each<["org" | "team", number[], string]>([
    ["team", teamMember, "Team Member"],
    ["team", [...teamMember, 80], "Team Member"],
    ["team", [39], "Team Admin"],
    ["team", [39, 55, 100], "Team Admin"],
    ["team", [], "Custom"],
    ["team", teamMember.slice(1), "Custom"],
    ["team", [...teamMember, 115], "Custom"],
    ["team", [24], "Custom"],
    ["org", [], "Org Member"],
    ["org", [39], "Org Member"],
    ["org", [24], "Org Admin"],
    ["org", [24, 40, 53], "Org Admin"],
    ["org", [24, 30], "Custom"],
    ["org", [40], "Custom"],
  ])("%s %j is %s", (scope, stored, expected) => {
    expect(roleName(scope, stored)).toBe(expected);
  });

  test("choosing a role keeps what the editor does not hold", () => {
    const stored = [115, 100];
    expect(applyRole(edit({ editor: teamMember, stored }), roleBits["Team Member"])).toEqual(
      [...teamMember, 115].sort((a, b) => a - b),
    );
    expect(applyRole(edit({ scope: "org", editor: [24], stored: [24, 30] }), [])).toEqual([30]);
  });

  test("what an editor may hand on", () => {
    expect(firstNotGrantable(teamMember, roleBits["Team Member"])).toBeUndefined();
    expect(firstNotGrantable([55, 70], roleBits["Team Member"])).toBe(75);
    expect(firstNotGrantable([15], roleBits["Team Admin"])).toBeUndefined();
    const orgAdmin = effectiveBits({ root: false, orgOwner: false, teamOwner: false, orgBits: [24], teamBits: [] });
    expect(teamScope.filter((bit) => canGrant(orgAdmin, bit))).toEqual(
      [39, 55, 60, 65, ...teamMember].sort((a, b) => a - b),
    );
    expect(orgScope.filter((bit) => canGrant(orgAdmin, bit))).toEqual([24, 40, 45, 50, 51, 52, 53]);
    expect([0, 10, 15, 80, 115].filter((bit) => canGrant(orgAdmin, bit))).toEqual([]);
    expect(firstNotGrantable([40, 50, 55, 60], roleBits["Team Member"])).toBe(70);
    expect(canGrant([10], 15)).toBe(false);
  });
});

test("the bits that can be granted are those that the editor does not block", () => {
  const granted = permissionEntries.filter(({ blocked }) => !blocked).map(({ bit }) => bit);
  expect(granted.sort((a, b) => a - b)).toEqual(grantableBits);
});
