/** How steps read, on the app's page as in the preview. */
export const messages = {
  agent: "Choose an agent for the app.",
  model: (name: string) => `Choose a model for “${name}”.`,
  /** `paths`: in the definition, such as `environmentVariables.KEY`. */
  secrets: (name: string, paths: readonly string[]) =>
    `Enter the secrets of the tool “${name}”: ${paths.map((path) => path.split(".").at(-1)).join(", ")}.`,
  variable: (name: string) => `Enter a value for the variable ${name}.`,
};
