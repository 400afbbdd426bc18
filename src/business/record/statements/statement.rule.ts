import type { ReconciliationStatus } from "./reading/reconcile.rule.ts";
import type { StatementFinding } from "./reading/statement.ts";
import type { StatementSummary } from "./summarise-statement.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";

export type StatementStatus = ReconciliationStatus | "held" | "withdrawn";

interface StatusSource {
  needsConfirmation: boolean;
  withdrawnAt: Date | null;
  reconciliation: { status: ReconciliationStatus };
}

/** Returns the most important status: whether the records count takes precedence over how well they agree. */
export function statusOf({
  needsConfirmation,
  withdrawnAt,
  reconciliation,
}: StatusSource): StatementStatus {
  if (withdrawnAt) return "withdrawn";
  return needsConfirmation ? "held" : reconciliation.status;
}

/** The formats of statement files, which are detected from their content, never from their names. */
export const statementFormats = ["mt4-html", "mt5-html", "mt5-xlsx", "csv"] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** How messages describe a file of each format. */
export const formatDescriptions: Readonly<Record<StatementFormat, string>> = {
  "mt4-html": "a statement of MetaTrader 4",
  "mt5-html": "a report of MetaTrader 5",
  "mt5-xlsx": "a report of MetaTrader 5",
  csv: "a CSV file",
};

/** The endings that files of these formats have; MetaTrader 4 and brokers name HTML files `.xls`. */
export const statementExtensions = ".htm,.html,.xls,.xlsx,.csv,.txt,.tsv";

/** Ends every message about a file that cannot be imported. */
export const acceptedFormats =
  "Accepted files are MetaTrader 4 statements (HTML), MetaTrader 5 reports (HTML or XLSX) and CSV files with a header.";

/** The maximum size of a statement's file. */
export const MAX_STATEMENT_BYTES = 50 * 1024 * 1024;

/** The codes of everything that an import may find. Clients must expect codes of later releases, too. */
export type FindingCode =
  | "ambiguous_dates"
  | "ambiguous_numbers"
  | "close_before_open"
  | "closing_balance"
  | "conflict"
  | "financing"
  | "future_row"
  | "guessed_costs"
  | "guessed_position"
  | "no_balance"
  | "no_costs"
  | "not_executed"
  | "open_result"
  | "opening_balance"
  | "other_zone"
  | "repeated_row"
  | "running_balance"
  | "same_file"
  | "total"
  | "truncated"
  | "unread_column"
  | "unreadable_balance"
  | "unreadable_currency"
  | "unreadable_row"
  | "unreadable_zone"
  | ContradictionCode;

/** The codes of the findings because of which a statement requires confirmation. */
export const contradictionCodes = [
  "other_login",
  "other_currency",
  "before_stage",
  "after_stage",
] as const;
type ContradictionCode = (typeof contradictionCodes)[number];

/** The currency of a stage that starts with a file that names none. */
export const DEFAULT_CURRENCY = "USD";

type StatedBalances = Pick<StatementSummary, "openingBalance" | "firstDeposit">;

/** Returns the initial balance of a stage that starts with a statement; `null` if the file states none above 0. */
export function initialBalanceOf({ openingBalance, firstDeposit }: StatedBalances): string | null {
  return openingBalance !== null && Number(openingBalance) > 0 ? openingBalance : firstDeposit;
}

/** Reports a stage that starts with 0.00 because the file states neither a balance nor a deposit. */
export function unknownStart(balances: StatedBalances): StatementFinding[] {
  if (initialBalanceOf(balances) !== null) return [];
  return [
    {
      code: "no_balance",
      message:
        "The file states neither a balance nor a deposit, so the stage that it starts has an initial balance of 0.00. If that is wrong, start a stage with the right one before you import the file.",
      row: null,
      expected: null,
      actual: null,
    },
  ];
}

interface Stage {
  currency: string;
  startedAt: number;
  endedAt: number | null;
}

/**
 * Finds contradictions between a statement and its account or stage. If there are any, the records of the statement
 * do not count until an administrator confirms it.
 */
export function contradictionsOf(
  { login, currency, from, to }: Pick<StatementSummary, "login" | "currency" | "from" | "to">,
  account: { login: string | null },
  stage: Stage,
): StatementFinding[] {
  const findings: StatementFinding[] = [];
  const add = (code: ContradictionCode, message: string, expected: string, actual: string) =>
    findings.push({ code, message, row: null, expected, actual });
  if (login !== null && account.login !== null && login !== account.login.trim()) {
    add(
      "other_login",
      `The statement is for login ${login}; the account has ${account.login}.`,
      account.login,
      login,
    );
  }
  if (currency !== null && currency !== stage.currency) {
    add(
      "other_currency",
      `The statement is in ${currency}; the stage is in ${stage.currency}.`,
      stage.currency,
      currency,
    );
  }
  const iso = (time: number) => new Date(time).toISOString();
  if (from !== null && from < stage.startedAt) {
    add(
      "before_stage",
      `The first record is at ${timeInWords(from)}, before the stage started at ${timeInWords(stage.startedAt)}.`,
      iso(stage.startedAt),
      iso(from),
    );
  }
  if (to !== null && stage.endedAt !== null && to >= stage.endedAt) {
    add(
      "after_stage",
      `The last record is at ${timeInWords(to)}; the stage ended at ${timeInWords(stage.endedAt)}.`,
      iso(stage.endedAt),
      iso(to),
    );
  }
  return findings;
}
