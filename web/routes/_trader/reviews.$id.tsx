import { createFileRoute, Link } from "@tanstack/react-router";
import { parseId } from "../../../src/platform/fields/id.rule.ts";
import { readApiError } from "../../app/api-client/api-error.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { LoadFailure } from "../../components/feedback/load-failure.tsx";
import { MessageView } from "../../components/feedback/message-view.tsx";
import { Spinner } from "../../components/feedback/spinner.tsx";
import { EquityPanel } from "../../features/records/equity-panel.tsx";
import { prefetchOwnStages } from "../../app/api-client/prefetch-own.ts";
import { useStages } from "../../features/records/use-records.ts";
import { ReviewLetter } from "../../features/trader-reviews/review-letter.tsx";
import { trpc } from "../../trpc.ts";

export const Route = createFileRoute("/_trader/reviews/$id")({
  loader: () => prefetchOwnStages(),
  component: Review,
  staticData: { title: "Review" },
});

function Review() {
  const id = parseId(Route.useParams().id);
  return id === undefined ? <MissingReview /> : <KnownReview key={id} id={id} />;
}

function KnownReview({ id }: { id: number }) {
  const query = trpc.trader.reviews.get.useQuery({ id }, { staleTime: staleTimes.traderData });
  const stages = useStages("own");
  const review = query.data;
  const stage = stages.data?.find((each) => each.id === review?.stageId);
  if (review && stage) {
    const { endedAt } = review.verdict;
    const mark = { label: "Breach", tone: "loss", time: Date.parse(endedAt ?? "") } as const;
    return (
      <ReviewLetter
        review={review}
        stage={stage}
        chart={
          <EquityPanel
            source="own"
            stage={stage}
            mark={endedAt === null ? undefined : mark}
            empty={null}
          />
        }
      />
    );
  }
  if (readApiError(query.error).httpStatus === 404) return <MissingReview />;
  if (query.isLoadingError || stages.isLoadingError) {
    return (
      <LoadFailure
        text="Failed to load the review."
        onRetry={() => void Promise.all([query.refetch(), stages.refetch()])}
      />
    );
  }
  return <Spinner />;
}

function MissingReview() {
  return (
    <MessageView
      title="Review not found"
      text="Your account has no review at this address."
      action={<Link to="/">Go to the dashboard</Link>}
    />
  );
}
