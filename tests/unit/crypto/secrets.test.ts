import { beforeAll, describe, expect, test, vi } from "vitest";
import { isMaskOf, maskSecret } from "@/lib/server/platform/crypto/mask";
import { openSecret, sealSecret } from "@/lib/server/platform/crypto/secrets";
import { hashToken, safeEqual } from "@/lib/server/platform/crypto/tokens";
import { forgetEnv } from "@/lib/server/platform/env/env";

const useSecret = (secret: string): void => {
  vi.stubEnv("APP_SECRET", secret);
  forgetEnv();
};
beforeAll(() => useSecret("a test's secret of more than 32 characters"));

const place = { teamId: "research-7f3k2q", rowId: "model_1" };

describe("sealing", () => {
  test.each(["sk-1234567890", "", "é😀\n\u0000", "x".repeat(100_000)])("gives back what was sealed (%#)", (text) => {
    const sealed = sealSecret("model", place, text);
    expect(openSecret("model", place, sealed)).toBe(text);
    if (text) expect(sealed).not.toContain(text.slice(0, 8));
  });

  test("never gives the same text twice", () => {
    const sealed = Array.from({ length: 50 }, () => sealSecret("model", place, "same"));
    expect(new Set(sealed).size).toBe(50);
  });

  test("opens only for its own purpose, team and row", () => {
    const sealed = sealSecret("model", place, "sk-1234567890");
    const open = (purpose: "model" | "tool", teamId: string | null, rowId: string) => () =>
      openSecret(purpose, { teamId, rowId }, sealed);
    expect(open("model", place.teamId, place.rowId)()).toBe("sk-1234567890");
    expect(open("tool", place.teamId, place.rowId)).toThrow();
    expect(open("model", "other-7f3k2q", place.rowId)).toThrow();
    expect(open("model", null, place.rowId)).toThrow();
    expect(open("model", place.teamId, "model_2")).toThrow();
    const joined = sealSecret("model", { teamId: "a", rowId: 'b","c' }, "x");
    expect(() => openSecret("model", { teamId: 'a","b', rowId: "c" }, joined)).toThrow();
  });

  test("a change of any byte, a cut or an extension is noticed", () => {
    const sealed = sealSecret("variable", place, "secret value");
    const [version = "", encoded = ""] = sealed.split(".");
    const bytes = Buffer.from(encoded, "base64url");
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed[index] ?? 0) ^ 1, index);
      expect(() => openSecret("variable", place, `${version}.${changed.toString("base64url")}`)).toThrow();
    }
    const broken = ["", "v1.", `v2.${encoded}`, encoded, sealed.slice(0, -4), `${sealed}AAAA`, "v1.AAAA"];
    for (const text of broken) expect(() => openSecret("variable", place, text)).toThrow();
  });

  test("another APP_SECRET opens nothing", () => {
    const sealed = sealSecret("model", place, "sk-1234567890");
    useSecret("another secret of more than 32 characters");
    expect(() => openSecret("model", place, sealed)).toThrow();
    useSecret("a test's secret of more than 32 characters");
    expect(openSecret("model", place, sealed)).toBe("sk-1234567890");
  });
});

describe("masks", () => {
  test.each([
    ["", "••••"],
    ["12345678901", "••••"],
    ["123456789012", "••••9012"],
    ["sk-abcdefghijklmnop", "••••mnop"],
  ])("%j is shown as %j", (secret, mask) => {
    expect(maskSecret(secret)).toBe(mask);
    expect(isMaskOf(mask, secret)).toBe(true);
    expect(isMaskOf(secret, secret)).toBe(false);
  });
});

describe("tokens", () => {
  test("are kept as a hash", () => {
    expect(hashToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  test("are compared whole, whatever their lengths", () => {
    expect(safeEqual("same", "same")).toBe(true);
    for (const other of ["", "sam", "samf", "samee"]) expect(safeEqual("same", other)).toBe(false);
  });
});
