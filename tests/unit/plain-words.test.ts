import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { sourceFiles } from "../support/imports";

/** Phrases that no one at Stripe, Linear or GitHub would write, with the usual ones. */
const phrases: Record<string, string> = {
  "all of it each time": "full refresh",
  "all the same": "anyway",
  "any more": "no longer",
  anybody: "anyone",
  "at once": "immediately, simultaneously",
  "beside that": "in addition",
  "by hand": "manually",
  "by itself": "automatically",
  catalogue: "catalog",
  colour: "color",
  "e-mail": "email",
  "for ever": "forever",
  "for good": "permanently",
  "go on": "continue",
  "has been taken": "was received",
  "is not right": "is incorrect",
  "is on its way": "was sent",
  "it starts anew": "it resets",
  "look at it": "preview",
  "looked for": "searched",
  neighbour: "neighbor",
  nobody: "no one",
  "of this name": "matching",
  somebody: "someone",
  "take back": "revoke",
  "taken apart": "parsed",
  "taken back": "revoked",
  "told apart": "distinguished",
  whoever: "anyone who",
};
const pattern = new RegExp(`\\b(${Object.keys(phrases).join("|")})\\b`, "gi");

/** Texts in quotes, templates and JSX: what can be shown. */
function textsOf(file: string): string[] {
  const texts: string[] = [];
  new Visitor({
    Literal({ value }) {
      if (typeof value === "string") texts.push(value);
    },
    TemplateElement({ value }) {
      texts.push(value.cooked ?? "");
    },
    JSXText({ value }) {
      texts.push(value.replace(/\s+/g, " "));
    },
  }).visit(parseSync(file, readFileSync(file, "utf8")).program);
  return texts;
}

test("no text has a phrase that has a plainer one", { timeout: 30_000 }, () => {
  const files = sourceFiles().filter((file) => /^(app|components|context|hooks|lib)\//.test(file));
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) =>
    textsOf(file).flatMap((text) => (text.match(pattern) ?? []).map((phrase) => `${file}: ${phrase} in "${text}"`)),
  );
  expect(found).toEqual([]);
});
