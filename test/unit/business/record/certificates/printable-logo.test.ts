import { crc32, deflateSync } from "node:zlib";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { toPrintableLogo } from "../../../../../src/business/record/certificates/certificate-look.ts";

/** The color types of PNG. */
const GREY = 0;
const RGB = 2;
const PALETTE = 3;

interface Image {
  size: [width: number, height: number];
  depth: number;
  type: number;
  /** The bytes of each row. */
  rows: number[][];
  /** Chunks before the pixels. */
  chunks?: [name: string, content: number[]][];
}

function encode({ size: [width, height], depth, type, rows, chunks = [] }: Image): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, type], 8);
  const pixels = deflateSync(Buffer.from(rows.flatMap((row) => [0, ...row])));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    ...chunks.map(([name, content]) => chunk(name, Buffer.from(content))),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const green = [11, 93, 59];
const white = [255, 255, 255];

/** A green pixel next to a transparent one, in each of the ways in which a PNG can contain it. */
const transparent: Record<string, Image> = {
  "a palette of 4 bits": {
    size: [2, 1],
    depth: 4,
    type: PALETTE,
    rows: [[0x10]],
    chunks: [
      ["PLTE", [...white, ...green]],
      ["tRNS", [0]],
    ],
  },
  "a palette of 8 bits": {
    size: [2, 1],
    depth: 8,
    type: PALETTE,
    rows: [[1, 0]],
    chunks: [
      ["PLTE", [...white, ...green]],
      ["tRNS", [0]],
    ],
  },
  "a transparent colour": {
    size: [2, 1],
    depth: 8,
    type: RGB,
    rows: [[...green, ...white]],
    chunks: [["tRNS", [0, 255, 0, 255, 0, 255]]],
  },
};

describe("the printed logo", () => {
  it.each(Object.entries(transparent))("keeps the transparency of %s", async (_name, image) => {
    const { data, width, height } = await toPrintableLogo(encode(image));
    // The color type 6 has an alpha channel, which pdfkit prints correctly.
    expect([data[24], data[25]]).toEqual([8, 6]);
    const printed = PNG.sync.read(data);
    expect([...printed.data.subarray(0, 4)]).toEqual([...green, 255]);
    expect(printed.data[7]).toBe(0);
    expect([width, height]).toEqual([2, 1]);
  });

  it("is the same file if it is not transparent", async () => {
    const file = encode({ size: [2, 1], depth: 8, type: GREY, rows: [[0, 255]] });
    expect((await toPrintableLogo(file)).data).toBe(file);
  });

  it("is refused if it has too many pixels to be unpacked", async () => {
    const file = encode({ size: [100_000, 100_000], depth: 1, type: GREY, rows: [] });
    await expect(toPrintableLogo(file)).rejects.toThrow("too many pixels");
  });

  it("may have 4096 by 4096 pixels, and not one more row", async () => {
    const grey = (height: number) => {
      const rows = Array.from({ length: height }, () => Array.from({ length: 512 }, () => 0));
      return encode({ size: [4096, height], depth: 1, type: GREY, rows });
    };
    expect(await toPrintableLogo(grey(4096))).toMatchObject({ width: 4096, height: 4096 });
    await expect(toPrintableLogo(grey(4097))).rejects.toThrow("too many pixels");
  });
});
