import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import type { QueuedReview } from "../../../../src/business/decisions/reviews/review.schema.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { useMay } from "../../../app/session/use-may.ts";
import { LinkButton } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { Icon } from "../../../components/icon/icon.tsx";
import { KeyHelp, useShortcuts } from "../../../domain/payouts/desk.tsx";
import { reviewDialogs } from "./review-dialogs.ts";
import { reviewSubjects } from "./review-words.ts";
import { useContradictions, useNeighbours, useOpenReview } from "./use-reviews.ts";

interface DecisionBarProps {
  review: QueuedReview;
  /** The zone of the rules, if they are loaded. */
  timeZone: string | undefined;
  onIssueCertificate: (review: QueuedReview) => void;
  onUploadCertificate: (review: QueuedReview) => void;
}

const decisionKeys = { c: "confirm", d: "dismiss" };
const queueKeys = { j: "next", k: "previous" };

/** The decision on a review, which follows its case and stays in view; once it is made, what comes next. */
export function DecisionBar({ review, timeZone, ...certificate }: DecisionBarProps) {
  const { kind, decision } = review;
  const open = useOpenDialog(reviewDialogs);
  const contradictions = useContradictions(review);
  const isDecidable = useMay("reviews.decide") && decision === null;
  const { next, previous } = useNeighbours(review.id);
  const openReview = useOpenReview();
  useShortcuts({
    c: isDecidable ? () => open("confirm") : undefined,
    d: isDecidable ? () => open("dismiss") : undefined,
    j: next === undefined ? undefined : () => openReview(next),
    k: previous === undefined ? undefined : () => openReview(previous),
  });
  return (
    <Paper role="group" aria-label="Decision" elevation={0} sx={barLook}>
      <Box sx={subjectLook}>
        {reviewSubjects(review, timeZone).join("; ")}
        <KeyHelp keys={isDecidable ? { ...decisionKeys, ...queueKeys } : queueKeys} />
      </Box>
      {decision === null ? (
        <>
          <PermittedButton
            ability="reviews.decide"
            aria-keyshortcuts="d"
            onClick={() => open("dismiss")}
          >
            Dismiss
          </PermittedButton>
          <PermittedButton
            ability="reviews.decide"
            aria-keyshortcuts="c"
            // A pass that may be contradicted is not proposed.
            look={
              kind === "breach" ? "danger" : contradictions?.length === 0 ? "primary" : "secondary"
            }
            onClick={() => open("confirm")}
          >
            {kind === "breach" ? "Confirm Breach" : "Confirm Pass"}
          </PermittedButton>
        </>
      ) : (
        <>
          {kind === "pass" && decision === "confirm" ? (
            <CertificateButtons review={review} {...certificate} />
          ) : null}
          <NextReview after={review.id} />
        </>
      )}
    </Paper>
  );
}

const barLook = {
  position: "sticky",
  insetBlockEnd: "0.75rem",
  zIndex: 5,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: 1,
  marginBlockStart: 2.5,
  padding: "0.875rem 1.25rem",
  border: "1px solid var(--line-strong)",
  borderRadius: "var(--radius-panel)",
  boxShadow: "var(--shadow-raised)",
  "& p": { marginBlockStart: 0.25, fontWeight: 400 },
  "& > :is(a, button)": { flex: { xs: "1 1 auto", sm: "none" } },
};

const subjectLook = {
  display: { xs: "none", sm: "block" },
  flex: "1 1 12rem",
  minInlineSize: 0,
  fontWeight: 550,
  fontVariantNumeric: "tabular-nums",
  overflowWrap: "anywhere",
};

function CertificateButtons(props: Omit<DecisionBarProps, "timeZone">) {
  const { review, onIssueCertificate, onUploadCertificate } = props;
  return (
    <>
      <PermittedButton ability="certificates.write" onClick={() => onUploadCertificate(review)}>
        Upload Certificate
      </PermittedButton>
      <PermittedButton
        ability="certificates.write"
        look="primary"
        onClick={() => onIssueCertificate(review)}
      >
        Issue Certificate
      </PermittedButton>
    </>
  );
}

/** Links from a decided review to the one that has waited longest, which is the first in the queue. */
function NextReview({ after }: { after: number }) {
  const { oldest } = useNeighbours(after);
  if (oldest === undefined) return null;
  return (
    <LinkButton to="/admin/reviews" search={{ review: oldest }}>
      Next Review
      <Icon name="chevronRight" size={16} />
    </LinkButton>
  );
}

/** Stands above an undecided pass that the records do not support without doubt. */
export function Contradictions({ review }: { review: QueuedReview }) {
  const found = useContradictions(review) ?? [];
  if (review.kind !== "pass" || review.decision !== null || found.length === 0) return null;
  return (
    <Notice tone="danger" title="The records contradict this pass">
      <ul>
        {found.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>Confirming the pass overrides this.</p>
    </Notice>
  );
}
