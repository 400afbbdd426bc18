import { Unzip, type UnzipFile, UnzipInflate, UnzipPassThrough } from "fflate";
import iconv from "iconv-lite";
import { SaxesParser } from "saxes";
import { encodingOf } from "./decode-text.ts";
import { LimitedRows } from "./html-rows.ts";
import {
  type StatementRow,
  StatementTooLargeError,
  UnreadableStatementError,
} from "./statement.ts";
import { acceptedFormats } from "../statement.rule.ts";

/** The maximum unpacked size of a workbook, as a protection against zip bombs. */
const MAX_UNPACKED = 400 * 1024 * 1024;
const CHUNK = 64 * 1024;
const MAX_CELL = 2000;
const MAX_COLUMNS = 200;
const MAX_STRINGS = 2_000_000;
/** Workbooks nest only a few tags; deeper nesting is an attempt to exhaust the memory. */
const MAX_DEPTH = 64;

/** Limits the total unpacked size of all entries of a file. */
class UnpackedBudget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** @throws StatementTooLargeError if that many more bytes would exceed the limit */
  expect(bytes: number): void {
    if (bytes > this.#left) {
      throw new StatementTooLargeError("The workbook unpacks to more than 400 MB.");
    }
  }

  spend(bytes: number): void {
    this.expect(bytes);
    this.#left -= bytes;
  }
}

/** Reads the rows of the first worksheet as a stream: the workbook is never unpacked as a whole. */
export function readXlsxRows(
  bytes: Buffer,
  maxUnpacked = MAX_UNPACKED,
): { rows: StatementRow[]; isComplete: boolean } {
  const budget = new UnpackedBudget(maxUnpacked);
  budget.expect(declaredSize(bytes));
  const names = new Set<string>();
  const strings: string[] = [];
  let isComplete = hasDirectory(bytes);
  isComplete =
    readEntries(bytes, budget, (name) => {
      names.add(name);
      return name === "xl/sharedStrings.xml" ? stringsReader(strings) : undefined;
    }) && isComplete;
  const sheet = firstSheet(names);
  if (sheet === undefined) {
    throw new UnreadableStatementError(
      `The file is a zip archive without a worksheet. ${acceptedFormats}`,
    );
  }
  const limited = new LimitedRows();
  isComplete =
    readEntries(bytes, budget, (name) =>
      name === sheet ? rowsReader(strings, limited) : undefined,
    ) && isComplete;
  return { rows: limited.rows, isComplete };
}

function firstSheet(names: Set<string>): string | undefined {
  const sheets = [...names].filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name));
  return sheets.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))[0];
}

/**
 * Feeds the wanted entries to their parsers.
 * @returns whether every wanted entry is complete, which it is not in a file that was cut short
 */
