import type { DealSide } from "../../rulebook/timeline/trading-record.rule.ts";

/** The detectors: entries in the same direction, and in the other one. */
export const linkKinds = ["copied", "opposite"] as const;
export type LinkKind = (typeof linkKinds)[number];

export const dealSides = ["buy", "sell"] as const satisfies readonly DealSide[];

export const otherSide = (side: DealSide): DealSide => (side === "buy" ? "sell" : "buy");

/** The direction of entries that match one of this direction. */
export const wantedDirection = (kind: LinkKind, direction: DealSide): DealSide =>
  kind === "copied" ? direction : otherSide(direction);

/** When a detector matches and raises. */
export interface DetectorSettings {
  seconds: number;
  matches: number;
  sharePercent: number;
  oneIn: number;
  /** Only of `opposite`: how long both must be open together. */
  overlapSeconds?: number;
}
