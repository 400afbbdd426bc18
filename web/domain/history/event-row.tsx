import Avatar from "@mui/material/Avatar";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import Chip from "@mui/material/Chip";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { auditActions } from "../../../src/business/watch/audit-log/audit-actions.rule.ts";
import type { AuditEvent } from "../../../src/business/watch/audit-log/audit-event.schema.ts";
import type { DeclaredAction } from "../../../src/identity/audit/declared-events.rule.ts";
import { Clamped } from "../../components/clamped/clamped.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { formatExactMoment } from "../format/dates.ts";
import { shorten } from "../format/texts.tsx";
import { describeChanges, summarizeEvent } from "./event-changes.ts";
import { describeEvent } from "./event-sentence.ts";

interface EventRowProps {
  event: AuditEvent;
  formatTime: (at: Date) => string;
}

/** Shows an event as a sentence that expands to its details. */
export function EventRow({ event, formatTime }: EventRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { actor, automatic, action, target, request } = describeEvent(event);
  const { icon } = auditActions[event.action];
  const { tone = "plain" }: DeclaredAction = auditActions[event.action];
  const summary = summarizeEvent(event);
  return (
    <Box
      component="li"
      sx={{ borderBottom: 1, borderColor: "divider", "&:last-child": { border: 0 } }}
    >
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen((present) => !present)}
        sx={{ ...eventGrid, "&:hover": { background: "var(--hover)" } }}
      >
        <Avatar component="span" sx={{ width: 28, height: 28, ...tones[tone] }}>
          <Icon name={icon} size={16} />
        </Avatar>
        <Box component="span" sx={{ minWidth: 0, pt: "0.1875rem", overflowWrap: "anywhere" }}>
          <Clamped lines="three">
            {actor ? (
              <strong>
                <bdi dir="auto">{actor}</bdi>{" "}
              </strong>
            ) : null}
            {action}
            {target ? (
              <strong>
                {" "}
                <bdi dir="auto">{target}</bdi>
              </strong>
            ) : null}
            {request ? `, ${request}` : null}
            {automatic ? (
              <Chip component="span" variant="outlined" label={automatic} sx={automaticLook} />
            ) : null}
          </Clamped>
          {summary && !isOpen ? (
            <Typography component="span" variant="body2" noWrap sx={summaryText}>
              {shorten(summary)}
            </Typography>
          ) : null}
        </Box>
        <Typography
          component="time"
          variant="body2"
          dateTime={event.at.toISOString()}
          noWrap
          sx={{
            gridArea: { xs: "2 / 2", md: "auto" },
            pt: "0.1875rem",
            color: "text.secondary",
            fontVariantNumeric: "tabular-nums",
          }}
        >
          {formatTime(event.at)}
        </Typography>
        <Box
          component="span"
          sx={{
            gridArea: { xs: "1 / 3", md: "auto" },
            pt: "0.3125rem",
            color: "text.disabled",
            "& svg": { transition: "rotate var(--quick)", rotate: isOpen ? "180deg" : undefined },
          }}
        >
          <Icon name="chevronDown" size={16} />
        </Box>
      </ButtonBase>
      {isOpen ? (
        <Box
          id={id}
          sx={{
            display: "grid",
            gap: 2,
            p: "0.25rem var(--inset) 1.25rem",
            pl: { md: "calc(var(--inset) + 2.625rem)" },
          }}
        >
          <EventDetails event={event} />
        </Box>
      ) : null}
    </Box>
  );
}

/** The parts of a row: its icon, its sentence, its time, and the arrow. On small screens, the time is below. */
export const eventGrid = {
  display: "grid",
  gridTemplateColumns: { xs: "auto minmax(0, 1fr) auto", md: "auto minmax(0, 1fr) auto auto" },
  alignItems: "start",
  gap: "0.125rem 0.875rem",
  width: "100%",
  p: "0.75rem var(--inset)",
  textAlign: "start",
};

