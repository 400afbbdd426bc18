import type { QueuedReview } from "../../../src/business/judgement/reviews/review.schema.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { trpc } from "../../trpc.ts";
import { contradictionsOf } from "./review-words.ts";
import { usePresentVerdict } from "./use-reviews.ts";

/**
 * Reads what contradicts a review: findings on the current records, and statements of another account.
 * @returns sentences; `undefined` until both are known
 */
export function useContradictions(review: QueuedReview): string[] | undefined {
  const { userId, stageId } = review;
  const present = usePresentVerdict(review);
  const statements = trpc.admin.statements.list.useQuery(
    { userId },
    { staleTime: staleTimes.adminPages },
  );
  if (present.isPending || statements.isPending) return undefined;
  if (!present.data || !statements.data) {
    return ["The current verdict or the statements could not be read."];
  }
  const ofStage = statements.data.filter((statement) => statement.stageId === stageId);
  return contradictionsOf(present.data, ofStage);
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
