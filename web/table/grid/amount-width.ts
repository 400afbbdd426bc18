/** Upper bounds of the widths of characters of an amount, in em of the grid's bold text; its digits are all as wide. */
const widths: Readonly<Record<string, number>> = {
  ",": 0.32,
  ".": 0.32,
  " ": 0.3,
  "-": 0.5,
  "−": 0.68,
  "+": 0.7,
  $: 0.67,
  "—": 1,
};

const DIGIT = 0.66;
const CAPITAL = 0.8;
const SMALL = 0.62;
/** Of anything else, such as a marker. */
const OTHER = 1.5;

/** In pixels: that of the text of a grid, and what a column of amounts leaves free at its sides. */
const FONT_SIZE = 14;
const PADDING = 44;

function widthOf(character: string): number {
  if (/\d/.test(character)) return DIGIT;
  if (/[A-Z]/.test(character)) return CAPITAL;
  if (/[a-z]/.test(character)) return SMALL;
  return widths[character] ?? OTHER;
}

/**
 * Returns how wide a column must be, in pixels, so that none of its amounts is cut. Computed from the characters, because
 * the browser could only measure amounts that have been drawn, and the columns would then move.
 */
export function amountColumnWidth(texts: readonly string[]): number {
  const em = Math.max(
    0,
    ...texts.map((text) => Array.from(text, widthOf).reduce((sum, each) => sum + each, 0)),
  );
  return Math.ceil(em * FONT_SIZE) + PADDING;
}
