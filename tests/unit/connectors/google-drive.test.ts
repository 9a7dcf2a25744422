import { readdir } from "node:fs/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { googleDrive } from "@/lib/server/engine/connectors/google-drive/connector";
import type { ConnectorContext, StreamChoice } from "@/lib/server/engine/connectors/shared/types";
import { connectorContext, refusal } from "../../support/connectors";
import { Landing } from "../../support/landing";
import { exported, googleError, office, startDriveStandin } from "../../support/standins/google-drive/server";
import { serviceAccount, startGoogleSignIn, wrongServiceAccount } from "../../support/standins/google-sign-in";
import type { Answered } from "../../support/standins/service/serve";

const token = "ya29.standin-access-token";
const files: StreamChoice = { name: "files", mode: "incremental" };

async function started(given: Partial<ConnectorContext> = {}, settings: Record<string, unknown> = {}) {
  const drive = await startDriveStandin(token);
  const signIn = await startGoogleSignIn(token);
  onTestFinished(async () => {
    await drive.close();
    await signIn.close();
  });
  const ctx = connectorContext({ places: { googleDrive: drive.url, googleOAuth: signIn.baseUrl }, ...given });
  const config = { authentication: { type: "service_account", credentials: serviceAccount() }, ...settings };
  const land = (stream = files) => new Landing(googleDrive, config, stream, ctx);
  return { drive, signIn, ctx, config, land };
}

const keys = (landing: Landing): string[] => [...landing.documents.keys()].sort();
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `file-${String(index + 1).padStart(3, "0")}`);

describe("a sync of Google Drive", () => {
  it("signs in at Google and not where token_uri leads, downloads files and exports Google's own kinds", async () => {
    const { drive, signIn, config, ctx, land } = await started();
    drive.put("plain", { name: "Notes.txt", content: "Some notes" });
    drive.put("unnamed", { name: "Report", mimeType: "application/pdf", content: "%PDF-" });
    drive.put("doc", { name: "Plan", mimeType: "application/vnd.google-apps.document", content: "A plan" });
    drive.put("sheet", { name: "Budget", mimeType: "application/vnd.google-apps.spreadsheet", content: "1" });
    drive.put("slides", { name: "Talk", mimeType: "application/vnd.google-apps.presentation", content: "2" });
    drive.put("form", { name: "Survey", mimeType: "application/vnd.google-apps.form" });
    drive.put("film", { name: "Holiday.mp4", mimeType: "video/mp4", content: "film" });
    await googleDrive.check(config, ctx);
    expect(await googleDrive.discover(config, ctx)).toMatchObject([{ name: "files", primaryKeys: ["id"] }]);
    const landing = land();
    await landing.sync();
    expect(Object.fromEntries(landing.files)).toEqual({
      plain: { filename: "Notes.txt", text: "Some notes" },
      unnamed: { filename: "Report.pdf", text: "%PDF-" },
      doc: { filename: "Plan.docx", text: exported(`${office}.wordprocessingml.document`, "A plan") },
      sheet: { filename: "Budget.xlsx", text: exported(`${office}.spreadsheetml.sheet`, "1") },
      slides: { filename: "Talk.pptx", text: exported(`${office}.presentationml.presentation`, "2") },
    });
    expect(landing.documents.get("plain")).toMatchObject({
      title: "Notes.txt",
      uri: "https://drive.google.com/file/d/plain/view",
      data: { name: "Notes.txt", mimeType: "text/plain", owners: ["ada@example.test"] },
    });
    expect(new Set(signIn.requests.map(({ path }) => path))).toEqual(new Set(["/token"]));
    expect(drive.requests.some(({ path }) => path.includes("/film"))).toBe(false);
  });

  it("follows changes, deletions and the bin by the page token of the changes", async () => {
    const { drive, land } = await started();
    for (const id of numbered(5)) drive.put(id, { content: id });
    const landing = land();
    await landing.sync();
    await landing.sync();
    expect([landing.told, landing.deleted]).toEqual([[], []]);
    drive.put("file-002", { content: "changed" });
    drive.put("file-002", { content: "changed twice" });
    drive.put("file-006", { content: "new" });
    drive.remove("file-003");
    drive.put("file-004", { trashed: true });
    drive.put("file-005", { name: "Now a film.mp4", mimeType: "video/mp4" });
    await landing.sync();
    expect(landing.told).toEqual(["file-002", "file-006"]);
    expect(landing.files.get("file-002")?.text).toBe("changed twice");
    expect(keys(landing)).toEqual(["file-001", "file-002", "file-006"]);
    drive.put("file-004", { trashed: false });
    await landing.sync();
    expect(landing.told).toEqual(["file-004"]);
  });

  it("tells each file once when it is broken and continued, in the list and in the changes", async () => {
    for (const after of [1, 30, 51, 60, 102]) {
      const { drive, land } = await started();
      for (const id of numbered(120)) drive.put(id, { content: id });
      const landing = land();
      await landing.sync(after);
      const first = landing.told.length;
      // What changes while nobody reads is found by the token that was asked for before the list.
      drive.put("file-001", { content: "changed meanwhile" });
      drive.remove("file-002");
      await landing.sync();
      expect(first + landing.told.length - 119).toBeLessThanOrEqual(51);
      await landing.sync();
      expect(keys(landing)).toEqual(numbered(120).filter((id) => id !== "file-002"));
      expect(landing.files.get("file-001")?.text).toBe("changed meanwhile");

      for (const id of numbered(250)) drive.put(id, { content: `${id} again` });
      await landing.sync(150);
      await landing.sync();
      expect(landing.told.length).toBeLessThanOrEqual(150);
      expect(keys(landing)).toEqual(numbered(250));
      expect([...landing.files.values()].every(({ text }) => text.endsWith("again"))).toBe(true);
      await landing.sync();
      expect(landing.told).toEqual([]);
    }
  }, 20_000);

  it("lists again what Google no longer knows the place of, and finds what vanished meanwhile", async () => {
    const { drive, land } = await started();
    for (const id of numbered(70)) drive.put(id, { content: id });
    const landing = land();
    await landing.sync(52);
    drive.forgetPages();
    await landing.sync();
    expect(keys(landing)).toEqual(numbered(70));
    drive.remove("file-010");
    drive.forgetChanges();
    // The new list is broken too.
    await landing.sync(55);
    await landing.sync();
    expect(landing.complete).toBe(true);
    expect(keys(landing)).toEqual(numbered(70).filter((id) => id !== "file-010"));
    await landing.sync();
    expect([landing.told, landing.complete]).toEqual([[], false]);
  });

  it("in full tells all each time, and what is not told is gone", async () => {
    const { drive, land } = await started();
    for (const id of numbered(3)) drive.put(id, { content: id });
    const landing = land({ name: "files", mode: "full", fields: ["name"] });
    await landing.sync();
    expect(landing.documents.get("file-001")?.data).toEqual({ name: "file-001.txt" });
    drive.remove("file-002");
    await landing.sync();
    expect([landing.told, landing.complete, landing.state]).toEqual([["file-001", "file-003"], true, null]);
    expect(keys(landing)).toEqual(["file-001", "file-003"]);
  });

  it("stops at a trashed folder's files and takes them up again when it comes back", async () => {
    const { drive, land } = await started();
    drive.putFolder("folder");
    drive.put("inside", { parents: ["folder"], content: "inside" });
    drive.put("outside", { content: "outside" });
    const landing = land();
    await landing.sync();
    drive.put("folder", { trashed: true });
    await landing.sync();
    expect(keys(landing)).toEqual(["outside"]);
    drive.put("folder", { trashed: false });
    await landing.sync();
    expect([keys(landing), landing.told]).toEqual([["inside", "outside"], ["inside"]]);
  });
});

