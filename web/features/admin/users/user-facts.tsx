import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import {
  accountFields,
  platformFields,
  riskFields,
} from "../../../../src/business/traders/accounts/account.fields.ts";
import { traderFields } from "../../../../src/identity/users/trader.fields.ts";
import { namesWith, shownValue } from "../../../../src/platform/declared/field.rule.ts";
import type { AccountWithoutPassword } from "../../../../src/business/traders/accounts/account.schema.ts";
import type { TraderListItem } from "../../../../src/business/traders/trader.schema.ts";
import { formatMoney, formatResult, parseCents } from "../../../../src/platform/money/money.ts";
import { staleTimes } from "../../../app/api-client/query-client.ts";
import { Permitted } from "../../../app/session/permitted.tsx";
import { BannedTag } from "../../../components/badge/banned-tag.tsx";
import { StatusBadge } from "../../../components/badge/status-badge.tsx";
import { Copyable } from "../../../components/button/copy-button.tsx";
import { Fact, NoValue } from "../../../components/panel/facts.tsx";
import { formatDay } from "../../../domain/format/dates.ts";
import { currentStage } from "../../../domain/stages/current-stage.ts";
import { trpc } from "../../../trpc.ts";
import { notAssigned } from "./master-password.tsx";
import { PayoutsCell } from "./user-cells.tsx";

/** Shown for a value that has not been set. */
const notSet = <NoValue>Not set</NoValue>;

const texts = namesWith(traderFields, { kind: "text" });

interface PersonalFactsProps {
  user: TraderListItem;
  /** The name of whether the trader is banned, where the status of the trading account is shown as well. */
  banLabel?: string;
}

export function PersonalFacts({ user, banLabel = "Account Status" }: PersonalFactsProps) {
  return (
    <>
      <Fact name="ID">{user.id}</Fact>
      <Fact name="Name">
        {user.fullName ? <Copyable noun="Name" value={user.fullName} /> : notSet}
      </Fact>
      <Fact name="Email">
        <Copyable noun="Email" value={user.email} />
      </Fact>
      {texts.map((name) => {
        const stored = user[name];
        return (
          <Fact key={name} name={traderFields[name].label}>
            {stored === null ? notSet : shownValue(traderFields[name], stored)}
          </Fact>
        );
      })}
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
  account: AccountWithoutPassword;
  /** The master password. */
  children: ReactNode;
}

export function PlatformFacts({ account, children }: PlatformFactsProps) {
  return platformFields.map((name) => {
    const { label } = accountFields[name];
    if (name === "masterPassword") {
      return (
        <Fact key={name} name={label}>
          <Permitted to="credentials.use" otherwise={<NoValue>Not shown to your role</NoValue>}>
            {children}
          </Permitted>
        </Fact>
      );
    }
    const value = account[name];
    return (
      <Fact key={name} name={label}>
        {value ? <Copyable noun={label} value={value} /> : notAssigned}
      </Fact>
    );
  });
}

export function RiskFacts({ account }: { account: AccountWithoutPassword }) {
  return riskFields.map((name) => (
    <Fact key={name} name={accountFields[name].label}>
      {account[name] ?? notSet}
    </Fact>
  ));
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
