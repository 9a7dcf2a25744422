import { check } from "recheck";
import { describe, expect, test } from "vitest";
import { expressionsIn, mayBeSuperlinear, productExpressions } from "../support/regular-expressions";

/** Superlinear ones that may stay, each with the bound on its text and the reason. */
const exceptions = new Map<string, string>([]);

/** Made of parts that this test does not see, with the reason why they are harmless. */
const computed = new Map<string, string>([
  ["new RegExp(isoTimePattern)", "reads a field of at most 500 characters"],
  ["new RegExp(isoZonePattern)", "reads a field of at most 500 characters"],
]);

/** Both processors are busy, and no more. */
const atOnce = 2;

/** An attack is confirmed by the time that it takes, so that a busy processor can make one of a harmless pattern. */
const maxTries = 3;

async function verdictOf(pattern: string, flags: string): Promise<string> {
  let result = await check(pattern, flags, { timeout: 60_000 });
  for (let tries = 1; result.status === "vulnerable" && tries < maxTries; tries += 1)
    result = await check(pattern, flags, { timeout: 60_000 });
  return result.status === "vulnerable" ? result.complexity.summary : result.status;
}

async function verdicts(found: [string, string][]): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  const left = found.values();
  const work = async () => {
    for (const [pattern, flags] of left) all.set(`/${pattern}/${flags}`, await verdictOf(pattern, flags));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return all;
}

describe("the product's regular expressions", () => {
  const found = productExpressions();

  test("are found", () => {
    expect(found.length).toBeGreaterThan(400);
    const source = `const a = <p>{/x+$/u.exec("/y+/")}</p>; new RegExp("^a*", "i"); RegExp(\`b\${a}+\`); RegExp(a);`;
    expect(expressionsIn("a.tsx", source).map(({ pattern, flags }) => [pattern, flags])).toEqual([
      ["x+$", "u"],
      ["^a*", "i"],
      ["bword+", ""],
      [undefined, ""],
    ]);
  });

  test("take time that grows no faster than their text", { timeout: 600_000 }, async () => {
    const risky = found.flatMap(({ pattern, flags }): [string, string][] =>
      pattern !== undefined && mayBeSuperlinear(pattern) ? [[pattern, flags]] : [],
    );
    const all = await verdicts([...new Map(risky.map((one) => [one.join("/"), one])).values()]);
    const slow = found.filter(({ pattern, flags }) => {
      const verdict = all.get(`/${pattern}/${flags}`);
      return verdict !== undefined && verdict !== "safe" && !exceptions.has(`/${pattern}/${flags}`);
    });
    expect(slow.map(({ file, code, pattern, flags }) => `${file}: ${code} ${all.get(`/${pattern}/${flags}`)}`)).toEqual(
      [],
    );
  });

  test("are written out, or known to be harmless", () => {
    const unknown = found.filter(({ pattern, code }) => pattern === undefined && !computed.has(code));
    expect(unknown.map(({ file, code }) => `${file}: ${code}`)).toEqual([]);
    const codes = new Set(found.map(({ code }) => code));
    expect([...computed.keys()].filter((code) => !codes.has(code))).toEqual([]);
    const all = new Set(found.map(({ pattern, flags }) => `/${pattern}/${flags}`));
    expect([...exceptions.keys()].filter((one) => !all.has(one))).toEqual([]);
  });
});

test.each([
  ["^[\\s>]*(?:=+|[-*_ \\t]+)\\s*$", "", "3rd degree polynomial"],
  ["\\/+$", "", "2nd degree polynomial"],
  ["^(a+)+$", "", "exponential"],
  ["^a+$", "", "safe"],
])("%s is %s", { timeout: 60_000 }, async (pattern, flags, verdict) => {
  expect(mayBeSuperlinear(pattern)).toBe(true);
  expect(await verdictOf(pattern, flags)).toBe(verdict);
});
