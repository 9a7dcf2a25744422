import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { loopbackServer } from "../loopback-server";
import { embedText } from "./embed-text";
import { lastUserText, roughTokens } from "./read-request";
import { sendFault, sendJson, sendStream, sendWhole } from "./send";
import type { Behaviour, Call, Dialect, Json, Plan, Recorded, Standin, StandinOptions } from "./types";

function parse(body: string): Json {
  try {
    const value: unknown = JSON.parse(body || "{}");
    return typeof value === "object" && value !== null ? (value as Json) : {};
  } catch {
    return {};
  }
}

function callOf({ body }: Recorded, behaviour: Behaviour): Call {
  const { reasoning = "", tools = [], finish = "stop", fault } = behaviour;
  const text = behaviour.text ?? (tools.length > 0 ? "" : `You said: ${lastUserText(body)}`);
  const made = tools.map(({ id = `call_${randomUUID().slice(0, 8)}`, name, input }) => ({
    id,
    name,
    json: typeof input === "string" ? input : JSON.stringify(input),
  }));
  return {
    id: randomUUID().replaceAll("-", ""),
    model: String(body.model ?? ""),
    body,
    text,
    reasoning,
    tools: made,
    finish,
    empty: fault?.kind === "empty",
    inputTokens: roughTokens(JSON.stringify(body.messages ?? body.input ?? "")),
    outputTokens: roughTokens(`${text}${reasoning}${made.map(({ json }) => json).join("")}`),
  };
}

/** A server on a loopback address that speaks a provider's own wire format and fails as it is told to. */
export async function startStandin(main: Dialect, options: StandinOptions = {}): Promise<Standin> {
  const { key = main.defaultKey, models = main.models, dimensions = 384 } = options;
  let plan: Plan = options.plan ?? {};
  let turn = 0;
  const requests: Recorded[] = [];

  function next(recorded: Recorded): Behaviour {
    const now = turn;
    turn += 1;
    if (typeof plan === "function") return plan(recorded, now);
    return Array.isArray(plan) ? (plan[Math.min(now, plan.length - 1)] ?? {}) : plan;
  }

  function behave(changed: Plan): void {
    plan = changed;
    turn = 0;
  }

  /** So that a test in another process can read and steer. Tells whether the request was one of these. */
  function steer(recorded: Recorded, response: ServerResponse): boolean {
    if (recorded.path === "/__standin/requests") sendJson(response, 200, { requests });
    else if (recorded.path === "/__standin/behave") {
      behave(recorded.body.plan as Behaviour | Behaviour[]);
      sendJson(response, 200, {});
    } else return false;
    return true;
  }

  async function answer(dialect: Dialect, recorded: Recorded, response: ServerResponse): Promise<void> {
    const { method, path, headers, body } = recorded;
    const route = dialect.routeOf(method, path.replace(/\?.*$/, ""));
    if (!route) return sendJson(response, 404, dialect.error(404, `Invalid URL (${method} ${path})`));
    const sent = dialect.keyOf(headers) ?? "";
    if (key !== null && sent !== key) return sendJson(response, 401, dialect.error(401, dialect.wrongKey(sent)));
    if (route === "models") return sendJson(response, 200, dialect.modelList(models));
    const model = String(body.model ?? "");
    if (!models.includes(model)) return sendJson(response, 404, dialect.error(404, dialect.unknownModel(model)));
    if (route === "show")
      return sendJson(response, 200, { details: { family: "standin" }, capabilities: ["completion", "tools"] });
    const behaviour = next(recorded);
    if (behaviour.fault && sendFault(response, dialect, behaviour.fault, sent)) return;
    const call = callOf(recorded, behaviour);
    if (route === "embed") {
      const input = Array.isArray(body.input) ? body.input.map(String) : [String(body.input ?? "")];
      return sendJson(
        response,
        200,
        dialect.embeddings(call, call.empty ? [] : input.map((value) => embedText(value, dimensions))),
      );
    }
    if (dialect.streams(body)) await sendStream(response, dialect, call, behaviour);
    else sendWhole(response, dialect, call, behaviour.fault);
  }

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = parse(await readText(request));
    const recorded: Recorded = {
      method: request.method ?? "",
      path: request.url ?? "",
      headers: request.headers,
      body,
      at: Date.now(),
    };
    if (steer(recorded, response)) return;
    requests.push(recorded);
    response.once("close", () => {
      recorded[response.writableFinished ? "answeredAt" : "abortedAt"] = Date.now();
    });
    const speaking = main.under?.(recorded.path) ?? main;
    await answer(speaking, recorded, response);
  }

  const server = await loopbackServer(
    // A client that leaves while its request is read is no failure of the stand-in.
    (request, response) => void listen(request, response).catch(() => response.destroy()),
    "127.0.0.1",
    options.port,
  );
  return { url: server.url, baseUrl: `${server.url}${main.basePath}`, key, requests, behave, close: server.close };
}
