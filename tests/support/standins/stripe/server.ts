import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readBody } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { loopbackServer } from "../../loopback-server";
import { sendJson } from "../send";
import { answerApi } from "./api";
import { StripeFault } from "./fault";
import { readForm } from "./form";
import { collect, end, pass } from "./life";
import { answerPage, livingOf, pay, portalActions } from "./pages";
import { createShop } from "./shop";
import { cards } from "./types";
import { createWebhooks, type Endpoint } from "./webhooks";

interface Options {
  key?: string;
  port?: number;
  webhook?: Endpoint;
}

interface Seen {
  method: string;
  path: string;
  idempotencyKey: string | undefined;
  contentType: string | undefined;
  body: string;
}

/** A server that speaks Stripe's HTTP API, has its checkout and portal pages, and sends signed events. */
export async function startStripeStandin({ key = "sk_test_standin", port, webhook }: Options = {}) {
  let endpoint = webhook;
  let held = false;
  let slowMs = 0;
  let failing: { status: number; times: number } | undefined;
  const requests: Seen[] = [];
  const answered = new Map<string, { hash: string; status: number; body: object }>();
  const webhooks = createWebhooks(() => endpoint);
  const shop = createShop((event) => {
    if (endpoint && !held) webhooks.send(event);
  });

  function called(
    request: IncomingMessage,
    body: string,
    base: string,
  ): { status: number; body: object; replayed?: true } {
    const { pathname, search } = new URL(request.url ?? "/", base);
    const { method = "GET" } = request;
    if (request.headers.authorization !== `Bearer ${key}`)
      throw new StripeFault(401, { type: "invalid_request_error", message: "Invalid API Key provided: sk_test_****" });
    if (failing && failing.times > 0) {
      failing.times -= 1;
      throw new StripeFault(failing.status, { type: "api_error", message: "Something went wrong on our end." });
    }
    const idempotencyKey = method === "POST" ? request.headers["idempotency-key"]?.toString() : undefined;
    const hash = createHash("sha256").update(`${pathname} ${body}`).digest("hex");
    const known = idempotencyKey ? answered.get(idempotencyKey) : undefined;
    if (known && known.hash !== hash)
      throw new StripeFault(400, {
        type: "idempotency_error",
        message: "Keys for idempotent requests can only be used with the same parameters they were first used with.",
      });
    if (known) return { ...known, replayed: true };
    const answer = attempt(() =>
      answerApi(shop, { method, path: pathname, form: readForm(body || search.slice(1)), base }),
    );
    if (idempotencyKey) answered.set(idempotencyKey, { hash, ...answer });
    return answer;
  }

  function attempt(work: () => object): { status: number; body: object } {
    try {
      return { status: 200, body: structuredClone(work()) };
    } catch (fault) {
      if (!(fault instanceof StripeFault)) throw fault;
      return { status: fault.status, body: { error: fault.error } };
    }
  }

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const base = server.url;
    const { pathname } = new URL(request.url ?? "/", base);
    if (!pathname.startsWith("/v1/"))
      return show(pathname, request.method === "POST" ? readForm(body) : null, response);
    const { method = "", url: path = "", headers } = request;
    const idempotencyKey = headers["idempotency-key"]?.toString();
    requests.push({ method, path, idempotencyKey, contentType: headers["content-type"], body });
    let answer: ReturnType<typeof called>;
    try {
      answer = called(request, body, base);
    } catch (fault) {
      if (!(fault instanceof StripeFault)) throw fault;
      answer = { status: fault.status, body: { error: fault.error } };
    }
    // What is answered is how things were when the request came: much can happen until it arrives.
    if (slowMs > 0) await sleep(Math.random() * slowMs);
    const marks = { "request-id": shop.id("req"), ...(answer.replayed && { "idempotent-replayed": "true" }) };
    sendJson(response, answer.status, answer.body, marks);
  }

  function show(path: string, sent: ReturnType<typeof readForm> | null, response: ServerResponse): void {
    const answer = answerPage(shop, path, sent);
    if (answer && "to" in answer) response.writeHead(303, { location: answer.to }).end();
    else
      response
        .writeHead(answer ? 200 : 404, { "content-type": "text/html; charset=utf-8" })
        .end(answer?.html ?? "<h1>Not found</h1>");
  }

  const server = await loopbackServer(
    (request, response) =>
      void listen(request, response).catch((error: unknown) =>
        sendJson(response, 500, { error: { type: "api_error", message: String(error) } }),
      ),
    "127.0.0.1",
    port,
  );

  const living = (customer: string) => {
    const found = livingOf(shop, customer);
    if (!found) throw new Error(`${customer} has no subscription.`);
    return found;
  };
  return {
    url: server.url,
    key,
    shop,
    requests,
    deliver: webhooks.deliver,
    settled: webhooks.settled,
    deliveries: webhooks.deliveries,
    close: async () => {
      held = true;
      await server.close();
    },
    /** Where events go; undefined: nowhere. */
    sendTo(next: Endpoint | undefined): void {
      endpoint = next;
    },
    /** Events are kept in `shop.events`, to be delivered by hand. */
    hold(on = true): void {
      held = on;
    },
    /** Answers take up to so long. */
    slow(ms: number): void {
      slowMs = ms;
    },
    /** The next calls fail. */
    fail(status: number, times: number): void {
      failing = { status, times };
    },
    /** Pays the checkout at the address, as its page does. Throws when that says why not. */
    pay(url: string, card: string = cards.good): void {
      const session = shop.checkouts.get(url.slice(url.lastIndexOf("/") + 1));
      const failure = session ? pay(shop, session, card) : "There is no such checkout.";
      if (failure) throw new Error(failure);
    },
    inPortal: (customer: string, action: "cancel" | "resume" | "card", card: string = cards.good): void =>
      portalActions[action]?.(shop, living(customer), card),
    pass: (days: number): void => pass(shop, days),
    /** Tries to get the money once more. */
    retry: (customer: string): void => collect(shop, living(customer)),
    /** Stripe has tried often enough. */
    giveUp: (customer: string): void => end(shop, living(customer)),
  };
}

export type StripeStandin = Awaited<ReturnType<typeof startStripeStandin>>;
