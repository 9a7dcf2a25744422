import { describe, expect, test } from "vitest";
import { promptValues } from "@/lib/server/engine/runs/context/values";
import { fillNames, findOpenName, findPromptNames, insertName } from "@/lib/utils/text/prompt-names";

describe("names in braces", () => {
  test.each([
    ["Help {customer} in {city}.", ["customer", "city"]],
    ["{a}{a}{{b}}", ["a", "b"]],
    ["{a b} {} { c } {d\n} {", []],
    [`{${"x".repeat(100)}}`, ["x".repeat(100)]],
    [`{${"x".repeat(101)}}`, []],
    ["{größe} {客户}", ["größe", "客户"]],
    ['{"json":1}', ['"json":1']],
  ])("%s", (text, names) => {
    expect(findPromptNames(text)).toEqual(names);
  });

  test("are those of all texts, each once", () => {
    expect(findPromptNames("{a} {b}", "{b} {c}")).toEqual(["a", "b", "c"]);
  });

  test("are filled once: what a value holds in braces stays, and so does what has no value", () => {
    const values = new Map([
      ["a", "{b}"],
      ["b", "$& $1 {a}"],
      ["empty", ""],
    ]);
    expect(fillNames("{a} {b} [{empty}] {c} {toString} {{a}}", values)).toBe("{b} $& $1 {a} [] {c} {toString} {{b}}");
  });
});

test("values for prompts are the session's before the team's, and a secret one's never", () => {
  const known = [
    { name: "city", secret: false, defaultValue: "Bern" },
    { name: "customer", secret: false, defaultValue: "Grace" },
    { name: "token", secret: true, defaultValue: "v1.sealed" },
  ];
  const values = promptValues({ variables: { customer: "", token: "left in clear", own: "x" } }, known);
  expect([...values]).toEqual([
    ["city", "Bern"],
    ["customer", ""],
    ["own", "x"],
  ]);
});

describe("the name at the caret", () => {
  test.each<[string, string | undefined]>([
    ["Help {|", ""],
    ["Help {cu|", "cu"],
    ["Help {cu|stomer}", "cu"],
    ["Help |{customer}", undefined],
    ["Help {customer}|", undefined],
    ["Help {a b|", undefined],
    ["Help |", undefined],
    ["{{x|", "x"],
    [`{${"x".repeat(101)}|`, undefined],
  ])("%s", (marked, typed) => {
    const caret = marked.indexOf("|");
    const found = findOpenName(marked.replace("|", ""), caret);
    expect(found?.typed).toBe(typed);
    if (found) expect(found.start + found.typed.length).toBe(caret);
  });

  test.each([
    ["Help {|", "Help {customer}|"],
    ["Help {cu| now", "Help {customer}| now"],
    ["Help {cu|stom} now", "Help {customer}| now"],
    ["Help {cu|st {city}", "Help {customer}|st {city}"],
    ["Help {|}", "Help {customer}|"],
  ])("is put into %s", (marked, expected) => {
    const put = insertName(marked.replace("|", ""), marked.indexOf("|"), "customer");
    expect(`${put.text.slice(0, put.caret)}|${put.text.slice(put.caret)}`).toBe(expected);
  });
});
