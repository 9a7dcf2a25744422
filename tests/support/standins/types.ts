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
  /** JSON of another shape: as the whole answer, or as an event of the stream. */
  | { kind: "wrong_shape"; at: "answer" | "mid_stream" }
  /** A line of the stream that has no end within so many bytes. */
  | { kind: "giant_line"; bytes: number }
  | { kind: "redirect"; to: string; status?: number }
  /** An error event in an answer that began with status 200. */
  | { kind: "stream_error"; message: string }
  | { kind: "html"; status?: number }
  /** An answer of the right shape with nothing in it. */
  | { kind: "empty" }
  /** One embedding less than asked for. */
  | { kind: "fewer" }
  /** The caller's key in what comes back: with 401 in the text or in headers and the reason phrase, or in an error event. */
  | { kind: "echo_key"; at?: "text" | "headers" | "event" };

export type Finish = "stop" | "length" | "filter";

/** What the stand-in does with one request. Without a text or tools it repeats what the user said. */
export interface Behaviour {
  text?: string;
  reasoning?: string;
  tools?: ToolUse[];
  /** `filter`: the provider's own filter ends the answer. */
  finish?: Finish;
  /** Milliseconds to the first token, or to the embeddings. */
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
  /** With its query. */
  path: string;
  body: Json;
  text: string;
  reasoning: string;
  tools: { id: string; name: string; json: string }[];
  finish: Finish;
  empty: boolean;
  inputTokens: number;
  outputTokens: number;
}

export interface Frame {
  data: string;
  /** Sent at the pace of tokens. */
  token?: true;
}

export interface Image {
  mediaType: string;
  /** Base64. */
  data: string;
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
  /** Where it is not the body's `model`. */
  modelOf?: (path: string, body: Json) => string;
  /** What the last user said, where it is not in `messages`. */
  saidIn?: (body: Json) => string;
  /** The texts to embed, where they are not in `input`. */
  inputsOf?: (body: Json) => string[];
  /** The images of a conversation, where this format puts them. */
  imagesIn: (body: Json) => Image[];
  /** A well-meant request that the provider does not take. */
  refuse?: (request: Recorded) => { status: number; message: string } | undefined;
  streams: (body: Json, path: string) => boolean;
  streamType: string;
  /** `retryAfter` is for who says it in the body; the header is sent beside, unless `saysRetryInBody`. */
  error: (status: number, message: string, retryAfter?: string) => Json;
  saysRetryInBody?: true;
  wrongKey: (key: string) => string;
  /** 401 unless told. */
  wrongKeyStatus?: number;
  unknownModel: (model: string) => string;
  frames: (call: Call) => Iterable<Frame>;
  whole: (call: Call) => Json;
  embeddings: (call: Call, vectors: number[][]) => Json;
  modelList: (models: readonly string[]) => Json;
  /** What is said of one model, where that takes a request of its own. */
  shown?: (model: string) => Json;
  malformed: string;
  /** An event that is JSON, but none of this format. */
  oddEvent: string;
  /** The beginning of a line of text that does not end. */
  openLine: string;
  streamError: (message: string) => string;
}

export interface StandinOptions {
  /** The only key that is taken; null takes any and none. */
  key?: string | null;
  models?: readonly string[];
  /** The response to requests for the list of models; by default it lists `models`. */
  modelList?: unknown;
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
  dialect: Dialect;
  behave: (plan: Plan) => void;
  /** Where its callers get their key first, if not from a form. */
  signIn?: Standin;
  close: () => Promise<void>;
}
