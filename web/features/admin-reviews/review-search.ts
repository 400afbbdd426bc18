/** The review that is open next to the queue. */
export interface ReviewSearch {
  review?: number;
}

export function readReviewSearch(raw: Record<string, unknown>): ReviewSearch {
  const id = Number(raw.review);
  return { review: Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined };
}
