import { describe, expect, it } from "vitest";
import {
  type FactKind,
  plainAddress,
  plainName,
  sharedValues,
} from "../../../../../src/business/links/facts/fact.rule.ts";

const untimed = { firstAt: null, lastAt: null };
const values = (kind: FactKind, holders: Record<string, number[]>) =>
  Object.entries(holders).flatMap(([value, ids]) =>
    ids.map((userId) => ({ kind, userId, value, ...untimed })),
  );

describe("texts", () => {
  it.each([
    ["José  Núñez", "NUNEZ Jose"],
    ["Ｏ'Brien, Ann", "ann obrien"],
    ["Anne-Marie Ćosić", "Cosic AnneMarie"],
  ])("of names are the same in any spelling and order: %s, %s", (one, other) => {
    expect(plainName(one)).toBe(plainName(other));
  });

  it("differ by a word, and are nothing without letters", () => {
    expect(plainName("Ann Bo")).not.toBe(plainName("Ann"));
    expect(plainName(" - ")).toBeNull();
  });

  it("of addresses count only if they are whole", () => {
    expect(plainAddress(["uk", "London", "Mill St.", "12 a"])).toBe("uk|london|millst|12a");
    expect(plainAddress(["uk", "London", "Mill St.", "-"])).toBeNull();
    expect(plainAddress(["uk", "London", null, "12"])).toBeNull();
  });
});

describe("shared values", () => {
  it("are one in so many pairs of those who have a value", () => {
    const payees = values("payee", { x: [1, 2, 3], y: [4, 5], z: [6], w: [7, 8, 9, 10] });
    // 45 pairs of ten traders; 3 + 1 + 6 share.
    expect(
      sharedValues(payees, 3).map(({ fact, pairs }) => [fact.userIds, fact.of, fact.oneIn, pairs]),
    ).toEqual([
      [[1, 2, 3], 10, 4, 3],
      [[4, 5], 10, 4, 1],
      [[7, 8, 9, 10], 10, 4, 6],
    ]);
  });

  it("of a network or household of a crowd are none", () => {
    const networks = values("network", { office: [1, 2, 3, 4], home: [5, 6] });
    expect(sharedValues(networks, 3)).toMatchObject([
      // 15 pairs, of which one shares.
      { fact: { kind: "network", userIds: [5, 6], of: 6, oneIn: 15 }, pairs: 1 },
    ]);
  });

  it("of a household leave out those of one person", () => {
    const home = values("household", { home: [1, 2, 3], flat: [4, 5] });
    const persons = values("person", { ann: [1, 2], bo: [4, 5] });
    expect(sharedValues([...home, ...persons], 10)).toMatchObject([
      { fact: { kind: "person", userIds: [1, 2], oneIn: 3 } },
      { fact: { kind: "person", userIds: [4, 5] } },
      // The pairs of the third with the first two.
      { fact: { kind: "household", userIds: [1, 2, 3], of: 5, oneIn: 5 }, pairs: 2 },
    ]);
  });

  it("name the first and the last time of all who share them", () => {
    const at = (userId: number, firstAt: number, lastAt: number) =>
      ({ kind: "device", userId, value: "x", firstAt, lastAt }) as const;
    const [shared] = sharedValues([at(1, 2000, 3000), at(2, 1000, 1500), at(1, 2500, 9000)], 10);
    expect(shared!.fact).toMatchObject({
      firstAt: "1970-01-01T00:00:01.000Z",
      lastAt: "1970-01-01T00:00:09.000Z",
    });
  });
});
