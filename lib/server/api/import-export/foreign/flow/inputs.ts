/** What the user enters, as a variable. */
export interface InputField {
  label: string;
  name: string;
}

/** The text of a task with a line for each field, unless the task or its agent's instructions name one. */
export function withInput(text: string, instructions: string, fields: readonly InputField[]): string {
  const lines = fields.map(({ label, name }) => `${label}: {${name}}`);
  const isNamed = fields.some(({ name }) => text.includes(`{${name}}`) || instructions.includes(`{${name}}`));
  return isNamed || lines.length === 0 ? text : `${text}\n\n${lines.join("\n")}`;
}
