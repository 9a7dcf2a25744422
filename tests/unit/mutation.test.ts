import { expect, it } from "vitest";
import { type Address, candidatesFor, mutate } from "../soak/mutation/mutate";
import { always, drop, never, type Operation, replace, reword } from "../soak/mutation/operation";
import { syntaxOf } from "../soak/mutation/shape";
import { parseSource } from "../soak/mutation/syntax";

const file = "guard.ts";

/** The address of a node in the function `guard`, with its fingerprint as it is now. */
function addressOf(source: string, operation: Operation): Address {
  const address = { file, symbol: "guard", operation, shape: "" };
  return { ...address, shape: candidatesFor(source, address)[0]?.shape ?? "" };
}

const inGuard = (body: string): string => `function guard(a, b, c) { ${body} }`;

const syntax = (source: string): string => syntaxOf(parseSource(file, source));

it.each<[operation: Operation, before: string, after: string]>([
  [drop("if 2"), "if (a) return; if (b) return; c();", "if (a) return; c();"],
  [drop("statement 2"), "a(); b();", "a();"],
  [drop("if 1 > then"), "if (a) b(); c();", "if (a) {} c();"],
  [drop("call and 1 > argument 1"), "return and(eq(a, b), c);", "return and(c);"],
  [drop("call eq 1"), "return and(c, eq(a, b));", "return and(c);"],
  [drop("&& 1 > operand 2"), "return a && (b || c) && !a;", "return a && !a;"],
  [drop("object 1 > property 1"), "return { a, b };", "return { b };"],
  [drop("array 1 > element 2"), "return [a, b,];", "return [a];"],
  [drop("case 1"), "switch (a) { case 1: return b; default: return c; }", "switch (a) { default: return c; }"],
  [never("if 1"), "if (a === b) c();", "if (false) c();"],
  [always("ternary 1"), "return a ? b : c;", "return true ? b : c;"],
  [never("object 1 > property 1 > value"), "return { a };", "return { a: false };"],
  [replace("comparison 1", "$1 <= $2"), "return a < b;", "return a <= b;"],
  [replace("call for 1", "$owner"), 'return a.where(b).for("update");', "return a.where(b);"],
  [replace("call 1", "$1_2"), "return a(b && c);", "return c;"],
  [replace("loop 1", "$body_1;"), "for (const one of a) b(one);", "b(one);"],
  [replace("return 1 > value", "$0 ?? $other", "if 1 > test"), "if (a) return b;", "if (a) return b ?? a;"],
  [
    reword("template 1", "and {2}", "or {1}"),
    `return sql\`x = \${a}  and \${b} and c\`;`,
    `return sql\`x = \${a} or \${a} and c\`;`,
  ],
  [reword("literal 1", "manual", "follow"), 'return "manual";', 'return "follow";'],
])("%o", (operation, before, after) => {
  const source = inGuard(before);
  expect(syntax(mutate(source, addressOf(source, operation)))).toBe(syntax(inGuard(after)));
});

const source = inGuard("if (a.b !== 1) throw c(a); if (b) throw c(b);");
const address = addressOf(source, drop("if 1"));

it("finds a guard whose names and formatting have changed", () => {
  const renamed = "function guard(x, y: string, z) {\n if (x.y !== 1)\n  throw z(x);\n if (y) throw z(y);\n}";
  expect(syntax(mutate(renamed, address))).toBe(syntax("function guard(x, y, z) { if (y) throw z(y); }"));
});

it("finds a guard whose symbol was renamed", () => {
  const others = "function before(a) { if (a) throw a; } function after(a) { if (a.b !== 2) throw c(a); }";
  const renamed = `${others} ${source.replace("guard", "check")}`;
  expect(syntax(mutate(renamed, address))).toBe(
    syntax(`${others} ${inGuard("if (b) throw c(b);").replace("guard", "check")}`),
  );
});

it.each([
  ["was edited", "if (a.b !== 2) throw c(a); if (b) throw c(b);"],
  ["has another before it", "if (c) return; if (a.b !== 1) throw c(a); if (b) throw c(b);"],
  ["has one before it that looks the same", "if (b.c !== 1) throw a(b); if (a.b !== 1) throw c(a);"],
  ["is gone", "if (b) throw c(b);"],
])("takes nothing out where the guard %s", (_, body) => {
  expect(() => mutate(inGuard(body), address)).toThrow("is not the guard that was addressed");
});
