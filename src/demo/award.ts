import { formatDollars } from "../platform/money/money.ts";

/** What a certificate is given for: a passed phase, a funded account, or a payout of an amount. */
export type Award =
  "Evaluation" | "Phase 1" | "Phase 2" | "Funded" | readonly ["Payout", amount: string];

/** How the certificate is called in lists, and what it says about its owner. */
export interface Citation {
  name: string;
  statement: string;
}

/** @param size the account's starting balance in whole dollars */
export function cite(award: Award, size: number): Citation {
  const account = `${formatDollars(String(size)).slice(0, -3)} account`;
  if (award === "Funded") {
    return {
      name: "Funded trader",
      statement: `has completed every phase within all risk limits\nand now trades a funded ${account}.`,
    };
  }
  if (typeof award === "string") {
    const name = award === "Evaluation" ? "Evaluation passed" : `${award} completed`;
    return {
      name,
      statement: `has reached the profit target of ${award === "Evaluation" ? "the Evaluation" : award}\non a ${account}, within all risk limits.`,
    };
  }
  const amount = formatDollars(award[1]);
  return {
    name: `Payout of ${amount}`,
    statement: `has earned a payout of ${amount}\nfrom the profit of a funded ${account}.`,
  };
}
