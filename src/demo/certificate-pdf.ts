import { writeFile } from "node:fs/promises";
import PdfDocument from "pdfkit";
import type { AchievementText } from "./achievement.ts";

export interface CertificateText extends AchievementText {
  firmName: string;
  traderName: string;
  /** Midnight UTC of the issue date. */
  issuedAt: Date;
  serial: string;
}

type Page = PDFKit.PDFDocument;

const ink = "#16233a";
const grey = "#667085";
const gold = "#a8843f";
const paper = "#fdfcf8";
/** The top of the row with date, seal and number. */
const rowY = 478;

/** Writes one landscape A4 page. The standard PDF fonts keep the file at a few kilobytes. */
export async function writeCertificate(path: string, text: CertificateText): Promise<void> {
  const page = new PdfDocument({
    size: "A4",
    layout: "landscape",
    margin: 0,
    lang: "en",
    info: {
      Title: `${text.name}: ${text.traderName}`,
      Author: text.firmName,
      CreationDate: text.issuedAt,
    },
  });
  drawFrame(page);
  drawBody(page, text);
  drawColumn(page, 132, formatDay(text.issuedAt), "Date of issue");
  drawColumn(page, page.page.width - 132 - 200, text.serial, "Certificate number");
  drawSeal(page, page.page.width / 2, rowY + 8);
  page.end();
  await writeFile(path, page);
}

function formatDay(date: Date): string {
  return date.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}

function drawFrame(page: Page): void {
  const { width, height } = page.page;
  page.rect(0, 0, width, height).fill(paper);
  page.lineWidth(1.5).strokeColor(ink);
  page.rect(28, 28, width - 56, height - 56).stroke();
  page.lineWidth(0.5).strokeColor(gold);
  page.rect(35, 35, width - 70, height - 70).stroke();
}

function drawBody(page: Page, { firmName, name, traderName, statement }: CertificateText): void {
  // The standard fonts only cover Western European letters; other names are omitted.
  if (/^[\x20-\x7e\xa0-\xff]+$/.test(firmName)) {
    drawCapitals(page, firmName, { y: 90, size: 13, spacing: 5, color: ink });
    drawRule(page, 118, 36, gold);
  }
  page.font("Times-Roman").fillColor(ink);
  drawLine(page, name, 150, 40);
  drawCapitals(page, "This certifies that", { y: 222, size: 9, spacing: 2.5, color: grey });
  page.font("Times-Italic").fillColor(ink);
  drawLine(page, traderName, 250, 46);
  drawRule(page, 314, 340, gold);
  page.font("Times-Roman").fontSize(15).fillColor(grey);
  page.text(statement, 0, 338, { width: page.page.width, align: "center", lineGap: 5 });
}

/** Centred on one line; the font size shrinks for text that is too long. */
function drawLine(page: Page, text: string, y: number, size: number): void {
  const { width } = page.page;
  const fontSize = Math.min(size, (size * (width - 180)) / page.fontSize(size).widthOfString(text));
  page.fontSize(fontSize);
  page.text(text, 0, y + (size - fontSize) / 2, { width, align: "center", lineBreak: false });
}

function drawCapitals(
  page: Page,
  text: string,
  style: { y: number; size: number; spacing: number; color: string },
): void {
  const capitals = text.toUpperCase();
  page.font("Helvetica").fontSize(style.size).fillColor(style.color);
  // The spacing after the last letter must not count, or the text would look off-centre.
  const natural = page.widthOfString(capitals) + style.spacing * (capitals.length - 1);
  const scale = Math.min(1, (page.page.width - 180) / natural);
  page.fontSize(style.size * scale);
  page.text(capitals, (page.page.width - natural * scale) / 2, style.y, {
    characterSpacing: style.spacing * scale,
    lineBreak: false,
  });
}

function drawRule(page: Page, y: number, length: number, color: string): void {
  const left = (page.page.width - length) / 2;
  page
    .moveTo(left, y)
    .lineTo(left + length, y)
    .lineWidth(0.75)
    .stroke(color);
}

function drawColumn(page: Page, x: number, text: string, caption: string): void {
  const options = { width: 200, align: "center", lineBreak: false } as const;
  page.font("Times-Roman").fontSize(15).fillColor(ink).text(text, x, rowY, options);
  page
    .moveTo(x, rowY + 22)
    .lineTo(x + 200, rowY + 22)
    .lineWidth(0.5)
    .stroke(grey);
  page.font("Helvetica").fontSize(8).fillColor(grey);
  page.text(caption, x, rowY + 30, options);
}

/** Two rings around four rising candlesticks. */
function drawSeal(page: Page, x: number, y: number): void {
  page.circle(x, y, 40).lineWidth(1.5).stroke(gold);
  page.circle(x, y, 35.5).lineWidth(0.5).stroke(gold);
  const candles = [
    { offset: -18, open: 15, close: 5 },
    { offset: -6, open: 9, close: -4 },
    { offset: 6, open: 2, close: -9 },
    { offset: 18, open: -4, close: -18 },
  ];
  for (const { offset, open, close } of candles) {
    page.rect(x + offset - 3.5, y + close, 7, open - close).fill(ink);
    page
      .moveTo(x + offset, y + close - 5)
      .lineTo(x + offset, y + open + 5)
      .lineWidth(1)
      .stroke(ink);
  }
}
