import { randomBytes } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { env } from "@/lib/server/platform/env/env";
import { singleton } from "@/lib/server/platform/process/registry";
import { trackResponse } from "../responses/in-progress";
import { createAssetHandler } from "./assets";
import { CLIENT_ADDRESS_HEADER, socketAddress } from "./client-address";
import { isFramed } from "./framing";
import { serializeRequests } from "./pipelining";
import { dropForgedHeaders, setRequestHeader } from "./request-headers";
import { newRequestId, REQUEST_ID_HEADER } from "./request-id";
import { type Rejection, requestProblem } from "./request-target";
import { assetHeaders, contentSecurityPolicy, type HeaderOptions, securityHeaders } from "./security-headers";

export interface FrontGuardOptions extends HeaderOptions {
  trustProxy: boolean;
  /** Timeout of a request's headers. */
  headersTimeoutMs: number;
  /** Timeout of a body other than an upload. */
  bodyTimeoutMs: number;
  uploadTimeoutMs: number;
  /** The folder of the build's compressed scripts and stylesheets; undefined: Next serves all. */
  assets: string | undefined;
  /** Responds to a request before the server's listeners, or later leaves it to them with `next`; false when not handled. */
  handle: (request: IncomingMessage, response: ServerResponse, next: () => void) => boolean;
}

const SECOND = 1_000;

function defaults(): FrontGuardOptions {
  const { APP_URL, NODE_ENV, TRUST_PROXY } = env();
  return {
    https: APP_URL.startsWith("https:"),
    development: NODE_ENV === "development",
    trustProxy: TRUST_PROXY,
    headersTimeoutMs: 15 * SECOND,
    bodyTimeoutMs: 60 * SECOND,
    uploadTimeoutMs: 3_600 * SECOND,
    assets: undefined,
    handle: () => false,
  };
}

/** An HTML page. Messages are constants. */
const toPage = (message: string): string =>
  `<!doctype html><html lang="en"><title>Muster</title><p>${message}</p><p><a href="/">Go to Muster</a></p></html>`;

function buildRejection({ message }: Rejection, asPage = false) {
  const body = asPage ? toPage(message) : JSON.stringify({ error: message, code: "invalid" });
  const type = `${asPage ? "text/html" : "application/json"}; charset=utf-8`;
  return {
    body,
    headers: { "content-type": type, "content-length": `${Buffer.byteLength(body)}`, connection: "close" },
  };
}

function reject({ headers: { accept = "" } }: IncomingMessage, response: ServerResponse, rejection: Rejection): void {
  const { body, headers } = buildRejection(rejection, accept.startsWith("text/html"));
  response.writeHead(rejection.status, headers).end(body);
}

function rejectSocket(socket: Duplex, rejection: Rejection): void {
  const { body, headers } = buildRejection(rejection);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}\r\n${lines.join("")}\r\n${body}`);
}

/**
 * Adds headers when the response's head is sent, so that routes can override them: Next drops a route's header that is already
 * set.
 */
function setDefaultHeaders(response: ServerResponse, headers: [name: string, value: string][]): void {
  const writeHead: (...values: never[]) => ServerResponse = response.writeHead.bind(response);
  response.writeHead = (...values: never[]) => {
    for (const [name, value] of headers) {
      const isLeftOut = name === "x-frame-options" && isFramed(response);
      if (!isLeftOut && !response.hasHeader(name)) response.setHeader(name, value);
    }
    return writeHead(...values);
  };
}

/** Ends requests with slow bodies. Node's own limit must allow for the largest upload. */
function limitBodyTime(request: IncomingMessage, options: FrontGuardOptions): void {
  const { "content-length": length, "transfer-encoding": encoding, "content-type": type = "" } = request.headers;
  if (encoding === undefined && !Number(length)) return;
  const upload = type.toLowerCase().startsWith("multipart/form-data");
  const timer = setTimeout(() => request.destroy(), upload ? options.uploadTimeoutMs : options.bodyTimeoutMs);
  timer.unref();
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(timer));
}

/**
 * Runs before every listener of an HTTP server, including later ones: rejects malformed requests, drops forged headers, sets
 * security headers, and adds a request id, the client's address and a nonce (`x-request-id`, `x-muster-client-address`,
 * `x-nonce`). Idempotent.
 */
export function attachFrontGuard(server: Server, overrides: Partial<FrontGuardOptions> = {}): void {
  const guarded = singleton("guardedServers", () => new WeakSet<Server>());
  if (guarded.has(server)) return;
  guarded.add(server);
  const options = { ...defaults(), ...overrides };
  const fixedHeaders = Object.entries(securityHeaders(options));
  const serveAsset = createAssetHandler(options.assets, assetHeaders(options));
  server.headersTimeout = options.headersTimeoutMs;
  server.requestTimeout = options.uploadTimeoutMs;

  function prepare(request: IncomingMessage): { rejection: Rejection | undefined; policy: string; id: string } {
    const rejection = requestProblem(request);
    const address = socketAddress(request, options.trustProxy);
    dropForgedHeaders(request, options);
    const nonce = randomBytes(16).toString("base64");
    const policy = contentSecurityPolicy(nonce, rejection ? "" : (request.headers.host ?? ""), options);
    const id = newRequestId();
    setRequestHeader(request, "content-security-policy", policy);
    setRequestHeader(request, "x-nonce", nonce);
    setRequestHeader(request, REQUEST_ID_HEADER, id);
    setRequestHeader(request, CLIENT_ADDRESS_HEADER, address);
    return { rejection, policy, id };
  }

  /** Whether the request may proceed; otherwise it is already responded to. */
  function admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { rejection, policy, id } = prepare(request);
    if (!rejection) limitBodyTime(request, options);
    if (!rejection && serveAsset(request, response)) return false;
    setDefaultHeaders(response, [...fixedHeaders, ["content-security-policy", policy], [REQUEST_ID_HEADER, id]]);
    if (rejection) reject(request, response, rejection);
    return rejection === undefined;
  }

  function admitUpgrade(request: IncomingMessage, socket: Duplex): boolean {
    const { rejection } = prepare(request);
    if (rejection) rejectSocket(socket, rejection);
    return rejection === undefined;
  }

  // Replacing emit also covers listeners that Next and Socket.IO add later.
  const emit: (event: string, ...values: unknown[]) => boolean = server.emit.bind(server);
  const serve = serializeRequests((event, request, response) => {
    const next = () => void emit(event, request, response);
    if (admit(request, response) && !options.handle(request, response, next)) next();
  });
  server.emit = (event: string, ...values: unknown[]): boolean => {
    if (event === "request" || event === "checkContinue" || event === "checkExpectation") {
      const [request, response] = values as [IncomingMessage, ServerResponse];
      trackResponse(response);
      serve(event, request, response);
      return true;
    }
    if (event === "upgrade" || event === "connect") {
      const [request, socket] = values as [IncomingMessage, Duplex];
      return admitUpgrade(request, socket) ? emit(event, ...values) : true;
    }
    return emit(event, ...values);
  };
  // Without a listener Node would close a CONNECT without a response.
  server.on("connect", (_request, socket) => socket.destroy());
}
