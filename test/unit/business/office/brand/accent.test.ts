import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  accentShades,
  accentWarnings,
  contrast,
  MIN_CONTRAST,
} from "../../../../../src/business/office/brand/accent.rule.ts";

const accents = [
  "#000000",
  "#ffffff",
  "#ffd400",
  "#2742d6",
  "#ff0000",
  "#00ff00",
  "#808080",
  "#0a0a3c",
  "#ffee00",
  "#00ffff",
  "#ff00ff",
  "#0000ff",
];

const tokens = readFileSync(`${import.meta.dirname}/../../../../../web/theme/tokens.css`, "utf8");

/** Reads a colour of the product itself. */
function token(name: string, theme: "light" | "dark"): string {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)!;
  return { light: light!, dark: dark! }[theme];
}

const themes = ["light", "dark"] as const;
const grounds = ["panel", "ground", "raised", "hover", "orange-wash", "red-wash"];
const inks = ["ink", "ink-soft", "ink-faint"];

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", 21],
    ["#ffffff", "#ffffff", 1],
    // https://webaim.org/resources/contrastchecker
    ["#777777", "#ffffff", 4.48],
    ["#0000ff", "#ffffff", 8.59],
  ])("of %s and %s is %d", (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 2);
    expect(contrast(other, one)).toBeCloseTo(expected, 2);
  });
});

describe.each(accents)("the shades of %s", (hex) => {
  it.each(themes)("are readable in the %s theme", (theme) => {
    const { accent, fill, fillHover, wash } = accentShades(hex, theme);
    for (const ground of [...grounds.map((name) => token(name, theme)), wash]) {
      expect(contrast(accent, ground), ground).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
    for (const behind of [fill, fillHover]) {
      expect(contrast(behind, "#ffffff")).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  });

  it.each(themes)("leave all text on a tint readable in the %s theme", (theme) => {
    const { wash } = accentShades(hex, theme);
    for (const ink of inks) {
      expect(contrast(token(ink, theme), wash), ink).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  });
});

it.each(themes)("the default tints leave all text readable in the %s theme", (theme) => {
  for (const wash of ["accent-wash", "green-wash", "yellow-wash", "orange-wash", "red-wash"]) {
    for (const ink of inks) {
      const ratio = contrast(token(ink, theme), token(wash, theme));
      expect(ratio, `${ink} on ${wash}`).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  }
});

it("tints as strongly as the text allows", () => {
  expect(accentShades("#2742d6", "dark").wash).toBe("#181f40");
});

it("keeps a colour that is readable unchanged", () => {
  expect(accentShades("#2742d6", "light")).toMatchObject({ accent: "#2742d6", fill: "#2742d6" });
});

it.each([
  ["#2742d6", ["dark text"]],
  ["#ffd400", ["light text", "light buttons", "dark buttons"]],
  ["#6b6bff", ["light text", "light buttons", "dark text", "dark buttons"]],
])("of %s lists what is not readable: %j", (hex, expected) => {
  const found = accentWarnings(hex).map(({ theme, use }) => `${theme} ${use}`);
  expect(found).toEqual(expected);
});

it("names the ratio and the shade used instead", () => {
  const [first] = accentWarnings("#ffd400");
  expect(first).toEqual({
    theme: "light",
    use: "text",
    ratio: 1.4,
    replacement: accentShades("#ffd400", "light").accent,
  });
});
