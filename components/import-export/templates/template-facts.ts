import type { TransferFile } from "@/lib/contract/transfers/file";
import { pluralize } from "@/lib/utils/text/pluralize";

/** The tools apart from the searches of data sources. */
export const listTools = ({ tools }: TransferFile) => tools.filter(({ type }) => type !== "rag");

/** What a template consists of, such as `1 agent, 3 tasks, 2 tools`. */
export function summarizeParts(file: TransferFile): string {
  const { agents, tasks, datasources } = file;
  const counts: [count: number, one: string][] = [
    [agents.length, "agent"],
    [tasks.length, "task"],
    [listTools(file).length, "tool"],
    [datasources.length, "data source"],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one]) => pluralize(count, one))
    .join(", ");
}

/** What a team has to have, or to enter, for a template to work. */
export function listNeeds({ tools, datasources }: TransferFile): string[] {
  const secrets = tools.flatMap(({ name, definition: { environmentVariables } }) => {
    const names = Object.keys(environmentVariables ?? {});
    return names.length > 0
      ? [`A database that runs SQL over HTTPS: in the tool “${name}”, enter ${names.join(", ")} and the allowed host.`]
      : [];
  });
  return [
    "A chat model. If your team has none, the offline demo model is added.",
    ...datasources.map(
      ({ name }) => `The data source “${name}”. It is added with sample documents and offline embeddings.`,
    ),
    ...secrets,
    ...(tools.some(({ type }) => type === "function") ? ["A plan that includes function tools."] : []),
  ];
}
