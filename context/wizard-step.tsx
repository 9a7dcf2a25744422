"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { isStepHash, parseStepHash, stepHash } from "@/lib/utils/paths/step-hash";

interface WizardStepState {
  /** From 0. */
  step: number;
  /** Changes when the open wizard is started over, so that its previous values are dropped. */
  entry: number;
  /** Goes to a step, with a history entry. */
  setStep(step: number): void;
  /** Replaces a step that cannot be shown, in the URL too, so that Back does not return to it. */
  correctStep(step: number): void;
}

const WizardStepContext = createContext<WizardStepState>({
  step: 0,
  entry: 0,
  setStep: () => {},
  correctStep: () => {},
});

const wizardPaths = ["/app/add", "/connections/add"];
const isWizardPath = (path: string): boolean => wizardPaths.some((end) => path.endsWith(end));

const replaceHash = (step: number): void =>
  window.history.replaceState(null, "", `${window.location.search}${stepHash(step)}`);

/** The step of a wizard, mirrored as `#step1`, `#step2` … On another page it goes back to the first. */
export function WizardStepProvider({ children }: { children: ReactNode }) {
  const path = usePathname();
  // A new object with each navigation, also for a link to the same page without a hash.
  const search = useSearchParams();
  const onWizard = isWizardPath(path);
  const [position, setPosition] = useState({ path, step: 0, entry: 0 });
  if (position.path !== path) setPosition({ path, step: 0, entry: position.entry });
  const openPath = useRef<string>(undefined);
  const goTo = useCallback((step: number) => setPosition((before) => ({ ...before, step })), []);

  // Sets the step from the URL when the page opens and whenever the URL changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` stands for the address
  useEffect(() => {
    const isReopened = openPath.current === path;
    openPath.current = onWizard ? path : undefined;
    if (!onWizard) return;
    const { hash } = window.location;
    if (hash !== "" && !isStepHash(hash)) return;
    const hashStep = parseStepHash(hash);
    if (hashStep !== null) return goTo(hashStep);
    replaceHash(0);
    setPosition((before) => ({ path, step: 0, entry: before.entry + (isReopened ? 1 : 0) }));
  }, [onWizard, path, search, goTo]);

  const setStep = useCallback(
    (next: number): void => {
      goTo(next);
      if (window.location.hash !== stepHash(next)) window.history.pushState(null, "", stepHash(next));
    },
    [goTo],
  );
  const correctStep = useCallback(
    (step: number): void => {
      replaceHash(step);
      goTo(step);
    },
    [goTo],
  );
  return (
    <WizardStepContext value={{ step: onWizard ? position.step : 0, entry: position.entry, setStep, correctStep }}>
      {children}
    </WizardStepContext>
  );
}

export const useWizardStep = (): WizardStepState => useContext(WizardStepContext);
