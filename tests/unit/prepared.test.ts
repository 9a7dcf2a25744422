import { describe, expect, it } from "vitest";
import { prepareStatements } from "@/lib/server/platform/db/connection/prepared";

/** A client that only tells what it was asked. */
function client() {
  const asked: unknown[][] = [];
  const fake = {
    query: (...given: unknown[]) => {
      asked.push(given);
    },
  };
  prepareStatements(fake as never);
  return { query: fake.query as (...given: unknown[]) => void, asked };
}

const nameOf = (given: unknown[] | undefined) => (given?.[0] as { name?: string } | undefined)?.name;

describe("prepared statements", () => {
  it("names what comes again, the same on every connection, and nothing else", () => {
    const [one, two] = [client(), client()];
    const text = "select 1 where $1 = $1";
    for (let i = 0; i < 4; i += 1) one.query({ text }, ["a"]);
    two.query({ text }, ["b"]);
    expect(one.asked.map(nameOf).slice(0, 2)).toEqual([undefined, undefined]);
    const name = nameOf(one.asked[3]);
    expect(name).toMatch(/^muster_\d+$/);
    expect(nameOf(two.asked[0])).toBe(name);
    expect(two.asked[0]?.[1]).toEqual(["b"]);
  });

  it("leaves alone texts without parameters, whole queries and what has a name", () => {
    const { query, asked } = client();
    for (let i = 0; i < 5; i += 1) {
      query("begin");
      query({ text: "select 2" }, []);
      query({ text: "select $1", name: "mine" }, ["a"]);
      query({ submit: () => {}, text: "select $1" }, ["a"]);
    }
    expect(new Set(asked.map(nameOf))).toEqual(new Set([undefined, "mine"]));
  });

  it("has searches planned with their patterns", () => {
    const { query, asked } = client();
    for (let i = 0; i < 5; i += 1) query({ text: "select 3 where name ilike $1" }, ["%a%"]);
    expect(new Set(asked.map(nameOf))).toEqual(new Set([undefined]));
  });

  it("gives no more names than a connection should remember", () => {
    const { query, asked } = client();
    for (let n = 0; n < 400; n += 1) for (let i = 0; i < 3; i += 1) query({ text: `select ${n} + $1` }, [1]);
    expect(new Set(asked.map(nameOf)).size).toBeLessThanOrEqual(301);
  });
});
