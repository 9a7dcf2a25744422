import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sessionToken } from "@/lib/api/token";
import { forgetAccountVisits, visitorToken } from "@/lib/api/visitor-token";

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
  for (const shareId of ["here", "earlier", "open"]) visitorToken(shareId).set(null);
  Reflect.deleteProperty(globalThis, "window");
});

/** An account's tokens of this page and of an earlier one, and one of a visit before anybody signed in. */
function visited(): void {
  visitorToken("here").set("mva_here");
  localStorage.setItem("muster.visitor.earlier", "mva_earlier");
  localStorage.setItem("muster.visitor.open", "mv_open");
  localStorage.setItem("muster.theme", "dark");
}
const kept = () => [
  ...["here", "earlier", "open"].map((shareId) => visitorToken(shareId).get()),
  localStorage.getItem("muster.theme"),
];

describe("visitors' tokens in a browser", () => {
  it.each<[string, () => void]>([
    ["signs out", () => sessionToken.set(null)],
    ["signs in with another session", () => sessionToken.set("ms_other")],
    ["is signed out elsewhere", () => sessionToken.remove("ms_own")],
  ])("of an account are forgotten when somebody %s, and no others", (_, change) => {
    sessionToken.set("ms_own");
    visited();
    change();
    expect(kept()).toEqual([null, null, "mv_open", "dark"]);
  });

  it("stay while the same session goes on", () => {
    sessionToken.set("ms_own");
    visited();
    sessionToken.set("ms_own");
    sessionToken.remove("ms_other");
    expect(kept()).toEqual(["mva_here", "mva_earlier", "mv_open", "dark"]);
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
    visitorToken("here").set("mva_here");
    visitorToken("open").set("mv_open");
    expect(visitorToken("here").get()).toBe("mva_here");
    forgetAccountVisits();
    expect([visitorToken("here").get(), visitorToken("open").get()]).toEqual([null, "mv_open"]);
  });
});
