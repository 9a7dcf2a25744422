import { listBranchNames } from "@/lib/contract/apps/steps";
import type { BranchPart } from "@/lib/contract/transfers/branches";
import { fillNames } from "@/lib/utils/text/prompt-names";
import { toBranch } from "../../../resources/apps/branch-part";
import type { Parts } from "./references";

/** The names of the variables that an app's branches read. */
export const listReadByBranches = (app: Partial<Parts["app"]>): string[] =>
  (("branches" in app && app.branches) || []).map(toBranch).flatMap(listBranchNames);

/** The names of the variables that an app names itself: in its schedule, and in its branches. */
export const listAppNames = (app: Partial<Parts["app"]>): string[] => [
  ...Object.keys(app.schedule?.variables ?? {}),
  ...listReadByBranches(app),
];

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
