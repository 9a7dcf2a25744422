import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const sources = ["app", "components", "context", "hooks", "lib/constants", "lib/utils", "lib/server"].flatMap(
  (folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
);

/** What is about mails themselves, a kind of document, or domains of addresses. */
const aboutMail =
  /^(components\/admin\/|components\/(teams\/identity|accounts\/sign-in\/sso)\/|lib\/server\/resources\/identity\/|lib\/server\/(platform\/mail|resources\/admin|engine\/connectors|engine\/knowledge|engine\/parsing|(access|api)\/audit)\/|components\/datasources\/|lib\/server\/main\/(start|metrics)\.ts|lib\/server\/main\/operations\/doctor\/|lib\/utils\/text\/unreadable-file\.ts)/;
/** The text is chosen by whether the server sends mail. */
const asks = /useSendsMail|useRegistration|isMailEnabled|security\.mail/;

/** In a text of several words: a mail, not the address that people type. */
const spoken =
  /["'`>][^"'`<>{}]*(?<!e-)\b(?:mails?|mailed|mailbox(?:es)?|spam folder|e-?mails?(?! address(?:es)?\b))\b[^"'`<>{}]*/i;
const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, "")).replace(/(^|\s)\/\/.*$/gm, "$1");
const isText = (found: string): boolean => /[a-z-]+ [a-z-]+/i.test(found) && !/^["'`][./@\w-]+$/.test(found);

test("no text speaks of a mail without asking whether the server sends any", () => {
  const found = sources
    .filter((file) => !aboutMail.test(file))
    .flatMap((file) => {
      const source = readFileSync(file, "utf8");
      if (asks.test(source)) return [];
      return withoutComments(source)
        .split("\n")
        .map(
          (line) => spoken.exec(line)?.[0] ?? (/^\s+[A-Z][^"'`<>{}=;]*(?<!e-)\bmails?\b[^=;]*$/.exec(line)?.[0] || ""),
        )
        .filter(isText)
        .map((text) => `${file}: ${text.trim()}`);
    });
  expect(sources.length).toBeGreaterThan(900);
  expect(found).toEqual([]);
});
