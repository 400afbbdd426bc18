import { createFileRoute } from "@tanstack/react-router";
import type { QueuedReview } from "../../../src/business/decisions/reviews/review.schema.ts";
import { Dialogs, type DialogSearch, useOpenDialog } from "../../app/dialogs.tsx";
import { useLive } from "../../app/live/use-live.ts";
import { PageHeader } from "../../components/page/page-header.tsx";
import { issueDialogs } from "../../features/admin/certificates/certificate-dialogs.ts";
import { ReviewDesk } from "../../features/admin/reviews/review-desk.tsx";
import {
  readOpenReview,
  reviewDialogs,
  type ReviewSearch,
} from "../../features/admin/reviews/review-dialogs.ts";
import { reviewedMoment } from "../../features/admin/reviews/review-words.ts";
import { prefetchReviews } from "../../features/admin/reviews/use-reviews.ts";
import { UserDialogs, userDialogs } from "../../features/admin/users/user-dialogs.tsx";
import { EquityPanel } from "../../features/records/equity-panel.tsx";

type AllDialogs = typeof reviewDialogs & typeof userDialogs & typeof issueDialogs;

export const Route = createFileRoute("/admin/reviews")({
  validateSearch: (raw: Record<string, unknown>): ReviewSearch & DialogSearch<AllDialogs> => raw,
  loader: ({ location }) => prefetchReviews(readOpenReview({ ...location.search })),
  component: Reviews,
  staticData: { title: "Reviews" },
});

function Reviews() {
  const review = readOpenReview(Route.useSearch());
  useLive("reviews");
  const openOfUser = useOpenDialog(userDialogs);
  const openIssue = useOpenDialog(issueDialogs);
  const issueCertificate = ({ stageId }: QueuedReview) =>
    openIssue("issue-certificate", `stage-${stageId}`);
  const uploadCertificate = ({ userId }: QueuedReview) => openOfUser("certificate", userId);
  return (
    <>
      <PageHeader
        title="Reviews"
        subtitle="Breaches and passes that an administrator must confirm or dismiss"
      />
      <ReviewDesk
        selected={review}
        chart={(shown) => <ReviewChart review={shown} />}
        onIssueCertificate={issueCertificate}
        onUploadCertificate={uploadCertificate}
      />
      <Dialogs of={reviewDialogs} with={{ review, onIssueCertificate: issueCertificate }} />
      <Dialogs of={issueDialogs} />
      <UserDialogs />
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
