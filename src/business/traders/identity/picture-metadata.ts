import { crc32 } from "node:zlib";
import type { PictureKind } from "./identity.rule.ts";

/**
 * Returns a picture without what it says about its origin, such as place, time and device: the metadata of a JPEG (Exif,
 * XMP, IPTC, comments) and of a PNG (text, time, Exif), and whatever follows its end. What decides how it looks, such as
 * its orientation, stays. A PDF is returned unchanged, and so is a damaged picture from the point of damage on.
 */
export function withoutMetadata(content: Buffer, kind: PictureKind): Buffer {
  if (kind === "jpg") return Buffer.concat(partsOfJpeg(content));
  if (kind === "png") return Buffer.concat(partsOfPng(content));
  return content;
}

/** Orientations of Exif that turn or mirror the picture. */
const isTurned = (orientation: number) => orientation >= 2 && orientation <= 8;

const MARKER = 0xff;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const APP15 = 0xef;
const COMMENT = 0xfe;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

const EXIF = "Exif\0\0";

function partsOfJpeg(content: Buffer): Buffer[] {
  const parts = [content.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= content.length && content[at] === MARKER) {
    const marker = content[at + 1]!;
    if (marker === MARKER) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) break;
    const end = at + 2 + content.readUInt16BE(at + 2);
    if (end > content.length || end < at + 4) break;
    const segment = content.subarray(at, end);
    if (isShown(marker, segment)) parts.push(segment);
    else if (marker === APP1) parts.push(...orientationOf(segment));
    at = end;
    if (marker !== START_OF_SCAN) continue;
    const next = endOfScan(content, at);
    parts.push(content.subarray(at, next));
    at = next;
  }
  const isComplete = content[at] === MARKER && content[at + 1] === END_OF_IMAGE;
  return [...parts, content.subarray(at, isComplete ? at + 2 : undefined)];
}

/** Whether a segment decides how the picture looks: its colours, or its data. */
function isShown(marker: number, segment: Buffer): boolean {
  const startsWith = (name: string) => segment.toString("latin1", 4, 4 + name.length) === name;
  if (marker === APP0) return startsWith("JFIF\0");
  if (marker === APP2) return startsWith("ICC_PROFILE\0");
  if (marker === APP14) return startsWith("Adobe");
  return marker !== COMMENT && (marker < APP0 || marker > APP15);
}

/** Returns where the next marker after the data of a scan is. */
function endOfScan(content: Buffer, start: number): number {
  for (let at = content.indexOf(MARKER, start); at !== -1; at = content.indexOf(MARKER, at + 1)) {
    const next = content[at + 1];
    const isData =
      next === 0 || next === MARKER || (next !== undefined && next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return content.length;
}

/** Returns a segment of Exif with only the orientation; none if the picture is upright, or if this is no Exif. */
function orientationOf(segment: Buffer): Buffer[] {
  if (segment.toString("latin1", 4, 4 + EXIF.length) !== EXIF) return [];
  const orientation = readOrientation(segment.subarray(4 + EXIF.length));
  if (!isTurned(orientation)) return [];
  const body = Buffer.concat([Buffer.from(EXIF, "latin1"), writeOrientation(orientation)]);
  const header = Buffer.from([MARKER, APP1, 0, 0]);
  header.writeUInt16BE(body.length + 2, 2);
  return [header, body];
}

const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** Reads the orientation of the picture from a TIFF; 1, which is upright, if it has none. */
function readOrientation(tiff: Buffer): number {
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 8 || (order !== "II" && order !== "MM")) return 1;
  const isLittle = order === "II";
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const count = short(directory);
  for (let index = 0; index < count; index += 1) {
    const at = directory + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return 1;
    if (short(at) === ORIENTATION && short(at + 2) === SHORT) return short(at + 8);
  }
  return 1;
}

/** Writes a TIFF that contains nothing but an orientation. */
function writeOrientation(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write("MM\0*", "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

const SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const CHUNK_BYTES = 12;

/** Optional chunks that decide how the picture looks. Necessary ones begin with a capital letter. */
const shownChunks = new Set(
  "tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP mDCV cLLI acTL fcTL fdAT".split(" "),
);

function partsOfPng(content: Buffer): Buffer[] {
  const parts = [content.subarray(0, SIGNATURE_BYTES)];
  let at = SIGNATURE_BYTES;
  while (at + CHUNK_BYTES <= content.length) {
    const end = at + CHUNK_BYTES + content.readUInt32BE(at);
    if (end > content.length) break;
    const chunk = content.subarray(at, end);
    const type = chunk.toString("latin1", 4, 8);
    if (/^[A-Z]/.test(type) || shownChunks.has(type)) parts.push(chunk);
    else if (type === "eXIf") parts.push(...orientationChunk(chunk.subarray(8, -4)));
    if (type === "IEND") return parts;
    at = end;
  }
  return [...parts, content.subarray(at)];
}

function orientationChunk(tiff: Buffer): Buffer[] {
  const orientation = readOrientation(tiff);
  if (!isTurned(orientation)) return [];
  const named = Buffer.concat([Buffer.from("eXIf", "latin1"), writeOrientation(orientation)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(named.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return [length, named, checksum];
}
