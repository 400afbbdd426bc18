import { Parser } from "htmlparser2";
import {
  type StatementRow,
  StatementTooLargeError,
  UnreadableStatementError,
} from "./statement.ts";

/** No platform prints a longer text or a wider cell; the rest of a larger one is dropped. */
const MAX_CELL = 2000;
const MAX_SPAN = 100;
const MAX_COLUMNS = 200;
/** Reports nest only a few tags; deeper nesting is an attempt to exhaust the memory. */
const MAX_DEPTH = 1000;
const CHUNK = 64 * 1024;

export interface HtmlRows {
  title: string;
  rows: StatementRow[];
  /** Whether the outermost tag is closed, which it is not in a file that was cut short. */
  isComplete: boolean;
}

/**
 * Reads the rows of all tables in a document, without building a tree. Cells that the platform hides
 * are left out; a cell that spans several columns is followed by empty ones, so that columns align.
 */
export function readHtmlRows(html: string): HtmlRows {
  const rows = new LimitedRows();
  let title = "";
  let root: string | undefined;
  let openRoots = 0;
  let isInTitle = false;
  let cells: string[] | undefined;
  let text: string | undefined;
  let span = 1;
  const closeCell = () => {
    if (text === undefined || !cells) return;
    if (cells.length < MAX_COLUMNS) cells.push(text.replace(/[\s\u00a0]+/g, " ").trim());
    for (let extra = 1; extra < span && cells.length < MAX_COLUMNS; extra += 1) cells.push("");
    text = undefined;
  };
  let row = 0;
  const closeRow = () => {
    closeCell();
    if (cells) rows.add({ row, cells });
    cells = undefined;
  };
  let depth = 0;
  const parser = new Parser({
    onopentag(name, { colspan, class: className }) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new UnreadableStatementError("The HTML is nested too deeply.");
      if (/^(?:html|body|table)$/.test(name)) root ??= name;
      if (name === root) openRoots += 1;
      if (name === "tr") {
        closeRow();
        row += 1;
        cells = [];
      } else if (name === "td" || name === "th") {
        closeCell();
        span = Math.min(MAX_SPAN, Math.max(1, Number.parseInt(colspan ?? "1", 10) || 1));
        text = className !== undefined && /\bhidden\b/.test(className) ? undefined : "";
      } else if (name === "title") isInTitle = true;
    },
    ontext(part) {
      if (isInTitle) title = (title + part).slice(0, MAX_CELL);
      else if (text !== undefined && text.length < MAX_CELL)
        text += part.slice(0, MAX_CELL - text.length);
    },
    onclosetag(name, isImplied) {
      depth -= 1;
      if (name === "td" || name === "th") closeCell();
      else if (name === "tr") closeRow();
      else if (name === "title") isInTitle = false;
      else if (name === root && !isImplied) openRoots -= 1;
    },
  });
  for (let start = 0; start < html.length; start += CHUNK)
    parser.write(html.slice(start, start + CHUNK));
  parser.end();
  return {
    title: title.trim(),
    rows: rows.rows,
    isComplete: root !== undefined && openRoots === 0,
  };
}

/** Ten times the number of rows in the largest accepted statement. */
const MAX_ROWS = 1_000_000;
/** As many cells as that number of rows has in the widest report, with some reserve. */
const MAX_CELLS = 20_000_000;

/** Collects the rows of a file. They are limited, because a small file can describe an enormous table. */
export class LimitedRows {
  readonly rows: StatementRow[] = [];
  #cells = 0;

  /** @throws StatementTooLargeError if there are too many rows or cells */
  add(row: StatementRow): void {
    this.rows.push(row);
    this.#cells += row.cells.length;
    if (this.rows.length > MAX_ROWS)
      throw new StatementTooLargeError("The statement has more than a million rows.");
    if (this.#cells > MAX_CELLS)
      throw new StatementTooLargeError("The statement has more than 20 million cells.");
  }
}
