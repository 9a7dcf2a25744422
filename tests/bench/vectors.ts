import { randomFrom } from "../support/random";

export const dimensions = 384;
/** As texts lie: around subjects, and in fewer directions than there are numbers. */
const directions = 32;
const subjects = 200;

const centred = (random: () => number): number => random() + random() + random() - 1.5;
const list = (length: number, random: () => number): number[] => Array.from({ length }, () => centred(random));

let space: { axes: number[][]; centres: number[][] } | undefined;

function shared() {
  const random = randomFrom(4_711);
  space ??= {
    axes: Array.from({ length: directions }, () => list(dimensions, random)),
    centres: Array.from({ length: subjects }, () => list(directions, random)),
  };
  return space;
}

/** Vectors like those of an embedding model, whose weights cannot be had here: the same for the same seed. */
export function randomVectors(seed: number) {
  const random = randomFrom(seed);
  const { axes, centres } = shared();
  return {
    next(subject: number): number[] {
      const centre = centres[subject % subjects] ?? [];
      const vector = new Float64Array(dimensions);
      for (const [i, axis] of axes.entries()) {
        const weight = (centre[i] ?? 0) + centred(random);
        for (const [j, value] of axis.entries()) vector[j] = (vector[j] ?? 0) + weight * value;
      }
      for (const j of vector.keys()) vector[j] = (vector[j] ?? 0) + centred(random) * 0.3;
      const size = Math.hypot(...vector);
      return Array.from(vector, (value) => value / size);
    },
  };
}
