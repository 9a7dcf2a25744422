import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionToken } from "@/lib/api/token";
import { forgetVisitorTokens, visitorToken } from "@/lib/api/visitor-token";

/** As much of a browser's storage as a page uses. */
function memoryStorage(): Storage {
  const entries: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => {
      entries[key] = value;
    },
    removeItem: (key: string) => {
      delete entries[key];
    },
  };
  return new Proxy(entries, {
    get: (target, key) => methods[key as keyof typeof methods] ?? target[String(key)],
  }) as unknown as Storage;
}

let localStorage: Storage;
beforeEach(() => {
  localStorage = memoryStorage();
  Object.assign(globalThis, { window: { localStorage, addEventListener() {}, removeEventListener() {} } });
});
afterEach(() => {
  forgetVisitorTokens();
  Reflect.deleteProperty(globalThis, "window");
});

/** A visitor's token of this page, and one that an earlier page has stored. */
function visited(): void {
  visitorToken("here").set("mv_here");
  localStorage.setItem("muster.visitor.earlier", "mv_earlier");
  localStorage.setItem("muster.theme", "dark");
}
const kept = () => [visitorToken("here").get(), visitorToken("earlier").get(), localStorage.getItem("muster.theme")];

describe("visitors' tokens in a browser", () => {
  it.each<[string, () => void]>([
    ["signs out", () => sessionToken.set(null)],
    ["signs in with another session", () => sessionToken.set("ms_other")],
    ["is signed out elsewhere", () => sessionToken.remove("ms_own")],
  ])("are forgotten when somebody %s", (_, change) => {
    sessionToken.set("ms_own");
    visited();
    change();
    expect(kept()).toEqual([null, null, "dark"]);
  });

  it("stay while the same session goes on", () => {
    sessionToken.set("ms_own");
    visited();
    sessionToken.set("ms_own");
    sessionToken.remove("ms_other");
    expect(kept()).toEqual(["mv_here", "mv_earlier", "dark"]);
  });

  it("are forgotten in every open tab: none is kept beside the storage", () => {
    visited();
    localStorage.removeItem("muster.visitor.here");
    expect(visitorToken("here").get()).toBeNull();
  });

  it("live with the page where storage is blocked, and are forgotten there too", () => {
    const blocked = {
      getItem: () => null,
      removeItem() {},
      setItem() {
        throw new Error("blocked");
      },
    };
    Object.assign(globalThis, { window: { localStorage: blocked, addEventListener() {}, removeEventListener() {} } });
    visitorToken("here").set("mv_here");
    expect(visitorToken("here").get()).toBe("mv_here");
    forgetVisitorTokens();
    expect(visitorToken("here").get()).toBeNull();
  });
});
