import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { createLink, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Waiting } from "../../../../src/business/watch/overview/overview.schema.ts";
import {
  waitedKinds,
  waitingKinds,
} from "../../../../src/business/traders/waiting/waiting.rule.ts";
import { formatTotal, useWaiting } from "../../../app/api-client/overview.ts";
import { dialog, useOpenDialog } from "../../../app/dialogs.tsx";
import { useRefusal } from "../../../app/session/use-may.ts";
import { LoadFailure } from "../../../components/feedback/load-failure.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { Figure } from "./overview-panels.tsx";
import {
  countOf,
  describeAll,
  describeApprovalLimit,
  describeBridges,
  describeMails,
  describeOldest,
  describeWebhooks,
  sumOf,
} from "./waiting-words.ts";

/** `emails` has the address `?dialog=emails`. */
export const overviewDialogs = {
  emails: dialog(() => import("./failed-mails-dialog.tsx").then((m) => m.FailedMailsDialog)),
};

/** Shows what waits for an administrator, each part with its oldest item and a link to its list. */
export function WaitingPanel() {
  const { data, isLoadingError, refetch } = useWaiting();
  const open = useOpenDialog(overviewDialogs);
  const webhooksRefusal = useRefusal("webhooks.manage");
  const identitiesRefusal = useRefusal("identities.read");
  const linksRefusal = useRefusal("links.read");
  return (
    <Panel title="Waiting" subtitle={data && describeAll(data)}>
      {isLoadingError ? (
        <LoadFailure text="Failed to load the queues." onRetry={() => void refetch()} />
      ) : (
        <>
          {data?.approvalLimit ? (
            <Notice tone="warning" title={describeApprovalLimit(data.approvalLimit)} />
          ) : null}
          <Box component="ul" sx={grid} aria-busy={data === undefined}>
            <Part
              label="Pending payouts"
              to="/admin/payouts"
              search={{ status: "pending", sort: "createdAt", order: "asc" }}
              total={data && sumOf(data.payouts)}
            >
              {data ? <PayoutAges payouts={data.payouts} /> : null}
            </Part>
            <Part label="Reviews" to="/admin/reviews" total={data?.reviews}>
              {describeOldest(data?.reviews)}
            </Part>
            <Part label="Appeals" to="/admin/appeals" total={data?.appeals}>
              {describeOldest(data?.appeals)}
            </Part>
            {data && data.links.total > 0 ? (
              <Part
                label="Cases to decide"
                to={linksRefusal ? undefined : "/admin/links"}
                search={{ status: "open" }}
                refusal={linksRefusal}
                total={data.links}
              >
                {describeOldest(data.links)}
              </Part>
            ) : null}
            <Part
              label="Unconfirmed statements"
              to="/admin/statements"
              search={{ status: "waiting" }}
              total={data?.statements}
            >
              {describeOldest(data?.statements)}
            </Part>
            <Part
              label="Record conflicts"
              to="/admin/statements"
              search={{ status: "conflicts" }}
              total={data?.conflicts}
            >
              {describeOldest(data?.conflicts)}
            </Part>
            <Part label="Requests to pay" to="/admin/payments" total={data?.payments}>
              {describeOldest(data?.payments)}
            </Part>
            <Part
              label="Proposed actions"
              to="/admin/actions"
              search={{ status: "proposed" }}
              total={data?.actions}
            >
              {describeOldest(data?.actions)}
            </Part>
            {data && data.orders.total > 0 ? (
              <Part
                label="Held orders"
                to="/admin/orders"
                search={{ status: "held" }}
                total={data.orders}
              >
                {describeOldest(data.orders)}
              </Part>
            ) : null}
            {data && data.identities.total > 0 ? (
              <Part
                label="Submitted identities"
                to={identitiesRefusal ? undefined : "/admin/identities"}
                refusal={identitiesRefusal}
                total={data.identities}
              >
                {describeOldest(data.identities)}
              </Part>
            ) : null}
            {waitedKinds.map((kind) => (
              <Part
                key={kind}
                label={`Accounts: ${waitingKinds[kind].toLowerCase()}`}
                to="/admin/users"
                search={{ waitingFor: kind }}
                total={data?.accounts[kind]}
              >
                {describeOldest(data?.accounts[kind])}
              </Part>
            ))}
            {data && data.findings.count > 0 ? (
              <Part label="Records to check" to="/admin/bridges" total={countOf(data.findings)}>
                {describeOldest(data.findings)}
              </Part>
            ) : null}
            <Part label="Silent bridges" to="/admin/actions" total={data && countOf(data.bridges)}>
              {data ? describeBridges(data.bridges) : null}
            </Part>
            <Part label="Failed emails" onOpen={() => open("emails")} total={data?.mails.failed}>
              {data ? describeMails(data.mails) : null}
            </Part>
            <Part
              label="Failing webhooks"
              to={webhooksRefusal ? undefined : "/admin/webhooks"}
              refusal={webhooksRefusal}
              total={data?.webhooks}
            >
              {data ? describeWebhooks(data.webhooks) : null}
            </Part>
          </Box>
        </>
      )}
    </Panel>
  );
}

