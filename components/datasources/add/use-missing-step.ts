import { useEffect } from "react";
import { stepHash } from "@/lib/utils/step-hash";

/**
 * Where the address asks for a step beyond one that lacks something (`missing`; undefined: none does), it is set to that
 * one. Else the first thing filled in there would lead on by itself.
 */
export function useMissingStep(step: number, missing: number | undefined, onStep: (step: number) => void): void {
  useEffect(() => {
    if (missing === undefined || step <= missing) return;
    // In place of the one asked for: Back must not lead to it again.
    window.history.replaceState(null, "", `${window.location.search}${stepHash(missing)}`);
    onStep(missing);
  }, [step, missing, onStep]);
}
