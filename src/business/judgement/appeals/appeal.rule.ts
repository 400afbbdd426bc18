import { DAY } from "../../../platform/time/durations.rule.ts";
import { logoKindOf } from "../../firm/brand/brand.schema.ts";
import { hasPdfHeader } from "../../firm/certificates/certificate.rule.ts";
import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

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

/**
 * Detects what a file is from its content, regardless of its name and declared type. A statement is text, or a
 * workbook; it need not be of a platform whose statements can be imported.
 * @param start the first 64 bytes
 */
export function attachmentKindOf(start: Buffer): AttachmentKind | undefined {
  if (hasPdfHeader(start)) return "pdf";
  return logoKindOf(start) ?? (isText(start) || isWorkbook(start) ? "statement" : undefined);
}

const isWorkbook = (start: Buffer) => start.toString("latin1").startsWith("PK\u0003\u0004");

/** MetaTrader writes UTF-16, which contains NUL but begins with a byte order mark. */
function isText(start: Buffer): boolean {
  const bytes = start.toString("latin1");
  return /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(bytes) || !/[^\t\n\r -\u00ff]/.test(bytes);
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
