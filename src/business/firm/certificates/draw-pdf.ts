import { buffer } from "node:stream/consumers";
import PdfDocument from "pdfkit";
import { FIGURES, pdfFont } from "./certificate-fonts.ts";
import { PAGE, type Shape } from "./certificate-layout.rule.ts";

type Page = PDFKit.PDFDocument;

interface PdfInfo {
  title: string;
  author: string;
  createdAt: Date;
}

/** Draws one page. Only the glyphs that occur are embedded, which keeps the file at about 30 kB. */
export async function drawPdf(shapes: Shape[], { title, author, createdAt }: PdfInfo) {
  const page = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    lang: "en",
    // Without this, pdfkit starts with Helvetica.
    font: "",
    info: { Title: title, Author: author, CreationDate: createdAt },
  });
  for (const face of ["regular", "italic"] as const) page.registerFont(face, pdfFont(face));
  for (const shape of shapes) draw(page, shape);
  page.end();
  return buffer(page);
}

function draw(page: Page, shape: Shape): void {
  switch (shape.kind) {
    case "text": {
      const { text, face, size, color, x, baseline, spacing } = shape;
      page.font(face).fontSize(size).fillColor(color);
      page.text(text, x, baseline, {
        baseline: "alphabetic",
        characterSpacing: spacing,
        features: FIGURES,
        lineBreak: false,
      });
      return;
    }
    case "fill":
      page.rect(shape.x, shape.y, shape.width, shape.height).fill(shape.color);
      return;
    case "frame":
      page.lineWidth(shape.lineWidth).rect(shape.x, shape.y, shape.width, shape.height);
      page.stroke(shape.color);
      return;
    case "line":
      page.lineWidth(shape.lineWidth).moveTo(shape.from.x, shape.from.y);
      page.lineTo(shape.to.x, shape.to.y).stroke(shape.color);
      return;
    case "circle":
      page.lineWidth(shape.lineWidth).circle(shape.center.x, shape.center.y, shape.radius);
      page.stroke(shape.color);
      return;
    case "squares":
      for (const { x, y, length } of runsOf(shape.rows)) {
        const { size } = shape;
        page.rect(shape.x + x * size, shape.y + y * size, length * size, size);
      }
      page.fill(shape.color);
      return;
    case "image":
      page.image(shape.image.data, shape.x, shape.y, { width: shape.width, height: shape.height });
      return;
    case "link":
      page.link(shape.x, shape.y, shape.width, shape.height, shape.url);
  }
}

/** Merges adjacent dark modules of a row into one rectangle, because some viewers draw a light seam between two. */
export function runsOf(rows: boolean[][]): { x: number; y: number; length: number }[] {
  return rows.flatMap((row, y) => {
    const runs: { x: number; y: number; length: number }[] = [];
    for (const [x, isDark] of row.entries()) {
      const last = runs.at(-1);
      if (!isDark) continue;
      if (last && last.x + last.length === x) last.length += 1;
      else runs.push({ x, y, length: 1 });
    }
    return runs;
  });
}
