import { useEffect } from "react";
import { useWizardStep } from "@/context/wizard-step";

/**
 * Where the address asks for a step beyond one that lacks something (`missing`; undefined: none does), it is set to that
 * one. Otherwise the first thing filled in there would go on to the next step.
 */
export function useMissingStep(step: number, missing: number | undefined): void {
  const { correctStep } = useWizardStep();
  useEffect(() => {
    if (missing !== undefined && step > missing) correctStep(missing);
  }, [step, missing, correctStep]);
}
