import { describe, expect, test } from "vitest";
import { redact, redactIn } from "@/lib/server/platform/crypto/redact";
import { redactRememberedSecrets, rememberSecret } from "@/lib/server/platform/crypto/remembered-secrets";
import { createLogger } from "@/lib/server/platform/log/log";
import { longestBlock } from "../../support/loop-delay";

const secret = `pä$$ "w/rd"+&<ü>\nsk-0123456789`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

const lines = (count: number, seed: number) =>
  Array.from({ length: count }, (_, index) => `aaaa${seed}é"<&${String(index).padStart(4, "0")}`).join("\n");

describe("cutting secrets out of a text", () => {
  test("takes little time, however many lines the secrets have and however alike they begin", async () => {
    const secrets = Array.from({ length: 50 }, (_, index) => lines(400, 100 + index));
    const text = `${"aaaa".repeat(10_000)} ${secrets[49]?.slice(0, 30)}`;
    const { result, blockedMs } = await longestBlock(async () => redact(text, secrets));
    expect(result).toContain("[secret]");
    expect(blockedMs).toBeLessThan(200);
  });

  test.each<[string, string]>([
    ["as it is", secret],
    ["in JSON", JSON.stringify({ key: secret })],
    ["in JSON in JSON", JSON.stringify(JSON.stringify({ key: secret }))],
    ["in a query", `?key=${encodeURIComponent(secret)}`],
    ["in a query with small escapes", encodeURIComponent(secret).replace(/%../g, (byte) => byte.toLowerCase())],
    ["in a form", new URLSearchParams({ key: secret }).toString()],
    [
      "in HTML",
      secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    ],
    ["in hex", Buffer.from(secret).toString("hex")],
  ])("%s", (_name, text) => {
    const cut = redact(`before ${text} after`, ["unrelated", secret]);
    expect(cut).toMatch(/^before .*\[secret\].* after$/);
    expect(cut).not.toMatch(/sk-0123456789|0123456789|736b2d30/);
  });

  test("in base64, wherever in it", () => {
    const key = "sk-live-0123456789abcdef";
    for (const before of ["", "u", "us", "user:", "x".repeat(20)]) {
      for (const after of ["", ":", "ab", "def"]) {
        const encoded = base64(before + key + after);
        for (const text of [encoded, encoded.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")]) {
          const cut = redact(`Basic ${text}`, [key]);
          expect(cut).toContain("[secret]");
          expect(Buffer.from(cut.slice(6).replace("[secret]", ""), "base64").toString()).not.toContain("0123456789");
        }
      }
    }
  });

  test("each line of it, as a console keeps lines", () => {
    const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\r\nkqhkiG9w0BAQEF\n==\n";
    expect(redact("line MIIEvQIBADANBg", [key])).toBe("line [secret]");
    expect(redact("line kqhkiG9w0BAQEF", [JSON.stringify({ private_key: key })])).toBe("line [secret]");
    expect(redact('"type": "service_account"', ['{\n"type": "service_account",\n"a": 1 }'])).toContain("service_");
  });

  test("every occurrence, the longer secret first, and short ones not by chance", () => {
    expect(redact("abcd-abcdef-abcd", ["abcd", "abcdef"])).toBe("[secret]-[secret]-[secret]");
    expect(redact("a cab is a cab", ["cab", "", "a"])).toBe("a cab is a cab");
  });

  test("the credentials inside a service account", () => {
    const account = JSON.stringify({
      type: "service_account",
      project_id: "p",
      private_key: "-----BEGIN-----\nMIIE\n",
    });
    const cut = redact("bad key: -----BEGIN-----\nMIIE\n of service_account", [account]);
    expect(cut).toBe("bad key: [secret] of service_account");
  });
});

test("a value that was made to hold many texts is read in one go", () => {
  const secrets = Array.from({ length: 50 }, (_, i) => `${i}-secret-`.repeat(20));
  const value = [...Array<number>(29_000).fill(1), ...secrets];
  const started = performance.now();
  expect(redactIn(value, secrets)).toEqual([...Array(29_000).fill(1), ...Array(50).fill("[secret]")]);
  // Nearer to ten milliseconds; the forms of the secrets made for each text took a minute.
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("secrets are cut out of a value of JSON, its names and numbers too", () => {
  const value = { a: [`x ${secret}`, 12345678, 1, null, true], [`k ${secret}`]: { deep: secret } };
  expect(redactIn(value, [secret, "12345678"])).toEqual({
    a: ["x [secret]", "[secret]", 1, null, true],
    "k [secret]": { deep: "[secret]" },
  });
  expect(redactIn(undefined, [secret])).toBeUndefined();
});

describe("the log", () => {
  function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
    const lines: string[] = [];
    write(createLogger("info", { write: (line: string) => lines.push(line) }));
    return lines.join("");
  }

  test("hides remembered secrets by value, in messages, fields and errors", () => {
    rememberSecret("sk-remembered-42");
    const text = logged((logger) => {
      logger.info("said sk-remembered-42");
      logger.info({ deep: { list: [{ note: "sk-remembered-42" }] } }, "field");
      logger.error({ err: new Error("401 for Bearer sk-remembered-42", { cause: new Error("sk-remembered-42") }) });
      logger.child({ key: "sk-remembered-42" }).warn("child");
    });
    expect(text.match(/\[secret\]/g)?.length).toBeGreaterThanOrEqual(4);
    expect(text).not.toContain("sk-remembered-42");
    for (const line of text.trim().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  });

  test("hides fields by name although their value is unknown", () => {
    const text = logged((logger) => {
      logger.info({ body: { password: "unknown-1", code: "unknown-2" }, headers: { authorization: "unknown-3" } });
      logger.info({ req: { headers: { cookie: "unknown-4", "x-api-key": "unknown-5" } }, token: "unknown-6" });
      logger.error({ err: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
    });
    expect(text).not.toContain("unknown-");
    expect(text).toContain("ECONNREFUSED");
  });

  test("takes little time for a line, whatever is remembered", async () => {
    for (let index = 0; index < 30; index++) rememberSecret(lines(500, 1_000 + index));
    const line = `{"level":30,"msg":"aaaa1001 ${"aaaa".repeat(100)}"}`;
    const { blockedMs } = await longestBlock(async () => redactRememberedSecrets(line));
    expect(blockedMs).toBeLessThan(200);
  });

  test("remembers a bounded number, the newest", () => {
    for (let index = 0; index < 10_000; index++) rememberSecret(`value-number-${index}`);
    expect(redactRememberedSecrets("value-number-9999 value-number-1 ")).toBe("[secret] value-number-1 ");
  });
});
