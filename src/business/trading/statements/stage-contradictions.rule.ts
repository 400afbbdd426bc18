import type { StatementFinding } from "./statement.schema.ts";
import type { StatementSummary } from "./summarise-statement.ts";

/** The codes of the findings because of which a statement requires confirmation. */
export const contradictionCodes = [
  "other_login",
  "other_currency",
  "before_stage",
  "after_stage",
] as const;
type ContradictionCode = (typeof contradictionCodes)[number];

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
      `The first record is at ${iso(from)}, before the stage started at ${iso(stage.startedAt)}.`,
      iso(stage.startedAt),
      iso(from),
    );
  }
  if (to !== null && stage.endedAt !== null && to >= stage.endedAt) {
    add(
      "after_stage",
      `The last record is at ${iso(to)}; the stage ended at ${iso(stage.endedAt)}.`,
      iso(stage.endedAt),
      iso(to),
    );
  }
  return findings;
}
