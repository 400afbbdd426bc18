import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AccountWithoutPassword } from "../../../src/business/traders/accounts/account.schema.ts";
import type { TraderListItem } from "../../../src/business/traders/trader.schema.ts";
import { formatMoney, formatResult, parseCents } from "../../../src/platform/money/money.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Permitted } from "../../app/session/permitted.tsx";
import { BannedTag } from "../../components/badge/banned-tag.tsx";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Copyable } from "../../components/button/copy-button.tsx";
import { Fact, NoValue } from "../../components/panel/facts.tsx";
import { countries } from "../../domain/format/labels.ts";
import { formatDay } from "../../domain/format/dates.ts";
import { currentStage } from "../../domain/stages/current-stage.ts";
import { trpc } from "../../trpc.ts";
import { notAssigned } from "./master-password.tsx";
import { PayoutsCell } from "./user-cells.tsx";

/** Shown for a value that has not been set. */
const notSet = <NoValue>Not set</NoValue>;

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
      <Fact name="Name">
        {user.fullName ? <Copyable noun="Name" value={user.fullName} /> : notSet}
      </Fact>
      <Fact name="Email">
        <Copyable noun="Email" value={user.email} />
      </Fact>
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
        <Box component="span" sx={{ color: isLoss ? "error.main" : "success.main" }}>
          {formatResult(profitLoss, currency)}
        </Box>
      </Fact>
      <Fact name="Profit Target">{profitTarget ?? notSet}</Fact>
      <Fact name="Payouts">
        <PayoutsCell isEnabled={payoutEnabled} />
      </Fact>
    </>
  );
}

interface PlatformFactsProps {
  account: Pick<AccountWithoutPassword, "login" | "server">;
  /** The master password. */
  children: ReactNode;
}

export function PlatformFacts({ account: { login, server }, children }: PlatformFactsProps) {
  return (
    <>
      <Fact name="Login">{login ? <Copyable noun="Login" value={login} /> : notAssigned}</Fact>
      <Fact name="Master Password">
        <Permitted to="credentials.use" otherwise={<NoValue>Not shown to your role</NoValue>}>
          {children}
        </Permitted>
      </Fact>
      <Fact name="Server">{server ? <Copyable noun="Server" value={server} /> : notAssigned}</Fact>
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

/** Says what decides: the rules of the current stage. The risk metrics are texts for the trader's screens only. */
export function RulesNote({ userId }: { userId: number }) {
  const stages = trpc.admin.stages.list.useQuery({ userId }, { staleTime: staleTimes.adminPages });
  if (!stages.data) return null;
  const stage = currentStage(stages.data);
  const isJudged = stage !== undefined && stage.rulesVersionId !== null;
  return (
    <Typography
      sx={{
        marginBlockStart: 1.5,
        fontSize: "var(--text-sm)",
        color: "text.secondary",
        "& a": { textDecoration: "underline" },
      }}
    >
      {isJudged
        ? `The rules of the stage ${stage.phase} decide. These texts are for display only. `
        : "No rules are set, so nothing is judged. These texts are for display only. "}
      <Link to="/admin/users/$id" params={{ id: String(userId) }} search={{ tab: "stages" }}>
        {isJudged ? "Show the rules" : "Set rules"}
      </Link>
    </Typography>
  );
}
