import { truncate } from "@/lib/utils/text/truncate";
import { listHeaderSecrets } from "../../platform/crypto/header-secrets";
import { redact } from "../../platform/crypto/redact";
import { OutboundError } from "../../platform/outbound/outbound-error";
import { type CollectorResponse, postToCollector, type Recipient } from "../../platform/telemetry/post";

const timeoutMs = 10_000;
const maxAnswerChars = 200;

interface TestResult {
  ok: boolean;
  message: string;
}

/** Sends one span, and describes the collector's response. Never throws for what the collector does. */
export async function testCollector(recipient: Recipient): Promise<TestResult> {
  const { readTraceResponse, writeTestSpan } = await import("../../platform/telemetry/test-span");
  const { host } = new URL(recipient.endpoint);
  try {
    const response = await postToCollector(recipient, "traces", await writeTestSpan(), timeoutMs);
    if (response.status >= 300) return { ok: false, message: describeRefusal(host, recipient, response) };
    const partial = readTraceResponse(response);
    if (partial === undefined)
      return { ok: false, message: `The response from ${host} isn't a valid OTLP response. Check the endpoint.` };
    if (partial.rejected > 0) {
      const reason = partial.message ? `: ${clean(partial.message, recipient)}` : "";
      return { ok: false, message: `The collector rejected the test span${reason}.` };
    }
    return { ok: true, message: "The collector accepted a test span." };
  } catch (error) {
    if (error instanceof OutboundError) return { ok: false, message: error.message };
    if (error instanceof DOMException) return { ok: false, message: `${host} didn't finish its response.` };
    throw error;
  }
}

const remedies: Record<number, string> = {
  401: "The collector rejected the credentials (401). Check the headers.",
  403: "The collector doesn't allow this with these credentials (403). Check the headers.",
  404: "The server has no OpenTelemetry endpoint at this URL (404). Check the endpoint; /v1/traces is appended to it.",
  405: "The server has no OpenTelemetry endpoint at this URL (405). Check the endpoint; /v1/traces is appended to it.",
  415: "The collector doesn't accept OTLP in protobuf (415).",
  429: "The collector is limiting requests (429). Try again later.",
};

function describeRefusal(host: string, recipient: Recipient, { status, contentType, body }: CollectorResponse): string {
  const sentence = remedies[status] ?? `${host} responded with an error (${status}).`;
  const isText = /^(application\/json|text\/plain)\b/i.test(contentType);
  const answer = isText ? clean(new TextDecoder().decode(body), recipient) : "";
  return answer ? `${sentence} The collector reported: ${answer}` : sentence;
}

/** One line of a foreign text, without the headers' values. */
const clean = (text: string, { headers }: Recipient): string =>
  truncate(
    redact(text, listHeaderSecrets(Object.values(headers)))
      .replace(/\s+/g, " ")
      .trim(),
    maxAnswerChars,
  );
