import { zipSync } from "fflate";
import type { DemoStatement } from "./demo-statement.ts";
import { type Mt5Report, mt5Report } from "./mt5-report.ts";
import { escapeMarkup } from "./printing.ts";

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
