"use client";

import { useEffect } from "react";
import { useWizardStep } from "@/context/wizard-step";

/**
 * The steps of a wizard up to `reachable`; the current one, from 0, stands in the URL as `#step1` and so on. An address
 * that asks for one beyond is set to the last that can be reached.
 */
export function useStepHash(reachable: number) {
  const { step: asked, setStep, correctStep } = useWizardStep();
  const step = Math.min(asked, reachable);
  useEffect(() => {
    if (asked > reachable) correctStep(reachable);
  }, [asked, reachable, correctStep]);
  return {
    step,
    goTo: setStep,
    next: () => setStep(step + 1),
    back: () => setStep(Math.max(step - 1, 0)),
  };
}
