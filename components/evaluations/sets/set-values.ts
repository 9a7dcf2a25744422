import type { TestSet } from "@/lib/contract/testsets/schemas";
import type { CaseValue } from "../cases/check-types";

/** The values of a test set's form. */
export interface SetValues {
  name: string;
  required: boolean;
  repeat: number;
  judgeModelId: string | null;
  minAgreement: number;
  liveToolIds: string[];
  cases: CaseValue[];
}

export const toSetValues = (set: TestSet): SetValues => ({
  name: set.name,
  required: set.required,
  repeat: set.repeat,
  judgeModelId: set.judgeModelId,
  minAgreement: set.minAgreement,
  liveToolIds: set.liveToolIds,
  cases: set.cases,
});

/** Loads the schema of the body, whose fields are all required here. */
export const loadSetSchema = async () => {
  const { testsetForm } = await import("@/lib/contract/testsets/schemas");
  return testsetForm
    .pick({
      name: true,
      required: true,
      repeat: true,
      judgeModelId: true,
      minAgreement: true,
      liveToolIds: true,
      cases: true,
    })
    .required();
};
