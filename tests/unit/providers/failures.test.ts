import { createServer } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { nameModel, toFailure } from "@/lib/server/engine/models/providers/bounds/failure";
import { checkConnection } from "@/lib/server/engine/models/providers/check";
import { createOutbound } from "@/lib/server/platform/outbound/outbound";
import { earlyFaults, type FaultCase, lateFaults, oddAnswers } from "../../support/provider-faults";
import { guardedFetch, says, take, weatherTool } from "../../support/providers";
import { startOllamaStandin } from "../../support/standins/ollama";
import { chatOf, checkOf, type Opened, openSubject, type Subject, subjects } from "../../support/subjects";
import { unhandledRejections } from "../../support/unhandled";

const unhandled = unhandledRejections();
afterEach(() => expect(unhandled).toEqual([]));

const text = "One two three four five six.";

/** What a user reads is one line without a secret, and ends as a sentence does. */
function expectSentence(message: string, { secrets }: Opened): void {
  expect(message).toMatch(/^[A-Z\d][^\n<>]{10,400}[.!?]$/);
  for (const secret of secrets) expect(message).not.toContain(secret);
}

async function expectFailure(subject: Subject, { fault, asks, kind, message, differs }: FaultCase): Promise<Opened> {
  const opened = await openSubject(subject, { plan: { text, fault } });
  const error: unknown = await take(await chatOf(opened), { prompt: says("Hello") }).then(
    () => "nothing went wrong",
    (thrown: unknown) => thrown,
  );
  const expected = { asks, kind, message, ...differs?.[subject.type] };
  // As the engine does it: only what is stored is known to be secret.
  const failure = toFailure(error, opened.stored);
  expect(failure.message).toMatch(expected.message);
  expect([failure.kind, opened.standin.requests.length]).toEqual([expected.kind, expected.asks]);
  expectSentence(failure.message, opened);
  return opened;
}

const casesOf = (subject: Subject, cases: FaultCase[]) =>
  cases.filter(({ only = subject.type, except }) => only === subject.type && except !== subject.type);

// Side by side, as most of the time goes by between two attempts.
describe.each(subjects)("$type", { concurrent: true }, (subject) => {
  it.each(casesOf(subject, earlyFaults))("explains $title, in a step and in a check", async (found) => {
    const opened = await expectFailure(subject, found);
    const { message } = { ...found, ...found.differs?.[subject.type] };
    expect(await checkOf(opened)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });

  it.each(casesOf(subject, oddAnswers))("explains $title", async (found) => {
    const opened = await expectFailure(subject, found);
    const check = await checkOf(opened);
    // Anthropic's answer without content says that it is whole, which is enough for a check.
    expect(check.ok).toBe(subject.type === "anthropic" && found.fault.kind === "empty");
    if (!check.ok) expectSentence(check.message, opened);
  });

  // Six lines of many megabytes are read at the same time.
  it.each(lateFaults)("explains $title in mid-answer, and does not ask again", { timeout: 20_000 }, async (found) => {
    await expectFailure(subject, found);
  });

  it("explains wrong credentials", async () => {
    const opened = await openSubject(subject, { wrongCredentials: true });
    const check = await checkOf(opened);
    expect(check).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        subject.type === "google_vertex"
          ? /^Google rejected the service account: invalid_grant: Invalid JWT Signature\.$/
          : /^The provider rejected the API key \(40[01]\): /,
      ),
    });
    if (!check.ok) expectSentence(check.message, opened);
  });

  it("explains a model that does not exist", async () => {
    const opened = await openSubject(subject, { model: "no-such-model" });
    const check = await checkOf(opened);
    // Azure names no deployment.
    const name = subject.type === "azure" ? "deployment" : "no-such-model";
    expect(check).toMatchObject({
      message: expect.stringMatching(`doesn't recognize this model \\(404\\): .*${name}`),
    });
  });

  it.each(["before_headers", "after_headers"] as const)(
    "gives a check that hangs %s up after its limit",
    async (at) => {
      const opened = await openSubject(subject, { plan: { fault: { kind: "hang", at } } });
      // Long enough to sign in first on a busy machine.
      expect(await checkOf(opened, "llm", 2_000)).toEqual({
        ok: false,
        message: "The provider didn't respond within 2 seconds.",
      });
      await vi.waitUntil(() => opened.standin.requests[0]?.abortedAt, 10_000);
    },
  );
});

// Ollama filters nothing, and sends all calls in one line.
describe.each(subjects.filter(({ type }) => type !== "ollama"))("$type", (subject) => {
  it("takes a tool call that is cut off for a cut answer", async () => {
    const call = { name: "get_weather", input: { city: "Llanfairpwllgwyngyll", days: 12 } };
    const plan = { text: "Look:", tools: [call, call, call, call], fault: { kind: "cut", at: "mid_stream" } } as const;
    const opened = await openSubject(subject, { plan: { ...plan, tools: [...plan.tools] } });
    const error: unknown = await take(await chatOf(opened), { prompt: says("Weather?"), tools: [weatherTool] }).catch(
      (thrown: unknown) => thrown,
    );
    expect([toFailure(error, []).kind, opened.standin.requests.length]).toEqual(["cut", 1]);
  });

  it("says when the provider's filter ended the answer", async () => {
    const opened = await openSubject(subject, { plan: { text, finish: "filter" } });
    let finished = "";
    const error: unknown = await take(await chatOf(opened), { prompt: says("Hello") }, (part) => {
      if (part.type === "finish") finished = part.reason;
    }).catch((thrown: unknown) => thrown);
    expect(toFailure(error, [])).toMatchObject({
      kind: "filtered",
      message: "The provider's content filter blocked the response. Rephrase the request, or choose another model.",
    });
    expect([finished, opened.standin.requests.length]).toEqual(["content-filter", 1]);
  });
});

describe("an address", () => {
  const reach = async (url: string, fetch = guardedFetch) =>
    checkConnection({ type: "ollama", model: "llama3", config: { base_url: url } }, "llm", fetch, [], {
      endpoints: { modelsDir: "" },
    });

  it("where nothing listens", async () => {
    const gone = createServer();
    const port = await new Promise<number>((resolve) => {
      gone.listen(0, "127.0.0.1", () => {
        const at = gone.address();
        resolve(typeof at === "object" && at ? at.port : 0);
      });
    });
    await new Promise((resolve) => gone.close(resolve));
    expect(await reach(`http://127.0.0.1:${port}`)).toEqual({
      ok: false,
      message: `Couldn't reach 127.0.0.1:${port}: it refused the connection.`,
    });
    expect(nameModel({ kind: "network", message: "Couldn't reach 127.0.0.1:9." }, "Llama 3 (office)")).toBe(
      "“Llama 3 (office)” is unreachable (127.0.0.1:9). Check the model's settings.",
    );
  });

  it("with a name that does not exist", async () => {
    expect(await reach("http://no-such-host.invalid:11434")).toMatchObject({
      message: expect.stringMatching(/no-such-host\.invalid/),
    });
  });

  it("that speaks no TLS", async () => {
    const standin = await startOllamaStandin();
    onTestFinished(() => standin.close());
    expect(await reach(standin.url.replace("http:", "https:"))).toMatchObject({
      message: expect.stringMatching(/doesn't support TLS on this port/),
    });
  });

  it("that Muster does not call", async () => {
    const strict = createOutbound({ allow: [], development: false, ownEndpoints: [] });
    const result = await reach("http://127.0.0.1:11434", strict.fetch);
    await strict.close();
    expect(result).toMatchObject({ message: expect.stringMatching(/OUTBOUND_ALLOW/) });
  });
});
