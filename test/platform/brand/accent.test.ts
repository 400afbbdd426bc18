import { describe, expect, it } from "vitest";
import {
  accentShades,
  accentWarnings,
  contrast,
  MIN_CONTRAST,
} from "../../../src/platform/brand/accent.rule.ts";

const accents = [
  "#000000",
  "#ffffff",
  "#ffd400",
  "#2742d6",
  "#ff0000",
  "#00ff00",
  "#808080",
  "#0a0a3c",
];

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
  it.each([
    ["light", ["#ffffff", "#f5f5f3"]],
    ["dark", ["#14161a", "#0d0e11", "#1b1d23"]],
  ] as const)("are readable in the %s theme", (theme, grounds) => {
    const { accent, fill, fillHover, wash } = accentShades(hex, theme);
    for (const ground of [...grounds, wash]) {
      expect(contrast(accent, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
    for (const behind of [fill, fillHover]) {
      expect(contrast(behind, "#ffffff")).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  });
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
