import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
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

const inputsOf = ({ input }: Json): string[] => (Array.isArray(input) ? input.map(String) : [String(input ?? "")]);

/** A form is read like JSON, as only signing in sends one. */
function bodyOf(text: string, type = ""): Json {
  return type.startsWith("application/x-www-form-urlencoded")
    ? Object.fromEntries(new URLSearchParams(text))
    : parse(text);
}

function callOf(dialect: Dialect, { body, path }: Recorded, model: string, behaviour: Behaviour): Call {
  const { reasoning = "", tools = [], finish = "stop", fault } = behaviour;
  const said = dialect.saidIn ?? lastUserText;
  const text = behaviour.text ?? (tools.length > 0 ? "" : `You said: ${said(body)}`);
  const made = tools.map(({ id = `call_${randomUUID().slice(0, 8)}`, name, input }) => ({
    id,
    name,
    json: typeof input === "string" ? input : JSON.stringify(input),
  }));
  return {
    id: randomUUID().replaceAll("-", ""),
    model,
    path,
    body,
    text,
    reasoning,
    tools: made,
    finish,
    empty: fault?.kind === "empty",
    inputTokens: roughTokens(JSON.stringify(body.messages ?? body.contents ?? (dialect.inputsOf ?? inputsOf)(body))),
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
    if (key !== null && sent !== key) {
      const status = dialect.wrongKeyStatus ?? 401;
      return sendJson(response, status, dialect.error(status, dialect.wrongKey(sent)));
    }
    if (route === "models") return sendJson(response, 200, options.modelList ?? dialect.modelList(models));
    const model = dialect.modelOf?.(path, body) ?? String(body.model ?? "");
    if (!models.includes(model)) return sendJson(response, 404, dialect.error(404, dialect.unknownModel(model)));
    if (route === "show") return sendJson(response, 200, dialect.shown?.(model) ?? {});
    const behaviour = next(recorded);
    if (behaviour.fault && sendFault(response, dialect, behaviour.fault, sent)) return;
    const refusal = dialect.refuse?.(recorded);
    if (refusal) return sendJson(response, refusal.status, dialect.error(refusal.status, refusal.message));
    const call = callOf(dialect, recorded, model, behaviour);
    if (route === "embed") {
      if (behaviour.ttftMs) await sleep(behaviour.ttftMs);
      const vectors = (dialect.inputsOf ?? inputsOf)(body).map((value) => embedText(value, dimensions));
      const sentVectors = call.empty ? [] : behaviour.fault?.kind === "fewer" ? vectors.slice(1) : vectors;
      return sendJson(response, 200, dialect.embeddings(call, sentVectors));
    }
    if (dialect.streams(body, path)) await sendStream(response, dialect, call, behaviour, sent);
    else sendWhole(response, dialect, call, behaviour.fault);
  }

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = bodyOf(await readText(request), request.headers["content-type"]);
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
  const { url, close } = server;
  return { url, baseUrl: `${url}${main.basePath}`, key, requests, dialect: main, behave, close };
}
