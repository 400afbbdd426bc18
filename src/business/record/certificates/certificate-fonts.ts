import { fileURLToPath } from "node:url";
import { type Font, type GlyphRun, openSync } from "fontkit";

/** One font family for all text: it covers Latin, Greek, Cyrillic and Vietnamese. */
const files = {
  regular: import.meta
    .resolve("@expo-google-fonts/eb-garamond/400Regular/EBGaramond_400Regular.ttf"),
  italic: import.meta
    .resolve("@expo-google-fonts/eb-garamond/400Regular_Italic/EBGaramond_400Regular_Italic.ttf"),
};

export type Face = keyof typeof files;

/** Lining figures, which are as high as capitals and make 0 and 1 distinct from O and I. */
export const FIGURES: PDFKit.Mixins.OpenTypeFeatures[] = ["lnum"];

const opened: Partial<Record<Face, Font>> = {};

/** Opens a font on first use, because most processes print nothing. */
function openFont(face: Face): Font {
  const existing = opened[face];
  if (existing) return existing;
  const font = openSync(fileURLToPath(files[face])) as Font;
  nameGlyphs(font);
  opened[face] = font;
  return font;
}

/**
 * Loads every glyph for its own character. A font caches each glyph with the characters of its first use, so a
 * glyph that is first loaded as a component of another, such as the n of ñ, would have none, and the text of later
 * files could not be copied or read aloud. Characters with a more common equivalent come last.
 */
function nameGlyphs(font: Font): void {
  const isUsual = (codePoint: number) => {
    const character = String.fromCodePoint(codePoint);
    return character.normalize("NFKC") === character;
  };
  const { characterSet } = font;
  for (const codePoint of characterSet) {
    if (isUsual(codePoint)) font.glyphForCodePoint(codePoint);
  }
  for (const codePoint of characterSet) font.glyphForCodePoint(codePoint);
}

/** Lays out the glyphs of a line, in font units. */
export function shape(face: Face, text: string): { run: GlyphRun; unitsPerEm: number } {
  const font = openFont(face);
  return { run: font.layout(text, [...FIGURES]), unitsPerEm: font.unitsPerEm };
}

/** Returns the width of a line at a font size of 1. */
export function measure(face: Face, text: string): number {
  const { run, unitsPerEm } = shape(face, text);
  return run.advanceWidth / unitsPerEm;
}

/** Returns the distinct characters of a text for which the font has no glyph. */
export function missingGlyphs(face: Face, text: string): string[] {
  const font = openFont(face);
  const missing = Array.from(text).filter(
    (character) => !font.hasGlyphForCodePoint(character.codePointAt(0)!),
  );
  return [...new Set(missing)];
}

/**
 * Returns an opened font, which saves pdfkit from parsing it for every file (70 ms). The types of pdfkit only allow
 * bytes and paths.
 */
export function pdfFont(face: Face): PDFKit.Mixins.PDFFontSource {
  return openFont(face) as Font & Uint8Array;
}
