import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import { LinkButton } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { PermittedButton } from "../../app/session/permitted-button.tsx";
import { useContradictions } from "./contradictions.tsx";
import { reviewSubjects } from "./review-words.ts";
import styles from "./reviews.module.css";
import type { Deciding } from "./lazy-review-dialogs.tsx";
import { useReviewPages } from "./use-reviews.ts";

interface DecisionBarProps {
  review: QueuedReview;
  onDecide: (deciding: Deciding) => void;
  onIssueCertificate: (review: QueuedReview) => void;
  onUploadCertificate: (review: QueuedReview) => void;
}

/** The decision on a review, which follows its case and stays in view; once it is made, what comes next. */
export function DecisionBar({ review, onDecide, ...certificate }: DecisionBarProps) {
  const { kind, decision } = review;
  const contradictions = useContradictions(review);
  return (
    <div role="group" aria-label="Decision" className={styles.decision}>
      <p>{reviewSubjects(review).join("; ")}</p>
      {decision === null ? (
        <>
          <PermittedButton
            ability="reviews.decide"
            onClick={() => onDecide({ review, decision: "dismiss" })}
          >
            Dismiss
          </PermittedButton>
          <PermittedButton
            ability="reviews.decide"
            // A pass that may be contradicted is not proposed.
            look={
              kind === "breach" ? "danger" : contradictions?.length === 0 ? "primary" : "secondary"
            }
            onClick={() => onDecide({ review, decision: "confirm" })}
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
    </div>
  );
}

function CertificateButtons(props: Omit<DecisionBarProps, "onDecide">) {
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
  const waiting = useReviewPages("open").data?.pages[0]?.rows;
  const next = waiting?.find(({ id }) => id !== after);
  if (!next) return null;
  return (
    <LinkButton to="/admin/reviews" search={{ review: next.id }}>
      Next Review
      <Icon name="chevronRight" size={16} />
    </LinkButton>
  );
}
