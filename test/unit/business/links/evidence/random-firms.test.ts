import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finish } from "../../../../../src/platform/time/turns.rule.ts";
import { Detector } from "../../../../../src/business/links/evidence/detector.rule.ts";
import {
  compareExposure,
  exposureSteps,
} from "../../../../../src/business/links/evidence/exposure.rule.ts";
import {
  type LinkKind,
  linkKinds,
} from "../../../../../src/business/links/evidence/link-kind.rule.ts";
import { countNearTrades } from "../../../../../src/business/links/evidence/near-trades.rule.ts";
import { presentRows } from "../../../../../src/business/links/evidence/pair.rule.ts";
import {
  instrumentReader,
  tradesInWindow,
} from "../../../../../src/business/links/evidence/window.rule.ts";
import { firmCloses, firmOpens, randomFirm } from "../../../../support/firms.ts";
import { type NaiveAccount, naivePair } from "../../../../support/naive-links.ts";
import { rounds } from "../../../../support/rounds.ts";

const groups = [
  {
    name: "S&P 500",
    symbols: [
      { symbol: "MES", ratio: "0.1" },
      { symbol: "ES", ratio: "1" },
      { symbol: "#X", ratio: "-0.5" },
    ],
  },
];
const window = { from: firmOpens, to: firmCloses };

/** The settings of a comparison, small enough that chance decides often. */
const compared = fc.record({
  seed: fc.integer(),
  kind: fc.constantFrom<LinkKind>(...linkKinds),
  seconds: fc.integer({ min: 1, max: 60 }),
  overlapSeconds: fc.integer({ min: 1, max: 60 }),
  crowd: fc.integer({ min: 1, max: 4 }),
});

function detectorOf(accounts: readonly NaiveAccount[], settings: Settings): Detector {
  const { kind, crowd, seconds, overlapSeconds } = settings;
  const reading = instrumentReader(groups);
  return finish(
    Detector.build({
      kind,
      settings: {
        seconds,
        matches: 3,
        sharePercent: 50,
        oneIn: 1000,
        ...(kind === "opposite" && { overlapSeconds }),
      },
      crowd,
      window,
      accounts: accounts.map(({ userId, deals }) => ({
        userId,
        trades: tradesInWindow(deals, window, reading),
      })),
    }),
  );
}

const tradesOf = (account: NaiveAccount | undefined) =>
  tradesInWindow(account?.deals ?? [], window, instrumentReader(groups));

interface Settings {
  kind: LinkKind;
  seconds: number;
  overlapSeconds: number;
  crowd: number;
}

describe("random firms with a copier, a hedger and a crowd", () => {
  it("are compared as by the words of the specification", () => {
    fc.assert(
      fc.property(compared, ({ seed, ...settings }) => {
        const accounts = randomFirm(seed);
        const detector = detectorOf(accounts, settings);
        const raised: string[] = [];
        for (const one of accounts.keys()) {
          for (let other = one + 1; other < accounts.length; other += 1) {
            const ids = [one + 1, other + 1] as const;
            const { evidence, rows } = detector.compare(...ids);
            const naive = naivePair(accounts, ids, { ...window, groups, ...settings });
            const [near, far] = [tradesOf(accounts[one]), tradesOf(accounts[other])];
            expect(countNearTrades(near, far, settings)).toBeGreaterThanOrEqual(naive.matched);
            expect({ ...evidence, lines: presentRows(rows).map(lineOf) }).toEqual({
              kind: settings.kind,
              a: naive.a,
              b: naive.b,
              from: "2026-03-02T23:00:00.000Z",
              to: "2026-03-03T01:00:00.000Z",
              seconds: settings.seconds,
              entries: naive.entries,
              matched: naive.matched,
              public: naive.public,
              share: (naive.share / 100).toFixed(2),
              expected: (naive.expected / 1_000_000).toFixed(6),
              oneIn: naive.oneIn,
              lags: naive.lags,
              closedTogether: naive.closedTogether,
              sameSize: naive.sameSize,
              earlier: naive.earlier,
              netA: (naive.netA / 100).toFixed(2),
              netB: (naive.netB / 100).toFixed(2),
              first: naive.first,
              last: naive.last,
              lines: naive.lines,
            });
            const isRaised = naive.matched >= 3 && naive.share >= 5000 && naive.oneIn >= 1000;
            if (isRaised) raised.push(`${naive.a} ${naive.b}`);
          }
        }
        const found = finish(detector.raisedPairs()).map(({ a, b }) => `${a} ${b}`);
        expect(found.toSorted()).toEqual(raised.toSorted());
        const { comparisons, entries } = detector.size;
        expect(comparisons).toBeLessThanOrEqual(51 * entries);
      }),
      rounds(40),
    );
  });

  it("are exposed as a look at every second shows", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const accounts = randomFirm(seed);
        const [one, other] = accounts.slice(-2) as [NaiveAccount, NaiveAccount];
        const reading = instrumentReader(groups);
        const steps = ({ deals }: NaiveAccount) => exposureSteps([deals], window, reading);
        const { opposedVolume, netPercent, ...seconds } = compareExposure(
          steps(one),
          steps(other),
          window.to,
        );
        const settings = { kind: "opposite", seconds: 1, overlapSeconds: 1, crowd: 3 } as const;
        const ids = [one.userId, other.userId] as const;
        const naive = naivePair(accounts, ids, { ...window, groups, ...settings }).exposure();
        const { bothSeconds, opposedSeconds, longestSeconds } = naive;
        expect(seconds).toEqual({ bothSeconds, opposedSeconds, longestSeconds });
        expect(Number(opposedVolume)).toBeCloseTo(naive.opposedVolume, 9);
        if (naive.netPercent === null) expect(netPercent).toBeNull();
        else expect(Math.abs(Number(netPercent) - naive.netPercent)).toBeLessThan(0.0051);
      }),
      rounds(6),
    );
  });
});

function lineOf({ result, a, b, others, active, chance }: ReturnType<typeof presentRows>[number]) {
  if (result === "public") return `public ${a.positions.join()} others ${others}`;
  const match = result === "matched" ? `matched ${b!.positions.join()}` : "alone";
  const millionths = Number(chance!.replace(".", ""));
  return `${match} ${a.positions.join()} others ${others} active ${active} chance ${millionths}`;
}
