import { describe, expect, it } from "vitest";
import { openByHand } from "../../../../../src/business/links/cases/open-by-hand.rule.ts";
import {
  type CaseChange,
  type CaseState,
  type Found,
  reconcile,
} from "../../../../../src/business/links/cases/reconcile.rule.ts";
import type { FoundEvidence } from "../../../../../src/business/links/comparison/firm-comparison.ts";
import type { LinkEvidence } from "../../../../../src/business/links/evidence/evidence.schema.ts";
import type { LinkDecision } from "../../../../../src/business/links/cases/link-case.rule.ts";
import { decidedStatus } from "../../../../../src/business/links/cases/link-case.rule.ts";
import type { FactKind } from "../../../../../src/business/links/facts/fact.rule.ts";

const nothing: Found = { raised: [], facts: [], rechecked: [], sinceDecision: new Map() };

interface Figures {
  kind?: "copied" | "opposite";
  matched?: number;
  day?: number;
}

/** Evidence as of a day of March. */
function pair(a: number, b: number, { kind = "copied", matched = 6, day = 1 }: Figures = {}) {
  const to = `2026-03-${String(day).padStart(2, "0")}T00:00:00.000Z`;
  const evidence = { kind, a, b, from: `from ${to}`, to, settingsVersion: 1, matched };
  // The rule compares figures and reads no others.
  return { evidence: evidence as unknown as LinkEvidence, rows: [] } satisfies FoundEvidence;
}

function value(kind: FactKind, userIds: number[], { isConnecting = true, hash = "x" } = {}) {
  const fact = { kind, userIds, sharedBy: userIds.length, of: 9, oneIn: 36 };
  return { valueHash: hash, isConnecting, fact: { ...fact, firstAt: null, lastAt: null } };
}

/** The cases of a firm, one comparison or decision after the other. */
class Firm {
  cases: CaseState[] = [];

  compare(found: Partial<Found>): string[] {
    return this.#apply(reconcile(this.cases, { ...nothing, ...found }));
  }

  name(userIds: number[], pairs: (FoundEvidence & { isRaised: boolean })[] = []): string[] {
    const states = this.cases.filter(({ members }) =>
      members.some(({ userId }) => userIds.includes(userId)),
    );
    return this.#apply([openByHand(states, userIds, { pairs, facts: [] })]);
  }

  decide(id: number, decision: LinkDecision): void {
    const state = this.find(id);
    const past = <Of extends { isOpening: boolean }>(items: Of[]) =>
      items.map((item) => ({ ...item, isOpening: false }));
    const [evidence, facts] = [past(state.evidence), past(state.facts)];
    const userIds = state.members.map(({ userId }) => userId);
    const decided = { decision, snapshot: { userIds, evidence, facts } };
    const status = decidedStatus[decision];
    this.#replace({ ...state, status, isHeldOpen: false, evidence, facts, decided });
  }

  clear(id: number, trader: number, clearedAt: string): void {
    const state = this.find(id);
    const members = state.members.map((member) =>
      member.userId === trader ? { ...member, clearedAt } : member,
    );
    this.#replace({ ...state, members });
  }

  find(id: number): CaseState {
    return this.cases.find((state) => state.id === id)!;
  }

  /** As in `1 open: 7 8`. */
  get lines(): string[] {
    return this.cases.map(({ id, status, members }) =>
      `${id} ${status}: ${members.map(({ userId }) => userId).join(" ")}`.trim(),
    );
  }

  #last = 0;

  #apply(changes: CaseChange[]): string[] {
    return changes.map(({ before, after, merged, event }) => {
      const id = before?.id ?? (this.#last += 1);
      this.#replace({ ...after, id });
      this.cases = this.cases.filter((state) => !merged.includes(state.id!));
      return [event ?? "changed", id, ...merged].join(" ");
    });
  }

  #replace(state: CaseState): void {
    this.cases = [...this.cases.filter(({ id }) => id !== state.id), state].toSorted(
      (one, other) => one.id! - other.id!,
    );
  }
}