describe("a folder of Google Drive", () => {
  it("is read with all below it, and folders that come, move and leave are followed", async () => {
    const { drive, land, config, ctx } = await started(
      {},
      { folder: "https://drive.google.com/drive/folders/chosen-one?usp=x" },
    );
    drive.putFolder("chosen-one");
    drive.putFolder("deep", "chosen-one");
    drive.putFolder("deeper", "deep");
    drive.putFolder("elsewhere");
    drive.put("a", { parents: ["chosen-one"] });
    drive.put("b", { parents: ["deeper"] });
    drive.put("other", { parents: ["elsewhere"] });
    await googleDrive.check(config, ctx);
    const landing = land();
    await landing.sync();
    expect(keys(landing)).toEqual(["a", "b"]);

    drive.put("b", { parents: ["elsewhere"] });
    drive.put("elsewhere", { parents: ["chosen-one"] });
    await landing.sync();
    expect(keys(landing)).toEqual(["a", "b", "other"]);

    drive.put("late", { parents: ["elsewhere"] });
    drive.put("deep", { parents: ["root-folder"] });
    drive.put("elsewhere", { name: "Renamed" });
    await landing.sync();
    expect([keys(landing), landing.told]).toEqual([["a", "b", "late", "other"], ["late"]]);

    drive.put("elsewhere", { parents: ["root-folder"] });
    await landing.sync(1);
    await landing.sync();
    expect(keys(landing)).toEqual(["a"]);
    drive.put("chosen-one", { trashed: true });
    expect(await refusal(landing.sync())).toMatchObject({
      kind: "vanished",
      retryable: false,
      message: expect.stringMatching(/^The folder was deleted/),
    });
    expect(keys(landing)).toEqual(["a"]);
    drive.remove("chosen-one");
    expect(await refusal(googleDrive.check(config, ctx))).toMatchObject({ kind: "vanished", retryable: false });
  });
});

