import { describe, expect, it } from "vitest";
import { chanceOf, oneIn } from "../../../../../src/business/links/evidence/chance.rule.ts";
import { finish } from "../../../../../src/platform/time/turns.rule.ts";
import { Detector } from "../../../../../src/business/links/evidence/detector.rule.ts";
import type { LinkKind } from "../../../../../src/business/links/evidence/link-kind.rule.ts";
import {
  presentEvidence,
  presentRows,
} from "../../../../../src/business/links/evidence/pair.rule.ts";
import { isRaised } from "../../../../../src/business/links/evidence/raised.rule.ts";
import type { WindowTrade } from "../../../../../src/business/links/evidence/window.rule.ts";

const noon = Date.UTC(2026, 2, 2, 12);
const window = { from: noon - 3_600_000, to: noon + 3_600_000 };

/** A trade that is opened seconds after noon, and closed others later. */
const trade = (seconds: number, held = 600, others: Partial<WindowTrade> = {}): WindowTrade => ({
  position: `p${seconds}`,
  instrument: "EURUSD",
  direction: "buy",
  openTime: noon + seconds * 1000,
  exit: noon + (seconds + held) * 1000,
  isOpen: false,
  volume: 10n ** 16n,
  net: 100n,
  ...others,
});

const sell = { direction: "sell" } as const;

interface Options {
  kind?: LinkKind;
  seconds?: number;
  crowd?: number;
  overlapSeconds?: number;
}

function detect(
  trades: Record<number, WindowTrade[]>,
  { kind = "copied", seconds = 10, crowd = 3, overlapSeconds = 10 }: Options = {},
) {
  const settings = { seconds, matches: 3, sharePercent: 50, oneIn: 10 };
  return finish(
    Detector.build({
      kind,
      settings: kind === "opposite" ? { ...settings, overlapSeconds } : settings,
      crowd,
      window,
      accounts: Object.entries(trades).map(([id, own]) => ({ userId: Number(id), trades: own })),
    }),
  );
}

describe("two accounts", () => {
  it("match by their entries, each once, the nearest first and the earlier of two", () => {
    const detector = detect({
      1: [trade(0), trade(100), trade(106), trade(300)],
      2: [trade(90), trade(110), trade(309), trade(500), trade(700)],
    });
    const { evidence, rows } = detector.compare(2, 1);
    // The third trade belongs to the entry of the second one.
    expect(
      presentRows(rows).map(({ result, a, b, lagMs }) => [
        result,
        a.positions,
        b?.positions,
        lagMs,
      ]),
    ).toEqual([
      ["alone", ["p0"], undefined, null],
      ["matched", ["p100", "p106"], ["p90"], -10_000],
      ["matched", ["p300"], ["p309"], 9000],
    ]);
    // Of the five entries of b, all are within half an hour of each entry of a: 5 × 21 / 3601, rounded up.
    expect(evidence).toMatchObject({
      a: 1,
      b: 2,
      entries: 3,
      matched: 2,
      share: "66.66",
      expected: "0.087477",
      // 2 / 0.087477²
      oneIn: 261,
      lags: { min: -10_000, median: -10_000, max: 9000, aFirst: 1, bFirst: 1 },
      sameSize: 1,
      netA: "3.00",
      netB: "2.00",
      first: "2026-03-02T12:01:40.000Z",
      last: "2026-03-02T12:05:00.000Z",
    });
  });

  it("have no figures without entries", () => {
    expect(detect({ 1: [trade(0)] }).compare(1, 2).evidence).toMatchObject({
      a: 2,
      b: 1,
      entries: 0,
      matched: 0,
      share: "0.00",
      expected: "0.000000",
      oneIn: 1,
      lags: null,
      first: null,
      netA: "0.00",
    });
  });

  it("match in opposite directions only while both are open for long enough", () => {
    const own = [trade(0, 30), trade(100, 30), trade(200, 30)];
    const other = [trade(5, 14, sell), trade(120, 600, sell), trade(201, 9, sell), trade(400)];
    const { evidence, rows } = detect(
      { 1: own, 2: other },
      { kind: "opposite", seconds: 60 },
    ).compare(1, 2);
    expect(rows.map(({ match }) => match?.time ?? null)).toEqual([
      noon + 5000,
      noon + 120_000,
      null,
    ]);
    expect(evidence).toMatchObject({ matched: 2, closedTogether: 1 });
  });

  it("are excused by a crowd, which does not close together", () => {
    const crowd = (held: number) => ({
      3: [trade(4, held)],
      4: [trade(-10, held)],
      5: [trade(10, held)],
    });
    const pair = { 1: [trade(0)], 2: [trade(3)] };
    const together = detect({ ...pair, ...crowd(900) }).compare(1, 2);
    expect(presentRows(together.rows)).toMatchObject([
      { result: "public", others: 3, chance: null, active: null, b: null },
    ]);
    expect(together.evidence).toMatchObject({ public: 1, entries: 0, matched: 0 });
    // Accounts that also close together are copies, not a crowd; they are active nevertheless.
    const copies = detect({ ...pair, ...crowd(600) }).compare(1, 2);
    expect(presentRows(copies.rows)).toMatchObject([{ result: "matched", others: 0, active: 3 }]);
    const later = detect({ ...pair, ...crowd(900), 5: [trade(11, 900)] }).compare(1, 2);
    // Two of three active accounts: the chance is 0.666667.
    expect(presentRows(later.rows)).toMatchObject([
      { result: "matched", others: 2, active: 3, chance: "0.666667" },
    ]);
  });

  it("are not compared across more than fifty entries", () => {
    const between = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, place) => [place + 10, [trade(1, 610 + (place % 2))]]),
      );
    const of = (count: number) =>
      detect({ 1: [trade(0)], 2: [trade(2)], ...between(count) }, { crowd: 100 }).compare(1, 2)
        .evidence;
    expect(of(50).matched).toBe(1);
    expect(of(51).matched).toBe(0);
  });

  it("count what speaks against a copy: a direction that the later account held before", () => {
    const held = trade(-20, 900);
    const pair = (follower: WindowTrade[]) =>
      detect({
        1: [trade(0, 20), trade(100, 20)],
        2: [...follower, trade(5, 20), trade(105, 20)],
      }).compare(1, 2).evidence.earlier;
    expect(pair([])).toBe(0);
    expect(pair([held])).toBe(2);
    // Opened within the seconds before, or closed with the later entry.
    expect(pair([trade(-10, 900)])).toBe(1);
    expect(pair([trade(-20, 25)])).toBe(0);
    expect(pair([trade(-20, 900, sell)])).toBe(0);
  });

  it("leave open trades until the end of the window, with no result", () => {
    const open = { isOpen: true, exit: window.to };
    const { evidence, rows } = detect({
      1: [trade(0, 0, open)],
      2: [trade(3, 0, open), trade(50)],
    }).compare(1, 2);
    expect(presentRows(rows)[0]).toMatchObject({
      a: { closeTime: null, net: null, volume: "1.00" },
      b: { closeTime: null, net: null },
    });
    expect(evidence).toMatchObject({ closedTogether: 1, netA: "0.00", netB: "0.00" });
  });

  it("are described by what was counted", () => {
    const { evidence } = detect({
      1: [trade(0), trade(100)],
      2: [trade(3), trade(107), trade(500)],
    }).compare(1, 2);
    expect(presentEvidence(evidence, 3, null).sentence).toBe(
      "2 of 2 entries of user 1 match entries of user 2 in the same direction within 10 seconds; chance would give 0.034992, and at most one in 1,633 pairs of unrelated accounts matches as often.",
    );
  });
});

