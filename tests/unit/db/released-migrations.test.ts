import { describe, expect, it, test } from "vitest";
import {
  compareMigrations,
  MigrationMismatch,
  releasedMigrations,
} from "@/lib/server/platform/db/migrate/compare-migrations";
import { knownMigrations } from "@/lib/server/platform/db/migrate/migrations";

const released = releasedMigrations();

test.each(knownMigrations())("$tag is as it was released", ({ tag, hash }) => {
  const [expected] = released[tag] ?? [];
  expect(expected, "A new migration is noted by `npm run db:record`.").toBeDefined();
  expect(hash, "A released migration stays as it is: what has to change needs a migration of its own.").toBe(expected);
});

test("nothing is noted that is not there", () => {
  expect(Object.keys(released)).toEqual(knownMigrations().map(({ tag }) => tag));
});

describe("comparing", () => {
  const migration = (tag: string, when: number) => ({ tag, when, hash: `hash of ${tag}`, statements: [] });
  const known = [migration("a", 1), migration("b", 2), migration("c", 3)];
  const [a, b] = [
    { hash: "hash of a", when: 1 },
    { hash: "hash of b", when: 2 },
  ];
  const kindOf = (applied: { hash: string; when: number }[], noted = {}) => {
    try {
      return compareMigrations(known, applied, noted).missing.map(({ tag }) => tag);
    } catch (error) {
      return error instanceof MigrationMismatch ? error.kind : error;
    }
  };

  it("gives what is missing", () => {
    expect(kindOf([])).toEqual(["a", "b", "c"]);
    expect(kindOf([a, b])).toEqual(["c"]);
  });

  it("accepts what a migration was released as before, and not what its file was before an edit", () => {
    expect(kindOf([a, { hash: "earlier", when: 2 }], { b: ["hash of b", "earlier"] })).toEqual(["c"]);
    expect(kindOf([a, { hash: "as released", when: 2 }], { b: ["as released"] })).toBe("edited");
  });

  it("tells what is newer, edited and of another version apart", () => {
    expect(kindOf([a, { hash: "x", when: 9 }])).toBe("newer");
    expect(kindOf([{ hash: "x", when: 1 }])).toBe("edited");
    expect(kindOf([b])).toBe("unknown");
    expect(kindOf([a, { hash: "x", when: 1.5 }])).toBe("unknown");
  });
});
