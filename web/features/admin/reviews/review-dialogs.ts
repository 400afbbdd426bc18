import { parseId } from "../../../../src/platform/fields/id.rule.ts";
import { dialog } from "../../../app/dialogs.tsx";

const load = () => import("./decide-review-dialog.tsx");

/** The dialogs about the review that is open next to the queue. */
export const reviewDialogs = {
  confirm: dialog(() => load().then((m) => m.ConfirmReviewDialog), "reviews.decide"),
  dismiss: dialog(() => load().then((m) => m.DismissReviewDialog), "reviews.decide"),
};

/** The review that is open next to the queue. */
export interface ReviewSearch {
  review?: number | null | undefined;
}

/** Returns the id of the open review; `undefined` if the address names none. */
export function readOpenReview({ review }: ReviewSearch): number | undefined {
  return review == null ? undefined : parseId(String(review));
}
