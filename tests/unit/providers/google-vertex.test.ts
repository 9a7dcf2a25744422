import { describe, expect, it, vi } from "vitest";
import { toFailure } from "@/lib/server/engine/models/providers/bounds/failure";
import { createLanguageModel } from "@/lib/server/engine/models/providers/create";
import { guardedFetch, says, take } from "../../support/providers";
import type { Fault } from "../../support/standins/types";
import { chatOf, checkOf, openSubject, type Subject, subjects } from "../../support/subjects";

const vertex = subjects.find(({ type }) => type === "google_vertex") as Subject;

async function open() {
  const opened = await openSubject(vertex);
  const { signIn } = opened.standin;
  if (!signIn) throw new Error("There is no sign-in beside the stand-in.");
  return { opened, signIn };
}

describe("signing in", { concurrent: true }, () => {
  it("is done once for all calls, at Google and not where token_uri leads", async () => {
    const { opened, signIn } = await open();
    const model = await chatOf(opened);
    for (const word of ["Hei", "God dag"]) expect((await take(model, { prompt: says(word) })).text).toContain(word);
    expect(signIn.requests.map(({ path }) => path)).toEqual(["/token"]);
    expect(opened.standin.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill(`Bearer ${opened.standin.key}`),
    );
  });

  it("goes to Google's own address where the operator names no other", async () => {
    const { opened } = await open();
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(String(input instanceof Request ? input.url : input));
      return Response.json({ error: "invalid_grant", error_description: "Account not found" }, { status: 400 });
    };
    const places = { ...opened.places, googleOAuth: undefined };
    const model = await createLanguageModel(opened.settings, fetch, places);
    await expect(take(model, { prompt: says("Hei") })).rejects.toThrow(/invalid_grant/);
    expect(asked).toEqual(["https://oauth2.googleapis.com/token"]);
  });

  const cases: [title: string, fault: Fault, kind: string, message: RegExp, asks: number][] = [
    [
      "an account that is refused",
      { kind: "status", status: 403, message: "Account disabled" },
      "auth",
      /^Google rejected the service account: invalid_grant: Account disabled\.$/,
      1,
    ],
    [
      "a problem of Google's own",
      { kind: "status", status: 503, message: "Try later" },
      "overloaded",
      /^Google couldn't sign in the service account \(503\): internal_failure: Try later\.$/,
      3,
    ],
    [
      "a limit",
      { kind: "status", status: 429, message: "Slow down" },
      "rate_limit",
      /^Google couldn't sign in the service account \(429\): invalid_grant: Slow down\.$/,
      3,
    ],
    ["a web page", { kind: "html" }, "malformed", /returned a web page instead/, 1],
    [
      "a redirect",
      { kind: "redirect", to: "https://attacker.test/token", status: 307 },
      "malformed",
      /redirects to https:\/\/attacker\.test instead of responding/,
      1,
    ],
    ["an answer without a token", { kind: "empty" }, "unknown", /^Signing in to Google failed: /, 3],
    ["no JSON", { kind: "malformed" }, "unknown", /^Signing in to Google failed: /, 3],
    ["a lost connection", { kind: "cut", at: "mid_stream", rudely: true }, "cut", /didn't complete its response/, 3],
  ];
  it.each(cases)("explains %s", async (_title, fault, kind, message, asks) => {
    const { opened, signIn } = await open();
    signIn.behave({ fault });
    const error: unknown = await take(await chatOf(opened), { prompt: says("Hei") }).catch((thrown: unknown) => thrown);
    expect(toFailure(error, opened.stored)).toMatchObject({ kind, message: expect.stringMatching(message) });
    expect([signIn.requests.length, opened.standin.requests.length]).toEqual([asks, 0]);
  });

  it("shows nobody the signed assertion, by which anybody could sign in", async () => {
    const { opened, signIn } = await open();
    signIn.behave(({ body }) => ({
      fault: { kind: "status", status: 400, message: `Bad assertion ${body.assertion}` },
    }));
    expect(await checkOf(opened)).toEqual({
      ok: false,
      message: "Google rejected the service account: invalid_grant: Bad assertion [secret].",
    });
  });

  it("ends with the call that it is for, within 200 ms", async () => {
    const { opened, signIn } = await open();
    signIn.behave({ fault: { kind: "hang", at: "before_headers" } });
    const stop = new AbortController();
    const taken = take(await chatOf(opened), { prompt: says("Hei"), abortSignal: stop.signal });
    taken.catch(() => {});
    await vi.waitUntil(() => signIn.requests.length === 1, 10_000);
    const at = Date.now();
    stop.abort();
    await expect(taken).rejects.toThrow();
    await vi.waitUntil(() => signIn.requests[0]?.abortedAt, 10_000);
    expect((signIn.requests[0]?.abortedAt ?? 0) - at).toBeLessThan(200);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(signIn.requests).toHaveLength(1);
  });
});

it("calls the project and the location, at a gateway too", async () => {
  const { opened } = await open();
  await take(await chatOf(opened), { prompt: says("Hei") });
  expect(opened.standin.requests[0]?.path).toBe(
    "/v1beta1/projects/p1/locations/europe-west1/publishers/google/models/gemini-1.5-pro:streamGenerateContent?alt=sse",
  );
});

it("sends its token to no host that a location would name", async () => {
  const { opened } = await open();
  opened.settings.config.location = "evil.example.test/x";
  const places = { ...opened.places, vertex: undefined };
  const asked = createLanguageModel(opened.settings, guardedFetch, places);
  await expect(asked).rejects.toThrow("Enter a Vertex AI location");
});

it("sends the stored temperature where a call names none", async () => {
  const { opened } = await open();
  opened.settings.config.temperature = 0.35;
  const model = await chatOf(opened);
  await take(model, { prompt: says("Hei") });
  await take(model, { prompt: says("Hei"), temperature: 0.9 });
  const temperatures = opened.standin.requests.map(
    ({ body }) => (body.generationConfig as { temperature: number }).temperature,
  );
  expect(temperatures).toEqual([0.35, 0.9]);
});

it.each([
  ["no JSON", () => "not json", /isn't valid JSON/],
  ["another JSON", () => '{"type":"authorized_user"}', /is missing client_email or private_key/],
  ["a list", () => "[]", /is missing client_email or private_key/],
  [
    "a damaged key",
    (good: string) => good.replace(/"private_key":"[^"]+"/, '"private_key":"-----BEGIN PRIVATE KEY-----abc"'),
    /private_key .* is damaged/,
  ],
] as const)("refuses %s with a sentence at the field", async (_title, spoil, message) => {
  const { opened } = await open();
  const credentials = spoil(String(opened.settings.config.credentials));
  const settings = { ...opened.settings, config: { ...opened.settings.config, credentials } };
  await expect(createLanguageModel(settings, guardedFetch, opened.places)).rejects.toMatchObject({
    message: expect.stringMatching(message),
    extra: { issues: [{ path: "config.credentials" }] },
  });
});
