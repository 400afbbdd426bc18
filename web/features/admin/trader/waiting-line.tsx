import Typography from "@mui/material/Typography";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { waitingActors } from "../../../../src/business/traders/waiting/waiting.rule.ts";
import type { WaitingFor } from "../../../../src/business/traders/waiting/waiting.schema.ts";
import { formatMoment } from "../../../domain/format/dates.ts";

interface WaitingLineProps {
  waitingFor: WaitingFor;
  userId: number;
}

/** Says what the account waits for, since when, and who acts next, with a link; renders nothing if it waits for nothing. */
export function WaitingLine({ waitingFor, userId }: WaitingLineProps) {
  const { kind, sentence, since, actor } = waitingFor;
  if (kind === "nothing") return null;
  return (
    <Typography
      sx={{ fontWeight: 600, overflowWrap: "anywhere", "& a": { textDecoration: "underline" } }}
    >
      {`${sentence}. `}
      <Typography
        component="span"
        variant="inherit"
        sx={{ color: "text.secondary", fontWeight: 400 }}
      >
        {`${waitingActors[actor]} acts next`}
        {since ? `, since ${formatMoment(since)}` : null}
        {". "}
      </Typography>
      <SubjectLink waitingFor={waitingFor} userId={userId} />
    </Typography>
  );
}

/** Links to the record that the account waits for, if it has a page. */
function SubjectLink({ waitingFor: { about }, userId }: WaitingLineProps): ReactNode {
  if (about?.kind === "review") {
    return (
      <Link to="/admin/reviews" search={{ review: about.id }}>
        Go to the review
      </Link>
    );
  }
  if (about?.kind === "payout") {
    return (
      <Link to="/admin/payouts/$id" params={{ id: String(about.id) }}>
        Go to the request
      </Link>
    );
  }
  if (about?.kind === "order") {
    return (
      <Link to="/admin/orders/$id" params={{ id: String(about.id) }}>
        Go to the order
      </Link>
    );
  }
  if (about?.kind === "identity") return <Link to="/admin/identities">Go to the identities</Link>;
  if (about?.kind === "agreement") return <Link to="/admin/agreements">Go to the agreements</Link>;
  if (about?.kind === "appeal") return <Link to="/admin/appeals">Go to the appeals</Link>;
  if (about?.kind === "action") return <Link to="/admin/actions">Go to the actions</Link>;
  if (about?.kind !== "stage") return null;
  return (
    <Link to="/admin/users/$id" params={{ id: String(userId) }} search={{ tab: "stages" }}>
      Go to the stages
    </Link>
  );
}
