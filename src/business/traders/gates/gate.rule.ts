import { keysOf } from "../../../platform/fields/keys-of.rule.ts";

/** What can be held back until a trader has proved their identity or accepted agreements, with labels. */
export const gateLabels = {
  fundedStep: "Start of a step with payouts",
  payoutApproval: "Approval of a payout request",
  trading: "Trading",
} as const;

export type Gate = keyof typeof gateLabels;
export const gateNames = keysOf(gateLabels);

/** What a gate asks for. */
export interface GateRequirement {
  identity: boolean;
  /** The ids of agreements, ascending. Archived ones are not asked for. */
  agreements: number[];
}

export type Gates = Record<Gate, GateRequirement>;

export const noRequirement: GateRequirement = { identity: false, agreements: [] };

/** What a gate asks for in words, for the audit log; `null` if it asks for nothing. */
export function describeRequirement({ identity, agreements }: GateRequirement): string | null {
  const parts = [...(identity ? ["identity"] : []), ...agreements.map((id) => `agreement:${id}`)];
  return parts.join(", ") || null;
}

/** Returns whether a gate asks for something that it did not ask for before. */
export function asksForMore(after: GateRequirement, before: GateRequirement): boolean {
  return (
    (after.identity && !before.identity) ||
    after.agreements.some((id) => !before.agreements.includes(id))
  );
}

const refusals: Record<Gate, string> = {
  fundedStep: "This step cannot start yet",
  payoutApproval: "This payout request cannot be approved yet",
  trading: "Trading cannot be enabled yet",
};

/** Explains a refusal. @param missing as in responses: `identity`, `agreement:7` */
export const gateRefusal = (gate: Gate, missing: readonly string[]): string =>
  `${refusals[gate]}: the trader ${describeMissing(missing)}`;

/** Says what a trader has not done, as in "The trader has not proved their identity". */
export function describeMissing(missing: readonly string[]): string {
  const parts = [
    ...(missing.includes("identity") ? ["has not proved their identity"] : []),
    ...(missing.some((each) => each !== "identity") ? ["has not accepted what is asked for"] : []),
  ];
  return parts.join(" and ");
}
