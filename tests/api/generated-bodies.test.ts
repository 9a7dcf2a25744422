import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { errorStatus } from "@/lib/contract/base/error";
import { errorSchema } from "@/lib/contract/base/error-schema";
import { isProtocol } from "@/lib/contract/base/policy";
import { dispatch } from "@/lib/server/api/http/dispatch";
import { ownDatabase } from "../support/database";
import { type Hostile, hostileRequest } from "../support/hostile/requests";
import { visitorsOf } from "../support/matrix/callers";
import { type Furnished, furnishTeam } from "../support/matrix/furnished-team";
import { csrfOf, newMember, tokenOf } from "../support/people";
import { newPublicationKey } from "../support/publications";
import { randomFrom } from "../support/random";
import { namedEndpoints } from "../support/registry";
import { newScimToken } from "../support/scim";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const bodies = Number(process.env.GENERATED_BODIES ?? 50);
const seed = Number(process.env.GENERATED_SEED ?? 20_260_101);
const slowestMs = 2_000;
/** When a caller leaves that waits for a run, and the status of its call. */
const leaveMs = 300;
const leftStatus = 499;

// Providers are looked for where nobody listens: what is generated must never reach one.
const providers = ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GROQ_BASE_URL", "GOOGLE_BASE_URL", "VERTEX_BASE_URL"];
beforeAll(() => {
  console.log(`Generated bodies: ${bodies} a call, GENERATED_SEED=${seed}`);
  for (const name of providers) process.env[name] = "http://127.0.0.1:9";
});
afterAll(() => {
  for (const name of providers) delete process.env[name];
});

/** Files, variables, hosts and a record's keys are called by their own names, which are the sender's to choose. */
const withoutNames = (text: string): string =>
  text
    .replace(/^.* (?=can't be attached|exceeds the .*limit of .* per file)/u, "File ")
    .replace(/^Your team already has a variable named \S+\.$/u, "Your team already has a variable.")
    .replace(/^The field “[^”]*”/u, "The field")
    .replace(/^The host name “[^”]*”/u, "The host name")
    .replace(/^Couldn't reach \S+:\d+:/u, "Couldn't reach the host:")
    .replace(/'[{}[\]]'/g, "a bracket")
    .replace(/^\d+\.\d+\.\d+\.\d+ is /u, "The address is ")
    .replace(/^Check the field [\w.-]+: /u, "Check the field: ");

/** A sentence for people: no stack, no schema's own words, no JSON, nothing of endless length. */
const isReadable = (text: string): boolean =>
  /^\p{Lu}.* .*[.!?"”]$/u.test(withoutNames(text)) &&
  text.length <= 400 &&
  !/\bat .+:\d+:\d+|[{}]|ZodError|Error:|_type\b|undefined|Invalid input|\[object/.test(withoutNames(text));

async function send({ method, access }: ShapedEndpoint, { path, body, headers }: Hostile, token: string) {
  const csrf: Record<string, string> = isProtocol({ access }) ? {} : { "x-csrf-token": await csrfOf(token) };
  const proof = { authorization: `Bearer ${token}`, ...csrf };
  const abort = new AbortController();
  const request = new Request(`http://localhost:3000${path}`, {
    method,
    body,
    signal: abort.signal,
    headers: { ...proof, ...headers },
  });
  const started = performance.now();
  // A run is waited for that nothing works on.
  const leaving = access === "publication" ? setTimeout(() => abort.abort(), leaveMs) : undefined;
  const response = await dispatch(request, new URL(request.url).pathname);
  clearTimeout(leaving);
  const text = response.ok ? "" : await response.text();
  if (response.ok) await response.body?.cancel();
  abort.abort();
  return { status: response.status, text, ms: performance.now() - started };
}

const short = ({ path, body, headers }: Hostile): string =>
  `${path.slice(0, 500)} ${JSON.stringify(headers)} ${body instanceof FormData ? JSON.stringify([...body.keys()]) : String(body).slice(0, 2_000)}`;

async function protocolTokenOf({ access }: ShapedEndpoint, { orgId, ids }: Furnished): Promise<string | undefined> {
  if (access === "scim") return newScimToken(orgId);
  if (access === "mcp") return newPublicationKey(ids.publicationId, "mcp");
  return access === "publication" ? newPublicationKey(ids.publicationId) : undefined;
}

/** The sentence of an error in the format of OAuth, SCIM, OpenAI or JSON-RPC. */
function readProtocolError(text: string): string {
  type Failure = { error_description?: string; detail?: string; error?: { message: string } };
  const { error_description: description, detail, error } = JSON.parse(text) as Failure;
  return description ?? detail ?? error?.message ?? "";
}

/** Calls share one until a call that can change it has succeeded. */
let team: Furnished | undefined;
describe.each(namedEndpoints)(
  "%s",
  (name, endpoint) => {
    it("answers whatever is sent with a sentence, in time", async () => {
      const random = randomFrom(seed ^ [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7));
      const own = team ?? (await furnishTeam());
      team = own;
      const account = await newMember(own, { root: true });
      const [visitor] = endpoint.visitors ? await visitorsOf(own) : [];
      const protocolToken = await protocolTokenOf(endpoint, own);
      for (let i = 0; i < bodies; i += 1) {
        const made = hostileRequest(random, endpoint, own.ids);
        // What visitors may call is called by one of them every other time.
        const hostile = visitor && i % 2 === 1 ? { ...made, path: `/s${made.path}` } : made;
        const token = hostile === made ? await tokenOf(account) : await visitor?.token();
        const { status, text, ms } = await send(endpoint, hostile, protocolToken ?? token ?? "");
        const about = `seed ${seed}, ${name} number ${i}: ${short(hostile)}\nanswered ${status} in ${Math.round(ms)} ms: ${text.slice(0, 2_000)}`;
        expect(status, about).toBeLessThan(500);
        expect(ms, about).toBeLessThan(slowestMs);
        if (status < 400 && endpoint.method !== "GET") team = undefined;
        if (status < 400) continue;
        if (protocolToken || endpoint.access === "oauth") {
          const said = status === leftStatus ? "It was left." : readProtocolError(text);
          // The MCP server's package ends its sentences without a period.
          expect(isReadable(endpoint.access === "mcp" ? `${said}.` : said), `${JSON.stringify(said)}\n${about}`).toBe(
            true,
          );
          continue;
        }
        const { error, code, issues = [] } = errorSchema.parse(JSON.parse(text));
        expect(errorStatus[code], about).toBe(status);
        for (const sentence of [error, ...issues.map(({ message }) => message)])
          expect(isReadable(sentence), `${JSON.stringify(sentence)}\n${about}`).toBe(true);
      }
    });
  },
  30_000 + bodies * 200,
);
