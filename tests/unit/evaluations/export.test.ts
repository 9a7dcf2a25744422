import { expect, test } from "vitest";
import { writeCsv } from "@/lib/server/engine/evaluations/export/csv";
import { writeJunit } from "@/lib/server/engine/evaluations/export/junit";

const attempt = { reason: null, answer: "=1+1", costUsd: 0.01, durationMs: 1_500, checks: [] };
const failing = { type: "contains", outcome: "failed" as const, reason: 'No “42” <&"\u0001\ud800]]>' };
const evaluation = {
  name: 'A "set" & more',
  status: "completed",
  cases: [
    { _id: "case_1", input: "Hi", required: true, attempts: [{ ...attempt, outcome: "passed" as const }] },
    {
      _id: "case_2",
      input: "Sum?",
      required: false,
      attempts: [
        { ...attempt, outcome: "failed" as const, checks: [failing] },
        { ...attempt, outcome: "passed" as const },
      ],
    },
    {
      _id: "case_3",
      input: "Bye",
      required: false,
      attempts: [{ ...attempt, outcome: "not_measured" as const, reason: "The provider failed." }],
    },
  ],
};

test("JUnit XML has a case each, with escaped reasons", () => {
  const xml = [...writeJunit(evaluation)].join("");
  expect(xml).toContain(
    '<testsuite name="A &quot;set&quot; &amp; more" tests="3" failures="1" errors="0" skipped="1" time="6.000">',
  );
  expect(xml).toContain('<testcase name="case_1: Hi" classname="A &quot;set&quot; &amp; more" time="1.500"/>');
  expect(xml).toContain('message="1 of 2 attempts failed. No “42” &lt;&amp;&quot;\ufffd\ufffd]]&gt;"');
  expect(xml).toContain("Attempt 2: passed");
  expect(xml).toContain('<skipped message="The provider failed."/>');
});

test("CSV has a row per attempt, without formulas", () => {
  const lines = [...writeCsv(evaluation)];
  expect(lines).toHaveLength(5);
  expect(lines[1]).toBe("case_1,Hi,true,1,passed,,'=1+1,0.01,1500\r\n");
  expect(lines[4]).toBe("case_3,Bye,false,1,not_measured,The provider failed.,'=1+1,0.01,1500\r\n");
});
