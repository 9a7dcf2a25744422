import type { Evaluation } from "@/lib/contract/evaluations/schemas";
import { toCsv } from "../../platform/http/responses/csv";

type Exported = Pick<Evaluation, "label"> & { testset: { name: string } } & Pick<Evaluation, "cases">;

const columns = [
  ...(["case", "input", "required", "attempt", "outcome", "reason", "answer"] as const),
  ...(["costUsd", "inputTokens", "outputTokens", "durationMs", "sessionId"] as const),
];

/** One line per attempt. */
export const toResultsCsv = ({ cases }: Pick<Exported, "cases">): string =>
  toCsv(
    columns,
    cases.flatMap(({ _id, input, required, attempts }) =>
      attempts.map(({ number, ...attempt }) => ({ ...attempt, case: _id, input, required, attempt: number })),
    ),
  );

/** Characters that XML does not allow are replaced. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, "\ufffd")
    .replace(/[<>&"]/g, (char) => `&#${char.charCodeAt(0)};`);

const attribute = (name: string, value: string | number): string => ` ${name}="${escapeXml(String(value))}"`;
const maxNameChars = 200;

function toTestCase({ input, attempts, rate }: Exported["cases"][number], className: string) {
  const seconds = attempts.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0) / 1_000;
  const reasons = attempts.flatMap(({ number, outcome, reason }) =>
    outcome === "passed" ? [] : [`Attempt ${number}: ${reason ?? "It has not ended."}`],
  );
  const kind = rate.failed > 0 ? "failure" : reasons.length > 0 ? "skipped" : undefined;
  const [message = ""] = reasons;
  const problem = kind ? `<${kind}${attribute("message", message)}>${escapeXml(reasons.join("\n"))}</${kind}>` : "";
  const names = attribute("classname", className) + attribute("name", input.slice(0, maxNameChars));
  return { kind, line: `<testcase${names}${attribute("time", seconds)}>${problem}</testcase>` };
}

/** JUnit XML: a case fails if one of its attempts does, and is skipped if one was not measured. */
export function toJUnitXml({ cases, testset, label }: Exported): string {
  const tests = cases.map((one) => toTestCase(one, testset.name));
  const count = (kind: string) => tests.filter((test) => test.kind === kind).length;
  const counts =
    attribute("tests", tests.length) + attribute("failures", count("failure")) + attribute("skipped", count("skipped"));
  const lines = tests.map(({ line }) => line).join("\n");
  const suite = `<testsuite${attribute("name", `${testset.name}: ${label}`)}${counts}>\n${lines}\n</testsuite>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suite}\n</testsuites>\n`;
}
