"use client";

import { useEffect } from "react";
import { useWizardStep } from "@/context/wizard-step";

/**
 * The steps of a wizard up to `reachable`. The URL has the current one, counted from 0, as `#step1` and so on; a later
 * one in the URL is set to the last reachable step.
 */
export function useStepHash(reachable: number) {
  const { step: requested, setStep, correctStep } = useWizardStep();
  const step = Math.min(requested, reachable);
  useEffect(() => {
    if (requested > reachable) correctStep(reachable);
  }, [requested, reachable, correctStep]);
  return {
    step,
    goTo: setStep,
    next: () => setStep(step + 1),
    back: () => setStep(Math.max(step - 1, 0)),
  };
}
