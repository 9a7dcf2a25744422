"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { parseStepHash, stepHash } from "@/lib/utils/step-hash";

interface WizardStepState {
  /** From 0. */
  step: number;
  setStep(step: number): void;
}

const WizardStepContext = createContext<WizardStepState>({ step: 0, setStep: () => {} });

const wizardPaths = ["/app/add", "/connections/add"];
const isWizardPath = (path: string): boolean => wizardPaths.some((end) => path.endsWith(end));

/** The step of a wizard, mirrored as `#step1`, `#step2` … On a page without a wizard it goes back to the first. */
export function WizardStepProvider({ children }: { children: ReactNode }) {
  const path = usePathname();
  const here = isWizardPath(path);
  const [step, setCurrent] = useState(0);
  if (!here && step !== 0) setCurrent(0);

  // The address bar is outside React: it sets the step when the page opens and on back and forward.
  useEffect(() => {
    if (!here) return;
    const read = () => setCurrent(parseStepHash(window.location.hash) ?? 0);
    read();
    if (!window.location.hash) window.history.replaceState(null, "", stepHash(0));
    window.addEventListener("hashchange", read);
    window.addEventListener("popstate", read);
    return () => {
      window.removeEventListener("hashchange", read);
      window.removeEventListener("popstate", read);
    };
  }, [here]);

  const setStep = (next: number): void => {
    setCurrent(next);
    if (window.location.hash !== stepHash(next)) window.history.pushState(null, "", stepHash(next));
  };
  return <WizardStepContext value={{ step: here ? step : 0, setStep }}>{children}</WizardStepContext>;
}

export const useWizardStep = (): WizardStepState => useContext(WizardStepContext);
