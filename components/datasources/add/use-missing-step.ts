import { useEffect } from "react";
import { useWizardStep } from "@/context/wizard-step";

/**
 * Goes back to the first incomplete step (`missing`; undefined: none) if the URL has a later one. Otherwise the first
 * value entered there would advance the wizard.
 */
export function useMissingStep(step: number, missing: number | undefined): void {
  const { correctStep } = useWizardStep();
  useEffect(() => {
    if (missing !== undefined && step > missing) correctStep(missing);
  }, [step, missing, correctStep]);
}
