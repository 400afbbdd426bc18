import { crc32, deflateSync } from "node:zlib";

const WIDTH = 480;
const HEIGHT = 300;

/** Red, green and blue. */
type Colour = readonly [number, number, number];

const paper: Colour = [228, 233, 226];
const band: Colour = [44, 82, 120];
const portrait: Colour = [168, 160, 150];
const face: Colour = [120, 108, 98];
const ink: Colour = [70, 76, 82];

/** Draws something like the first page of a passport, with bars for its lines, as a PNG. */
export function drawPassport(): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const pixels = Array.from({ length: WIDTH }, (__, x) => colourAt(x, y)).flat();
    // Each row begins with the kind of its filter: none.
    return Buffer.from([0, ...pixels]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits for each of three colours.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\u0089PNG\r\n\u001a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function colourAt(x: number, y: number): Colour {
  if (y < 40) return band;
  const isFace = (x - 100) ** 2 + (y - 135) ** 2 < 38 ** 2;
  if (isFace) return face;
  if (x >= 40 && x < 160 && y >= 70 && y < 220) return portrait;
  const isLine = x >= 190 && y >= 75 && y < 215 && y % 28 < 9 && x < 430 - ((y * 7) % 90);
  const isCode = x >= 40 && x < 440 && y >= 245 && y % 24 < 10 && x % 9 < 6;
  return isLine || isCode ? ink : paper;
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