/** As high as the line. */
const automaticLook = { ml: 1, my: "-0.25rem", color: "text.secondary", verticalAlign: "middle" };

const summaryText = {
  display: { xs: "-webkit-box", md: "block" },
  mt: 0.25,
  color: "text.secondary",
  whiteSpace: { xs: "normal", md: "nowrap" },
  WebkitBoxOrient: "vertical",
  WebkitLineClamp: "2",
};

const tones: Readonly<Record<NonNullable<DeclaredAction["tone"]>, object>> = {
  plain: { background: "var(--gray-wash)", color: "text.secondary" },
  good: { background: "var(--green-wash)", color: "success.main" },
  critical: { background: "var(--red-wash)", color: "error.main" },
};

const actorKinds: Record<AuditEvent["actor"], string> = {
  trader: "Trader",
  administrator: "Administrator",
  token: "API token",
  visitor: "Visitor, not signed in",
  system: "System",
};

/** Shows everything that was recorded about an event. */
function EventDetails({ event }: { event: AuditEvent }) {
  const { traderId, traderName, payoutId, reason, actor, actorName, actorId } = event;
  const who = [actorName, actorId === null ? undefined : `#${actorId}`].filter(Boolean).join(" ");
  return (
    <>
      {reason ? (
        <Box
          component="blockquote"
          sx={{
            m: 0,
            pl: 1.5,
            borderLeft: quoteLine,
            whiteSpace: "pre-line",
            overflowWrap: "anywhere",
          }}
        >
          {reason}
        </Box>
      ) : null}
      <Changes event={event} />
      <Box
        component="dl"
        sx={{
          display: "grid",
          gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 15rem), 1fr))",
          gap: "0.75rem 1.5rem",
        }}
      >
        <Fact name="When">{formatExactMoment(event.at)}</Fact>
        <Fact name="Who">{who ? `${who} (${actorKinds[actor]})` : actorKinds[actor]}</Fact>
        {traderId === null ? null : (
          <Fact name="User">
            <Link to="/admin/audit" search={{ traderId: String(traderId) }}>
              {`${traderName ?? ""} #${traderId}`.trim()}
            </Link>
          </Fact>
        )}
        {payoutId === null ? null : (
          <Fact name="Payout Request">
            <Link to="/admin/audit" search={{ payoutId: String(payoutId) }}>
              {`#${payoutId}`}
            </Link>
          </Fact>
        )}
        {event.address ? <Fact name="Address">{event.address}</Fact> : null}
        {event.requestId ? <Fact name="Request ID">{event.requestId}</Fact> : null}
        <Fact name="Event">{`#${event.id}`}</Fact>
      </Box>
    </>
  );
}

const quoteLine = "2px solid var(--line-strong)";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="caption" sx={{ color: "text.secondary" }}>
        {name}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ overflowWrap: "anywhere" }}>
        {children}
      </Typography>
    </div>
  );
}

function Changes({ event }: { event: AuditEvent }) {
  const changes = describeChanges(event);
  if (changes.length === 0) return null;
  return (
    <Table
      sx={{
        tableLayout: "fixed",
        fontSize: "var(--text-sm)",
        "& th, & td": { py: 0.75, verticalAlign: "top", overflowWrap: "anywhere" },
        "& tbody > tr > :not(:last-child)": { color: "text.secondary", fontWeight: 400 },
        "& td:last-child:not([colspan])": { fontWeight: 550 },
      }}
    >
      <TableHead>
        <TableRow>
          {["Field", "Before", "After"].map((title) => (
            <TableCell key={title} scope="col">
              {title}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {changes.map(({ name, isSecret, from, to }) => (
          <TableRow key={name}>
            <TableCell component="th" scope="row">
              {name}
            </TableCell>
            {isSecret ? (
              <TableCell colSpan={2}>Changed; the value is not recorded</TableCell>
            ) : (
              <>
                <TableCell>{from ?? "—"}</TableCell>
                <TableCell>{to ?? "—"}</TableCell>
              </>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
