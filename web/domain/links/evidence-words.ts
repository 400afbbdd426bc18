import type { TraderEvidence } from "../../../src/business/links/view/trader-view.schema.ts";
import { formatDuration } from "../format/dates.ts";
import { formatCount } from "../format/figures.ts";
import { saySeconds, sayOf } from "./link-words.ts";

type Figures = Pick<
  TraderEvidence,
  | "kind"
  | "a"
  | "b"
  | "entries"
  | "matched"
  | "public"
  | "lags"
  | "closedTogether"
  | "earlier"
  | "exposure"
>;

/** From this share of the matches on, one account follows the other. */
const FOLLOWS = 0.8;

/** Returns which account follows the other, and how often; `null` if neither does. */
function followerOf(figures: Figures) {
  const { lags, matched } = figures;
  if (!lags) return null;
  const [a, b] = [inSentence(figures.a), inSentence(figures.b)];
  const [follower, leader, count] =
    lags.aFirst >= lags.bFirst ? [b, a, lags.aFirst] : [a, b, lags.bFirst];
  return count >= FOLLOWS * matched ? { follower, leader, count } : null;
}

/** Says what the figures show, for readers who do not know them. */
export function sayFor(figures: Figures): string {
  const { lags, matched, closedTogether, exposure } = figures;
  if (!lags) return "No entries match.";
  const follows = followerOf(figures);
  const order = follows
    ? `${follows.follower} entered after ${follows.leader} in ${sayOf(follows.count, matched)} matches, by ${saySeconds(lags.median)} in the median`
    : `Their ${formatCount(matched)} matches are ${saySeconds(lags.median)} apart in the median`;
  const closed = `${formatCount(closedTogether)} also closed together`;
  if (!exposure) return capital(`${order}; ${closed}.`);
  const opposed = `Both were open against each other for ${formatDuration(exposure.opposedSeconds)}, so that what one lost, the other won`;
  return capital(`${order}; ${closed}. ${opposed}.`);
}

/** Says which of the figures give reason to doubt a link. */
export function sayAgainst(figures: Figures): string {
  const { kind, a, b, entries, matched, lags, closedTogether, earlier } = figures;
  const alone = entries - matched;
  const doubts = [
    ...(alone * 4 >= entries ? [`${sayOf(alone, entries)} entries have no match`] : []),
    ...(2 * closedTogether < matched
      ? [`only ${sayOf(closedTogether, matched)} matches closed together`]
      : []),
    ...(earlier > 0
      ? [`in ${sayOf(earlier, matched)} matches the later account held that direction already`]
      : []),
    ...(kind === "copied" && lags && !followerOf(figures)
      ? [
          `neither follows the other: ${inSentence(a)} entered first ${formatCount(lags.aFirst)} times, ${inSentence(b)} ${formatCount(lags.bFirst)} times`,
        ]
      : []),
  ];
  const found = doubts.length === 0 ? "Nothing in these figures" : capital(doubts.join("; "));
  const left =
    figures.public === 0
      ? ""
      : ` ${formatCount(figures.public)} more were made by many accounts at once, and are left out.`;
  return `${found}.${left}`;
}

const inSentence = (name: string) => (name === "You" ? "you" : name);

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
