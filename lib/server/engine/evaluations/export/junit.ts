import { pluralize } from "@/lib/utils/text/pluralize";
import { truncate } from "@/lib/utils/text/truncate";
import { type ExportedAttempt, type ExportedCase, type ExportedEvaluation, listReasons } from "./results";

const nameMax = 200;
const reasonMax = 2_000;
const answerMax = 2_000;

/** Characters that XML 1.0 forbids, even as references. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** For elements and attributes; line breaks are kept in both. */
const escapeXml = (text: string, max: number): string =>
  truncate(text, max)
    .replace(forbidden, "\ufffd")
    .replace(/[&<>"\t\n\r]/g, (sign) => entities[sign] ?? sign);

type Result = "failed" | "skipped" | "passed";

/** A case fails if any attempt failed; it is skipped if nothing else was measured of one. */
function toResult({ attempts }: ExportedCase): Result {
  if (attempts.some(({ outcome }) => outcome === "failed")) return "failed";
  return attempts.length === 0 || attempts.some(({ outcome }) => outcome === "not_measured") ? "skipped" : "passed";
}

const toSeconds = (attempts: readonly ExportedAttempt[]): string =>
  (attempts.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0) / 1_000).toFixed(3);

function describeAttempt(attempt: ExportedAttempt, i: number): string {
  const lines = [
    `Attempt ${i + 1}: ${attempt.outcome.replace("_", " ")}`,
    truncate(listReasons(attempt).join(" "), reasonMax),
    `Answer: ${truncate(attempt.answer, answerMax)}`,
  ];
  return lines.filter(Boolean).join("\n");
}

function writeCase(suite: string, one: ExportedCase): string {
  const { _id, input, attempts } = one;
  const result = toResult(one);
  const start = `<testcase name="${escapeXml(`${_id}: ${truncate(input, nameMax)}`, 2 * nameMax)}" classname="${suite}" time="${toSeconds(attempts)}"`;
  if (result === "passed") return `${start}/>\n`;
  const deciding = attempts.filter(({ outcome }) => outcome === (result === "failed" ? "failed" : "not_measured"));
  const reason = deciding.flatMap(listReasons)[0] ?? "There is no result.";
  if (result === "skipped") return `${start}><skipped message="${escapeXml(reason, reasonMax)}"/></testcase>\n`;
  const message = `${deciding.length} of ${pluralize(attempts.length, "attempt")} failed. ${reason}`;
  const details = attempts.map(describeAttempt).join("\n\n");
  return `${start}><failure message="${escapeXml(message, reasonMax)}">${escapeXml(details, 100_000)}</failure></testcase>\n`;
}

/** JUnit XML: a test case per case. Not measured is `skipped`. */
export function* writeJunit({ name, status, cases }: ExportedEvaluation): Generator<string> {
  const results = cases.map(toResult);
  const countOf = (wanted: Result): number => results.filter((result) => result === wanted).length;
  const suite = escapeXml(name, nameMax);
  const counts = `tests="${cases.length}" failures="${countOf("failed")}" errors="0" skipped="${countOf("skipped")}"`;
  const time = toSeconds(cases.flatMap(({ attempts }) => attempts));
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="${suite}" ${counts} time="${time}">\n`;
  yield `<properties><property name="status" value="${escapeXml(status, nameMax)}"/></properties>\n`;
  for (const one of cases) yield writeCase(suite, one);
  yield "</testsuite>\n</testsuites>\n";
}
