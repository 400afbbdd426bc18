/**
 * The states of what people decide: reviews, appeals, findings about conduct, and cases about linked users. Each state has
 * one word, in lists, heads, filters, letters and mails. An appeal is granted or denied; the breach that a granted one was
 * about is overturned.
 */
export const caseWords = {
  open: "Under review",
  watched: "Watched",
  confirmed: "Confirmed",
  dismissed: "Dismissed",
  overturned: "Overturned",
  granted: "Granted",
  denied: "Denied",
  waived: "Waived",
  merged: "Merged",
} as const;
export type CaseState = keyof typeof caseWords;
