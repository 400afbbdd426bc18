type Rgb = readonly [number, number, number];

/** The colours that the product derives from a firm's accent for one theme. */
export interface AccentShades {
  /** For text, links and marks. */
  accent: string;
  /** For backgrounds of white text. */
  fill: string;
  fillHover: string;
  /** For backgrounds of selected items and notices. */
  wash: string;
}

export interface AccentWarning {
  theme: "light" | "dark";
  use: "text" | "buttons";
  /** The contrast ratio of the chosen colour, such as 1.4. */
  ratio: number;
  /** The shade that is used instead. */
  replacement: string;
}

/** The minimum contrast of text according to WCAG. */
export const MIN_CONTRAST = 4.5;

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/**
 * The text backgrounds defined in `web/theme/tokens.css`: the first is that of panels, the last two are those of
 * notices, which can contain links.
 */
const backgrounds = {
  light: ["#ffffff", "#f5f5f3", "#f1f1ee", "#fdede0", "#fcecea"],
  dark: ["#14161a", "#0d0e11", "#1b1d23", "#1d2026", "#2f1e10", "#331715"],
} as const;

/** The faintest text colour that `web/theme/tokens.css` defines. */
const faintInk = { light: "#686d79", dark: "#8b909d" };

/** How strongly the accent tints selected items and notices, in percent, if their text stays readable. */
const fullTint = { light: 8, dark: 20 };

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const format = (color: Rgb) =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** @param share the share of `to`, from 0 to 1 */
const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Returns the contrast ratio of two colours according to WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(parse(one)), luminance(parse(other))].toSorted((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Finds the nearest shade towards `end` that has enough contrast with all `others`. */
function readable(hex: string, end: Rgb, others: readonly string[]): string {
  for (let step = 0; step < 100; step += 1) {
    const shade = format(mix(parse(hex), end, step / 100));
    if (others.every((other) => contrast(shade, other) >= MIN_CONTRAST)) return shade;
  }
  return format(end);
}

/** Returns the panel tinted with the accent, as strongly as every text colour on it allows. */
function washOf(hex: string, theme: "light" | "dark"): string {
  const panel = backgrounds[theme][0];
  for (let percent = fullTint[theme]; percent > 0; percent -= 1) {
    const wash = format(mix(parse(panel), parse(hex), percent / 100));
    if (contrast(faintInk[theme], wash) >= MIN_CONTRAST) return wash;
  }
  return panel;
}

/** Returns shades that are readable in a theme and as close to the chosen colour as possible. */
export function accentShades(hex: string, theme: "light" | "dark"): AccentShades {
  const wash = washOf(hex, theme);
  const end = theme === "light" ? black : white;
  const fill = readable(hex, black, ["#ffffff"]);
  return {
    accent: readable(hex, end, [...backgrounds[theme], wash]),
    fill,
    fillHover: format(mix(parse(fill), black, 0.15)),
    wash,
  };
}

/** Lists the uses in which the chosen colour itself is not readable. An accent with warnings is still accepted. */
export function accentWarnings(hex: string): AccentWarning[] {
  const warnings: AccentWarning[] = [];
  for (const theme of ["light", "dark"] as const) {
    const { accent, fill } = accentShades(hex, theme);
    const onPanel = contrast(hex, backgrounds[theme][0]);
    if (onPanel < MIN_CONTRAST) {
      warnings.push({ theme, use: "text", ratio: round(onPanel), replacement: accent });
    }
    const underWhite = contrast(hex, "#ffffff");
    if (underWhite < MIN_CONTRAST) {
      warnings.push({ theme, use: "buttons", ratio: round(underWhite), replacement: fill });
    }
  }
  return warnings;
}

/** Rounds down, so that a ratio below the minimum is not shown as the minimum. */
const round = (ratio: number) => Math.floor(ratio * 10) / 10;
