import { Readable } from "node:stream";
import type { Batches, ExportColumn } from "./csv.ts";
import { DAY } from "../time/durations.rule.ts";
import { Archive } from "./archive.ts";

/** Excel's limit is 1,048,576, including the header. */
const ROWS_PER_SHEET = 1_000_000;
/** Excel's limit for the text of a cell. */
const MAX_TEXT = 32_767;

/** Indexes of `cellXfs` in `STYLES`. */
const styles = { text: 0, number: 0, header: 1, amount: 2, time: 3 } as const;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/**
 * Streams rows as a workbook with amounts as numbers, times as dates in UTC, and texts that Excel never runs as
 * formulas. Only one batch is in memory at a time. After a million rows, continues on another sheet.
 * @param name the name of the sheet
 */
export function xlsxOf<Row>(
  name: string,
  columns: readonly ExportColumn<Row>[],
  batches: Batches<Row>,
): Readable {
  return Readable.from(xlsxParts(name, columns, batches), { objectMode: false });
}

async function* xlsxParts<Row>(
  name: string,
  columns: readonly ExportColumn<Row>[],
  batches: Batches<Row>,
): AsyncGenerator<Uint8Array> {
  const archive = new Archive();
  const sheets: string[] = [];
  const openSheet = () => {
    sheets.push(sheets.length === 0 ? name : `${name} ${sheets.length + 1}`);
    archive.begin(`xl/worksheets/sheet${sheets.length}.xml`);
    archive.write(sheetStart(columns));
  };
  openSheet();
  let inSheet = 0;
  for await (const rows of batches) {
    if (inSheet + rows.length > ROWS_PER_SHEET) {
      archive.end("</sheetData></worksheet>");
      openSheet();
      inSheet = 0;
    }
    inSheet += rows.length;
    archive.write(rows.map((row) => sheetRow(columns, row)).join(""));
    yield* archive.take();
  }
  archive.end("</sheetData></worksheet>");
  // These parts come last, because they depend on the number of sheets.
  for (const [path, content] of workbookParts(sheets)) {
    archive.begin(path);
    archive.end(content);
  }
  archive.finish();
  yield* archive.take();
}

function sheetStart<Row>(columns: readonly ExportColumn<Row>[]): string {
  const widths = columns.map(
    ({ kind, header }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${kind === "text" ? 24 : Math.max(header.length + 4, kind === "time" ? 20 : 14)}" customWidth="1"/>`,
  );
  const header = columns.map((column) => textCell(column.header, styles.header));
  // The header is frozen, so that it stays visible.
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData><row>${header.join("")}</row>`;
}

function sheetRow<Row>(columns: readonly ExportColumn<Row>[], row: Row): string {
  const cells = columns.map((column) => {
    if (column.kind === "text") {
      const text = column.read(row);
      return text === null || text === "" ? "<c/>" : textCell(text, styles.text);
    }
    const value = column.kind === "time" ? serialOf(column.read(row)) : column.read(row);
    return value === null ? "<c/>" : `<c s="${styles[column.kind]}"><v>${value}</v></c>`;
  });
  return `<row>${cells.join("")}</row>`;
}

function textCell(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
}

/** Returns the number of days since 30 December 1899, as Excel stores times. */
function serialOf(time: Date | null): number | null {
  return time && time.getTime() / DAY + 25_569;
}

/** Escapes text, truncates it to Excel's limit, and removes characters that XML cannot contain. */
function escapeXml(text: string): string {
  return (
    text
      .slice(0, MAX_TEXT)
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are the ones to remove
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
  );
}

function workbookParts(sheets: readonly string[]): [path: string, content: string][] {
  const each = (write: (number: number, name: string) => string) =>
    sheets.map((name, index) => write(index + 1, name)).join("");
  return [
    [
      "[Content_Types].xml",
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      "_rels/.rels",
      `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${each((number, name) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets.length + 1}" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ["xl/styles.xml", STYLES],
  ];
}
