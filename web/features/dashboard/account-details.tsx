import Box from "@mui/material/Box";
import { useState } from "react";
import type { TradingAccount } from "../../../src/business/traders/accounts/account.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { StatusBadge } from "../../components/badge/status-badge.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { Panel } from "../../components/panel/panel.tsx";
import { Button } from "../../components/button/button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Skeleton } from "../../components/feedback/skeleton.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { ActionTimeline } from "../../domain/actions/action-timeline.tsx";
import { describeOwnAction } from "../../domain/actions/action-words.ts";
import { formatMoment, sayMoment } from "../../domain/format/dates.ts";
import { trpc } from "../../trpc.ts";
import {
  type AccountStatus,
  accountStatuses,
} from "../../../src/business/traders/accounts/account.rule.ts";

export function AccountDetails({ account }: { account: TradingAccount }) {
  return (
    <Box sx={halves}>
      <Stack>
        <Credentials account={account} />
        <Panel title="Usage Instructions" subtitle="For MT4 and MT5">
          <Box component="ol" sx={steps}>
            <li>Open MetaTrader 4 or MetaTrader 5 and choose “Login to Trade Account”.</li>
            <li>Enter your login and your master password.</li>
            <li>Choose the server exactly as it is written here, and connect.</li>
          </Box>
        </Panel>
      </Stack>
      <Stack>
        <Panel title="Standing">
          <Facts>
            <Fact name="Current Status">
              <StatusBadge status={account.status} />
            </Fact>
            <Fact name="Payout Eligibility">
              <StatusBadge status={account.payoutEnabled ? "active" : "pending"} />
            </Fact>
          </Facts>
        </Panel>
        <StatusLegend />
        <FinishedActions currency={account.currency} />
      </Stack>
    </Box>
  );
}

const halves = {
  display: "grid",
  gap: 2.5,
  alignItems: "start",
  gridTemplateColumns: { md: "repeat(2, minmax(0, 1fr))" },
};

const steps = {
  display: "grid",
  gap: "0.625rem",
  paddingInlineStart: "1.25rem",
  color: "text.secondary",
  "& li::marker": { color: "var(--ink-faint)", fontVariantNumeric: "tabular-nums" },
};

const notAssigned = "Not assigned yet";

/** Shows the credentials with which the trader signs in to the trading platform. */
function Credentials({ account }: { account: TradingAccount }) {
  const [isShown, setShown] = useState(false);
  const { login, masterPassword, server } = account;
  return (
    <Panel title="Trading Platform">
      <Facts>
        <Fact name="Login ID">{login ?? notAssigned}</Fact>
        <Fact name="Master Password">
          {masterPassword === null ? (
            notAssigned
          ) : (
            <Box component="span" sx={secret}>
              <span role="img" aria-label="Hidden">
                ••••••••
              </span>
              <Button size="small" onClick={() => setShown((shown) => !shown)}>
                {isShown ? "Hide Password" : "Show Password"}
              </Button>
            </Box>
          )}
        </Fact>
        <Fact name="Server">{server ?? notAssigned}</Fact>
      </Facts>
      {masterPassword === null ? null : <LastView />}
      {isShown && masterPassword !== null ? (
        <Box sx={{ marginBlockStart: 1 }}>
          <Notice tone="info" title="Your master password">
            <Box component="p" sx={revealed}>
              {masterPassword}
            </Box>
          </Notice>
        </Box>
      ) : null}
    </Panel>
  );
}

const secret = { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0.5rem 0.75rem" };

const revealed = {
  color: "text.primary",
  font: '500 var(--text-lg) / 1.5 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace',
  userSelect: "all",
};

const options = { staleTime: staleTimes.traderData };

/** Shows when an administrator last viewed the master password. */
function LastView() {
  const view = trpc.trader.lastView.useQuery(undefined, options);
  return (
    <Box component="p" sx={lastView} aria-busy={view.isPending}>
      <Icon name="eye" size={16} />
      {view.isPending ? <Skeleton width="16rem" /> : null}
      {view.isLoadingError ? "Failed to load who last viewed the password." : null}
      {view.isSuccess ? describe(view.data) : null}
    </Box>
  );
}

const lastView = {
  display: "flex",
  alignItems: "center",
  gap: 1,
  marginBlockStart: 1.5,
  paddingBlockStart: 1.5,
  borderBlockStart: "1px solid var(--line)",
  color: "text.secondary",
  fontSize: "var(--text-sm)",
};

function describe(view: { viewedAt: Date; viewedBy: string | null } | null): string {
  if (!view) return "Not viewed by the firm yet";
  return `Last viewed by ${view.viewedBy ?? "an administrator"} on ${sayMoment(view.viewedAt)}`;
}

/** What the firm did with the account at the platform; nothing as long as that is nothing. */
function FinishedActions({ currency }: { currency: string }) {
  const { data = [] } = trpc.trader.actions.list.useQuery({ limit: 20 }, options);
  if (data.length === 0) return null;
  return (
    <Panel title="At Your Platform" subtitle="What the firm asked the trading platform to do">
      <ActionTimeline
        name="At your platform"
        entries={data.map((action) => ({
          key: String(action.id),
          title: describeOwnAction(action, currency),
          time: formatMoment(action.finishedAt),
          words: null,
          tone: action.status === "failed" ? ("bad" as const) : undefined,
        }))}
      />
    </Panel>
  );
}

const meanings: Record<AccountStatus, string> = {
  active: "Full trading privileges",
  "under-review": "Trading activity being reviewed",
  pending: "Being verified and set up",
  breached: "Trading rules violated",
};

function StatusLegend() {
  return (
    <Panel title="Status Descriptions">
      <Box component="dl" sx={legend}>
        {accountStatuses.map((status) => (
          <div key={status}>
            <dt>
              <StatusBadge status={status} />
            </dt>
            <dd>{meanings[status]}</dd>
          </div>
        ))}
      </Box>
    </Panel>
  );
}

const legend = {
  display: "grid",
  gap: 1.5,
  "& > div": { display: "grid", gridTemplateColumns: "7.5rem minmax(0, 1fr)", gap: 1 },
  "& dd": { color: "text.secondary" },
};
