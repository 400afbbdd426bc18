import { expect, it } from "vitest";
import { presets } from "../../../../../src/business/rulebook/rules/presets.ts";
import type { ObjectiveRule } from "../../../../../src/business/rulebook/kinds/kinds.rule.ts";
import type { PayoutRules } from "../../../../../src/business/rulebook/rules/rules.schema.ts";

/** The presets with the same objectives: the target, the days and the share of the best day. */
const objectives: Record<string, number[]> = {
  "10%, 4 days opened": [101],
  "5%, 4 days opened": [102],
  "10%, best day 50%": [104],
  "10%, 3 days profitable": [201, 205, 1101],
  "8%, 3 days profitable": [202],
  "5%, 3 days profitable": [203, 1102],
  "6%": [207, 1004, 1005],
  "8%, 5 days opened": [301, 306, 1201],
  "5%, 5 days opened": [302, 1202, 1205],
  "10%, 2 days opened": [304],
  "4%, 5 days opened": [307],
  "$3000.00, best day 55%": [401],
  "$6000.00, best day 55%": [402],
  "$9000.00, best day 55%": [403],
  "$1500.00": [501, 505, 1405],
  "$3000.00": [502, 506, 1301, 1406],
  "$6000.00": [503, 507, 903, 1302, 1407],
  "$9000.00": [504, 508, 1408],
  "$3000.00, 2 days traded, best day 50%": [601, 611],
  "$6000.00, 2 days traded, best day 50%": [602, 612],
  "$9000.00, 2 days traded, best day 50%": [603, 613],
  "$1500.00, 2 days traded, best day 50%": [610],
  "$1500.00, 3 days opened, best day 49.99%": [701],
  "$3000.00, 3 days opened, best day 49.99%": [702],
  "$4500.00, 3 days opened, best day 49.99%": [703],
  "$6000.00, 3 days opened, best day 49.99%": [704],
  "$9000.00, 3 days opened, best day 49.99%": [705],
  "8%, 3 days opened_and_closed": [801],
  "5%, 3 days opened_and_closed": [802, 804, 808],
  "10%, 3 days opened_and_closed": [803, 807],
  "6%, 3 days opened_and_closed": [805, 806],
  "10%, 1 days opened_and_closed": [809],
  "10%": [901],
  "8%, 3 days opened": [1001],
  "5%, 3 days opened": [1002],
  "10%, 1 days opened": [1006],
  "8%, 1 days opened": [1007],
  "12%": [1008],
  "10%, 5 days opened": [1204, 1207],
  "$1500.00, 3 days traded, best day 40%": [1401],
  "$3000.00, 3 days traded, best day 40%": [1402],
  "$6000.00, 3 days traded, best day 40%": [1403],
  "$9000.00, 3 days traded, best day 40%": [1404],
};

