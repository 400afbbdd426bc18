import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DemoStatement } from "../../src/demo/statements/demo-statement.ts";
import type { Statement } from "../../src/business/record/statements/statement.schema.ts";
import type { Stage } from "../../src/business/record/stages/stage.schema.ts";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import type { StatementFormat } from "../../src/business/record/statements/statement.rule.ts";
import type { TestApp } from "./app.ts";
import { demoStatement } from "./demo-statements.ts";
import type { Browser } from "./http.ts";
import { multipart } from "./pdf.ts";

/** The JSON form of a value, in which dates are strings. */
export type Wire<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Wire<Value[Name]> }
    : Value;

export type StatementAnswer = Wire<Statement> & { id: number; stageId: number };

export interface UploadOptions {
  fileName?: string;
  timeZone?: string;
  financing?: string;
  stageId?: number | string;
  dryRun?: boolean;
}

/** Uploads a statement file for a trader. */
export function uploadStatement(
  administrator: Browser,
  traderId: number,
  file: Buffer,
  { fileName = "statement.htm", timeZone, financing, stageId, dryRun }: UploadOptions = {},
) {
  return administrator.send({
    method: "POST",
    url: `/api/admin/user/${traderId}/statements`,
    ...multipart([
      ...(timeZone === undefined ? [] : [{ name: "timeZone", value: timeZone }]),
      ...(financing === undefined ? [] : [{ name: "financing", value: financing }]),
      ...(stageId === undefined ? [] : [{ name: "stageId", value: String(stageId) }]),
      ...(dryRun ? [{ name: "dryRun", value: "true" }] : []),
      { name: "file", filename: fileName, type: "text/html", value: file },
    ]),
  });
}

/** Imports a generated statement. @throws Error unless it was imported */
export async function importDemo(
  administrator: Browser,
  traderId: number,
  changes: Partial<DemoStatement> = {},
  format: StatementFormat = "mt4-html",
): Promise<StatementAnswer> {
  const statement = demoStatement(changes);
  const { timeZone } = statement;
  const response = await uploadStatement(
    administrator,
    traderId,
    writeStatement(statement, format),
    {
      timeZone,
    },
  );
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<StatementAnswer>();
}

/** Reads the id of a trader's account, which the API does not return. */
export async function accountIdOf({ context }: TestApp, traderId: number): Promise<number> {
  const { rows } = await context.database.pool.query<{ id: number }>(
    "select id from trading_accounts where user_id = $1",
    [traderId],
  );
  return rows[0]!.id;
}

const columns =
  "Ticket,Open Time,Type,Volume,Symbol,Open Price,Close Time,Close Price,Commission,Swap,Profit";

/** A trade as one line of a CSV statement; amounts in dollars, times in the statement's zone. */
export interface CsvTrade {
  ticket: number;
  opened: string;
  /** Absent for an open trade. */
  closed?: string;
  side?: "buy" | "sell";
  symbol?: string;
  volume?: string;
  profit?: string;
  commission?: string;
  swap?: string;
}

export function tradeLine(trade: CsvTrade): string {
  const { ticket, opened, closed, side = "buy", symbol = "EURUSD", volume = "1.00" } = trade;
  const { profit = "0.00", commission = "0.00", swap = "0.00" } = trade;
  const end =
    closed === undefined ? ["", "", "", "", ""] : [closed, "1.2", commission, swap, profit];
  return [ticket, opened, side, volume, symbol, "1.1", ...end].join(",");
}

/** Formats a deposit, withdrawal or other operation as one line of a CSV statement. */
export function operationLine(ticket: number, time: string, amount: string, type = "balance") {
  return [ticket, time, type, "", "", "", "", "", "", "", amount].join(",");
}

/** Creates a CSV statement without balances. */
export function csvStatement(...lines: string[]): Buffer {
  return Buffer.from([columns, ...lines, ""].join("\n"));
}

/** Imports lines as a CSV statement. @throws Error unless it was imported */
export async function importLines(
  administrator: Browser,
  traderId: number,
  lines: string[],
  options: UploadOptions = {},
): Promise<StatementAnswer> {
  const file = csvStatement(...lines);
  const response = await uploadStatement(administrator, traderId, file, options);
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<StatementAnswer>();
}

export function withdrawStatement(administrator: Browser, id: number, reason = "Wrong account") {
  return administrator.send({
    method: "DELETE",
    url: `/api/admin/statements/${id}`,
    payload: { reason },
  });
}

/** Starts a stage. @throws Error unless it was started */
export async function startStage(
  administrator: Browser,
  traderId: number,
  fields: {
    startedAt?: string;
    phase?: string;
    initialBalance?: string;
    currency?: string;
    rulesVersionId?: number;
  } = {},
): Promise<Wire<Stage>> {
  const response = await administrator.post(`/api/admin/user/${traderId}/stages`, {
    phase: "Phase 1",
    initialBalance: "100000.00",
    ...fields,
  });
  if (response.statusCode !== 201) throw new Error(`${response.statusCode} ${response.body}`);
  return response.json<Wire<Stage>>();
}

/** Returns the paths of all uploaded and stored files. */
export async function filesOf({ context }: Pick<TestApp, "context">): Promise<string[]> {
  const folders = [context.uploadDir, join(dirname(context.uploadDir), "certificates")];
  const found = await Promise.all(
    folders.map((folder) =>
      readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  );
  return found
    .flat()
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}
