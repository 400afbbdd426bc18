import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { codePageOf } from "./code-page.ts";

/** How much of a file is searched for a declared character set. */
const DECLARATION_BYTES = 4096;
/** How many texts are compared to find a character set that is not declared. */
const MAX_TEXTS = 50;
const FALLBACK = "windows-1252";
/** Names under which pages declare windows-1252, as in browsers (https://encoding.spec.whatwg.org/#names-and-labels). */
const WESTERN = /^(?:iso-?8859-?1|latin-?1|l1|(?:us-)?ascii)$/i;

export interface DecodedText {
  text: string;
  /** Whether letters beyond ASCII are certain; those of an unknown code page are decoded as windows-1252. */
  isCertain: boolean;
}

/**
 * Decodes a statement: a byte order mark decides, then the pattern of zero bytes, then whether the bytes are valid UTF-8,
 * then the character set that the file declares, then the words between its tags. Code pages are decoded by iconv-lite,
 * because `TextDecoder` reads 0x80 to 0x9F as Latin-1 on some Node versions.
 */
export function decodeText(bytes: Buffer): DecodedText {
  const known = knownEncodingOf(bytes);
  const encoding = known ?? codePageOf(textsOf(bytes));
  // NUL cannot be stored, and no platform prints it.
  const text = iconv.decode(bytes, encoding ?? FALLBACK).replaceAll("\0", "");
  return { text, isCertain: encoding !== undefined };
}

/** Returns the encoding of a part of a workbook, which declares another one than UTF-8 if necessary. */
export function encodingOf(bytes: Buffer): string {
  return knownEncodingOf(bytes) ?? FALLBACK;
}

/** @returns `undefined` if the bytes are in a code page that is not declared */
function knownEncodingOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, DECLARATION_BYTES);
  const wide = wideEncodingOf(start);
  if (wide) return wide;
  if (isUtf8(bytes)) return "utf-8";
  const declared = /(?:charset|encoding)\s*=\s*["']?([\w-]+)/i.exec(start.toString("latin1"))?.[1];
  if (declared === undefined) return undefined;
  if (WESTERN.test(declared)) return FALLBACK;
  return !/^utf-?(8|16)/i.test(declared) && iconv.encodingExists(declared) ? declared : undefined;
}

/** Returns some of the texts between tags that are not ASCII, each byte as one character. */
function textsOf(bytes: Buffer): string[] {
  const texts = new Set<string>();
  for (const [, text = ""] of bytes.toString("latin1").matchAll(/>([^<>]{1,200})(?=<)/g)) {
    if (/[\x80-\xff]/.test(text)) texts.add(text.trim());
    if (texts.size === MAX_TEXTS) break;
  }
  return [...texts];
}

/** Detects UTF-16 without a byte order mark: nearly every other byte of Latin text is zero. */
function wideEncodingOf(start: Buffer): string | undefined {
  let even = 0;
  let odd = 0;
  for (let index = 0; index < start.length; index += 1) {
    if (start[index] !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const half = start.length / 2;
  if (odd > 0.6 * half && even < 0.1 * half) return "utf-16le";
  if (even > 0.6 * half && odd < 0.1 * half) return "utf-16be";
  return undefined;
}
