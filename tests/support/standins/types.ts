import type { IncomingHttpHeaders } from "node:http";

export interface ToolUse {
  name: string;
  /** Text is sent as it is, so that broken JSON can be sent. */
  input: unknown;
  id?: string;
}

export type Fault =
  | { kind: "status"; status: number; message?: string; retryAfter?: string }
  | { kind: "hang"; at: "before_headers" | "after_headers" | "mid_stream" }
  /** `rudely` the socket is destroyed; else the answer ends in order, but without its last events. */
  | { kind: "cut"; at: "after_headers" | "mid_stream"; rudely?: boolean }
  | { kind: "malformed" }
  /** An error event in an answer that began with status 200. */
  | { kind: "stream_error"; message: string }
  | { kind: "html"; status?: number }
  /** An answer of the right shape with nothing in it. */
  | { kind: "empty" }
  /** 401 with the caller's key in the text. */
  | { kind: "echo_key" };

/** What the stand-in does with one request. Without a text or tools it repeats what the user said. */
export interface Behaviour {
  text?: string;
  reasoning?: string;
  tools?: ToolUse[];
  finish?: "stop" | "length";
  /** Milliseconds to the first token. */
  ttftMs?: number;
  /** Tokens a second; at once when absent. A token is about a word. */
  tps?: number;
  fault?: Fault;
}

/** One behaviour for all requests, one after another (the last stays), or a function of the request. */
export type Plan = Behaviour | Behaviour[] | ((request: Recorded, turn: number) => Behaviour);

export type Json = Record<string, unknown>;
export type Route = "chat" | "embed" | "models" | "show";

export interface Recorded {
  method: string;
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Json;
  /** Date.now() when the request was read. */
  at: number;
  /** When the connection ended before the answer was whole. */
  abortedAt?: number;
  /** When the answer was sent whole. */
  answeredAt?: number;
}

/** A request as the wire formats need it. */
export interface Call {
  id: string;
  model: string;
  body: Json;
  text: string;
  reasoning: string;
  tools: { id: string; name: string; json: string }[];
  finish: "stop" | "length";
  empty: boolean;
  inputTokens: number;
  outputTokens: number;
}

export interface Frame {
  data: string;
  /** Sent at the pace of tokens. */
  token?: true;
}

/** How one provider speaks. */
export interface Dialect {
  /** Behind the stand-in's address, as it is entered in Muster. */
  basePath: string;
  models: readonly string[];
  defaultKey: string | null;
  /** The dialect of some other paths, if the server speaks two. */
  under?: (path: string) => Dialect | undefined;
  routeOf: (method: string, path: string) => Route | undefined;
  keyOf: (headers: IncomingHttpHeaders) => string | undefined;
  streams: (body: Json) => boolean;
  streamType: string;
  error: (status: number, message: string) => Json;
  wrongKey: (key: string) => string;
  unknownModel: (model: string) => string;
  frames: (call: Call) => Iterable<Frame>;
  whole: (call: Call) => Json;
  embeddings: (call: Call, vectors: number[][]) => Json;
  modelList: (models: readonly string[]) => Json;
  malformed: string;
  streamError: (message: string) => string;
}

export interface StandinOptions {
  /** The only key that is taken; null takes any and none. */
  key?: string | null;
  models?: readonly string[];
  /** Length of the embeddings. */
  dimensions?: number;
  plan?: Plan;
  port?: number;
}

export interface Standin {
  /** The server's root. */
  url: string;
  /** What is entered as the provider's base URL. */
  baseUrl: string;
  key: string | null;
  requests: Recorded[];
  behave: (plan: Plan) => void;
  close: () => Promise<void>;
}
