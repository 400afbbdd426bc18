/** Landscape A4 in PDF points, measured from the top left corner. */
export const PAGE = { width: 841.89, height: 595.28 };

export type PrintedFace = "regular" | "italic";

export interface PrintedLine {
  kind: "text";
  text: string;
  face: PrintedFace;
  size: number;
  color: string;
  /** The left edge of the first letter. */
  x: number;
  baseline: number;
  /** Additional space between letters. */
  spacing: number;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A drawing instruction. The PDF and the preview draw the same list, in order. */
export type Shape =
  | PrintedLine
  | (Box & { kind: "fill"; color: string })
  | (Box & { kind: "frame"; color: string; lineWidth: number })
  | { kind: "line"; from: Point; to: Point; color: string; lineWidth: number }
  | { kind: "circle"; center: Point; radius: number; color: string; lineWidth: number }
  | { kind: "squares"; x: number; y: number; size: number; rows: boolean[][]; color: string }
  | (Box & { kind: "image"; image: LogoImage })
  | (Box & { kind: "link"; url: string });

interface Point {
  x: number;
  y: number;
}

export interface LogoImage {
  type: "image/png" | "image/jpeg";
  data: Buffer;
  /** In pixels. */
  width: number;
  height: number;
}

/** The content of a certificate. */
export interface CertificateContent {
  firmName: string;
  logo: LogoImage | null;
  /** The colour of lines and of the seal. */
  accent: string;
  /** The title of the certificate, such as `Payout of $1,250.00`. */
  title: string;
  traderName: string;
  /** The text below the name, in one or two lines. */
  statement: string;
  date: { text: string; caption: string };
  /** The verification code, in groups. */
  code: string;
  /** The address of the public page, which the QR code contains. */
  verifyUrl: string;
  qr: boolean[][];
}

/** @returns the width of a line at a size of 1 */
type Measure = (face: PrintedFace, text: string) => number;

const ink = "#16233a";
const grey = "#5b6472";
const paper = "#fdfcf8";
const middle = PAGE.width / 2;
/** The maximum width of a line. */
const measureOfPage = PAGE.width - 180;
/** The columns on either side of the seal: their centres and width. */
const columns = { left: 232, right: PAGE.width - 232, width: 230 };

/** Lays out the page. The PDF, the preview and the demo share this layout. */
export function layoutCertificate(content: CertificateContent, measure: Measure): Shape[] {
  const write = createWriter(measure);
  return [
    ...frame(content.accent),
    ...head(content, write),
    ...body(content, write),
    ...dateColumn(content.date, write),
    ...seal(middle, 484, content.accent),
    ...verification(content, write),
  ];
}

interface LineStyle {
  face?: PrintedFace;
  size: number;
  color?: string;
  spacing?: number;
  center?: number;
  width?: number;
  baseline: number;
}

type Write = (text: string, style: LineStyle) => PrintedLine;

/** Centres lines, and shrinks those that would be too wide. */
function createWriter(measure: Measure): Write {
  return (text, style) => {
    const { face = "regular", color = ink, center = middle, width = measureOfPage } = style;
    const spacing = style.spacing ?? 0;
    // Excludes the spacing after the last letter, which would move the line off centre.
    const natural =
      style.size * measure(face, text) + spacing * Math.max(0, Array.from(text).length - 1);
    const scale = Math.min(1, width / Math.max(natural, 1));
    return {
      kind: "text",
      text,
      face,
      color,
      size: style.size * scale,
      spacing: spacing * scale,
      x: center - (natural * scale) / 2,
      // Keeps a smaller line vertically centred.
      baseline: style.baseline - (style.size * (1 - scale)) / 4,
    };
  };
}

function frame(accent: string): Shape[] {
  const { width, height } = PAGE;
  const inset = (by: number) => ({ x: by, y: by, width: width - 2 * by, height: height - 2 * by });
  return [
    { kind: "fill", ...inset(0), color: paper },
    { kind: "frame", ...inset(28), color: ink, lineWidth: 1.5 },
    { kind: "frame", ...inset(35), color: accent, lineWidth: 0.5 },
  ];
}

function head({ firmName, logo, accent }: CertificateContent, write: Write): Shape[] {
  const size = 14;
  const name = firmName.toUpperCase();
  if (!logo) {
    return [write(name, { size, spacing: 5, baseline: 104 }), rule(122, 36, accent)];
  }
  const scale = Math.min(40 / logo.height, 220 / logo.width);
  const [width, height] = [logo.width * scale, logo.height * scale];
  const box = { x: middle - width / 2, y: 54 + (40 - height) / 2, width, height };
  return [
    { kind: "image", ...box, image: logo },
    write(name, { size: 12, spacing: 4, baseline: 116 }),
    rule(128, 36, accent),
  ];
}

function body({ title, traderName, statement, accent }: CertificateContent, write: Write): Shape[] {
  const lines = statement.split("\n");
  return [
    write(title, { size: 42, baseline: 184 }),
    write("THIS CERTIFIES THAT", { size: 10, spacing: 2.5, color: grey, baseline: 232 }),
    write(traderName, { face: "italic", size: 48, baseline: 292 }),
    rule(316, 340, accent),
    ...lines.map((line, index) =>
      write(line, { size: 17, color: grey, baseline: 354 + index * 24 }),
    ),
  ];
}

function dateColumn({ text, caption }: CertificateContent["date"], write: Write): Shape[] {
  const { left: center, width } = columns;
  return [
    write(text, { size: 17, center, width, baseline: 488 }),
    {
      kind: "line",
      from: { x: center - 85, y: 500 },
      to: { x: center + 85, y: 500 },
      color: grey,
      lineWidth: 0.5,
    },
    write(caption, { size: 10, color: grey, center, width, baseline: 516 }),
  ];
}

/** The QR code is dark on light even if the accent is light, so that every camera reads it. */
function verification({ code, verifyUrl, qr }: CertificateContent, write: Write): Shape[] {
  const { right: center, width } = columns;
  const side = 70;
  const box = { x: center - side / 2, y: 434, width: side, height: side };
  const address = verifyUrl.replace(/^https?:\/\//, "").replace(/\/[^/]+$/, "");
  return [
    {
      kind: "squares",
      x: box.x,
      y: box.y,
      size: side / Math.max(qr.length, 1),
      rows: qr,
      color: ink,
    },
    { kind: "link", ...box, url: verifyUrl },
    write(code, { size: 13, spacing: 1, center, width, baseline: 522 }),
    write(`Verify at ${address}`, { size: 9, color: grey, center, width, baseline: 537 }),
  ];
}

function rule(y: number, length: number, color: string): Shape {
  const x = middle - length / 2;
  return { kind: "line", from: { x, y }, to: { x: x + length, y }, color, lineWidth: 0.75 };
}

/** Two rings around four rising candlesticks. */
function seal(x: number, y: number, accent: string): Shape[] {
  const center = { x, y };
  const candles = [
    { offset: -18, open: 15, close: 5 },
    { offset: -6, open: 9, close: -4 },
    { offset: 6, open: 2, close: -9 },
    { offset: 18, open: -4, close: -18 },
  ];
  return [
    { kind: "circle", center, radius: 40, color: accent, lineWidth: 1.5 },
    { kind: "circle", center, radius: 35.5, color: accent, lineWidth: 0.5 },
    ...candles.flatMap(({ offset, open, close }): Shape[] => [
      {
        kind: "fill",
        x: x + offset - 3.5,
        y: y + close,
        width: 7,
        height: open - close,
        color: ink,
      },
      {
        kind: "line",
        from: { x: x + offset, y: y + close - 5 },
        to: { x: x + offset, y: y + open + 5 },
        color: ink,
        lineWidth: 1,
      },
    ]),
  ];
}