function readEntries(
  bytes: Buffer,
  budget: UnpackedBudget,
  wanted: (name: string) => SaxesParser | undefined,
): boolean {
  const open: XmlEntry[] = [];
  const unzip = new Unzip((file: UnzipFile) => {
    const parser = wanted(file.name);
    if (!parser) return;
    // An archive that declares its true size is rejected before it is unpacked.
    budget.expect(file.originalSize ?? 0);
    const entry = new XmlEntry(parser, budget);
    open.push(entry);
    file.ondata = (error, data, final) => {
      if (error) throw error;
      entry.write(data, final);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  try {
    for (let start = 0; start < bytes.length; start += CHUNK) {
      unzip.push(bytes.subarray(start, start + CHUNK), start + CHUNK >= bytes.length);
    }
  } catch (error) {
    if (error instanceof StatementTooLargeError || error instanceof UnreadableStatementError)
      throw error;
    return false;
  }
  return open.every(({ isComplete }) => isComplete);
}

/** One XML part of the workbook. Excel writes UTF-8; MetaTrader 5 writes UTF-16. */
class XmlEntry {
  isComplete = false;
  readonly #parser: SaxesParser;
  readonly #budget: UnpackedBudget;
  #decoder: { write(bytes: Buffer): string; end(): string | undefined } | undefined;

  constructor(parser: SaxesParser, budget: UnpackedBudget) {
    this.#parser = parser;
    this.#budget = budget;
    parser.on("error", (error) => {
      throw error;
    });
  }

  write(data: Uint8Array, final: boolean): void {
    this.#budget.spend(data.length);
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    this.#decoder ??= iconv.getDecoder(encodingOf(bytes));
    this.#parser.write(this.#decoder.write(bytes));
    if (!final) return;
    this.#parser.write(this.#decoder.end() ?? "").close();
    this.isComplete = true;
  }
}

/** Creates a parser of tags without their prefixes, which rejects XML nested deeper than that of any workbook. */
function createParser(
  onOpen: (name: string, attributes: Record<string, string>) => void,
  onClose: (name: string) => void,
): SaxesParser {
  const parser = new SaxesParser();
  let depth = 0;
  parser.on("opentag", ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH)
      throw new UnreadableStatementError("The workbook's XML is nested too deeply.");
    onOpen(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    onClose(localName(name));
  });
  return parser;
}

/** Some libraries write `x:row` instead of `row`. */
const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function stringsReader(strings: string[]): SaxesParser {
  let text: string | undefined;
  let isText = false;
  const parser = createParser(
    (name) => {
      if (name === "si") text = "";
      isText = name === "t";
    },
    (name) => {
      isText = false;
      if (name !== "si") return;
      strings.push(text ?? "");
      text = undefined;
      if (strings.length > MAX_STRINGS)
        throw new StatementTooLargeError("The workbook has more than two million texts.");
    },
  );
  parser.on("text", (part) => {
    if (isText && text !== undefined && text.length < MAX_CELL) text += part;
  });
  return parser;
}

function rowsReader(strings: string[], limited: LimitedRows): SaxesParser {
  let current: StatementRow | undefined;
  let column = 0;
  let type = "";
  let text = "";
  let isValue = false;
  const closeCell = () => {
    if (!current || column >= MAX_COLUMNS) return;
    while (current.cells.length < column) current.cells.push("");
    const value =
      type === "s" ? (strings[Number(text)] ?? "") : type === "n" ? plainNumber(text) : text;
    current.cells[column] = value.replaceAll("\u00a0", " ").trim();
  };
  const parser = createParser(
    (name, attributes) => {
      if (name === "row")
        current = { row: Number(attributes.r) || limited.rows.length + 1, cells: [] };
      else if (name === "c") {
        column = columnOf(attributes.r, current?.cells.length ?? 0);
        type = attributes.t ?? "n";
        text = "";
      } else if (name === "v" || name === "t") isValue = true;
    },
    (name) => {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "c") closeCell();
      else if (name === "row" && current) {
        limited.add(current);
        current = undefined;
      }
    },
  );
  parser.on("text", (part) => {
    if (isValue && text.length < MAX_CELL) text += part;
  });
  return parser;
}

/** Excel stores numbers as doubles of which it shows 15 digits: `5.0000000000000003E-2` is 0.05. */
function plainNumber(text: string): string {
  if (!/e|\.\d{11}/i.test(text)) return text;
  const shown = Number(Number(text).toPrecision(15));
  if (!Number.isFinite(shown)) return text;
  return shown.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: 10 });
}

/** Returns 2 for `C7`; a cell without a reference follows the one before it. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return next;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The record at the end of a zip archive, without its comment. */
const END_BYTES = 22;
const END = "PK\u0005\u0006";
/** The record of an entry in the directory, without its name, extra fields and comment. */
const ENTRY_BYTES = 46;
const ENTRY = 0x02_01_4b_50;

/** Whether the archive ends with its directory, which is missing if the file was cut short. */
function hasDirectory(bytes: Buffer): boolean {
  const end = endOf(bytes);
  return end !== undefined && end + END_BYTES + bytes.readUInt16LE(end + 20) <= bytes.length;
}

/** Adds up the unpacked sizes that the directory declares, also of entries that are not read, such as images. */
function declaredSize(bytes: Buffer): number {
  const end = endOf(bytes);
  if (end === undefined) return 0;
  let size = 0;
  let at = bytes.readUInt32LE(end + 16);
  while (at + ENTRY_BYTES <= end && bytes.readUInt32LE(at) === ENTRY) {
    size += bytes.readUInt32LE(at + 24);
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    at += ENTRY_BYTES + name! + extra! + comment!;
  }
  return size;
}

function endOf(bytes: Buffer): number | undefined {
  const at = bytes.lastIndexOf(END, undefined, "latin1");
  return at < 0 || at + END_BYTES > bytes.length ? undefined : at;
}
