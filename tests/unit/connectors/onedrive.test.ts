import { readdir } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { onedrive } from "@/lib/server/engine/connectors/onedrive/connector";
import type { ConnectorContext, StreamChoice } from "@/lib/server/engine/connectors/shared/types";
import { connectorContext, refusal } from "../../support/connectors";
import { Landing } from "../../support/landing";
import { graphError, startGraphStandin } from "../../support/standins/onedrive/server";
import type { Answered } from "../../support/standins/service/serve";
import { client } from "../../support/standins/service/tokens";

const files: StreamChoice = { name: "files", mode: "incremental" };
const app = {
  type: "app",
  tenant: "contoso.com",
  clientId: client.id,
  clientSecret: client.secret,
  user: "ada@contoso.com",
};

async function started(given: Partial<ConnectorContext> = {}, settings: Record<string, unknown> = {}) {
  const graph = await startGraphStandin();
  onTestFinished(() => graph.close());
  const ctx = connectorContext({ places: { microsoftGraph: graph.url, microsoftLogin: graph.url }, ...given });
  const config = { authentication: app, ...settings };
  const land = (stream = files) => new Landing(onedrive, config, stream, ctx);
  return { graph, ctx, config, land };
}

const keys = (landing: Landing): string[] => [...landing.documents.keys()].sort();
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `file-${String(index + 1).padStart(3, "0")}`);

