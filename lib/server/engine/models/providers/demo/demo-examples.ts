import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { formFields, toResultText } from "./demo-words";

interface Scene {
  field(label: string): string;
  /** The last result of a tool as an object, empty if it is none. */
  result: Record<string, unknown>;
  failure: string | undefined;
  prompt: string;
}

/** The tasks of the example apps, by a phrase of their descriptions. */
const scripts: [phrase: string, write: (scene: Scene) => string][] = [
  [
    "Gather notes on the subject",
    ({ field, result }) =>
      [
        `Subject: ${field("subject")}`,
        "",
        `- Question: ${field("questions")}`,
        `- Date: ${String(result.date ?? result.dateTime ?? result.now ?? "today")}`,
        `- Length: ${field("length")}`,
        "- Source: only your input. The offline demo model does not research.",
      ].join("\n"),
  ],
  [
    "Calculate each figure",
    ({ result }) =>
      `Reading time of a page of 500 words at 200 words per minute: 500 / 200 = **${result.result}** minutes.`,
  ],
  [
    "Write the report from the notes",
    ({ prompt }) => {
      const [, subject = "your subject"] = /^Subject: (.{1,200})$/m.exec(prompt) ?? [];
      const [, minutes = "2.5"] = /= \*\*([\d.]{1,20})\*\* minutes/.exec(prompt) ?? [];
      return `# ${subject}\n\n**Summary.** This report shows how a process turns notes and figures into a file. A connected model fills it with findings.\n\n## Findings\n\n- The question was recorded in the notes, with its date.\n- A page of 500 words takes **${minutes} minutes** to read at 200 words per minute.\n\n## Open points\n\n- Nothing about ${subject} was researched: this was the offline demo model.`;
    },
  ],
  [
    "Call record_expense once",
    ({ result, failure }) =>
      failure
        ? `The expense was not recorded. ${failure}`
        : `Recorded **${result.purpose}** (${result.category}, ${result.amount}) with the reference **${result.reference}**. ${result.note}`,
  ],
  [
    "Write a short confirmation",
    ({ prompt }) => {
      const [, recorded] = /^(Recorded .{1,500})$/m.exec(prompt) ?? [];
      return recorded
        ? `Thank you for your expense. ${recorded} Please keep the receipt.`
        : "Your expense was not recorded. Ask your approver for the reason, then submit it again.";
    },
  ],
  [
    "Who will read this announcement",
    () =>
      "Its readers want to know what changes for them and when. They should remember one thing: what is new, in one sentence.",
  ],
  [
    "Write an announcement of up to 120 words",
    () =>
      "**Something new is here.** We listened to what you told us and improved it. From today, it takes you less time and fewer steps. You do not need to do anything: it is ready when you are. If you have questions, reply to this message, and we will help you.",
  ],
];

/** What the offline model writes for a task of an example app, if it is one and has its tools' results. */
export function runExampleTask(prompt: LanguageModelV4Prompt, question: string): string | undefined {
  const [, write] = scripts.find(([phrase]) => question.includes(phrase)) ?? [];
  if (!write) return undefined;
  const last = prompt.at(-1);
  const parts = last?.role === "tool" ? last.content.filter((part) => part.type === "tool-result") : [];
  const part = parts.at(-1);
  // Delegated work is returned as it is.
  if (part?.toolName === "delegate_work") return undefined;
  const failed = part && (part.output.type.startsWith("error") || part.output.type === "execution-denied");
  const fields = formFields(question);
  return write({
    field: (label) => fields.get(label) ?? "not given",
    result: part && !failed ? parseObject(toResultText(part)) : {},
    failure: part && failed ? toResultText(part) : undefined,
    prompt: question,
  });
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
}
