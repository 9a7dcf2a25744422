import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { testDatabase } from "../support/database";
import { temporaryFolder } from "../support/folders";

/** A fresh copy of the modules, as a new process has it. */
async function freshProcess(variables: Record<string, string>) {
  vi.resetModules();
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const secret = await import("@/lib/server/platform/crypto/secret");
  const { checkSecret } = await import("@/lib/server/main/check-secret");
  return { ...secret, checkSecret };
}

let folder: string;
beforeEach(() => {
  folder = temporaryFolder("secret");
});
afterEach(() => vi.unstubAllEnvs());

describe("the application's secret", () => {
  test("is made once, readable by its owner alone", async () => {
    const first = (await freshProcess({ DATA_DIR: folder })).appSecret();
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(folder, "app-secret")).mode & 0o777).toBe(0o600);
    expect((await freshProcess({ DATA_DIR: folder })).appSecret()).toBe(first);
    expect(readFileSync(join(folder, "app-secret"), "utf8")).toBe(`${first}\n`);
  });

  test("APP_SECRET wins and writes no file", async () => {
    const given = "x".repeat(40);
    expect((await freshProcess({ DATA_DIR: folder, APP_SECRET: given })).appSecret()).toBe(given);
    expect(() => statSync(join(folder, "app-secret"))).toThrow("ENOENT");
  });

  test("a file that was emptied is refused, not replaced", async () => {
    writeFileSync(join(folder, "app-secret"), "");
    const { appSecret } = await freshProcess({ DATA_DIR: folder });
    expect(appSecret).toThrow("doesn't contain a valid secret");
  });

  test("keys differ by purpose and by secret", async () => {
    const { deriveKey } = await freshProcess({ DATA_DIR: folder });
    const key = deriveKey("one").toString("hex");
    expect(key).toHaveLength(64);
    expect(deriveKey("one").toString("hex")).toBe(key);
    expect(deriveKey("two").toString("hex")).not.toBe(key);
    rmSync(join(folder, "app-secret"));
    const other = await freshProcess({ DATA_DIR: folder });
    expect(other.deriveKey("one").toString("hex")).not.toBe(key);
  });

  test("a start with another secret than the data's is refused", async () => {
    const { db } = await testDatabase();
    // The run's own secret, whichever test of the run wrote its check first.
    const own = await freshProcess({});
    await expect(own.checkSecret(db)).resolves.toBeUndefined();
    await expect(own.checkSecret(db)).resolves.toBeUndefined();
    const wrong = await freshProcess({ APP_SECRET: "y".repeat(40) });
    await expect(wrong.checkSecret(db)).rejects.toThrow(
      "APP_SECRET doesn't match the secret that this data was encrypted with",
    );
    const elsewhere = await freshProcess({ DATA_DIR: folder });
    await expect(elsewhere.checkSecret(db)).rejects.toThrow(
      `The secret in ${join(folder, "app-secret")} doesn't match`,
    );
  });
});
