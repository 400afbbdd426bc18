import { factKinds } from "../facts/fact.rule.ts";
import { linkKinds } from "../evidence/link-kind.rule.ts";

/** `merged` cases have moved to another one. */
export const linkStatuses = ["open", "watched", "confirmed", "dismissed", "merged"] as const;
export type LinkStatus = (typeof linkStatuses)[number];

export const linkDecisions = ["watch", "confirm", "dismiss"] as const;
export type LinkDecision = (typeof linkDecisions)[number];

/** What brought traders together, in the order of screens. */
export const caseKinds = [...linkKinds, ...factKinds] as const;
export type CaseKind = (typeof caseKinds)[number];

export const decidedStatus = {
  watch: "watched",
  confirm: "confirmed",
  dismiss: "dismissed",
} as const satisfies Record<LinkDecision, LinkStatus>;

/** A case with fewer traders links none. */
export const LEAST_TRADERS = 2;

/** The decisions that a case can be given. */
const decidable: Partial<Record<LinkStatus, readonly LinkDecision[]>> = {
  open: linkDecisions,
  watched: ["confirm", "dismiss"],
};

export const decisionsFor = (status: LinkStatus): readonly LinkDecision[] =>
  decidable[status] ?? [];

/** Whether a trader can appeal against a link that was confirmed: while it stands, also if it is looked at again. */
export const isContestable = (link: { status: LinkStatus; clearedAt: Date | null }): boolean =>
  link.status !== "dismissed" && link.clearedAt === null;

/** Who opens and dismisses cases by the records. */
export const RULES = "Rules";
