import { useEffect } from "react";
import { useWizardStep } from "@/context/wizard-step";

/**
 * Goes back to the first incomplete step (`missing`; undefined: none) if the URL asks for a later one. Otherwise the
 * first value entered there would go on to the next step.
 */
export function useMissingStep(step: number, missing: number | undefined): void {
  const { correctStep } = useWizardStep();
  useEffect(() => {
    if (missing !== undefined && step > missing) correctStep(missing);
  }, [step, missing, correctStep]);
}
