import type { OwnLink } from "../../../src/business/decisions/links/own-link.schema.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";
import { caseStatus } from "../../domain/cases/case-status.ts";
import { caseStatuses } from "../../domain/links/link-words.ts";

interface State {
  word: string;
  tone: BadgeTone;
  /** What it means for the account. */
  words: string;
}

/** Says what has become of a link since it was confirmed, and what that means for the account. */
export function linkState({
  status,
  clearedAt,
  withhold,
}: Pick<OwnLink, "status" | "clearedAt" | "withhold">): State {
  if (clearedAt !== null) {
    return {
      ...caseStatus("overturned"),
      words:
        "Your appeal was granted. Nothing that followed from the link counts for your account any more.",
    };
  }
  const shown = caseStatuses[status];
  if (status === "dismissed") {
    return {
      ...shown,
      words: "The link was dismissed since. Nothing follows from it any more.",
    };
  }
  if (status === "open" || status === "watched") {
    return {
      ...shown,
      words:
        "The link is being checked again. Your payout requests carry a note about it until it is decided.",
    };
  }
  return {
    ...shown,
    words: withhold
      ? "Your payouts are to be withheld because of it. You can go on trading; your account keeps its status."
      : "Your payouts are not withheld because of it. You can go on trading; your account keeps its status.",
  };
}

const inWords = new Intl.ListFormat("en");

const another = (count: number) => (count === 1 ? "another account" : `${count} other accounts`);

/** Says in a sentence what was decided: with how many accounts, and by what. */
export function conclusion({ evidence, facts }: Pick<OwnLink, "evidence" | "facts">): string {
  const others = new Set(evidence.flatMap(({ a, b }) => [a, b])).size - 1;
  const compared = others > 0 ? others : Math.max(1, ...facts.map(({ sharedBy }) => sharedBy - 1));
  const kinds = new Set(evidence.map(({ kind }) => kind));
  const by = [
    ...(kinds.has("copied") ? ["opens the same trades at the same times"] : []),
    ...(kinds.has("opposite") ? ["opens opposite trades at the same times"] : []),
    ...(facts.length > 0 ? ["shares what accounts of different people seldom share"] : []),
  ];
  const what = by.length === 0 ? "" : `, because it ${inWords.format(by)}`;
  return `Your trading account was found to be linked to ${another(compared)}${what}.`;
}
