"use client";

import { useWizardStep } from "@/context/wizard-step";

/** The steps of a wizard with `count` of them; the current one, from 0, stands in the URL as `#step1` and so on. */
export function useStepHash(count: number) {
  const { step: asked, setStep } = useWizardStep();
  const within = (step: number): number => Math.min(Math.max(step, 0), count - 1);
  const step = within(asked);
  return {
    step,
    first: step === 0,
    last: step === count - 1,
    goTo: (next: number) => setStep(within(next)),
    next: () => setStep(within(step + 1)),
    back: () => setStep(within(step - 1)),
  };
}
