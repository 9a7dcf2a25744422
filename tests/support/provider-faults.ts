import type { ProviderId } from "@/lib/constants/providers";
import type { FailureKind } from "@/lib/server/engine/models/providers/bounds/call-failure";
import type { Fault } from "./standins/types";

/** One thing that goes wrong, and what a user reads of it. */
export interface FaultCase {
  title: string;
  fault: Fault;
  kind: FailureKind;
  message: RegExp;
  /** How often a step asks; a check asks once. */
  asks: number;
  /** Where a provider's format knows less or more. */
  differs?: Partial<Record<ProviderId, { kind?: FailureKind; message?: RegExp }>>;
  only?: ProviderId;
  except?: ProviderId;
}

const status = (code: number, message: string, retryAfter?: string): Fault => ({
  kind: "status",
  status: code,
  message,
  retryAfter,
});
const notAnAnswer = /^The provider returned an invalid response\. Check the URL and the model\.$/;
const withoutContent = /^The provider returned an empty response\. Try again, or check the model\.$/;

/** Before the answer begins: a step and a connection check say the same. */
export const earlyFaults: FaultCase[] = [
  {
    title: "400",
    fault: status(400, "maximum context length is 8192 tokens"),
    kind: "bad_request",
    message: /^The provider rejected the request \(400\): maximum context length is 8192 tokens\.$/,
    asks: 1,
  },
  {
    title: "401",
    fault: status(401, "Your key has expired"),
    kind: "auth",
    message: /^The provider rejected the API key \(401\): Your key has expired\.$/,
    asks: 1,
  },
  {
    title: "403",
    fault: status(403, "Not in your country"),
    kind: "auth",
    message: /^The provider doesn't allow this with these credentials \(403\): Not in your country\.$/,
    asks: 1,
  },
  {
    title: "429 with a long Retry-After",
    fault: status(429, "Slow down", "60"),
    kind: "rate_limit",
    message: /^The provider is limiting requests \(429\): Slow down\. Try again in 60 seconds\.$/,
    asks: 1,
  },
  {
    title: "500",
    fault: status(500, "Out of luck"),
    kind: "overloaded",
    message: /^The provider had an internal error \(500\): Out of luck\.$/,
    asks: 3,
  },
  {
    title: "503",
    fault: status(503, "Too many at once"),
    kind: "overloaded",
    message: /^The provider is overloaded \(503\): Too many at once\.$/,
    asks: 3,
  },
  {
    title: "529",
    fault: status(529, "Overloaded"),
    kind: "overloaded",
    message: /^The provider is overloaded \(529\): Overloaded\.$/,
    asks: 3,
    only: "anthropic",
  },
  {
    title: "498, a full service tier",
    fault: status(498, "Capacity exceeded"),
    kind: "overloaded",
    message: /^The provider is overloaded \(498\): Capacity exceeded\.$/,
    asks: 3,
    only: "groq",
  },
  {
    title: "its key in the error's text",
    fault: { kind: "echo_key" },
    kind: "auth",
    message:
      /^The provider rejected the API key \(401\): Incorrect API key provided: \[secret\]\. You can find it online\.$/,
    asks: 1,
  },
  {
    title: "its key in the error's headers and reason",
    fault: { kind: "echo_key", at: "headers" },
    kind: "auth",
    message: /^The provider rejected the API key \(401\): Bad key \[secret\]\.$/,
    asks: 1,
  },
  {
    title: "a web page with status 200",
    fault: { kind: "html" },
    kind: "malformed",
    message: /^127\.0\.0\.1:\d+ returned a web page instead of a model response\. Check the URL\.$/,
    asks: 1,
  },
  {
    title: "an error page",
    fault: { kind: "html", status: 502 },
    kind: "overloaded",
    message: /^The provider had an internal error \(502\): Bad Gateway\.$/,
    asks: 3,
  },
  {
    title: "a redirect to a sign-in page",
    fault: { kind: "redirect", to: "https://login.test/start?token=sk-hidden" },
    kind: "malformed",
    message: /^127\.0\.0\.1:\d+ redirects to https:\/\/login\.test instead of responding\. Check the URL\.$/,
    asks: 1,
  },
  {
    title: "a redirect that keeps method and body",
    fault: { kind: "redirect", to: "http://127.0.0.1:9/v1", status: 308 },
    kind: "malformed",
    message: /^127\.0\.0\.1:\d+ redirects to http:\/\/127\.0\.0\.1:9 instead of responding\. Check the URL\.$/,
    asks: 1,
  },
];

/** An answer that is none, which reads differently in a stream. */
export const oddAnswers: FaultCase[] = [
  {
    title: "JSON of another shape",
    fault: { kind: "wrong_shape", at: "answer" },
    kind: "malformed",
    message: withoutContent,
    asks: 3,
    differs: { ollama: { message: notAnAnswer } },
  },
  {
    title: "no choices, no candidates",
    fault: { kind: "empty" },
    kind: "malformed",
    message: withoutContent,
    asks: 3,
    // It has no list that could be empty: its last line says that it is done, and that is an answer.
    except: "ollama",
  },
];

/** After the answer began: never asked again. */
export const lateFaults: FaultCase[] = [
  {
    title: "an answer that ends too early",
    fault: { kind: "cut", at: "mid_stream" },
    kind: "cut",
    message: /^The provider's response ended before it was complete\.$/,
    asks: 1,
  },
  {
    title: "a connection that is lost",
    fault: { kind: "cut", at: "mid_stream", rudely: true },
    kind: "cut",
    message: /^127\.0\.0\.1:\d+ didn't complete its response: it closed the connection\.$/,
    asks: 1,
  },
  { title: "an event that is no JSON", fault: { kind: "malformed" }, kind: "malformed", message: notAnAnswer, asks: 1 },
  {
    title: "an event of another shape",
    fault: { kind: "wrong_shape", at: "mid_stream" },
    kind: "malformed",
    message: notAnAnswer,
    asks: 1,
  },
  {
    title: "an error event",
    fault: { kind: "stream_error", message: "The engine overheated" },
    kind: "overloaded",
    message: /^The provider reported: The engine overheated\.$/,
    asks: 1,
    // Its error lines carry no type.
    differs: { ollama: { kind: "unknown" } },
  },
  {
    title: "an error event with its key",
    fault: { kind: "echo_key", at: "event" },
    kind: "overloaded",
    message: /^The provider reported: Your key \[secret\] was revoked\.$/,
    asks: 1,
    differs: { ollama: { kind: "unknown" } },
  },
  {
    title: "a line that does not end",
    fault: { kind: "giant_line", bytes: 8_000_000 },
    kind: "malformed",
    message: /^The response from 127\.0\.0\.1:\d+ exceeds the limit of 5 MB\.$/,
    asks: 1,
  },
];
