import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { withoutMetadata } from "../../../../../src/business/traders/identity/picture-metadata.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

const segment = (marker: number, body: Buffer) => {
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([header, body]);
};

/** @param order of the bytes: `II` for little-endian */
function exif(orientation: number, order: "II" | "MM"): Buffer {
  const tiff = Buffer.alloc(38);
  const short = (value: number, at: number) =>
    order === "II" ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    order === "II" ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(order, "latin1");
  short(42, 2);
  long(8, 4);
  short(2, 8);
  // The camera, then the orientation.
  short(0x010f, 10);
  short(2, 12);
  long(4, 14);
  tiff.write("Nix\0", 18, "latin1");
  short(0x0112, 22);
  short(3, 24);
  long(1, 26);
  short(orientation, 30);
  return tiff;
}

const upright = bytes("\u00ff\u00d8");
const jfif = segment(0xe0, bytes("JFIF\0\u0001\u0002\0\0\u0001\0\u0001\0\0"));
const profile = segment(0xe2, bytes("ICC_PROFILE\0\u0001\u0001colours"));
const adobe = segment(0xee, bytes("Adobe\0d\0\0\0\0\u0001"));
const table = segment(0xdb, Buffer.alloc(65, 7));
/** Data with an escaped marker and a restart. */
const scan = Buffer.concat([
  segment(0xda, Buffer.alloc(10, 1)),
  bytes("ab\u00ff\0cd\u00ff\u00d0ef"),
]);
const end = bytes("\u00ff\u00d9");

const minimal = (orientation: number) => {
  const tiff = bytes("MM\0*\0\0\0\u0008\0\u0001\u0001\u0012\0\u0003\0\0\0\u0001\0\0\0\0\0\0\0\0");
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
};

describe("a JPEG", () => {
  it("loses its metadata and what follows its end, and keeps how it looks", () => {
    const shown = [jfif, profile, adobe, table, scan, table, scan];
    const picture = Buffer.concat([
      upright,
      jfif,
      segment(0xe1, Buffer.concat([bytes("Exif\0\0"), exif(1, "MM")])),
      segment(0xe1, bytes("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>")),
      segment(0xe2, bytes("MPF\0another picture")),
      segment(0xed, bytes("Photoshop 3.0\0")),
      segment(0xfe, bytes("Tokyo")),
      ...shown.slice(1, 6),
      bytes("\u00ff"),
      ...shown.slice(6),
      end,
      bytes("MZ a program"),
    ]);
    expect(withoutMetadata(picture, "jpg")).toEqual(Buffer.concat([upright, ...shown, end]));
  });

  it.each(["II", "MM"] as const)("keeps its orientation, and nothing else, of %s", (order) => {
    const turned = segment(0xe1, Buffer.concat([bytes("Exif\0\0"), exif(6, order)]));
    const kept = segment(0xe1, Buffer.concat([bytes("Exif\0\0"), minimal(6)]));
    expect(withoutMetadata(Buffer.concat([upright, turned, scan, end]), "jpg")).toEqual(
      Buffer.concat([upright, kept, scan, end]),
    );
  });

  it.each([
    ["cut off in a segment", [upright, jfif, bytes("\u00ff\u00e1\u00ff\u00ff")]],
    ["cut off in its data", [upright, jfif, scan]],
    ["with bytes between segments", [upright, jfif, bytes("what is this")]],
    ["with a length of nothing", [upright, bytes("\u00ff\u00e1\0\0rest")]],
    ["of three bytes", [bytes("\u00ff\u00d8\u00ff")]],
  ])("stays as it is %s", (_what, parts) => {
    const picture = Buffer.concat(parts);
    expect(withoutMetadata(picture, "jpg")).toEqual(picture);
  });
});

const chunk = (type: string, body: Buffer = Buffer.alloc(0)) => {
  const named = Buffer.concat([bytes(type), body]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
};

describe("a PNG", () => {
  const signature = bytes("\u0089PNG\r\n\u001a\n");
  const shown = [chunk("IHDR", Buffer.alloc(13)), chunk("gAMA", Buffer.alloc(4))];
  const data = [chunk("IDAT", bytes("pixels")), chunk("IEND")];

  it("loses its texts, times and what follows its end, and keeps how it looks", () => {
    const picture = Buffer.concat([
      signature,
      ...shown,
      chunk("tEXt", bytes("Location\0Tokyo")),
      chunk("iTXt", bytes("XML:com.adobe.xmp\0")),
      chunk("tIME", Buffer.alloc(7)),
      chunk("eXIf", exif(1, "II")),
      chunk("prVt", bytes("unknown")),
      ...data,
      bytes("MZ a program"),
    ]);
    expect(withoutMetadata(picture, "png")).toEqual(Buffer.concat([signature, ...shown, ...data]));
  });

  it("keeps its orientation", () => {
    const picture = Buffer.concat([signature, ...shown, chunk("eXIf", exif(8, "II")), ...data]);
    expect(withoutMetadata(picture, "png")).toEqual(
      Buffer.concat([signature, ...shown, chunk("eXIf", minimal(8)), ...data]),
    );
  });

  it("stays as it is from where it is damaged", () => {
    const picture = Buffer.concat([
      signature,
      shown[0]!,
      bytes("\u00ff\u00ff\u00ff\u00fftEXtTokyo...."),
    ]);
    expect(withoutMetadata(picture, "png")).toEqual(picture);
  });
});

it("a PDF stays as it is", () => {
  expect(withoutMetadata(bytes("%PDF-1.7 text"), "pdf")).toEqual(bytes("%PDF-1.7 text"));
});