describe("a sync of OneDrive", () => {
  it("signs the app in at its tenant, and downloads files without showing its token to where they lie", async () => {
    const { graph, ctx, config, land } = await started();
    graph.put("plain", { name: "Notes.txt", content: "Some notes" });
    graph.put("odd", { name: "Report", mimeType: "application/pdf", content: "%PDF-" });
    graph.put("film", { name: "Holiday.mp4", mimeType: "video/mp4" });
    graph.putFolder("folder");
    graph.put("deep", { name: "Deep.md", parent: "folder", content: "# Deep" });
    await onedrive.check(config, ctx);
    expect(await onedrive.discover(config, ctx)).toMatchObject([{ name: "files", modes: ["full", "incremental"] }]);
    const landing = land();
    await landing.sync();
    expect(Object.fromEntries(landing.files)).toEqual({
      plain: { filename: "Notes.txt", text: "Some notes" },
      odd: { filename: "Report.pdf", text: "%PDF-" },
      deep: { filename: "Deep.md", text: "# Deep" },
    });
    expect(landing.documents.get("plain")).toMatchObject({
      title: "Notes.txt",
      uri: "https://contoso-my.sharepoint.com/plain",
      data: { name: "Notes.txt", mimeType: "text/plain", createdBy: "Ada" },
    });
    const paths = new Set(graph.requests.map(({ path }) => path));
    expect(paths).toContain("/contoso.com/oauth2/v2.0/token");
    expect(paths).toContain("/v1.0/users/ada@contoso.com/drive");
  });

  it("follows changes and deleted items by the delta link", async () => {
    const { graph, land } = await started();
    for (const id of numbered(5)) graph.put(id, { content: id });
    graph.putFolder("folder");
    graph.put("inside", { parent: "folder" });
    const landing = land();
    await landing.sync();
    await landing.sync();
    expect([landing.told, landing.deleted, landing.complete]).toEqual([[], [], false]);
    graph.put("file-002", { content: "changed" });
    graph.put("file-002", { content: "changed twice" });
    graph.put("file-006", { content: "new" });
    graph.remove("file-003");
    graph.put("file-005", { name: "Now a film.mp4", mimeType: "video/mp4" });
    await landing.sync();
    expect([landing.told, landing.deleted]).toEqual([
      ["file-002", "file-006"],
      ["file-003", "file-005"],
    ]);
    expect(landing.files.get("file-002")?.text).toBe("changed twice");
    graph.remove("folder");
    await landing.sync();
    expect(keys(landing)).toEqual(["file-001", "file-002", "file-004", "file-006"]);
  });

  it("tells each file once when it is broken and continued, in the list and in the changes", {
    timeout: 20_000,
  }, async () => {
    for (const after of [1, 51, 60, 102]) {
      const { graph, land } = await started();
      for (const id of numbered(120)) graph.put(id, { content: id });
      const landing = land();
      await landing.sync(after);
      const first = landing.told.length;
      graph.put("file-001", { content: "changed meanwhile" });
      graph.remove("file-002");
      await landing.sync();
      expect(first + landing.told.length - 119).toBeLessThanOrEqual(51);
      await landing.sync();
      expect(keys(landing)).toEqual(numbered(120).filter((id) => id !== "file-002"));
      expect(landing.files.get("file-001")?.text).toBe("changed meanwhile");

      for (const id of numbered(250)) graph.put(id, { content: `${id} again` });
      await landing.sync(150);
      await landing.sync();
      expect(landing.told.length).toBeLessThanOrEqual(150);
      expect(keys(landing)).toEqual(numbered(250));
      expect([...landing.files.values()].every(({ text }) => text.endsWith("again"))).toBe(true);
    }
  });

  it("synchronises from the start when it is asked to, after a break of that too", async () => {
    const { graph, land } = await started();
    for (const id of numbered(70)) graph.put(id, { content: id });
    const landing = land();
    await landing.sync(52);
    graph.forget();
    await landing.sync();
    expect(keys(landing)).toEqual(numbered(70));
    graph.remove("file-010");
    graph.forget();
    await landing.sync(55);
    await landing.sync();
    expect(landing.complete).toBe(true);
    expect(keys(landing)).toEqual(numbered(70).filter((id) => id !== "file-010"));
    await landing.sync();
    expect([landing.told, landing.complete]).toEqual([[], false]);
  });

  it("reads a folder by its path with all below it, and follows folders that come and leave", async () => {
    const { graph, land, config, ctx } = await started({}, { folder: "/Work/Hand book/" });
    graph.putFolder("Work");
    graph.put("chosen", { name: "Hand book", parent: "Work", isFolder: true });
    graph.putFolder("deep", "chosen");
    graph.putFolder("elsewhere");
    graph.put("a", { parent: "chosen" });
    graph.put("b", { parent: "deep" });
    graph.put("other", { parent: "elsewhere" });
    await onedrive.check(config, ctx);
    const landing = land();
    await landing.sync();
    expect(keys(landing)).toEqual(["a", "b"]);
    graph.put("elsewhere", { parent: "chosen" });
    graph.put("a", { parent: "Work" });
    await landing.sync();
    expect(keys(landing)).toEqual(["b", "other"]);
    graph.put("deep", { parent: "Work" });
    await landing.sync(1);
    await landing.sync();
    expect(keys(landing)).toEqual(["other"]);
    graph.remove("elsewhere");
    await landing.sync();
    expect(keys(landing)).toEqual([]);
    graph.put("last", { parent: "chosen" });
    await landing.sync();
    graph.remove("chosen");
    expect(await refusal(landing.sync())).toMatchObject({ kind: "vanished", retryable: false });
    expect(keys(landing)).toEqual(["last"]);
    expect(await refusal(onedrive.check(config, ctx))).toMatchObject({ kind: "vanished", retryable: false });
  });
});