describe("raised pairs and facts that open", () => {
  it("connect traders to one case for each group", () => {
    const firm = new Firm();
    const found = {
      raised: [pair(1, 2), pair(3, 4)],
      facts: [value("payee", [2, 5]), value("network", [1, 5, 9], { isConnecting: false })],
    };
    expect(firm.compare(found)).toEqual(["opened 1", "opened 2"]);
    expect(firm.lines).toEqual(["1 open: 1 2 5", "2 open: 3 4"]);
    expect(firm.find(1).facts.map(({ fact }) => [fact.kind, fact.userIds])).toEqual([
      ["payee", [2, 5]],
      ["network", [1, 5]],
    ]);
    expect(firm.compare(found)).toEqual([]);
  });

  it("open nothing if they only join", () => {
    const firm = new Firm();
    expect(firm.compare({ facts: [value("household", [1, 2], { isConnecting: false })] })).toEqual(
      [],
    );
    expect(firm.cases).toEqual([]);
  });

  it("put what they connect into the case with the lower id", () => {
    const firm = new Firm();
    firm.compare({ raised: [pair(1, 2)] });
    firm.compare({ raised: [pair(3, 4)] });
    firm.decide(2, "confirm");
    expect(firm.compare({ raised: [pair(2, 3)] })).toEqual(["changed 1 2"]);
    expect(firm.lines).toEqual(["1 open: 1 2 3 4"]);
    expect(firm.find(1).evidence).toHaveLength(3);
  });

  it("open a decided case into which another one moves", () => {
    const firm = new Firm();
    firm.compare({ raised: [pair(1, 2)] });
    firm.decide(1, "dismiss");
    firm.compare({ raised: [pair(1, 2), pair(3, 4)] });
    expect(firm.compare({ raised: [pair(1, 2), pair(2, 4), pair(3, 4)] })).toEqual([
      "reopened 1 2",
    ]);
    expect(firm.lines).toEqual(["1 open: 1 2 3 4"]);
  });

  it.each([1, 2, 3, 4, 5, 6])("lead to the same case in any order (%i)", (seed) => {
    const pairs = [pair(1, 2), pair(2, 3), pair(3, 4), pair(5, 6)];
    const orders = pairs.map((_, place) => pairs[(place * 3 + seed) % pairs.length]!);
    const firm = new Firm();
    for (const [place] of orders.entries()) firm.compare({ raised: orders.slice(0, place + 1) });
    const groups = firm.cases.map(({ members }) =>
      members.map(({ userId }) => userId).toSorted((a, b) => a - b),
    );
    expect(groups.toSorted((a, b) => a[0]! - b[0]!)).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
  });
});

describe("the evidence of an open case", () => {
  it("is the latest that raised the pair, unless only its window has moved", () => {
    const firm = new Firm();
    firm.compare({ raised: [pair(1, 2, { day: 2 })] });
    expect(firm.compare({ raised: [pair(1, 2, { day: 3 })] })).toEqual([]);
    expect(firm.find(1).evidence[0]!.evidence.to).toMatch("2026-03-02");
    expect(firm.compare({ raised: [pair(1, 2, { day: 4, matched: 7 })] })).toEqual(["changed 1"]);
    // A comparison that began earlier may end later.
    expect(firm.compare({ raised: [pair(1, 2, { day: 3, matched: 8 })] })).toEqual([]);
    expect(firm.find(1).evidence[0]!.evidence).toMatchObject({ matched: 7 });
    // Not raised any more, but nothing has taken it away.
    expect(firm.compare({})).toEqual([]);
  });

  it("leaves with the traders that only it connects, and the case is dismissed without any", () => {
    const firm = new Firm();
    const [first, second] = [pair(1, 2), pair(2, 3)];
    firm.compare({ raised: [first, second] });
    const gone = (former: FoundEvidence) => ({ rechecked: [{ former, now: null }] });
    expect(firm.compare({ raised: [first], ...gone(second) })).toEqual(["changed 1"]);
    expect(firm.lines).toEqual(["1 open: 1 2"]);
    expect(firm.compare(gone(first))).toEqual(["dismissed 1"]);
    expect(firm.lines).toEqual(["1 dismissed:"]);
    expect(firm.compare({ raised: [pair(1, 2)] })).toEqual(["opened 2"]);
  });

  it("is not taken away by a comparison with other evidence", () => {
    const firm = new Firm();
    firm.compare({ raised: [pair(1, 2, { day: 2 })] });
    const rechecked = [{ former: pair(1, 2, { day: 1 }), now: null }];
    expect(firm.compare({ rechecked })).toEqual([]);
  });

  it("does not keep named traders in, or out", () => {
    const firm = new Firm();
    const evidence = pair(1, 2);
    expect(firm.name([1, 2, 3], [{ ...evidence, isRaised: true }])).toEqual(["opened 1"]);
    expect(firm.compare({ rechecked: [{ former: evidence, now: null }] })).toEqual(["changed 1"]);
    expect(firm.lines).toEqual(["1 open: 1 2 3"]);
  });
});

