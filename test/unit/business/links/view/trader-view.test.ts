import { describe, expect, it } from "vitest";
import type {
  LinkEvidence,
  LinkRow,
} from "../../../../../src/business/links/evidence/evidence.schema.ts";
import {
  partyNames,
  partyOf,
} from "../../../../../src/business/links/evidence/party-names.rule.ts";
import {
  traderEvidence,
  traderFacts,
  traderRows,
} from "../../../../../src/business/links/view/trader-view.rule.ts";

const evidence: LinkEvidence = {
  kind: "copied",
  a: 42,
  b: 17,
  from: "2026-03-01T00:00:00.000Z",
  to: "2026-03-31T00:00:00.000Z",
  settingsVersion: 1,
  seconds: 10,
  entries: 2,
  matched: 1,
  public: 0,
  share: "50.00",
  expected: "0.020000",
  oneIn: 50,
  lags: { min: -900, median: -900, max: -900, aFirst: 0, bFirst: 1 },
  closedTogether: 1,
  sameSize: 1,
  earlier: 0,
  netA: "12.00",
  netB: "-3.50",
  first: "2026-03-02T09:00:00.000Z",
  last: "2026-03-02T09:00:00.000Z",
  exposure: null,
  sentence: "1 of 2 entries of user 42 matches an entry of user 17",
};

const entry = (position: string) => ({
  positions: [position],
  time: "2026-03-02T09:00:00.000Z",
  closeTime: "2026-03-02T10:00:00.000Z",
  volume: "0.50",
  net: "12.00",
});

const row: LinkRow = {
  result: "matched",
  instrument: "EURUSD",
  direction: "buy",
  a: entry("501"),
  b: entry("901"),
  lagMs: -900,
  chance: "0.010000",
  others: 1,
  active: 4,
};

const hidden = { ...entry(""), positions: null, net: null };

describe("the names of the traders of a case", () => {
  const pairs = [
    { a: 42, b: 17 },
    { a: 9, b: 42 },
    { a: 9, b: 3 },
  ];

  it("are letters by user id, for those that the trader is compared with", () => {
    expect([...partyNames(pairs, 42)]).toEqual([
      [42, "you"],
      [9, "A"],
      [17, "B"],
    ]);
    expect([...partyNames(pairs, 3)]).toEqual([
      [3, "you"],
      [9, "A"],
    ]);
  });

  it("go on after Z", () => {
    const names = [
      ...partyNames(
        Array.from({ length: 29 }, (_, b) => ({ a: 100, b })),
        100,
      ).values(),
    ];
    expect(names.slice(25)).toEqual(["Y", "Z", "AA", "AB", "AC"]);
  });

  it("lead back to the traders", () => {
    const names = partyNames(pairs, 42);
    expect([partyOf(names, "B"), partyOf(names, "C"), partyOf(names, "17")]).toEqual([
      17,
      undefined,
      undefined,
    ]);
  });
});

describe("what a trader sees of a case", () => {
  it("is evidence without ids, and without the other's result", () => {
    const seen = traderEvidence(evidence, partyNames([evidence], 42));
    expect(seen).toEqual({
      ...evidence,
      a: "you",
      b: "A",
      netB: null,
      sentence:
        "1 of your 2 entries matches an entry of A in the same direction within 10 seconds; chance would give 0.020000, and at most one in 50 pairs of unrelated accounts matches as often.",
    });
    expect(traderEvidence(evidence, partyNames([evidence], 17))).toMatchObject({
      a: "A",
      b: "you",
      netA: null,
      netB: "-3.50",
    });
  });

  it("is rows with the trader's own positions and results only", () => {
    const alone = { ...row, result: "alone" as const, b: null, lagMs: null };
    expect(traderRows([row, alone], evidence, 42)).toEqual([{ ...row, b: hidden }, alone]);
    expect(traderRows([row, alone], evidence, 17)).toEqual([
      { ...row, a: hidden },
      { ...alone, a: hidden },
    ]);
  });

  it("is the facts that the trader shares, without the traders and times", () => {
    const fact = {
      kind: "payee" as const,
      userIds: [17, 42],
      sharedBy: 2,
      of: 320,
      oneIn: 51_040,
      firstAt: "2026-03-02T09:00:00.000Z",
      lastAt: "2026-03-02T09:00:00.000Z",
    };
    expect(traderFacts([fact, { ...fact, userIds: [17, 9] }], 42)).toEqual([
      { kind: "payee", sharedBy: 2, of: 320, oneIn: 51_040 },
    ]);
  });
});
