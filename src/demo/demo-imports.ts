import {
  type StatementFormat,
  statementFormats,
} from "../business/trading/statements/statement.rule.ts";
import { MINUTE } from "../platform/time/durations.rule.ts";
import type { DemoRecord } from "./demo-record.ts";
import type { DemoTrader } from "./demo-trader.ts";
import { type StatementFile, statementFileName, statementFiles } from "./statement-files.ts";
import type { DemoStatement } from "./statements/demo-statement.ts";
import { misprintBalance } from "./statements/misprint-balance.ts";
import { writeStatement } from "./statements/write-statement.ts";

/** A statement that the back office imported. */
export interface DemoImport {
  demoTrader: DemoTrader;
  at: Date;
  fileName: string;
  timeZone: string;
  bytes: Buffer;
}

/** The wrong file was chosen, so this statement is held until an administrator decides. */
const mistake = { login: "5003019", fileOf: "5003240", format: "mt5-html" } as const;

/** Returns a statement of every record, in alternating formats, and one of another account; oldest first. */
export function demoImports(records: ReadonlyMap<DemoTrader, DemoRecord>, now: Date): DemoImport[] {
  const imports = [...records].map(([demoTrader, { statement }], index) =>
    importOf(demoTrader, demoTrader, statement, fileOf(demoTrader, index), now),
  );
  const byLogin = (login: string) =>
    [...records].find(([{ account }]) => account.platform![0] === login)!;
  const [demoTrader] = byLogin(mistake.login);
  const [fileOwner, { statement }] = byLogin(mistake.fileOf);
  imports.push(importOf(demoTrader, fileOwner, statement, mistake, now));
  return imports.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

type Form = Pick<StatementFile, "format" | "isMisprinted">;

function fileOf({ account }: DemoTrader, index: number): Form {
  const format: StatementFormat = statementFormats[index % statementFormats.length]!;
  return statementFiles.find(({ login }) => login === account.platform![0]) ?? { format };
}

function importOf(
  demoTrader: DemoTrader,
  fileOwner: DemoTrader,
  statement: DemoStatement,
  form: Form,
  now: Date,
): DemoImport {
  const bytes = writeStatement(statement, form.format);
  return {
    demoTrader,
    // An account is stopped after its statement was imported.
    at: new Date(Math.min(statement.printedAt + 15 * MINUTE, now.getTime())),
    fileName: statementFileName(fileOwner, form),
    timeZone: statement.timeZone,
    bytes: form.isMisprinted ? misprintBalance(bytes) : bytes,
  };
}
