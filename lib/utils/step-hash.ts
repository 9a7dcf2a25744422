/** `#step1` is the first step, 0. Anything else is no step. */
export function parseStepHash(hash: string): number | null {
  const found = /^#?step([1-9]\d?)$/.exec(hash);
  return found ? Number(found[1]) - 1 : null;
}

export const stepHash = (step: number): string => `#step${step + 1}`;