describe("a file of Google Drive that is not given out", () => {
  it.each([
    ["its size", (size: number) => ({ content: "x".repeat(size) }), undefined, /exceeds your plan's limit of 1 KB/],
    [
      "the size of its export",
      () => ({ mimeType: "application/vnd.google-apps.document", content: "x".repeat(5_000) }),
      undefined,
      /exceeds your plan's limit of 1 KB/,
    ],
    [
      "Google's own limit",
      () => ({ mimeType: "application/vnd.google-apps.document" }),
      googleError(403, "exportSizeLimitExceeded", "This file is too large to be exported."),
      /^Google can't export a document this large/,
    ],
    [
      "its owner's wish",
      () => ({ content: "secret" }),
      googleError(403, "cannotDownloadFile", "This file cannot be downloaded by the user."),
      /^The owner doesn't allow viewers to download/,
    ],
  ] as const)("for %s is told as failed, and the others go on", async (_title, made, answer, sentence) => {
    const { drive, ctx, land } = await started({ maxFileBytes: 1_024 });
    drive.put("bad", made(2_000));
    drive.put("good", { content: "x".repeat(1_024) });
    if (answer) drive.fail({ when: ({ path }) => path.includes("/files/bad"), answer });
    const landing = land();
    await landing.sync();
    expect(landing.failed.get("bad")).toMatch(sentence);
    expect(keys(landing)).toEqual(["good"]);
    expect(await readdir(ctx.tmpFolder)).toHaveLength(1);
  });
});

describe("a failure of Google Drive", () => {
  it("names a service account that Google does not take, and a key file that is none", async () => {
    const { ctx } = await started();
    const wrong = { authentication: { type: "service_account", credentials: wrongServiceAccount() } };
    expect(await refusal(googleDrive.check(wrong, ctx))).toMatchObject({
      kind: "credentials",
      retryable: false,
      message: expect.stringMatching(/^Google rejected the service account for Google Drive: invalid_grant/),
    });
    const none = { authentication: { type: "service_account", credentials: "{}" } };
    expect(await refusal(googleDrive.check(none, ctx))).toMatchObject({
      kind: "settings",
      message: expect.stringContaining("is missing client_email or private_key"),
    });
  });

  const cases: [string, Answered, { kind: string; retryable: boolean; message: RegExp; retryAfterMs?: number }][] = [
    [
      "the limit of a user",
      googleError(403, "userRateLimitExceeded", "User Rate Limit Exceeded"),
      { kind: "rate_limit", retryable: true, message: /is limiting requests \(403\)/, retryAfterMs: 60_000 },
    ],
    [
      "a limit with its time",
      { ...googleError(429, "rateLimitExceeded", "Slow down"), headers: { "retry-after": "120" } },
      { kind: "rate_limit", retryable: true, message: /Try again in 120 seconds/, retryAfterMs: 120_000 },
    ],
    [
      "a missing scope",
      googleError(403, "insufficientPermissions", "Insufficient Permission"),
      {
        kind: "permission",
        retryable: false,
        message: /don't include access to Google Drive\. Connect the account again/,
      },
    ],
    [
      "an API that is switched off",
      googleError(403, "accessNotConfigured", "Access Not Configured."),
      { kind: "permission", retryable: false, message: /isn't enabled in the Google Cloud project/ },
    ],
    [
      "a problem of its own",
      googleError(500, "backendError", "Oops"),
      { kind: "unavailable", retryable: true, message: /./ },
    ],
    [
      "a refusal",
      googleError(401, "authError", "Invalid"),
      { kind: "credentials", retryable: false, message: /\(401\)/ },
    ],
    [
      "a cut answer",
      { body: { user: {} }, cutAfter: 3 },
      { kind: "network", retryable: true, message: /didn't complete its response/ },
    ],
    [
      "a web page",
      { headers: { "content-type": "text/html" }, body: "<html></html>" },
      { kind: "malformed", retryable: false, message: /unexpected/ },
    ],
  ];
  it.each(cases)("tells %s", async (_title, answer, { kind, retryable, message, ...rest }) => {
    const { drive, ctx, config } = await started();
    drive.fail({ when: ({ path }) => path === "/drive/v3/about", answer });
    const error = await refusal(googleDrive.check(config, ctx));
    expect(error).toMatchObject({ kind, retryable, message: expect.stringMatching(message), ...rest });
  });

  it("in the middle of a download leaves no file behind and continues where it was", async () => {
    const { drive, ctx, land } = await started();
    for (const id of numbered(60)) drive.put(id, { content: `content of ${id}` });
    drive.fail({
      when: ({ path }) => path.includes("file-055"),
      times: 1,
      answer: { body: "half of it", cutAfter: 4 },
    });
    const landing = land();
    expect(await refusal(landing.sync())).toMatchObject({ kind: "network", retryable: true });
    expect(await readdir(ctx.tmpFolder)).toHaveLength(54);
    await landing.sync();
    expect(keys(landing)).toEqual(numbered(60));
    expect(landing.told.length).toBe(10);
  });

  it("ends with the call that it is for", async () => {
    const stop = new AbortController();
    const { drive, ctx, config } = await started({ signal: stop.signal });
    drive.fail({ answer: "hang" });
    const asked = googleDrive.check(config, ctx).catch((error: unknown) => error);
    setTimeout(() => stop.abort(), 100);
    expect(await asked).toBe(stop.signal.reason);
  });
});