/** The gaps show the colour behind as hairlines; the cells reach the border of the panel. */
const grid = {
  display: "grid",
  gridTemplateColumns: { xs: "repeat(2, minmax(0, 1fr))", md: "repeat(5, minmax(0, 1fr))" },
  gap: "1px",
  margin: "0 -1.25rem -1.25rem",
  borderBlockStart: "1px solid var(--line)",
  borderRadius: "0 0 var(--radius-panel) var(--radius-panel)",
  background: "var(--line)",
  listStyle: "none",
  overflow: "hidden",
  "& > li": { display: "grid", minInlineSize: 0, background: "var(--panel)" },
};

interface PartProps {
  label: string;
  /** The page with the corresponding list. */
  to?: LinkProps["to"];
  search?: object;
  /** Opens the corresponding list if it is a dialog. */
  onOpen?: () => void;
  /** Why the administrator cannot open the corresponding list. */
  refusal?: string | undefined;
  total: Pick<Waiting["statements"], "total" | "exceedsTotal"> | undefined;
  children: ReactNode;
}

const CellLink = createLink(ButtonBase);

function Part({ label, to, search, onOpen, refusal, total, children }: PartProps) {
  const waits = total !== undefined && total.total > 0;
  const content = (
    <>
      <Typography component="span" variant="body2" sx={{ color: "text.secondary" }}>
        {label}
      </Typography>
      <Box
        component="span"
        sx={{ ...figure, color: waits ? "text.primary" : "text.disabled" }}
        data-waits={waits ? "" : undefined}
      >
        <Figure value={total && formatTotal(total)} />
      </Box>
      <Stack
        component="span"
        direction="row"
        sx={{ flexWrap: "wrap", columnGap: "0.75rem", fontSize: "var(--text-sm)" }}
      >
        {children}
      </Stack>
    </>
  );
  if (refusal) {
    return (
      <li>
        <Box sx={cell} title={refusal}>
          {content}
        </Box>
      </li>
    );
  }
  return (
    <li>
      {to === undefined ? (
        <ButtonBase sx={{ ...cell, ...opens }} onClick={onOpen}>
          {content}
        </ButtonBase>
      ) : (
        <CellLink to={to} search={search as never} sx={{ ...cell, ...opens }}>
          {content}
        </CellLink>
      )}
    </li>
  );
}

const cell = {
  display: "grid",
  placeContent: "start",
  justifyItems: "start",
  gap: "0.125rem",
  padding: { xs: "0.625rem 1rem", md: "0.875rem 1.25rem" },
  color: "text.secondary",
  textAlign: "start",
  fontVariantNumeric: "tabular-nums",
};

const opens = {
  "&:hover": { background: "var(--hover)", textDecoration: "none" },
  "&:focus-visible": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
};

const figure = {
  fontSize: { xs: "1.375rem", md: "var(--text-figure)" },
  fontWeight: 600,
  lineHeight: 1.2,
  letterSpacing: "-0.025em",
};

/** Shows how long the oldest pending payout has waited, and how many have waited too long. */
function PayoutAges({ payouts }: { payouts: Waiting["payouts"] }) {
  const { overThreeDays } = payouts;
  return (
    <>
      <span>{describeOldest(payouts)}</span>
      {overThreeDays.total > 0 ? (
        <Box component="span" sx={{ color: "var(--orange)", fontWeight: 550 }}>
          {formatTotal(overThreeDays)} over 3 days
        </Box>
      ) : null}
    </>
  );
}
