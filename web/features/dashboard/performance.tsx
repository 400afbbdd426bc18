import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import Box from "@mui/material/Box";
import { format, subDays } from "date-fns";
import type { ReactNode } from "react";
import { Stack } from "../../components/page/stack.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import styles from "./chart.module.css";
import { parseLimit } from "../../../src/business/traders/accounts/account.rule.ts";
import { parseCents } from "../../../src/platform/money/money.ts";

/** The Performance tab of an account without a trading record. */
export function Performance({ account }: { account: TradingAccount }) {
  return (
    <Stack>
      <Box sx={halves}>
        <ProfitLossChart />
        <RiskGauges account={account} />
      </Box>
      <TradingRules />
    </Stack>
  );
}

const halves = {
  display: "grid",
  gap: 2.5,
  gridTemplateColumns: { md: "repeat(2, minmax(0, 1fr))" },
};

interface RiskAndRulesProps {
  account: TradingAccount;
  /** The stage has rules. */
  isJudged: boolean;
}

/** Shows the limits and the rules next to the results of an account with a trading record. */
export function RiskAndRules({ account, isJudged }: RiskAndRulesProps) {
  return (
    <Stack>
      <RiskGauges account={account} isJudged={isJudged} />
      <TradingRules />
    </Stack>
  );
}

interface PerformanceChartProps {
  account: TradingAccount;
  /** Shown next to the title. */
  tools?: ReactNode;
}

/** An empty chart with today's point, for accounts without a trading record. */
export function PerformanceChart({ account, tools }: PerformanceChartProps) {
  const days = lastWeek();
  const fromTop = `${(1 - accountPosition(account)) * 100}%`;
  return (
    <Panel title="Performance" subtitle="Last week" aside={tools}>
      <div className={styles.frame} aria-hidden="true">
        <div className={styles.plot}>
          <span className={`${styles.line} ${styles.target}`}>Target</span>
          <span className={`${styles.line} ${styles.start}`}>Start</span>
          <span className={`${styles.line} ${styles.limit}`}>Limit</span>
          <div className={styles.field}>
            <span className={styles.today} style={{ insetBlockStart: fromTop }}>
              Today
            </span>
          </div>
        </div>
        <Days days={days} />
      </div>
      <p className={styles.caption}>
        The point is the account's position today. The chart begins with the first trading record
        that the firm imports or receives from the platform.
      </p>
    </Panel>
  );
}

function Days({ days }: { days: ReturnType<typeof lastWeek> }) {
  return (
    <div className={styles.days}>
      {days.map(({ date, label }) => (
        <span key={date}>{label}</span>
      ))}
    </div>
  );
}

/** An empty chart with one bar per day, for accounts without a trading record. */
function ProfitLossChart() {
  const days = lastWeek();
  return (
    <Panel title="Profit and Loss" subtitle="By day">
      <div className={styles.frame} aria-hidden="true">
        <div className={styles.bars}>
          {days.map(({ date }) => (
            <span key={date} className={styles.bar} />
          ))}
        </div>
        <Days days={days} />
      </div>
      <p className={styles.caption}>
        Daily results, statistics and trades appear with the first trading record.
      </p>
    </Panel>
  );
}

interface RiskGaugesProps {
  account: TradingAccount;
  /** The stage has a verdict, which shows how much of the limits is left. */
  isJudged?: boolean;
}

/** Shows the limits, each with an empty gauge if its use is not measured. */
function RiskGauges({ account, isJudged = false }: RiskGaugesProps) {
  const { dailyDrawdownLimit, overallLossLimit } = account;
  return (
    <Panel title="Risk" subtitle={isJudged ? "Your limits" : "Use of your limits"}>
      <dl>
        <Gauge name="Daily Drawdown Limit" limit={dailyDrawdownLimit} hasScale={!isJudged} />
        <Gauge name="Overall Loss Limit" limit={overallLossLimit} hasScale={!isJudged} />
      </dl>
      <p className={styles.caption}>
        {isJudged
          ? "“Limits and Objectives” on the Overview tab shows how much of them is left."
          : "The use of these limits is not measured yet."}
      </p>
    </Panel>
  );
}

interface GaugeProps {
  name: string;
  limit: string | null;
  hasScale: boolean;
}

function Gauge({ name, limit, hasScale }: GaugeProps) {
  return (
    <div className={styles.gauge}>
      <dt>{name}</dt>
      <dd>{limit ?? "N/A"}</dd>
      {hasScale ? <dd className={styles.track} aria-hidden="true" /> : null}
    </div>
  );
}

function TradingRules() {
  return (
    <Panel title="Trading Rules">
      <Box component="ul" sx={ruleList}>
        <li>A daily drawdown breach restricts trading access.</li>
        <li>An overall loss breach suspends the account.</li>
        <li>Reaching the profit target moves the account one step toward payout eligibility.</li>
      </Box>
    </Panel>
  );
}

const ruleList = {
  display: "grid",
  gap: "0.625rem",
  paddingInlineStart: "1.25rem",
  color: "text.secondary",
  listStyle: "square",
  "& li::marker": { color: "var(--ink-faint)" },
};

interface Day {
  date: string;
  label: string;
}

/** Returns the seven days that the charts cover, today last. */
function lastWeek(today = new Date()): Day[] {
  return Array.from({ length: 7 }, (_, index) => {
    const day = subDays(today, 6 - index);
    return { date: format(day, "yyyy-MM-dd"), label: format(day, "MMM d") };
  });
}

/**
 * Returns where the account is between its loss limit (0) and its profit target (1). The initial balance is always at
 * 0.5, so that both halves have the same size whatever the two distances are.
 */
export function accountPosition(account: TradingAccount): number {
  const profit = parseCents(account.profitLoss) ?? 0n;
  const line = parseLimit(profit < 0n ? account.overallLossLimit : account.profitTarget, account);
  if (!line || line <= 0n) return 0.5;
  const share = Number((profit * 1000n) / line) / 1000;
  return 0.5 + Math.max(-1, Math.min(1, share)) / 2;
}
