import { fileURLToPath } from "node:url";
import { type Font, type GlyphRun, openSync } from "fontkit";

/** One family for everything: it covers Latin, Greek, Cyrillic and Vietnamese. */
const files = {
  regular: import.meta
    .resolve("@expo-google-fonts/eb-garamond/400Regular/EBGaramond_400Regular.ttf"),
  italic: import.meta
    .resolve("@expo-google-fonts/eb-garamond/400Regular_Italic/EBGaramond_400Regular_Italic.ttf"),
};

export type Face = keyof typeof files;

/** Figures as high as capitals, which tell 0 from O and 1 from I. */
export const FIGURES: PDFKit.Mixins.OpenTypeFeatures[] = ["lnum"];

const opened: Partial<Record<Face, Font>> = {};

/** Opened on first use: most processes print nothing. */
function openFont(face: Face): Font {
  const known = opened[face];
  if (known) return known;
  const font = openSync(fileURLToPath(files[face])) as Font;
  nameGlyphs(font);
  opened[face] = font;
  return font;
}

/**
 * A font keeps each glyph with the characters it was first asked for. A glyph that is first loaded as a part
 * of another, such as the n of ñ, would have none, and the text of later files could not be copied or read
 * aloud. Characters with an equivalent that is more usual come last.
 */
function nameGlyphs(font: Font): void {
  const isUsual = (of: number) => {
    const character = String.fromCodePoint(of);
    return character.normalize("NFKC") === character;
  };
  const { characterSet } = font;
  for (const of of characterSet) if (isUsual(of)) font.glyphForCodePoint(of);
  for (const of of characterSet) font.glyphForCodePoint(of);
}

/** The glyphs of a line, in units of the font. */
export function shape(face: Face, text: string): { run: GlyphRun; unitsPerEm: number } {
  const font = openFont(face);
  return { run: font.layout(text, [...FIGURES]), unitsPerEm: font.unitsPerEm };
}

/** The width of a line at a size of 1. */
export function measure(face: Face, text: string): number {
  const { run, unitsPerEm } = shape(face, text);
  return run.advanceWidth / unitsPerEm;
}

/** The characters of a text that no glyph is for, each once. */
export function missingGlyphs(face: Face, text: string): string[] {
  const font = openFont(face);
  const missing = Array.from(text).filter((of) => !font.hasGlyphForCodePoint(of.codePointAt(0)!));
  return [...new Set(missing)];
}

/** An opened font, which spares pdfkit parsing it for every file: 70 ms. Its types only know bytes and paths. */
export function pdfFont(face: Face): PDFKit.Mixins.PDFFontSource {
  return openFont(face) as Font & Uint8Array;
}
