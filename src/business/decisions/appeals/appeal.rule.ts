import { DAY } from "../../../platform/time/durations.rule.ts";
import { minuteInWords } from "../../../platform/time/local-time.rule.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

export const appealSubjects = ["review", "payout", "finding", "link"] as const;
export type AppealSubject = (typeof appealSubjects)[number];

export const appealDecisions = ["grant", "deny"] as const;

export const traderReviewStatuses = ["open", "confirmed", "dismissed", "granted"] as const;

/** How many days after a decision it can be appealed against, unless the firm sets another number. */
export const DEFAULT_APPEAL_DAYS = 14;

/** What an appeal needs to be accepted. */
interface AppealedDecision {
  subject: AppealSubject;
  /** When a breach or a link was confirmed, a request rejected or a finding made; `null` if it is in no such state. */
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
  finding:
    "Only a deduction or a strike that stands, and has not ended the evaluation, can be appealed against",
  link: "Only a link that is confirmed, and from which you were not cleared, can be appealed against",
};

/** Returns why an appeal is not accepted; `undefined` if it is. The last millisecond is in time. */
export function appealRefusal(decision: AppealedDecision, now: Date): string | undefined {
  const { subject, decidedAt, hasAppeal, days } = decision;
  if (hasAppeal) return "You have already appealed, and only one appeal is possible";
  if (decidedAt === null) return appealable[subject];
  if (days === 0) return "The firm does not accept appeals";
  const until = appealUntil(decision)!;
  if (now <= until) return undefined;
  return `This decision could be appealed against until ${minuteInWords(until)}`;
}

/** Returns why an administrator cannot decide an appeal: someone else can judge their decision; `undefined` if they can. */
export function ownDecisionRefusal(appeal: {
  isOwnDecision: boolean;
  /** Whether another administrator has the ability to decide appeals. */
  canOtherDecide: boolean;
}): string | undefined {
  if (!appeal.isOwnDecision || !appeal.canOtherDecide) return undefined;
  return "You, or an API token that you created, took the decision that this appeal is against, so another administrator must decide it";
}

export const MAX_ATTACHMENT_BYTES = 5 * 1024 * 1024;

export const MOST_ATTACHMENTS = 3;

/** A statement is served as unknown bytes, because a browser would render markup that a stranger wrote. */
export const attachmentTypes = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  statement: "application/octet-stream",
} as const;

export type AttachmentKind = keyof typeof attachmentTypes;
export const attachmentKinds = keysOf(attachmentTypes);

/** How the names of files end; the first end is added to a name with another one. */
const nameEnds: Readonly<Record<AttachmentKind, readonly [string, ...string[]]>> = {
  pdf: [".pdf"],
  png: [".png"],
  jpg: [".jpg", ".jpeg"],
  webp: [".webp"],
  statement: [".txt", ".csv", ".htm", ".html", ".xlsx"],
};

/** Returns a name that ends as its content requires, because systems decide by it which program opens the file. */
export function attachmentName(name: string, kind: AttachmentKind): string {
  const ends = nameEnds[kind];
  return ends.some((end) => name.toLowerCase().endsWith(end)) ? name : `${name}${ends[0]}`;
}

/** Returns why nothing can be attached to an appeal; `undefined` if a file can. */
export function attachmentRefusal(appeal: {
  isDecided: boolean;
  attachments: number;
}): string | undefined {
  if (appeal.isDecided) return "This appeal has been decided, so no file can be attached any more";
  if (appeal.attachments < MOST_ATTACHMENTS) return undefined;
  return `At most ${MOST_ATTACHMENTS} files can be attached to an appeal`;
}