/** The presets with the same payout terms; terms that are 0 are left out. */
const payouts: Record<string, number[]> = {
  "firstAfterDays 14, everyDays 14, sharePercent 80": [103, 1003],
  "firstAfterDays 14, everyDays 14, bestDayAtMostPercent 50, sharePercent 90": [105],
  "firstAfterDays 14, everyDays 14, minimum 150.00, sharePercent 80": [204],
  "firstAfterDays 14, everyDays 14, minimum 150.00, sharePercent 75": [206],
  "firstAfterDays 14, everyDays 14, sharePercent 50": [208],
  "firstAfterDays 21, everyDays 14, sharePercent 80": [303, 308],
  "firstAfterDays 7, everyDays 7, sharePercent 80": [305],
  "minimum 125.00, minimumWinningDays 5, winningDayMinimum 150.00, sharePercent 90": [
    404, 405, 406,
  ],
  "everyDays 7, minimum 500.00, minimumWinningDays 5, winningDayMinimum 100.00, bestDayAtMostPercent 49.99, bufferAmount 1100.00, sharePercent 100":
    [509, 513],
  "everyDays 7, minimum 500.00, minimumWinningDays 5, winningDayMinimum 250.00, bestDayAtMostPercent 49.99, bufferAmount 2100.00, sharePercent 100":
    [510],
  "everyDays 7, minimum 500.00, minimumWinningDays 5, winningDayMinimum 300.00, bestDayAtMostPercent 49.99, bufferAmount 3100.00, sharePercent 100":
    [511],
  "everyDays 7, minimum 500.00, minimumWinningDays 5, winningDayMinimum 350.00, bestDayAtMostPercent 49.99, bufferAmount 4100.00, sharePercent 100":
    [512],
  "everyDays 7, minimum 500.00, minimumWinningDays 5, winningDayMinimum 200.00, bestDayAtMostPercent 49.99, bufferAmount 2100.00, sharePercent 100":
    [514],
  "everyDays 7, minimum 500.00, minimumWinningDays 5, winningDayMinimum 250.00, bestDayAtMostPercent 49.99, bufferAmount 3100.00, sharePercent 100":
    [515],
  "everyDays 7, minimum 500.00, minimumWinningDays 5, winningDayMinimum 300.00, bestDayAtMostPercent 49.99, bufferAmount 4100.00, sharePercent 100":
    [516],
  "firstAfterDays 14, everyDays 14, minimum 1000.00, bufferAmount 2100.00, sharePercent 80": [606],
  "firstAfterDays 14, everyDays 14, minimum 1000.00, bufferAmount 3100.00, sharePercent 80": [607],
  "firstAfterDays 14, everyDays 14, minimum 1000.00, bufferAmount 4600.00, sharePercent 80": [608],
  "firstAfterDays 1, everyDays 1, minimum 500.00, bufferAmount 1100.00, sharePercent 90": [620],
  "firstAfterDays 1, everyDays 1, minimum 500.00, bufferAmount 2100.00, sharePercent 90": [621],
  "firstAfterDays 1, everyDays 1, minimum 500.00, bufferAmount 3100.00, sharePercent 90": [622],
  "firstAfterDays 1, everyDays 1, minimum 500.00, bufferAmount 4600.00, sharePercent 90": [623],
  "bufferAmount 1500.00, sharePercent 80": [706],
  "bufferAmount 2000.00, sharePercent 80": [707],
  "bufferAmount 2500.00, sharePercent 80": [708],
  "bufferAmount 3000.00, sharePercent 80": [709],
  "bufferAmount 4500.00, sharePercent 80": [710],
  "minimum 100.00, bestDayAtMostPercent 40, sharePercent 80": [902],
  "minimum 100.00, bestDayAtMostPercent 35, sharePercent 80": [904],
  "firstAfterDays 14, everyDays 14, minimumWinningDays 3, sharePercent 80": [1103],
  "firstAfterDays 30, everyDays 14, sharePercent 80": [1203, 1206, 1208],
  "minimum 250.00, minimumWinningDays 5, winningDayMinimum 100.00, bestDayAtMostPercent 35, sharePercent 90":
    [1409],
  "minimum 500.00, minimumWinningDays 5, winningDayMinimum 150.00, bestDayAtMostPercent 35, sharePercent 90":
    [1410],
  "minimum 1000.00, minimumWinningDays 5, winningDayMinimum 200.00, bestDayAtMostPercent 35, sharePercent 90":
    [1411],
  "minimum 1500.00, minimumWinningDays 5, winningDayMinimum 250.00, bestDayAtMostPercent 35, sharePercent 90":
    [1412],
};

function wordsOf(rule: ObjectiveRule): string {
  if (rule.kind === "consistency") return `best day ${rule.bestDayAtMostPercent}%`;
  if (rule.kind === "min_trading_days") return `${rule.days} days ${rule.counts}`;
  return "percent" in rule.target ? `${rule.target.percent}%` : `$${rule.target.amount}`;
}

function termsOf(payout: PayoutRules | null): string {
  const { terms: _terms, ...figures } = payout ?? {};
  return Object.entries(figures)
    .filter(([, value]) => value !== null && Number(value) !== 0)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** Returns the ids of the presets by their terms, in the order of the first one. */
function idsBy(describe: (preset: (typeof presets)[number]) => string): Record<string, number[]> {
  const groups = Map.groupBy(presets, describe);
  groups.delete("");
  return Object.fromEntries(
    [...groups].map(([terms, group]) => [terms, group.map(({ id }) => id)]),
  );
}

// The figures were read on the pages of the firms: one that changes must be changed in both places.
it("the objectives of each preset are those of its programme", () => {
  expect(idsBy(({ rules }) => rules.objectives.map(wordsOf).join(", "))).toEqual(objectives);
});

it("the payout terms of each preset are those of its programme", () => {
  expect(idsBy(({ rules }) => termsOf(rules.payout))).toEqual(payouts);
});
