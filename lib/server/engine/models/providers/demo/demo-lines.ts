/** A form's last field with one entry per line, in the prompt of a task with structured output. */
const startPattern = /\n- (?:Notes|Changes): /;
const endPattern = /\n\n(?:Comment: |Respond with JSON only)/;

/** The lines of the form's list, without bullets and commit hashes; undefined if it has none. */
export function readLines(question: string): string[] | undefined {
  const found = startPattern.exec(question);
  if (!found) return undefined;
  const [list = ""] = question.slice(found.index + found[0].length).split(endPattern, 1);
  const lines = list.split("\n");
  return lines.map((line) => line.replace(/^\s*(?:[-*•]\s+)?(?:[0-9a-f]{7,40}\s+)?/, "").trim()).filter(Boolean);
}

const changeTypes: Record<string, RegExp> = {
  added: /^(?:add|new|allow|introduce|support)/i,
  fixed: /^(?:fix|correct|repair|resolve)/i,
};

/** The lines that belong in a list: by their first word in those of new and fixed things, the others in any other list. */
export function selectLines(lines: readonly string[], list: string): string[] {
  const pattern = changeTypes[list];
  if (pattern) return lines.filter((line) => pattern.test(line));
  return lines.filter((line) => !Object.values(changeTypes).some((one) => one.test(line)));
}

/** `Ada: send the offer by Friday` as the fields of a task. Lines without a name are no tasks. */
export function readTaskLine(line: string): [name: string, value: string][] {
  const colon = line.indexOf(": ");
  if (colon < 1 || colon > 40) return [];
  const work = line.slice(colon + 2).trim();
  const by = work.lastIndexOf(" by ");
  const task = by < 0 ? work : work.slice(0, by);
  const due = by < 0 ? "" : work.slice(by + 4).replace(/\.$/, "");
  return [
    ["owner", line.slice(0, colon)],
    ["task", task.charAt(0).toUpperCase() + task.slice(1)],
    ["due", due || "no date"],
  ];
}