describe("a decided case", () => {
  const decided = (decision: LinkDecision) => {
    const firm = new Firm();
    firm.compare({ raised: [pair(1, 2)] });
    firm.decide(1, decision);
    return firm;
  };

  it.each(["confirm", "dismiss"] as const)("shows what was decided on: %s", (decision) => {
    const firm = decided(decision);
    expect(firm.compare({ raised: [pair(1, 2, { day: 5, matched: 9 })] })).toEqual([]);
    expect(firm.compare({ rechecked: [{ former: pair(1, 2), now: null }] })).toEqual([]);
  });

  it("shows the latest evidence while it is watched", () => {
    const firm = decided("watch");
    expect(firm.compare({ raised: [pair(1, 2, { day: 5, matched: 9 })] })).toEqual(["changed 1"]);
    expect(firm.find(1)).toMatchObject({ status: "watched", evidence: [{ isOpening: false }] });
  });

  const joining: [string, Partial<Found>][] = [
    ["a trader", { raised: [pair(1, 2), pair(2, 3, { day: 5 })] }],
    ["a kind of evidence", { raised: [pair(1, 2), pair(1, 2, { kind: "opposite", day: 5 })] }],
    ["a shared value that opens", { raised: [pair(1, 2)], facts: [value("payee", [1, 2])] }],
  ];
  for (const [name, found] of joining) {
    it.each(["watch", "confirm", "dismiss"] as const)(
      `opens again when ${name} joins, and is decided as before when that goes: %s`,
      (decision) => {
        const firm = decided(decision);
        expect(firm.compare(found)).toEqual(["reopened 1"]);
        if (found.facts) return;
        const former = found.raised![1]!;
        const rechecked = [{ former, now: null }];
        expect(firm.compare({ raised: [pair(1, 2)], rechecked })).toEqual(["restored 1"]);
        expect(firm.lines).toEqual([`1 ${decidedStatus[decision]}: 1 2`]);
      },
    );
  }

  it("stays decided when a value joins that opens nothing", () => {
    const firm = decided("dismiss");
    const facts = [value("network", [1, 2], { isConnecting: false })];
    expect(firm.compare({ raised: [pair(1, 2)], facts })).toEqual([]);
  });

  it.each([
    ["watch", ["reopened 1"]],
    ["dismiss", ["reopened 1"]],
    ["confirm", []],
  ] as const)(
    "opens again by entries after the decision, unless confirmed: %s",
    (decision, events) => {
      const firm = decided(decision);
      const sinceDecision = new Map([[1, [pair(1, 2, { day: 5, matched: 5 })]]]);
      expect(
        firm.compare({ raised: [pair(1, 2, { day: 5, matched: 11 })], sinceDecision }),
      ).toEqual(events);
      if (events.length === 0) return;
      expect(firm.find(1).evidence).toMatchObject([{ isOpening: true, evidence: { matched: 11 } }]);
      // That the window has moved on changes nothing.
      expect(firm.compare({})).toEqual([]);
    },
  );

  it("knows a value by its traders after the firm's key has changed", () => {
    const firm = new Firm();
    firm.compare({ facts: [value("payee", [1, 2], { hash: "old" })] });
    firm.decide(1, "dismiss");
    expect(firm.compare({ facts: [value("payee", [1, 2], { hash: "new" })] })).toEqual([]);
    const two = [
      value("payee", [1, 2], { hash: "new" }),
      value("payee", [1, 2], { hash: "other" }),
    ];
    expect(firm.compare({ facts: two })).toEqual(["reopened 1"]);
  });

  it("knows a trader who was cleared, and has left and come back since", () => {
    const clearedAt = "2026-03-04T00:00:00.000Z";
    const clearanceOf = (firm: Firm, trader: number) =>
      firm.find(1).members.find(({ userId }) => userId === trader)?.clearedAt;
    const firm = new Firm();
    firm.compare({ raised: [pair(1, 2), pair(2, 3)] });
    firm.decide(1, "confirm");
    firm.clear(1, 3, clearedAt);

    firm.compare({ raised: [pair(1, 4, { day: 5 })] });
    expect(firm.lines).toEqual(["1 open: 1 2 3 4"]);
    firm.compare({ rechecked: [{ former: pair(2, 3), now: null }] });
    expect(firm.lines).toEqual(["1 open: 1 2 4"]);
    firm.compare({ raised: [pair(2, 3, { day: 6 })] });
    expect(clearanceOf(firm, 3)).toBe(clearedAt);

    firm.compare({ rechecked: [{ former: pair(2, 3, { day: 6 }), now: null }] });
    expect(firm.lines).toEqual(["1 open: 1 2 4"]);
    firm.compare({ rechecked: [{ former: pair(1, 4, { day: 5 }), now: null }] });
    expect(firm.lines).toEqual(["1 confirmed: 1 2 3"]);
    expect(clearanceOf(firm, 3)).toBe(clearedAt);
    expect(clearanceOf(firm, 2)).toBeNull();
  });

  it("does not take a clearance along into another case", () => {
    const firm = new Firm();
    firm.compare({ raised: [pair(1, 2), pair(2, 3)] });
    firm.decide(1, "confirm");
    firm.clear(1, 3, "2026-03-04T00:00:00.000Z");
    firm.compare({ raised: [pair(1, 4, { day: 5 })] });
    firm.compare({ raised: [pair(3, 7)], rechecked: [{ former: pair(2, 3), now: null }] });
    expect(firm.find(2).members).toEqual([
      { userId: 3, isNamed: false, clearedAt: null },
      { userId: 7, isNamed: false, clearedAt: null },
    ]);
  });

  it("opens again when a person names its traders", () => {
    const firm = decided("dismiss");
    expect(firm.name([1, 2])).toEqual(["reopened 1"]);
    expect(firm.compare({})).toEqual([]);
    firm.decide(1, "dismiss");
    expect(firm.name([2, 7])).toEqual(["reopened 1"]);
    expect(firm.lines).toEqual(["1 open: 1 2 7"]);
  });
});
