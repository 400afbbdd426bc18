import type { DemoStatement } from "../../src/demo/statements/demo-statement.ts";
import type { Statement } from "../../src/business/statements/statement.schema.ts";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import type { StatementFormat } from "../../src/business/statements/statement-format.rule.ts";
import { demoStatement } from "./demo-statements.ts";
import type { Browser } from "./http.ts";
import { multipart } from "./pdf.ts";

/** A JSON value: dates are text. */
export type Wire<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Wire<Value[Name]> }
    : Value;

export type StatementAnswer = Wire<Statement> & { id: number; stageId: number };

export interface UploadOptions {
  fileName?: string;
  timeZone?: string;
  stageId?: number | string;
  dryRun?: boolean;
}

/** Uploads a statement file for a trader. */
export function uploadStatement(
  administrator: Browser,
  traderId: number,
  file: Buffer,
  { fileName = "statement.htm", timeZone, stageId, dryRun }: UploadOptions = {},
) {
  return administrator.send({
    method: "POST",
    url: `/api/admin/user/${traderId}/statements`,
    ...multipart([
      ...(timeZone === undefined ? [] : [{ name: "timeZone", value: timeZone }]),
      ...(stageId === undefined ? [] : [{ name: "stageId", value: String(stageId) }]),
      ...(dryRun ? [{ name: "dryRun", value: "true" }] : []),
      { name: "file", filename: fileName, type: "text/html", value: file },
    ]),
  });
}

/** Imports a generated statement. @throws Error unless it is stored */
export async function importDemo(
  administrator: Browser,
  traderId: number,
  changes: Partial<DemoStatement> = {},
  format: StatementFormat = "mt4-html",
): Promise<StatementAnswer> {
  const statement = demoStatement(changes);
  const { timeZone } = statement;
  const answer = await uploadStatement(administrator, traderId, writeStatement(statement, format), {
    timeZone,
  });
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<StatementAnswer>();
}
