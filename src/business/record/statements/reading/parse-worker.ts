import { readFile } from "node:fs/promises";
import { parseStatement } from "./parse-statement.ts";
import {
  type StatementReading,
  StatementTooLargeError,
  UnreadableStatementError,
} from "./statement.ts";
import { type StatementSummary, summariseStatement } from "../summarise-statement.ts";

export interface ParseTask extends StatementReading {
  path: string;
}

/** Errors lose their class between threads, so refusals are values. */
export type ParseResult =
  { statement: StatementSummary } | { refusal: "unreadable" | "too-large"; message: string };

/** Reads a statement file. Runs in the threads of `read-statement-file.ts`. */
export async function parse({ path, timeZone, ...known }: ParseTask): Promise<ParseResult> {
  try {
    const statement = parseStatement(await readFile(path), timeZone, known);
    return { statement: summariseStatement(statement) };
  } catch (error) {
    if (error instanceof UnreadableStatementError)
      return { refusal: "unreadable", message: error.message };
    if (error instanceof StatementTooLargeError)
      return { refusal: "too-large", message: error.message };
    throw error;
  }
}
