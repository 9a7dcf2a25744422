/** Channels from 0 to 255. */
type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The surface of the dark theme. */
const darkSurface: Rgb = [22, 24, 28];
/** Relative luminances with which text has 4.5:1 on every ground of the light and of the dark theme. */
const maxInLight = 0.14;
const minInDark = 0.32;
const steps = 50;

const toRgb = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const toHex = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** Mixes in a share of another color. */
const mix = ([r, g, b]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb => [
  r + (r2 - r) * share,
  g + (g2 - g) * share,
  b + (b2 - b) * share,
];

/** WCAG's relative luminance. */
function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Darkens or lightens a color in small steps until it passes. */
function mixUntil(color: Rgb, other: Rgb, passes: (color: Rgb) => boolean): Rgb {
  let mixed = color;
  for (let step = 1; step <= steps && !passes(mixed); step += 1) mixed = mix(color, other, step / steps);
  return mixed;
}

/** White or black, whichever contrasts more. */
const contrastingText = (color: Rgb): Rgb => ((luminance(color) + 0.05) ** 2 < 1.05 * 0.05 ? white : black);

/** Variants of a color `#rrggbb` for one theme: darkened or lightened as far as text in it needs. */
export function toAccentVariants(hex: string, theme: "light" | "dark") {
  const color = toRgb(hex);
  const isDark = theme === "dark";
  const accent = isDark
    ? mixUntil(color, white, (mixed) => luminance(mixed) >= minInDark)
    : mixUntil(color, black, (mixed) => luminance(mixed) <= maxInLight);
  const ground = isDark ? darkSurface : white;
  return {
    accent: toHex(accent),
    contrast: toHex(contrastingText(accent)),
    border: toHex(mix(ground, accent, 0.4)),
    tint: toHex(mix(ground, accent, isDark ? 0.12 : 0.07)),
  };
}
