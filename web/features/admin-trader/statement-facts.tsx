import type { ReactNode } from "react";
import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { formatMoney, formatResult } from "../../../src/platform/money/money.ts";
import { Fact, Facts, NoValue } from "../../components/panel/facts.tsx";
import { formatCount } from "../../domain/format/counts.ts";
import { statementFormatLabels } from "../../domain/statements/statement-labels.ts";
import { describePeriod } from "../../domain/statements/describe-period.ts";
import {
  describeCounts,
  describeZoneSource,
  formatSize,
} from "../../domain/statements/statement-words.ts";
import styles from "./statements.module.css";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";

const notStated = <NoValue>Not stated</NoValue>;

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <Facts>{children}</Facts>
    </section>
  );
}

/** Shows what was read from the file: its account, its records, and whether its balances add up. */
export function StatementFacts({ statement, more }: { statement: Statement; more?: ReactNode }) {
  const { login, accountName, currency } = statement;
  return (
    <div className={styles.groups}>
      <Group title="File">
        {statement.id === null ? null : <Fact name="Statement">{`#${statement.id}`}</Fact>}
        <Fact name="Format">{statementFormatLabels[statement.format]}</Fact>
        <Fact name="Size">{formatSize(statement.size)}</Fact>
        <Fact name="Account">{[login, accountName].filter(Boolean).join(" · ") || notStated}</Fact>
        <Fact name="Currency">{currency ?? notStated}</Fact>
        <Fact name="Time Zone">{describeZoneSource(statement)}</Fact>
        {more}
      </Group>
      <Group title="Records">
        <Fact name="Period">{describePeriod(statement)}</Fact>
        <Fact name="Contents">{describeCounts(statement.counts)}</Fact>
        <RecordCounts statement={statement} />
      </Group>
    </div>
  );
}

function RecordCounts({ statement: { counts } }: { statement: Statement }) {
  return (
    <>
      <Fact name="Deals" isAmount>
        {formatCount(counts.deals)}
      </Fact>
      {counts.cancelledOrders > 0 ? (
        <Fact name="Cancelled Orders" isAmount>
          {formatCount(counts.cancelledOrders)}
        </Fact>
      ) : null}
      <Fact name="New Records" isAmount>
        {formatCount(counts.new)}
      </Fact>
      <Fact name="Already Known" isAmount>
        {formatCount(counts.known)}
      </Fact>
      <Fact name="Conflicts" isAmount>
        {formatCount(counts.conflicts)}
      </Fact>
    </>
  );
}

const totalNames = {
  profit: "Profit",
  commission: "Commission",
  swap: "Swap",
  fee: "Fees",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  corrections: "Corrections",
  credits: "Credits",
} as const satisfies Record<keyof Statement["totals"], string>;

const totalOrder = keysOf(totalNames);

/** Shows the totals of the rows and the balances stated in the file. Totals of zero are left out, except the profit. */
export function StatementTotals({ statement }: { statement: Statement }) {
  const { totals, openingBalance, closingBalance, reconciliation, currency, financing } = statement;
  const shown = totalOrder.filter((name) => name === "profit" || totals[name] !== "0.00");
  return (
    <div className={styles.groups}>
      <Group title="Totals">
        {shown.map((name) => (
          <Fact key={name} name={totalNames[name]} isAmount>
            {formatResult(totals[name], currency)}
          </Fact>
        ))}
        {financing ? (
          <Fact
            name={financing.areCosts ? "Financing, in Fees" : "Financing, in Withdrawals"}
            isAmount
          >
            {formatResult(financing.amount, currency)}
          </Fact>
        ) : null}
      </Group>
      <Group title="Balances">
        <Fact name="Opening Balance" isAmount>
          {openingBalance === null ? notStated : formatMoney(openingBalance, currency)}
        </Fact>
        <Fact name="Closing Balance" isAmount>
          {closingBalance === null ? notStated : formatMoney(closingBalance, currency)}
        </Fact>
        <Fact name="Difference" isAmount>
          {formatResult(reconciliation.difference, currency)}
        </Fact>
      </Group>
    </div>
  );
}
