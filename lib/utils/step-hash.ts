/** `#step1` is the first step, 0. Anything else is no step. */
export function parseStepHash(hash: string): number | null {
  const found = /^#?step([1-9]\d{0,8})$/.exec(hash);
  return found ? Number(found[1]) - 1 : null;
}

export const stepHash = (step: number): string => `#step${step + 1}`;

/** Whether a hash is meant for a wizard, though it may name no step: `#content` is a place on the page. */
export const isStepHash = (hash: string): boolean => hash.startsWith("#step");
