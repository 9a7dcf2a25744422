import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineConnector } from "@/lib/server/engine/connectors/shared/define-connector";
import { ConnectorError } from "@/lib/server/engine/connectors/shared/errors";
import {
  addressField,
  choiceField,
  hostField,
  listField,
  portField,
  secretField,
  textField,
} from "@/lib/server/engine/connectors/shared/fields";
import {
  findSecretPaths,
  listSecrets,
  maskSettings,
  mergeSettings,
} from "@/lib/server/engine/connectors/shared/settings";
import type { Definition, Message } from "@/lib/server/engine/connectors/shared/types";
import { redactRememberedSecrets } from "@/lib/server/platform/crypto/remembered-secrets";
import { OutboundError } from "@/lib/server/platform/outbound/outbound-error";
import { connectorContext, refusal } from "../../support/connectors";

const settings = z.object({
  host: hostField({ title: "host" }),
  port: portField({ title: "port" }, 5432),
  key: secretField({ title: "API key" }),
  more: z.object({ token: secretField({ title: "second token" }).optional() }).optional(),
  names: listField({ title: "names" }, { max: 3 }),
  mode: choiceField({ title: "mode" }, { a: "One", b: "Two" }, "a"),
  site: addressField({ title: "site" }).optional(),
  note: textField({ title: "note" }, 10).optional(),
});
type Settings = z.infer<typeof settings>;

const made = (given: Partial<Definition<Settings>> = {}) =>
  defineConnector<Settings>({
    id: "website",
    settings,
    addresses: ["host"],
    check: async () => undefined,
    discover: async () => [],
    async *read() {
      yield { type: "end", complete: true };
    },
    ...given,
  });

const good = { host: "db.example.test", key: "secret-value-1234" };

test("the specification is a form in order, with its secrets marked", () => {
  const { specification } = made();
  expect(specification).toMatchObject({
    type: "object",
    required: ["host", "key"],
    properties: {
      host: { type: "string", title: "Host", "x-order": 0 },
      port: { type: "integer", default: 5432, minimum: 1, maximum: 65535, "x-order": 1 },
      key: { type: "string", format: "password", "x-order": 2 },
      more: { type: "object", properties: { token: { format: "password" } } },
      names: { type: "array", items: { type: "string" } },
      mode: { enum: ["a", "b"], "x-labels": { a: "One", b: "Two" } },
      site: { format: "uri" },
    },
  });
  expect(findSecretPaths(specification)).toEqual([["key"], ["more", "token"]]);
});

test("settings are trimmed, filled and freed of what nobody knows", () => {
  const parsed = made().parse({ ...good, host: " DB.example.test ", note: "", names: "a\n b,a", port: "6543", sly: 1 });
  expect(parsed).toEqual({ host: "DB.example.test", port: 6543, key: good.key, names: ["a", "b"], mode: "a" });
});

describe("hostile settings are refused, at their field", () => {
  test.each<[string, unknown, string]>([
    ["host", "https://db.example.test", "without https://"],
    ["host", "ada@db.example.test", "without https://, user"],
    ["host", "db.example.test:5432", "user or port"],
    ["host", "/var/run/postgresql", "host name or IP address"],
    ["host", "a\nb", "a single line"],
    ["host", "x".repeat(300), "253 characters or fewer"],
    ["host", "", "Enter the host."],
    ["host", 7, "Enter the host."],
    ["port", "many", "must be a number"],
    ["port", 70_000, "between 1 and 65535"],
    ["key", undefined, "Enter the API key."],
    ["key", "k".repeat(50_000), "too long"],
    ["names", ["a", "b", "c", "d"], "enter 3 entries or fewer"],
    ["mode", "c", "Choose one of: One, Two."],
    ["site", "file:///etc/passwd", "starts with https://"],
    ["site", "https://ada:pw@example.test", "username or password"],
  ])("%s: %j", async (field, value, words) => {
    const error = await refusal(made().check({ ...good, [field]: value }, connectorContext()));
    expect(error).toMatchObject({
      code: "invalid",
      extra: {
        issues: expect.arrayContaining([{ path: expect.stringContaining(`config.${field}`), message: error.message }]),
      },
    });
    expect(error.message).toContain(words);
  });
});

test("whatever is thrown becomes a ConnectorError without secrets, in an error, a cause or the log", async () => {
  const thrown: [unknown, object][] = [
    [new Error(`leaks ${good.key}`), { kind: "unknown", retryable: false }],
    [new ConnectorError("settings", `not ${good.key}!`), { kind: "settings", message: "not [secret]!" }],
    [new TypeError("x is undefined"), { kind: "malformed" }],
    [new OutboundError("timeout", "db.example.test did not answer."), { kind: "timeout", retryable: true }],
    [
      new Error("wrapped", { cause: new OutboundError("refused", "Private.") }),
      { kind: "refused", message: "Private." },
    ],
    [new ConnectorError("rate_limit", "Slow down.", { retryAfterMs: 5 }), { retryable: true, retryAfterMs: 5 }],
  ];
  for (const [error, expected] of thrown) {
    const connector = made({
      check: async () => {
        throw error;
      },
    });
    const found = await refusal(connector.check(good, connectorContext()));
    expect(found).toBeInstanceOf(ConnectorError);
    expect(found).toMatchObject(expected);
    expect(found.message).not.toContain(good.key);
  }
  expect(redactRememberedSecrets(`now ${good.key}`)).toBe("now [secret]");
});

test("a read that fails in the middle keeps what it told, and an abort stays what it is", async () => {
  const failing = made({
    async *read() {
      yield { type: "deleted", key: "1" };
      throw new Error("oops");
    },
  });
  const told: Message[] = [];
  const stream = { name: "s", mode: "full" } as const;
  const error = await refusal(
    (async () => {
      for await (const message of failing.read(good, stream, null, connectorContext())) told.push(message);
    })(),
  );
  expect(told).toEqual([{ type: "deleted", key: "1" }]);
  expect(error).toMatchObject({ kind: "unknown" });
  const abort = new AbortController();
  const endless = made({
    async *read() {
      for (;;) yield { type: "deleted", key: "1" };
    },
  });
  const stopped = await refusal(
    (async () => {
      const ctx = connectorContext({ signal: abort.signal });
      for await (const _ of endless.read(good, stream, null, ctx)) abort.abort(new Error("enough"));
    })(),
  );
  expect(stopped.message).toBe("enough");
});

test("a form sends masks back, and secrets again where they would go elsewhere", () => {
  const connector = made();
  const stored = { ...good, more: { token: "another-secret-5678" } };
  const shown = maskSettings(connector.specification, stored);
  expect(shown).toEqual({ ...good, key: "••••1234", more: { token: "••••5678" } });
  expect(mergeSettings(connector, { ...shown, note: "new" }, stored)).toEqual({ ...stored, note: "new" });
  expect(mergeSettings(connector, { ...shown, key: "changed-key-9999" }, stored)).toMatchObject({
    key: "changed-key-9999",
  });
  expect(mergeSettings(connector, { host: good.host }, stored)).toEqual(stored);
  expect(() => mergeSettings(connector, { ...shown, host: "evil.example.test" }, stored)).toThrow("Enter this again");
  expect(listSecrets(connector.specification, stored)).toEqual([good.key, "another-secret-5678"]);
});
