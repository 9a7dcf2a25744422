import { listBranchNames } from "@/lib/contract/apps/steps";
import type { BranchPart } from "@/lib/contract/transfers/branches";
import { fillNames } from "@/lib/utils/text/prompt-names";
import { toBranch } from "../../../resources/apps/branch-part";
import type { Parts } from "./references";

/** The names of the variables that an app names itself: in its schedule, and in its branches. */
export function listAppNames({ schedule, ...own }: Partial<Parts["app"]>): string[] {
  const branches = ("branches" in own && own.branches) || [];
  const read = branches.map(toBranch).flatMap(listBranchNames);
  return [...Object.keys(schedule?.variables ?? {}), ...read];
}

/** A branch with other names of variables. */
export function renameInBranch(branch: BranchPart, names: ReadonlyMap<string, string>): BranchPart {
  const braced = new Map([...names].map(([from, to]) => [from, `{${to}}`]));
  const fill = (text: string) => fillNames(text, braced);
  const rename = <S extends { variable?: string | undefined }>(one: S): S =>
    one.variable ? { ...one, variable: names.get(one.variable) ?? one.variable } : one;
  return {
    ...rename(branch),
    instructions: fill(branch.instructions),
    cases: branch.cases.map(({ conditions, ...one }) => ({
      ...rename(one),
      ...(conditions && { conditions: conditions.map(rename) }),
      description: fill(one.description),
    })),
  };
}
