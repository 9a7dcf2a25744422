import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionToken } from "@/lib/api/tokens/token";
import { visitorToken } from "@/lib/api/tokens/visitor-token";
import { accounts } from "@/lib/contract/accounts/calls";

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
function openWindow(storage: Partial<Storage>): void {
  const location = new URL("http://muster.test/s/team/open");
  Object.assign(globalThis, {
    window: { localStorage: storage, location, addEventListener() {}, removeEventListener() {} },
  });
}
beforeEach(() => {
  localStorage = memoryStorage();
  openWindow(localStorage);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, "window");
});

const tokens = () => ["here", "earlier", "open"].map((shareId) => visitorToken(shareId).get());
const storedTokens = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith("muster.visitor."))
    .map((key) => localStorage.getItem(key))
    .sort();

/** An anonymous visit by the key that it has always had, and after it two of an account, one of them on an earlier page. */
function visited(): void {
  localStorage.setItem("muster.visitor.open", "mv_open");
  localStorage.setItem("muster.theme", "dark");
  sessionToken.set("ms_own");
  localStorage.setItem("muster.visitor.account.earlier", "mva_earlier");
  visitorToken("here").set("mva_here");
}

describe("visitors' tokens in a browser", () => {
  it.each<[string, () => void]>([
    ["signs out", () => sessionToken.set(null)],
    ["signs in with another session", () => sessionToken.set("ms_other")],
    ["is signed out elsewhere", () => sessionToken.remove("ms_own")],
  ])("of an account are forgotten when somebody %s, and no others", (_, change) => {
    visited();
    change();
    expect(storedTokens()).toEqual(["mv_open"]);
    expect(localStorage.getItem("muster.theme")).toBe("dark");
  });

  it("stay while the same session goes on", () => {
    visited();
    sessionToken.set("ms_own");
    sessionToken.remove("ms_other");
    expect(tokens()).toEqual(["mva_here", "mva_earlier", null]);
  });

  it("keep what somebody says while they are signed in from the next person at this browser", () => {
    const open = visitorToken("open");
    open.set("mv_open");
    sessionToken.set("ms_ada");
    expect(open.get()).toBeNull();
    open.set("mva_ada");
    expect(open.get()).toBe("mva_ada");
    sessionToken.set("ms_bob");
    expect(open.get()).toBeNull();
    sessionToken.set(null);
    expect(open.get()).toBe("mv_open");
    expect(storedTokens()).toEqual(["mv_open"]);
  });

  it("are not kept where they arrive after somebody has signed in or out", () => {
    const open = visitorToken("open");
    open.set("mva_late");
    expect(open.get()).toBeNull();
    open.set("mv_open");
    sessionToken.set("ms_ada");
    open.set("mv_late");
    expect(storedTokens()).toEqual(["mv_open"]);
  });

  it("tell who follows them when somebody signs in or out", () => {
    visitorToken("open").set("mv_open");
    const seen: (string | null)[] = [];
    const end = visitorToken("open").subscribe(() => seen.push(visitorToken("open").get()));
    sessionToken.set("ms_ada");
    visitorToken("open").set("mva_ada");
    sessionToken.set(null);
    end();
    sessionToken.set("ms_bob");
    expect([seen[0], seen[1], seen.at(-1)]).toEqual([null, "mva_ada", "mv_open"]);
  });

  it("are forgotten in every open tab: none is kept beside the storage", () => {
    visited();
    localStorage.removeItem("muster.visitor.account.here");
    expect(visitorToken("here").get()).toBeNull();
  });

  it("live with the page where storage is blocked, and are forgotten with the call that the server refuses", () => {
    openWindow({
      getItem: () => null,
      removeItem() {},
      setItem() {
        throw new Error("blocked");
      },
    });
    visitorToken("blocked").set("mv_blocked");
    expect(visitorToken("blocked").get()).toBe("mv_blocked");
    visitorToken("blocked").remove("mv_older");
    expect(visitorToken("blocked").get()).toBe("mv_blocked");
    visitorToken("blocked").remove("mv_blocked");
    expect(visitorToken("blocked").get()).toBeNull();
  });

  it("name nobody in the calls of whoever is signed in", async () => {
    const sent: (string | null)[] = [];
    vi.stubGlobal("fetch", async (_path: string, { headers }: RequestInit) => {
      sent.push(new Headers(headers).get("authorization"));
      return Response.json({});
    });
    const { call } = await import("@/lib/api/browser");
    const ask = () => call(accounts.get, { query: {}, navigate: false });
    visitorToken("open").set("mv_open");
    await ask();
    sessionToken.set("ms_ada");
    await ask();
    visitorToken("open").set("mva_ada");
    await ask();
    sessionToken.set(null);
    await ask();
    expect(sent).toEqual(["mv_open", "ms_ada", "mva_ada", "mv_open"].map((token) => `Bearer ${token}`));
  });
});
