import { createFileRoute } from "@tanstack/react-router";
import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { LazyCertificateDialogs } from "../../features/admin-certificates/lazy-certificate-dialogs.tsx";
import { useCertificateDialogs } from "../../features/admin-certificates/use-certificate-dialogs.ts";
import {
  LazyReviewDialogs,
  useReviewDialogs,
} from "../../features/admin-reviews/lazy-review-dialogs.tsx";
import { ReviewDesk } from "../../features/admin-reviews/review-desk.tsx";
import { prefetchReviews, readReviewSearch } from "../../features/admin-reviews/use-reviews.ts";
import { reviewedMoment } from "../../features/admin-reviews/review-words.ts";
import { LazyUserDialogs } from "../../features/admin-users/lazy-user-dialogs.tsx";
import { useUserDialogs } from "../../features/admin-users/use-user-dialogs.ts";
import { EquityPanel } from "../../features/records/equity-panel.tsx";

export const Route = createFileRoute("/admin/reviews")({
  validateSearch: (raw: Record<string, unknown>): { review?: unknown } => raw,
  loader: ({ location }) => prefetchReviews(readReviewSearch({ ...location.search }).review),
  component: Reviews,
  staticData: { title: "Reviews" },
});

function Reviews() {
  const { review } = readReviewSearch({ ...Route.useSearch() });
  const reviews = useReviewDialogs();
  const users = useUserDialogs();
  const certificates = useCertificateDialogs();
  const issueCertificate = ({ userId, stageId }: QueuedReview) =>
    certificates.issuing.open({ userId, source: { stageId } });
  const uploadCertificate = ({ userId, trader }: QueuedReview) =>
    users.open("certificate", { id: userId, ...trader });
  return (
    <>
      <PageHeader
        title="Reviews"
        subtitle="Breaches and passes that an administrator must confirm or dismiss"
      />
      <ReviewDesk
        selected={review}
        chart={(shown) => <ReviewChart review={shown} />}
        onDecide={reviews.deciding.open}
        onIssueCertificate={issueCertificate}
        onUploadCertificate={uploadCertificate}
      />
      <LazyReviewDialogs dialogs={reviews} onIssueCertificate={issueCertificate} />
      <LazyCertificateDialogs dialogs={certificates} />
      <LazyUserDialogs dialogs={users} />
    </>
  );
}

/** Shows the curve of a review's stage with its floors and the moment that the review is about. */
function ReviewChart({ review }: { review: QueuedReview }) {
  const { userId, stageId, stage, verdict } = review;
  return (
    <EquityPanel
      source={{ userId }}
      stage={{ id: stageId, ...stage, rulesVersionId: verdict.rulesVersionId }}
      mark={reviewedMoment(review)}
      empty={null}
    />
  );
}