describe("a file of OneDrive that is not given out", () => {
  it.each([
    ["its size", undefined, /exceeds your plan's limit of 1 KB/],
    ["malware", graphError(403, "malwareDetected", "Malware."), /flagged this file as malware/],
    ["a lock", graphError(423, "resourceLocked", "Locked."), /file is currently locked/],
  ] as const)("for %s is told as failed, and the others go on", async (_title, answer, sentence) => {
    const { graph, ctx, land } = await started({ maxFileBytes: 1_024 });
    graph.put("bad", { content: "x".repeat(answer ? 10 : 1_025) });
    graph.put("good", { content: "x".repeat(1_024) });
    if (answer) graph.fail({ when: ({ path }) => path.endsWith("/bad/content"), answer });
    const landing = land();
    await landing.sync();
    expect(landing.failed.get("bad")).toMatch(sentence);
    expect(keys(landing)).toEqual(["good"]);
    expect(await readdir(ctx.tmpFolder)).toHaveLength(1);
  });

  it("is counted while it comes, whatever size was told before", async () => {
    const { graph, land } = await started({ maxFileBytes: 1_024 });
    graph.put("liar", { content: "small" });
    graph.fail({ when: ({ path }) => path === "/download/liar", answer: { body: "x".repeat(5_000) } });
    const landing = land();
    await landing.sync();
    expect(landing.failed.get("liar")).toMatch(/exceeds your plan's limit of 1 KB/);
  });
});

describe("a failure of OneDrive", () => {
  const cases: [string, Answered, { kind: string; retryable: boolean; message: RegExp; retryAfterMs?: number }][] = [
    [
      "a limit with its time",
      { ...graphError(429, "activityLimitReached", "Throttled"), headers: { "retry-after": "120" } },
      { kind: "rate_limit", retryable: true, message: /Try again in 120 seconds/, retryAfterMs: 120_000 },
    ],
    [
      "a missing permission",
      graphError(403, "accessDenied", "Access denied"),
      { kind: "permission", retryable: false, message: /the Files\.Read\.All permission/ },
    ],
    [
      "a user without a OneDrive",
      graphError(404, "ResourceNotFound", "User's mysite not found."),
      { kind: "vanished", retryable: false, message: /has no OneDrive yet/ },
    ],
    [
      "a problem of its own",
      graphError(500, "generalException", "Oops"),
      { kind: "unavailable", retryable: true, message: /./ },
    ],
    [
      "a refusal",
      graphError(401, "InvalidAuthenticationToken", "No"),
      { kind: "credentials", retryable: false, message: /401/ },
    ],
    [
      "a cut answer",
      { body: { id: "x" }, cutAfter: 3 },
      { kind: "network", retryable: true, message: /didn't complete/ },
    ],
    [
      "a web page",
      { headers: { "content-type": "text/html" }, body: "<html></html>" },
      { kind: "malformed", retryable: false, message: /unexpected/ },
    ],
  ];
  it.each(cases)("tells %s", async (_title, answer, { kind, retryable, message, ...rest }) => {
    const { graph, ctx, config } = await started();
    graph.fail({ when: ({ path }) => path.startsWith("/v1.0/"), answer });
    const error = await refusal(onedrive.check(config, ctx));
    expect(error).toMatchObject({ kind, retryable, message: expect.stringMatching(message), ...rest });
  });

  it("names a wrong client secret without showing it", async () => {
    const { ctx } = await started();
    const wrong = { authentication: { ...app, clientSecret: "not-the-secret-0815" } };
    const error = await refusal(onedrive.check(wrong, ctx));
    expect(error).toMatchObject({ kind: "credentials", retryable: false });
    expect(error.message).toMatch(/^Microsoft rejected the app's client ID or secret\./);
    expect(error.message).not.toContain("0815");
  });

  it("waits where it is asked for a moment", async () => {
    const { graph, ctx, config } = await started();
    const answer = { ...graphError(503, "serviceNotAvailable", "A moment"), headers: { "retry-after": "0" } };
    graph.fail({ when: ({ path }) => path.startsWith("/v1.0/"), times: 2, answer });
    await onedrive.check(config, ctx);
  });

  it("never calls another host for a link that an answer holds", async () => {
    const { graph, land } = await started();
    const body = { value: [], "@odata.deltaLink": "https://attacker.test/v1.0/drives/b!drive/root/delta?token=1.0" };
    graph.fail({
      when: ({ path, query }) => path.endsWith("/delta") && query.get("token") === "latest",
      times: 1,
      answer: { body },
    });
    const landing = land();
    await landing.sync();
    await landing.sync();
    expect(landing.complete).toBe(false);
    expect(graph.requests.at(-1)?.path).toBe("/v1.0/drives/b!drive/root/delta");
  });

  it("ends with the call that it is for", async () => {
    const stop = new AbortController();
    const { graph, ctx, config } = await started({ signal: stop.signal });
    graph.fail({ when: ({ path }) => path.startsWith("/v1.0/"), answer: "hang" });
    const asked = onedrive.check(config, ctx).catch((error: unknown) => error);
    setTimeout(() => stop.abort(), 100);
    expect(await asked).toBe(stop.signal.reason);
  });
});
