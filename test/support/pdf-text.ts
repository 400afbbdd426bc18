import { inflateSync } from "node:zlib";

/** A line of text, with its position in points from the bottom left corner. */
export interface PdfLine {
  text: string;
  x: number;
  y: number;
  size: number;
}

/** Extracts the lines of a PDF that pdfkit created with embedded fonts, like copying its text. */
export function pdfLines(pdf: Buffer): PdfLine[] {
  const objects = readObjects(pdf);
  const fonts = readFonts(objects);
  const contents = [...objects.values()].map(({ stream }) => stream ?? "");
  const block =
    /1 0 0 1 (?<x>[\d.-]+) (?<y>[\d.-]+) Tm\n\/(?<font>F\d+) (?<size>[\d.]+) Tf\n(?:[\d.]+ T[a-z]\n)*(?<shown>[\s\S]*?)ET/g;
  return contents.flatMap((content) =>
    [...content.matchAll(block)].map(({ groups }) => {
      const { x, y, font, size, shown } = groups!;
      const glyphs = [...shown!.matchAll(/<([\da-f]+)>/g)].flatMap(([, hex]) =>
        hex!.match(/.{4}/g)!,
      );
      const letters = fonts.get(font!)!;
      return {
        text: glyphs.map((glyph) => letters[Number.parseInt(glyph, 16)]).join(""),
        x: Number(x),
        y: Number(y),
        size: Number(size),
      };
    }),
  );
}

interface PdfObject {
  head: string;
  stream?: string;
}

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const objects = pdf.toString("latin1").matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g);
  return new Map(
    [...objects].map(([, id, body]) => {
      const [head, stream] = body!.split(/\nstream\n/, 2);
      if (stream === undefined || !head!.includes("/FlateDecode")) return [id!, { head: body! }];
      const data = Buffer.from(stream.replace(/\nendstream$/, ""), "latin1");
      return [id!, { head: head!, stream: inflateSync(data).toString("latin1") }];
    }),
  );
}

/** Reads the text of each glyph, by the name of its font on the page. */
function readFonts(objects: Map<string, PdfObject>): Map<string, string[]> {
  const resources = [...objects.values()].find(({ head }) => head.includes("/Font <<"))!;
  const names = resources.head.matchAll(/\/(F\d+) (\d+) 0 R/g);
  return new Map(
    [...names].map(([, name, id]) => {
      const [, map] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!.head)!;
      const letters = [...objects.get(map!)!.stream!.matchAll(/\[(.*?)\]/gs)].flatMap(([, list]) =>
        [...list!.matchAll(/<([\da-f ]+)>/g)].map(([, hex]) => fromUtf16(hex!)),
      );
      return [name!, letters];
    }),
  );
}

const fromUtf16 = (hex: string) =>
  String.fromCharCode(...hex.split(" ").map((unit) => Number.parseInt(unit, 16)));
