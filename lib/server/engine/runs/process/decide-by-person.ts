import type { BranchStep } from "@/lib/contract/apps/flow";
import { defaultCase, listBranchNames, listCases } from "@/lib/contract/apps/steps";
import type { FormField } from "@/lib/contract/tasks/form-fields";
import { fillNames } from "@/lib/utils/text/prompt-names";
import { truncate } from "@/lib/utils/text/truncate";
import type { Pause } from "../steps/ending";
import { itemValues } from "./branches/items";
import { finishBranch } from "./decide";
import { loadResponse } from "./form";
import type { Process } from "./process";
import { readVariables } from "./sources";

const maxText = 10_000;

/** The cases and a comment, with the values of variables in the texts. */
async function buildFields(process: Process, branch: BranchStep): Promise<FormField[]> {
  const values = new Map([
    ...(await readVariables(process, listBranchNames(branch))),
    ...itemValues(process.items.get(branch.id)),
  ]);
  const fill = (text: string) => fillNames(text, values);
  const options = listCases(branch).map(({ name }) => name);
  const described = branch.cases.flatMap(({ name, description }) =>
    description ? `${name}: ${fill(description)}` : [],
  );
  return [
    {
      name: "decision",
      label: truncate(fill(branch.instructions), maxText),
      ...(described.length > 0 && { description: truncate(described.join("\n"), maxText) }),
      type: "radio",
      options,
      required: true,
    },
    { name: "comment", label: "Comment", type: "string", required: false },
  ];
}

/** Takes the case that a person chooses, and logs it with their comment; the default one if they decline. */
export async function decideByPerson(
  process: Process,
  branch: BranchStep,
): Promise<{ output: string; taken: string } | { pause: Pause }> {
  const { id, name, asks, defaultName } = branch;
  const step = { id, name, asks, decides: true as const };
  const response = await loadResponse(process, step, () => buildFields(process, branch));
  if ("pause" in response) return response;
  const { input, reason } = response.given;
  const chosen = branch.cases.find((one) => one.name === input?.decision) ?? { id: defaultCase, name: defaultName };
  const comment = [reason, input?.comment].filter(Boolean).join("\n\n");
  const output = comment ? `${chosen.name}\n\nComment: ${comment}` : chosen.name;
  await finishBranch(process, branch, output, { id: chosen.id, name: chosen.name });
  return { output, taken: chosen.id };
}
