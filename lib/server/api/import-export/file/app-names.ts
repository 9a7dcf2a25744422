import { listBranchNames } from "@/lib/contract/apps/steps";
import type { BranchPart } from "@/lib/contract/transfers/branches";
import { fillNames } from "@/lib/utils/text/prompt-names";
import type { Parts } from "./references";

/** The names of the variables that an app names itself: in its schedule, and in its branches. */
export function listAppNames({ schedule, ...own }: Partial<Parts["app"]>): string[] {
  const branches = ("branches" in own && own.branches) || [];
  const read = branches.flatMap((branch) => listBranchNames({ ...branch, sourceTaskId: branch.source }));
  return [...Object.keys(schedule?.variables ?? {}), ...read];
}

/** A branch with other names of variables. */
export function renameInBranch(branch: BranchPart, names: ReadonlyMap<string, string>): BranchPart {
  const braced = new Map([...names].map(([from, to]) => [from, `{${to}}`]));
  const fill = (text: string) => fillNames(text, braced);
  return {
    ...branch,
    variable: names.get(branch.variable) ?? branch.variable,
    instructions: fill(branch.instructions),
    cases: branch.cases.map((one) => ({ ...one, description: fill(one.description) })),
  };
}
