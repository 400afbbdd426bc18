import { zipSync } from "fflate";
import { type DemoStatement, escapeMarkup } from "./demo-statement.ts";
import { type Mt5Report, mt5Report } from "./mt5-report.ts";

const WIDTH = 14;

/** Writes a trade history report as MetaTrader 5 saves it: UTF-16 with a byte order mark. */
export function writeMt5Html(statement: DemoStatement): Buffer {
  return printMt5Html(mt5Report(statement));
}

export function printMt5Html({ title, heading, header, tables, results }: Mt5Report): Buffer {
  const banner = (text: string) =>
    `<tr align="center"><th colspan="${WIDTH}" style="height: 25px"><div style="font: 10pt Tahoma"><b>${text}</b></div></th></tr>`;
  const spacer = `<tr><td colspan="${WIDTH}" style="height: 10px"></td></tr>`;
  const lines = [
    banner(heading),
    ...header.map(
      ([label, value]) =>
        `<tr align="left"><th colspan="4" nowrap align="right">${label}</th><th colspan="10" nowrap><b>${escapeMarkup(value)}</b></th></tr>`,
    ),
    ...tables.flatMap(({ title: name, columns, rows }, table) => [
      spacer,
      banner(name),
      `<tr align="center" bgcolor="#E5F0FC">${columns.map((column) => `<td nowrap><b>${column}</b></td>`).join("")}</tr>`,
      ...rows.map((cells) => row(cells, table === 0)),
    ]),
    spacer,
    ...results.map(
      ([label, value]) =>
        `<tr align="right"><td nowrap colspan="3">${label}</td><td nowrap colspan="2"><b>${value}</b></td></tr>`,
    ),
  ];
  const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">
<html><head><title>${escapeMarkup(title)}</title><meta name="generator" content="client terminal"></head>
<body><div align="center"><table cellspacing="1" cellpadding="3" border="0">
${lines.join("\n")}
</table></div></body></html>
`;
  return Buffer.from(`\ufeff${html}`, "utf16le");
}

/** Writes a table row. The platform adds a hidden cell with the comment after the type of a position. */
function row(cells: string[], isPosition: boolean): string {
  const texts = cells.map((cell) => `<td nowrap>${escapeMarkup(cell)}</td>`);
  if (isPosition) texts.splice(4, 0, '<td class="hidden" colspan="8"></td>');
  return `<tr bgcolor="#FFFFFF" align="right">${texts.join("")}</tr>`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";

/** Writes the trade history report as MetaTrader 5 saves it in Open XML. */
export function writeMt5Xlsx(statement: DemoStatement): Buffer {
  return printMt5Xlsx(mt5Report(statement));
}

export function printMt5Xlsx({ heading, header, tables, results }: Mt5Report): Buffer {
  const rows: string[][] = [
    [heading],
    ...header.map(([label, value]) => [label, "", "", value]),
    ...tables.flatMap(({ title, columns, rows: cells }) => [[], [title], columns, ...cells]),
    [],
    ...results.map(([label, value]) => [label, "", "", value]),
  ];
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${spreadsheet}" xmlns:r="${relationships}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${spreadsheet}"><sheetData>${rows.map(sheetRow).join("")}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(
    ([name, xml]) => [name, Buffer.from(declaration + xml)] as const,
  );
  return Buffer.from(zipSync(Object.fromEntries(files)));
}

function sheetRow(cells: string[], index: number): string {
  const texts = cells.map((cell, column) => {
    const reference = `<c r="${String.fromCharCode(65 + column)}${index + 1}"`;
    return cell === ""
      ? `${reference}/>`
      : `${reference} t="inlineStr"><is><t>${escapeMarkup(cell)}</t></is></c>`;
  });
  return `<row r="${index + 1}">${texts.join("")}</row>`;
}
