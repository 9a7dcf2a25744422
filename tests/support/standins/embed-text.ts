/** A unit vector that follows from the text: equal texts are equal, others are not. */
export function embedText(text: string, dimensions: number): number[] {
  let seed = [...text].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7);
  const vector = Array.from({ length: dimensions }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff - 0.5;
  });
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}
