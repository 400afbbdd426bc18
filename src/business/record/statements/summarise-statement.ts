import { formatDecimal } from "../../../platform/money/money.ts";
import { reconcile } from "./reading/reconcile.rule.ts";
import type { ParsedStatement, StatementDeal, StatementOperation } from "./reading/statement.ts";
import type { Statement } from "./statement.schema.ts";

/** So many records are stored by one SQL statement, which has a time limit. */
const BATCH = 10_000;

/**
 * A statement in the form that the import stores. It is passed between threads, so deals and operations are JSON
 * texts.
 */
export interface StatementSummary extends Pick<
  Statement,
  "format" | "login" | "accountName" | "currency" | "totals" | "openingBalance" | "closingBalance"
> {
  counts: Omit<Statement["counts"], "new" | "known" | "conflicts">;
  reconciliation: Statement["reconciliation"];
  /** The zone that the file states; `null` if it does not. */
  statedZone: string | null;
  /** The balance operations with a financing comment. */
  financing: { count: number; amount: string } | null;
  /** Milliseconds since 1970 UTC; `null` if the statement has no records. */
  from: number | null;
  to: number | null;
  firstDeposit: string | null;
  /** JSON arrays by row, whose fields have the names of the columns of `deals` and `operations`. */
  deals: string[];
  operations: string[];
}

/** Compares a statement with itself and adds up its records. */
export function summariseStatement(statement: ParsedStatement): StatementSummary {
  const { deals, operations } = statement;
  const { status, difference, findings, openingBalance, closingBalance } = reconcile(statement);
  const { from, to } = periodOf([...deals, ...operations]);
  return {
    format: statement.format,
    login: statement.login,
    accountName: statement.accountName,
    currency: statement.currency,
    statedZone: statement.statedZone ?? null,
    financing: statement.financing
      ? { ...statement.financing, amount: formatDecimal(statement.financing.amount) }
      : null,
    from,
    to,
    counts: {
      trades: statement.closedTrades,
      openTrades: statement.openTrades,
      deals: deals.length,
      operations: operations.length,
      cancelledOrders: statement.cancelledOrders,
    },
    totals: totalsOf(deals, operations),
    openingBalance: openingBalance === null ? null : formatDecimal(openingBalance),
    closingBalance: closingBalance === null ? null : formatDecimal(closingBalance),
    reconciliation: {
      status,
      difference: formatDecimal(difference),
      findings,
    },
    firstDeposit: firstDepositOf(operations),
    deals: batchesOf(deals, dealColumns),
    operations: batchesOf(operations, operationColumns),
  };
}

function batchesOf<Item extends { row: number }>(
  records: Item[],
  columnsOf: (item: Item) => object,
): string[] {
  const rows = records.toSorted((a, b) => a.row - b.row).map(columnsOf);
  const batches: string[] = [];
  for (let start = 0; start < rows.length; start += BATCH) {
    batches.push(JSON.stringify(rows.slice(start, start + BATCH)));
  }
  return batches;
}

function periodOf(records: { time: number }[]) {
  let from: number | null = null;
  let to: number | null = null;
  for (const { time } of records) {
    if (from === null || time < from) from = time;
    if (to === null || time > to) to = time;
  }
  return { from, to };
}

function totalsOf(deals: StatementDeal[], operations: StatementOperation[]): Statement["totals"] {
  const ofDeals = (pick: (deal: StatementDeal) => bigint) =>
    deals.reduce((sum, deal) => sum + pick(deal), 0n);
  const ofKind = (wanted: StatementOperation["kind"]) =>
    operations.reduce((sum, { kind, amount }) => (kind === wanted ? sum + amount : sum), 0n);
  return {
    profit: formatDecimal(ofDeals(({ profit }) => profit)),
    commission: formatDecimal(ofDeals(({ commission }) => commission)),
    swap: formatDecimal(ofDeals(({ swap }) => swap)),
    fee: formatDecimal(ofDeals(({ fee }) => fee) + ofKind("fee")),
    deposits: formatDecimal(ofKind("deposit")),
    withdrawals: formatDecimal(ofKind("withdrawal")),
    corrections: formatDecimal(ofKind("correction")),
    credits: formatDecimal(ofKind("credit")),
  };
}

function firstDepositOf(operations: StatementOperation[]): string | null {
  const deposits = operations.filter(({ kind }) => kind === "deposit");
  const [first] = deposits.toSorted((a, b) => a.time - b.time || a.row - b.row);
  return first ? formatDecimal(first.amount) : null;
}

function dealColumns({ row, time, profit, commission, swap, fee, ...deal }: StatementDeal) {
  return {
    ...deal,
    row,
    time: new Date(time).toISOString(),
    symbol: deal.symbol.toUpperCase(),
    profit: formatDecimal(profit),
    commission: formatDecimal(commission),
    swap: formatDecimal(swap),
    fee: formatDecimal(fee),
  };
}

function operationColumns({ row, ticket, time, kind, amount }: StatementOperation) {
  return { row, ticket, kind, time: new Date(time).toISOString(), amount: formatDecimal(amount) };
}
