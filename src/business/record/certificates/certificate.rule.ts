import { formatMoney } from "../../../platform/money/money.ts";

/** What a generated certificate can certify. */
export const certificateKinds = ["pass", "payout"] as const;
export type CertificateKind = (typeof certificateKinds)[number];

/** The printed text other than the title. It is stored, so that the wording of a certificate never changes. */
export interface PrintedFacts {
  firmName: string;
  traderName: string;
  /** In one or two lines. */
  statement: string;
  /** The phase that was passed; `null` for a payout. */
  phase: string | null;
  /** The amount of the payout, or the initial balance of the stage. */
  amount: string;
  currency: string;
  /** The day of the pass or of the approval in UTC, such as `2026-03-14`. */
  earnedOn: string;
}

export const dateCaptions: Record<CertificateKind, string> = {
  pass: "Date of the pass",
  payout: "Date of the payout",
};

/** Returns why a pass or payout cannot be certified; `undefined` if it can. */
export function certificationRefusal(
  kind: CertificateKind,
  status: string | null,
): string | undefined {
  if (kind === "pass") {
    return status === "passed" ? undefined : "Only a stage that was passed can be certified";
  }
  return status === "approved"
    ? undefined
    : `Only an approved payout can be certified, and this one is ${status}`;
}

/** Traders can open their own certificates, and administrators all of them. A withdrawn one can still be opened. */
export function canOpen(certificate: { userId: number }, ownerId: number | undefined): boolean {
  return ownerId === undefined || certificate.userId === ownerId;
}

/** Returns why a certificate cannot be withdrawn; `undefined` if it can. */
export function withdrawalRefusal({
  withdrawnAt,
}: {
  withdrawnAt?: Date | null;
}): string | undefined {
  return withdrawnAt ? "This certificate has already been withdrawn" : undefined;
}

/** A pass or a payout, as stated by a certificate. */
export interface Achievement {
  kind: CertificateKind;
  phase: string | null;
  amount: string;
  currency: string;
}

/** Returns the title of the certificate and the statement that follows the trader's name. */
export function describeAchievement({ kind, phase, amount, currency }: Achievement) {
  const money = formatMoney(amount, currency);
  if (kind === "payout") {
    return {
      name: `Payout of ${money}`,
      statement: `has earned a payout of ${money}\nfrom the profit of a trading account.`,
    };
  }
  return {
    name: `${phase} passed`,
    statement: `has passed ${phase} on an account of ${money},\nwithin all of its rules.`,
  };
}

/** Formats a day such as `2026-03-14`, or a time in UTC, as `March 14, 2026`. */
export function longDay(day: string | Date): string {
  return new Date(day).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}

export function inOneLine(statement: string): string {
  return statement.replace("\n", " ");
}

/** Returns the path of the public verification page for a code in groups. */
export function verificationPath(code: string): string {
  return `/certificates/verify/${code}`;
}

/**
 * Prepares text for printing: on one line, in composed form (NFC), and without invisible characters such as those
 * that reverse the direction of the text after them.
 */
export function printable(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, "")
    .replace(/[\u115f\u1160\u3164\uffa0]|\p{Variation_Selector}/gu, "")
    .trim();
}
