export interface Figure {
  name: string;
  value: number;
  /** What the figure consists of, where that is a list. */
  found?: string[];
}

export type Maxima = Readonly<Record<string, { max: number; target: number }>>;

const cells = (...values: (string | number)[]): string =>
  values.map((value, i) => (i === 0 ? String(value).padEnd(46) : value.toLocaleString("en").padStart(9))).join("");

/** Returns a line for each figure, and those that are worse than their maximum or have none. */
export function compare(figures: readonly Figure[], maxima: Maxima): { lines: string[]; worse: Figure[] } {
  const rows = figures.map((figure) => {
    const { max = -1, target = 0 } = maxima[figure.name] ?? {};
    const note = figure.value > max ? "  worse" : figure.value < max && max > target ? "  lower the maximum" : "";
    return { figure, max, line: `${cells(figure.name, figure.value, max, target)}${note}` };
  });
  return {
    lines: [cells("Figure", "now", "maximum", "target"), ...rows.map(({ line }) => line)],
    worse: rows.filter(({ figure, max }) => figure.value > max).map(({ figure }) => figure),
  };
}
