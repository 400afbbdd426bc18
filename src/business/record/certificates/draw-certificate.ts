import { buffer } from "node:stream/consumers";
import PdfDocument from "pdfkit";
import { FIGURES, pdfFont, shape as shapeGlyphs } from "./certificate-fonts.ts";
import { PAGE, type PrintedLine, type Shape } from "./certificate-layout.rule.ts";

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
  for (const shape of shapes) drawOnPage(page, shape);
  page.end();
  return buffer(page);
}

function drawOnPage(page: Page, shape: Shape): void {
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
function runsOf(rows: boolean[][]): { x: number; y: number; length: number }[] {
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

/**
 * Draws the page as SVG with all text as outlines. The SVG needs no fonts, and cannot contain markup that someone has
 * entered as text.
 */
export function drawSvg(shapes: Shape[]): string {
  const outlines = new Map<string, string>();
  const drawn = shapes.map((shape) => drawSvgShape(shape, outlines)).join("");
  const glyphs = [...outlines].map(([id, path]) => `<path id="${id}" d="${path}"/>`).join("");
  const { width, height } = PAGE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${glyphs}</defs>${drawn}</svg>`;
}

function drawSvgShape(shape: Shape, outlines: Map<string, string>): string {
  switch (shape.kind) {
    case "text":
      return drawLine(shape, outlines);
    case "fill":
      return `<rect ${box(shape)} fill="${shape.color}"/>`;
    case "frame":
      return `<rect ${box(shape)} fill="none" ${stroke(shape)}/>`;
    case "line":
      return `<path d="M${round(shape.from.x)} ${round(shape.from.y)}L${round(shape.to.x)} ${round(shape.to.y)}" ${stroke(shape)}/>`;
    case "circle":
      return `<circle cx="${round(shape.center.x)}" cy="${round(shape.center.y)}" r="${shape.radius}" fill="none" ${stroke(shape)}/>`;
    case "squares": {
      const path = runsOf(shape.rows).map(
        ({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`,
      );
      return `<path transform="translate(${round(shape.x)} ${round(shape.y)}) scale(${round(shape.size)})" d="${path.join("")}" fill="${shape.color}"/>`;
    }
    case "image": {
      const { type, data } = shape.image;
      return `<image ${box(shape)} href="data:${type};base64,${data.toString("base64")}"/>`;
    }
    default:
      // Links are invisible.
      return "";
  }
}

/** Draws a line of text. Each glyph is defined once, in font units, and referred to by `use`. */
function drawLine(
  { text, face, size, color, x, baseline, spacing }: PrintedLine,
  outlines: Map<string, string>,
): string {
  const { run, unitsPerEm } = shapeGlyphs(face, text);
  const scale = size / unitsPerEm;
  let left = 0;
  const uses = run.glyphs.map((glyph, index) => {
    const { xAdvance, xOffset, yOffset } = run.positions[index]!;
    const id = `${face}${glyph.id}`;
    if (!outlines.has(id)) outlines.set(id, glyph.path.toSVG());
    const use = `<use href="#${id}" x="${round(left + xOffset)}" y="${round(yOffset)}"/>`;
    left += xAdvance + spacing / scale;
    return use;
  });
  return `<g transform="translate(${round(x)} ${round(baseline)}) scale(${round(scale)} ${round(-scale)})" fill="${color}">${uses.join("")}</g>`;
}

const box = (area: { x: number; y: number; width: number; height: number }) =>
  `x="${round(area.x)}" y="${round(area.y)}" width="${round(area.width)}" height="${round(area.height)}"`;

const stroke = ({ color, lineWidth }: { color: string; lineWidth: number }) =>
  `stroke="${color}" stroke-width="${lineWidth}"`;

const round = (value: number) => Math.round(value * 10_000) / 10_000;
