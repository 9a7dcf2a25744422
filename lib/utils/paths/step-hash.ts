/** Parses `#step1` as step 0; anything else is null. */
export function parseStepHash(hash: string): number | null {
  const found = /^#?step([1-9]\d{0,8})$/.exec(hash);
  return found ? Number(found[1]) - 1 : null;
}

export const stepHash = (step: number): string => `#step${step + 1}`;

/** Whether a hash is a wizard's, even if it names no valid step; `#content` is not. */
export const isStepHash = (hash: string): boolean => hash.startsWith("#step");
