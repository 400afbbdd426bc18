import { formatMoney } from "../../platform/money/money.ts";
import type { CertificateKind } from "./certificate-kinds.rule.ts";

/** What is printed besides the title, as it is stored: a certificate says the same forever. */
export interface PrintedFacts {
  firmName: string;
  traderName: string;
  /** In one or two lines. */
  statement: string;
  /** Of a pass. */
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

/** A pass or a payout, as far as a certificate names it. */
export interface Earned {
  kind: CertificateKind;
  phase: string | null;
  amount: string;
  currency: string;
}

/** The name of the certificate, and the statement that follows the name of the trader. */
export function describeEarned({ kind, phase, amount, currency }: Earned) {
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

/** A day such as `2026-03-14` or a moment as `March 14, 2026`, in UTC. */
export function longDay(day: string | Date): string {
  return new Date(day).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
}

export function inOneLine(statement: string): string {
  return statement.replace("\n", " ");
}
