/** What stands for a setting in Muster. */
export const settingNotes: Record<string, string> = {
  verbose: "Every run has a trace.",
  memory: "Tasks get the output of earlier ones.",
  cache: "Muster has no such setting.",
  async_execution: "Tasks run one after another. Move it next to another task to run both at the same time.",
  human_input: "Add a form to the next task, in which a person comments on the output.",
  output_file: "The task stores its output.",
  guardrail: "Describe the check in the task: its code isn't run.",
  max_rpm: "Limit a model's requests in its settings.",
  embedder: "Choose an embedding model in the data source.",
  planning: "Muster has no planning step.",
};
export const needsPerson = new Set(["human_input", "guardrail"]);
