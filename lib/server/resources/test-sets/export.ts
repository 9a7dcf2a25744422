import type { Viewer } from "../../access/visibility/visible";
import type { Reader } from "../../platform/db/client";
import { toCsv } from "../../platform/http/responses/csv";
import { viewEvaluation } from "./evaluation-queries";

const columns = [
  ...(["case", "input", "required", "attempt", "outcome", "reason", "answer"] as const),
  ...(["costUsd", "inputTokens", "outputTokens", "durationMs", "sessionId"] as const),
];

const send = (text: string, type: string, filename: string): Response =>
  new Response(text, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${filename}"`,
      "x-content-type-options": "nosniff",
    },
  });

/** One line per attempt. */
export async function sendCsv(db: Reader, viewer: Viewer, id: string): Promise<Response> {
  const { cases } = await viewEvaluation(db, viewer, id);
  const rows = cases.flatMap(({ _id, input, required, attempts }) =>
    attempts.map(({ number, ...attempt }) => ({ ...attempt, case: _id, input, required, attempt: number })),
  );
  return send(toCsv(columns, rows), "text/csv", `evaluation-${id}.csv`);
}

/** Characters that XML does not allow are replaced. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, "\ufffd")
    .replace(/[<>&"]/g, (char) => `&#${char.charCodeAt(0)};`);

const attribute = (name: string, value: string | number): string => ` ${name}="${escapeXml(String(value))}"`;
const maxNameChars = 200;

/** A test case for each case, which fails if an attempt fails, and is skipped if one was not measured. */
export async function sendJUnit(db: Reader, viewer: Viewer, id: string): Promise<Response> {
  const { cases, testset, label } = await viewEvaluation(db, viewer, id);
  const lines = cases.map(({ input, attempts, rate }) => {
    const seconds = attempts.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0) / 1_000;
    const reasons = attempts.flatMap(({ number, outcome, reason }) =>
      outcome === "passed" ? [] : [`Attempt ${number}: ${reason ?? "It has not ended."}`],
    );
    const isOpen = attempts.some(({ outcome }) => outcome !== "passed" && outcome !== "failed");
    const tag = rate.failed > 0 ? "failure" : isOpen ? "skipped" : undefined;
    const problem = tag && `<${tag}${attribute("message", reasons[0] ?? "")}>${escapeXml(reasons.join("\n"))}</${tag}>`;
    const name = attribute("name", input.replace(/\s+/g, " ").slice(0, maxNameChars));
    return `<testcase${attribute("classname", testset.name)}${name}${attribute("time", seconds)}>${problem ?? ""}</testcase>`;
  });
  const failures = lines.filter((line) => line.includes("<failure")).length;
  const skipped = lines.filter((line) => line.includes("<skipped")).length;
  const counts = attribute("tests", lines.length) + attribute("failures", failures) + attribute("skipped", skipped);
  const suite = `<testsuite${attribute("name", `${testset.name}: ${label}`)}${counts}>\n${lines.join("\n")}\n</testsuite>`;
  return send(
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suite}\n</testsuites>\n`,
    "application/xml",
    `evaluation-${id}.xml`,
  );
}
