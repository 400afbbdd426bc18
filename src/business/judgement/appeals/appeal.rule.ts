import { DAY } from "../../../platform/time/durations.rule.ts";

export const appealSubjects = ["review", "payout"] as const;
export type AppealSubject = (typeof appealSubjects)[number];

export const appealDecisions = ["grant", "deny"] as const;

export const appealStatuses = ["open", "granted", "denied"] as const;
export type AppealStatus = (typeof appealStatuses)[number];

export const traderReviewStatuses = ["open", "confirmed", "dismissed", "granted"] as const;

/** How many days after a decision it can be appealed against, unless the firm sets another number. */
export const DEFAULT_APPEAL_DAYS = 14;

/** What an appeal needs to be accepted. */
interface AppealedDecision {
  subject: AppealSubject;
  /** When a breach was confirmed or a request rejected; `null` if it is in no such state. */
  decidedAt: Date | null;
  hasAppeal: boolean;
  /** The days of the settings; 0 takes no appeals. */
  days: number;
}

/** Returns until when a decision can be appealed against; `null` if it cannot. */
export function appealUntil({ decidedAt, hasAppeal, days }: AppealedDecision): Date | null {
  if (decidedAt === null || hasAppeal || days === 0) return null;
  return new Date(decidedAt.getTime() + days * DAY);
}

const appealable = {
  review: "Only a confirmed breach can be appealed against",
  payout: "Only a rejected payout request can be appealed against",
};

/** Returns why an appeal is not accepted; `undefined` if it is. The last millisecond is in time. */
export function appealRefusal(decision: AppealedDecision, now: Date): string | undefined {
  const { subject, decidedAt, hasAppeal, days } = decision;
  if (hasAppeal) return "You have already appealed, and only one appeal is possible";
  if (decidedAt === null) return appealable[subject];
  if (days === 0) return "The firm does not accept appeals";
  const until = appealUntil(decision)!;
  if (now <= until) return undefined;
  return `This decision could be appealed against until ${until.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
