import type { AccountWithoutPassword } from "../../../src/business/traders/accounts/account.schema.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { formatMoney, formatResult, parseCents } from "../../../src/platform/money/money.ts";
import { BannedTag } from "../../components/badge/banned-tag.tsx";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Fact, NoValue } from "../../components/panel/facts.tsx";
import { countries } from "../../domain/format/countries.ts";
import { formatDay } from "../../domain/format/dates.ts";
import styles from "./details.module.css";
import { PayoutsCell } from "./user-cells.tsx";

const notSet = <NoValue>Not set</NoValue>;
export const notAssigned = <NoValue>Not assigned yet</NoValue>;
export const withheld = <NoValue>Not shown to your role</NoValue>;

interface PersonalFactsProps {
  user: TraderListItem;
  /** The name of whether the trader is banned, where the status of the trading account is shown as well. */
  banLabel?: string;
}

export function PersonalFacts({ user, banLabel = "Account Status" }: PersonalFactsProps) {
  const country = user.country && (countries[user.country] ?? user.country);
  return (
    <>
      <Fact name="ID">{user.id}</Fact>
      <Fact name="Name">{user.fullName ?? notSet}</Fact>
      <Fact name="Email">{user.email}</Fact>
      <Fact name="Country">{country ?? notSet}</Fact>
      <Fact name="City">{user.city ?? notSet}</Fact>
      <Fact name="Street">{user.street ?? notSet}</Fact>
      <Fact name="House Number">{user.houseNumber ?? notSet}</Fact>
      <Fact name="Joined">{formatDay(user.createdAt)}</Fact>
      <Fact name={banLabel}>{user.banned ? <BannedTag /> : "Active"}</Fact>
      {user.banned ? <Fact name="Ban Reason">{user.banReason ?? notSet}</Fact> : null}
    </>
  );
}

export function AccountFacts({ account }: { account: AccountWithoutPassword }) {
  const { status, phase, balance, profitLoss, currency } = account;
  const { profitTarget, payoutEnabled } = account;
  const isLoss = (parseCents(profitLoss) ?? 0n) < 0n;
  return (
    <>
      <Fact name="Status">
        <StatusBadge status={status} />
      </Fact>
      <Fact name="Phase">{phase ?? notSet}</Fact>
      <Fact name="Balance" isAmount>
        {formatMoney(balance, currency)}
      </Fact>
      <Fact name="Profit/Loss" isAmount>
        <span className={isLoss ? styles.loss : styles.gain}>
          {formatResult(profitLoss, currency)}
        </span>
      </Fact>
      <Fact name="Profit Target">{profitTarget ?? notSet}</Fact>
      <Fact name="Payouts">
        <PayoutsCell isEnabled={payoutEnabled} />
      </Fact>
    </>
  );
}

export function RiskFacts({ account }: { account: AccountWithoutPassword }) {
  const { dailyDrawdownLimit, overallLossLimit, profitTarget } = account;
  return (
    <>
      <Fact name="Daily Drawdown Limit">{dailyDrawdownLimit ?? notSet}</Fact>
      <Fact name="Overall Loss Limit">{overallLossLimit ?? notSet}</Fact>
      <Fact name="Profit Target">{profitTarget ?? notSet}</Fact>
    </>
  );
}
