import { formatDollars } from "../platform/money/money.ts";

/** The reason for a certificate: a passed phase, a funded account, or a payout. */
export type Achievement =
  "Evaluation" | "Phase 1" | "Phase 2" | "Funded" | readonly ["Payout", amount: string];

/** The certificate's name in lists, and the statement about its owner. */
export interface AchievementText {
  name: string;
  statement: string;
}

/** @param size the account's starting balance in whole dollars */
export function describeAchievement(achievement: Achievement, size: number): AchievementText {
  const account = `${formatDollars(String(size)).slice(0, -3)} account`;
  if (achievement === "Funded") {
    return {
      name: "Funded trader",
      statement: `has completed every phase within all risk limits\nand now trades a funded ${account}.`,
    };
  }
  if (typeof achievement === "string") {
    const name = achievement === "Evaluation" ? "Evaluation passed" : `${achievement} completed`;
    return {
      name,
      statement: `has reached the profit target of ${achievement === "Evaluation" ? "the Evaluation" : achievement}\non a ${account}, within all risk limits.`,
    };
  }
  const amount = formatDollars(achievement[1]);
  return {
    name: `Payout of ${amount}`,
    statement: `has earned a payout of ${amount}\nfrom the profit of a funded ${account}.`,
  };
}
