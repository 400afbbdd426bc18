import { formatDecimal } from "../../../../platform/money/money.ts";
import { notListed, sayAmount } from "./finding.rule.ts";
import type { BalanceStep, ParsedStatement, StatementFinding } from "./statement.ts";

export const reconciliationStatuses = ["reconciled", "partial", "inconsistent"] as const;
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];

/** Whether a statement agrees with itself. Amounts are cents; `null` if the file prints no balances. */
export interface Reconciliation {
  status: ReconciliationStatus;
  openingBalance: bigint | null;
  closingBalance: bigint | null;
  /** The stated closing balance minus the one computed from the rows; 0 if the status is `partial`. */
  difference: bigint;
  findings: StatementFinding[];
}

/** The maximum number of findings with notes, of which there are fewer; further ones add no information. */
const MAX_FINDINGS = 200;

/**
 * Compares the rows of a statement with every running balance, total and closing balance that it prints.
 * One constant amount that the rows do not explain is an opening balance that the file does not state, as
 * in a filtered period; any other difference is a contradiction. Notes are reported without affecting the status.
 */
export function reconcile(statement: ParsedStatement): Reconciliation {
  const { steps, totals, closingBalance: stated, isTruncated, notes, operations } = statement;
  const findings = [...statement.findings, ...contradictedTotals(totals)];
  const running = followBalances(statement.openingBalance, steps);
  findings.push(...running.findings);
  if (isTruncated) findings.push(truncated);
  const hasBalances = running.opening !== null || stated !== null;
  if (!hasBalances) {
    if (statement.statesBalances && !isTruncated) findings.push(withoutBalance);
    return {
      status: findings.length > 0 ? "inconsistent" : "partial",
      openingBalance: null,
      closingBalance: null,
      difference: 0n,
      findings: withNotes(findings, notes),
    };
  }
  const net = steps.reduce((sum, { change }) => sum + change, 0n);
  const known = statement.openingBalance ?? 0n;
  // Without running balances, the opening balance can only be derived from the closing balance.
  const implied = running.opening ?? (findings.length === 0 ? stated!.amount - net : known);
  // An account cannot owe money before its first deposit, so such a balance is no opening balance.
  const isImpossible = statement.openingBalance === null && implied < 0n;
  if (isImpossible) findings.push(missingRow(implied));
  const isConsistent = findings.length === 0;
  const opening = isImpossible ? known : implied;
  const computed = opening + net;
  const closing = stated?.amount ?? running.closing ?? computed;
  if (isConsistent && stated && stated.amount !== computed) {
    findings.push(contradictedClosing(stated, computed));
  }
  const explained = opening === known;
  const status = findings.length > 0 ? "inconsistent" : explained ? "reconciled" : "partial";
  return {
    status,
    openingBalance: opening,
    closingBalance: closing,
    difference: status === "inconsistent" ? closing - computed : 0n,
    findings: withNotes(
      findings,
      explained ? notes : [...notes, ...earlierBalance(opening, operations)],
    ),
  };
}

/** Reports that the balances begin below zero. @param opening cents */
function missingRow(opening: bigint): StatementFinding {
  return {
    code: "opening_balance",
    message: `By its balances, the account stood at ${sayAmount(opening)} before the first row, which is impossible: the file lacks rows that add up to ${sayAmount(opening)}.`,
    row: null,
    expected: formatDecimal(0n),
    actual: formatDecimal(opening),
  };
}

/** Reports a balance before the first row of a file that has a deposit, which is then not the initial balance. */
function earlierBalance(
  opening: bigint,
  operations: ParsedStatement["operations"],
): StatementFinding[] {
  const deposit = operations.find(({ kind }) => kind === "deposit");
  if (!deposit) return [];
  return [
    {
      code: "opening_balance",
      message: `By its balances, the account stood at ${sayAmount(opening)} before the first row, so the deposit of ${sayAmount(deposit.amount)} in row ${deposit.row} is not its initial balance.`,
      row: null,
      expected: formatDecimal(0n),
      actual: formatDecimal(opening),
    },
  ];
}

/**
 * Limits the findings. Those about the whole file are never left out, and neither are notes, because they may explain the
 * contradictions, such as a wrong guess.
 */
function withNotes(findings: StatementFinding[], notes: StatementFinding[]): StatementFinding[] {
  const ofRows = findings.filter(({ row }) => row !== null);
  const free = MAX_FINDINGS - notes.length - (findings.length - ofRows.length);
  const kept = new Set(ofRows.slice(0, ofRows.length > free ? free - 1 : free));
  return [
    ...findings.filter((finding) => finding.row === null || kept.has(finding)),
    ...notListed(ofRows[kept.size]?.code, ofRows.length - kept.size),
    ...notes,
  ];
}

const withoutBalance: StatementFinding = {
  code: "no_balance",
  message:
    "The file states no balance that can be read, so its rows cannot be checked. Export the statement again.",
  row: null,
  expected: null,
  actual: null,
};

const truncated: StatementFinding = {
  code: "truncated",
  message:
    "The file ends before its summary. Export the statement again and import the whole file.",
  row: null,
  expected: null,
  actual: null,
};

function contradictedTotals(totals: ParsedStatement["totals"]): StatementFinding[] {
  return totals
    .filter(({ stated, computed }) => stated !== computed)
    .map(({ row, name, stated, computed }) => ({
      code: "total",
      message: `Row ${row} states ${sayAmount(stated)} as the total ${name}; the rows add up to ${sayAmount(computed)}.`,
      row,
      expected: formatDecimal(computed),
      actual: formatDecimal(stated),
    }));
}

function contradictedClosing(
  { row, amount }: { row: number; amount: bigint },
  computed: bigint,
): StatementFinding {
  return {
    code: "closing_balance",
    message: `Row ${row} states a balance of ${sayAmount(amount)}; the rows give ${sayAmount(computed)}.`,
    row,
    expected: formatDecimal(computed),
    actual: formatDecimal(amount),
  };
}

/** Compares each running balance with the one before it and the change of its row. */
function followBalances(openingStated: bigint | null, steps: BalanceStep[]) {
  const findings: StatementFinding[] = [];
  let opening = openingStated;
  let current = openingStated;
  // What the rows give, if the balance of the row before was misprinted.
  let corrected: bigint | null = null;
  let pending = 0n;
  for (const { row, change, balance } of steps) {
    pending += change;
    if (balance === null) continue;
    const expected: bigint | null = current === null ? null : current + pending;
    const afterMisprint: bigint | null = corrected === null ? null : corrected + pending;
    corrected = null;
    if (expected === null) opening = balance - pending;
    else if (balance !== expected && balance !== afterMisprint) {
      findings.push(contradictedRunning(row, expected, balance));
      corrected = expected;
    }
    // From here on the stated balance counts, so that a wrong amount is reported once, as a misprinted balance is.
    current = balance;
    pending = 0n;
  }
  return { opening, closing: current === null ? null : current + pending, findings };
}

function contradictedRunning(row: number, computed: bigint, stated: bigint): StatementFinding {
  return {
    code: "running_balance",
    message: `Row ${row} states a balance of ${sayAmount(stated)}; the rows give ${sayAmount(computed)}.`,
    row,
    expected: formatDecimal(computed),
    actual: formatDecimal(stated),
  };
}