describe("chance", () => {
  it("is the greater of habit and crowd, each rounded up to a millionth and at most 1", () => {
    const chance = { nearby: 1, others: 0, active: 0, seconds: 60 };
    expect(chanceOf(chance)).toBe(33_602n);
    expect(chanceOf({ ...chance, nearby: 30 })).toBe(1_000_000n);
    expect(chanceOf({ ...chance, nearby: 0, others: 1, active: 3 })).toBe(333_334n);
    expect(chanceOf({ ...chance, nearby: 0, others: 2 })).toBe(0n);
    expect(chanceOf({ ...chance, others: 5, active: 4 })).toBe(1_000_000n);
  });

  it("says in how many pairs so many matches occur", () => {
    expect(oneIn(0, 0n)).toBe(1);
    expect(oneIn(3, 3_000_000n)).toBe(1);
    // 2 / 0.034992² = 1633.38…
    expect(oneIn(2, 34_992n)).toBe(1633);
    expect(oneIn(15, 571_213n)).toBe(1_000_000_000_000_000);
    // 6 / 0.0003³ = 222,222,222,222.2…
    expect(oneIn(3, 300n)).toBe(222_222_222_222);
    expect(oneIn(20_000, 20_000n * 1_000_000n)).toBe(1);
    expect(oneIn(20_000, 1_000_000n)).toBe(1_000_000_000_000_000);
  });
});

describe("a pair is raised", () => {
  const settings = { seconds: 60, matches: 5, sharePercent: 50, oneIn: 1000, overlapSeconds: 10 };
  const evidence = { kind: "opposite", matched: 5, share: "50.00", oneIn: 1000 } as const;

  it.each([
    [{}, true],
    [{ matched: 4 }, false],
    [{ share: "49.99" }, false],
    [{ oneIn: 999 }, false],
  ])("by matches, share and rarity: %o", (change, expected) => {
    expect(isRaised({ ...evidence, ...change }, settings)).toBe(expected);
  });

  it.each([
    ["opposite", 10, true],
    ["opposite", 9, false],
    ["copied", 900, false],
  ] as const)(
    "of one person only if both were opposed: %s for %i seconds",
    (kind, longestSeconds, expected) => {
      expect(isRaised({ ...evidence, kind, matched: 0 }, settings, { longestSeconds })).toBe(
        expected,
      );
    },
  );
});
