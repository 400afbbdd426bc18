import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import type { PayoutDesk } from "../../../../src/business/money/payouts/desk.schema.ts";
import { canDecide } from "../../../../src/business/money/payouts/payout-policy.rule.ts";
import { paymentMethods } from "../../../../src/business/money/payouts/payout.rule.ts";
import { BannedTag } from "../../../components/badge/banned-tag.tsx";
import { StatusBadge } from "../../../components/badge/status-badge.tsx";
import { CopyButton } from "../../../components/button/copy-button.tsx";
import { Button, LinkButton } from "../../../components/button/button.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { BackLink } from "../../../components/page/back-link.tsx";
import { formatCount } from "../../../domain/format/figures.ts";
import { formatMoment } from "../../../domain/format/dates.ts";
import { displayName, PersonName } from "../../../domain/format/texts.tsx";

export function BackToPayouts() {
  return <BackLink to="/admin/payouts">Payouts</BackLink>;
}

/** Shows in two lines which request it is, with links to its neighbours in the queue. */
export function DeskHeader({ desk }: { desk: PayoutDesk }) {
  const { payout, trader, queue, needsSecondApproval } = desk;
  return (
    <Box component="header" sx={{ display: "grid", gap: 0.5 }}>
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          alignItems: "center",
          justifyContent: "space-between",
          gap: "0.5rem 1rem",
        }}
      >
        <BackToPayouts />
        <QueueLinks queue={queue} />
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "0.25rem 0.75rem" }}>
        <Typography component="h1" sx={{ fontSize: "var(--text-xl)", fontWeight: 600 }}>
          {`Request #${payout.id}`}
        </Typography>
        <StatusBadge status={payout.status} />
        {trader.banned ? <BannedTag /> : null}
      </Box>
      <Typography sx={{ color: "text.secondary", "& a": { textDecoration: "underline" } }}>
        <Link to="/admin/users/$id" params={{ id: String(payout.userId) }}>
          <PersonName of={payout.user} />
        </Link>{" "}
        <CopyButton noun="Name" value={displayName(payout.user)} />
        {` · ${paymentMethods[payout.paymentMethod]} · ${formatMoment(payout.createdAt)}`}
        {needsSecondApproval && canDecide(payout.status, "approved")
          ? " · Approving this amount needs two administrators"
          : ""}
      </Typography>
    </Box>
  );
}

/** Links to the previous and the next pending request in the queue. */
function QueueLinks({ queue }: Pick<PayoutDesk, "queue">) {
  return (
    <Box
      component="nav"
      aria-label="Pending requests"
      sx={{ display: "flex", alignItems: "center", gap: "0.5rem", fontSize: "var(--text-sm)" }}
    >
      <Box component="span" sx={{ color: "text.secondary" }}>
        {`${formatCount(queue.waiting)} pending`}
      </Box>
      <QueueLink id={queue.previous} label="Previous" shortcut="k" />
      <QueueLink id={queue.next} label="Next" shortcut="j" />
    </Box>
  );
}

interface QueueLinkProps {
  id: number | null;
  label: "Previous" | "Next";
  shortcut: string;
}

function QueueLink({ id, label, shortcut }: QueueLinkProps) {
  const text = (
    <>
      {label === "Previous" ? <Icon name="chevronLeft" size={16} /> : null}
      {label}
      {label === "Next" ? <Icon name="chevronRight" size={16} /> : null}
    </>
  );
  if (id === null) {
    return (
      <Button size="small" disabled>
        {text}
      </Button>
    );
  }
  return (
    <LinkButton
      to="/admin/payouts/$id"
      params={{ id: String(id) }}
      aria-label={`${label} pending request, #${id}`}
      aria-keyshortcuts={shortcut}
      data-tooltip={`${label} pending request (${shortcut})`}
      size="small"
    >
      {text}
    </LinkButton>
  );
}
