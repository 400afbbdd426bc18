import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LinkFile } from "../../../../../src/business/links/file/link-file.schema.ts";
import { verifyFile } from "../../../../../src/business/links/file/verify-file.rule.ts";
import { verifyLink } from "../../../../../src/business/links/file/verify-link.rule.ts";
import { firmKeys } from "../../../../support/cases.ts";
import { firmCloses, firmOpens, randomFirm } from "../../../../support/firms.ts";
import { linkSettings, makeLink, oneTrade, signLink } from "../../../../support/link-files.ts";
import type { NaiveAccount } from "../../../../support/naive-links.ts";
import { rounds } from "../../../../support/rounds.ts";

const window = { from: firmOpens, to: firmCloses };
const facts = [
  {
    kind: "payee" as const,
    userIds: [1, 2],
    sharedBy: 2,
    of: 320,
    oneIn: 51_040,
    firstAt: "2026-03-02T09:00:00.000Z",
    lastAt: "2026-03-02T09:00:00.000Z",
  },
];

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };
type Path = (string | number)[];

function leavesOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, item]) => leavesOf(item, [...path, key]));
}

const valueAt = (file: unknown, path: Path) =>
  path.reduce((value, part) => (value as never)[part], file as Json);

function set(file: LinkFile, path: Path, value: unknown): LinkFile {
  const copy = structuredClone(file);
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string, unknown>;
  parent[path.at(-1)!] = value;
  return copy;
}

function otherThan(value: Json): Json {
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string") return "2026-03-02T12:00:00.000Z";
  const digits = value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  return digits === value ? `${value}x` : digits;
}

const difference = async (file: unknown, keys = firmKeys as typeof firmKeys | null) => {
  const verified = await verifyLink(file, keys);
  return verified.result === "changed" ? verified.difference : verified.result;
};

/** The leader of a copier and a hedger, who are the last two of a firm. */
function linkOf(accounts: NaiveAccount[]) {
  const [copier, hedger] = accounts.slice(-2).map(({ userId }) => userId) as [number, number];
  const leaders = accounts.slice(0, -2).toSorted((a, b) => b.deals.length - a.deals.length);
  const leader = leaders[0]!.userId;
  return { leader, copier, hedger };
}

function fileOf(seed: number, of: "leader" | "copier" | "hedger" = "leader"): LinkFile {
  const accounts = randomFirm(seed);
  const { leader, copier, hedger } = linkOf(accounts);
  const link = {
    accounts,
    pairs: [
      [leader, copier],
      [leader, hedger],
      [copier, hedger],
    ] as const,
    settings: linkSettings,
    window,
    facts: [{ ...facts[0]!, userIds: [leader, copier] }],
  };
  return makeLink(link, { leader, copier, hedger }[of]);
}

const original = fileOf(7);

describe("the file of a link", () => {
  it("is confirmed for each trader of random firms", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.constantFrom("leader", "copier", "hedger" as const),
        async (seed, of) => {
          expect(await difference(fileOf(seed, of))).toBe("confirmed");
        },
      ),
      rounds(30),
    );
  });

  it("names the trader, and the others by letters without positions and results", () => {
    expect(Object.keys(original.deals).toSorted()).toEqual(["A", "B", "you"]);
    expect(original.evidence).toHaveLength(4);
    expect(original.evidence.some(({ matched }) => matched > 0)).toBe(true);
    const positions = [...new Set(original.deals["A"]!.map(({ position }) => position))];
    expect(positions).toEqual(positions.map((_, place) => String(place + 1)));
    for (const { a, netA, netB, rows } of original.evidence) {
      expect([netA === null, netB === null]).toEqual([a !== "you", a === "you"]);
      for (const row of rows) {
        const other = a === "you" ? row.b : row.a;
        if (other) expect(other).toMatchObject({ positions: null, net: null });
      }
    }
    expect(original.facts).toEqual([{ kind: "payee", sharedBy: 2, of: 320, oneIn: 51_040 }]);
  });

  it("is confirmed if a crowd between two entries keeps them from being compared", async () => {
    const crowd = Array.from({ length: 52 }, (_, place) => oneTrade(place + 10, 1));
    for (const [length, matched] of [
      [50, 1],
      [51, 0],
    ] as const) {
      const accounts = [oneTrade(1, 0), ...crowd.slice(0, length), oneTrade(2, 2)];
      const link = {
        accounts,
        pairs: [[1, 2]] as const,
        settings: { ...linkSettings, opposite: null },
        window,
      };
      const file = makeLink(link, 1);
      expect(file.evidence[0]!.matched).toBe(matched);
      expect(await difference(file)).toBe("confirmed");
    }
  });

  it("is confirmed without keys, and after its own way through JSON", async () => {
    const read = JSON.parse(JSON.stringify(original)) as unknown;
    expect(await verifyFile(read, null)).toMatchObject({
      about: "link",
      verification: { result: "confirmed", checked: { signature: "no-keys" } },
    });
  });

  it("is not confirmed, whichever value was changed", async () => {
    const confirmed: string[] = [];
    const leaves = leavesOf(original);
    for (const path of leaves.filter((_, place) => place < 60 || place % 7 === 0)) {
      const { result } = await verifyLink(
        set(original, path, otherThan(valueAt(original, path))),
        firmKeys,
      );
      if (result !== (path[0] === "format" ? "no-case" : "changed")) {
        confirmed.push(`${path.join(".")} ${result}`);
      }
    }
    expect(confirmed).toEqual([]);
  });

  it("vouches by the signature alone for results, facts, and what others do", async () => {
    const place = original.evidence.findIndex(({ matched }) => matched > 0);
    const { a, rows } = original.evidence[place]!;
    const [side, net] = a === "you" ? (["a", "netA"] as const) : (["b", "netB"] as const);
    const row = rows.findIndex((each) => typeof each[side]?.net === "string");
    for (const path of [
      ["firm"],
      ["link", "reason"],
      ["facts", 0, "oneIn"],
      ["evidence", place, net],
      ["evidence", place, "rows", row, side, "net"],
    ] as Path[]) {
      const changed = set(original, path, otherThan(valueAt(original, path)));
      expect(await difference(changed)).toMatchObject({ path: "signature" });
      expect(await difference(changed, null)).toBe("confirmed");
    }
  });
});

describe("the first difference", () => {
  const place = original.evidence.findIndex(({ matched }) => matched > 0);
  const at = (...path: Path) => ["evidence", place, ...path];
  const evidence = original.evidence[place]!;

  it.each<[string, unknown, string]>([
    ["matched", 99, "The deals and settings give"],
    ["expected", "0.000001", "but the file says 0.000001."],
    ["oneIn", 7, "but the file says 7."],
    ["sentence", "All of them", "but the file says All of them."],
    ["seconds", 11, "The deals and settings give"],
  ])("is the figure %s, even if it was signed", async (field, value, words) => {
    const forged = signLink(set(original, at(field), value));
    expect(await difference(forged)).toEqual({
      path: `evidence[${place}].${field}`,
      message: expect.stringContaining(words) as string,
    });
  });

  it("is a row that does not follow from the deals", async () => {
    const row = evidence.rows.findIndex(({ result }) => result === "matched");
    const alone = { ...evidence.rows[row]!, result: "alone", b: null, lagMs: null };
    expect(await difference(signLink(set(original, at("rows", row), alone)))).toMatchObject({
      path: `evidence[${place}].rows[${row}].result`,
    });
  });

  it("is what a deal decides, if one was removed or moved", async () => {
    const { you, ...others } = original.deals;
    const removed = signLink({ ...original, deals: { ...others, you: you!.slice(2) } });
    expect(await difference(removed)).toMatchObject({ path: expect.stringMatching(/^evidence/) });
    const { A: _a, ...without } = original.deals;
    expect(await difference(signLink({ ...original, deals: without }))).toMatchObject({
      path: "deals.A",
    });
    const added = signLink({ ...original, deals: { ...original.deals, Z: [] } });
    expect(await difference(added)).toMatchObject({ path: "deals.Z" });
  });

  it("is a deleted trader, unless the signature was checked", async () => {
    const file = signLink({ ...original, deals: { ...original.deals, A: null } });
    const about = original.evidence.findIndex(({ a, b }) => a === "A" || b === "A");
    expect(await verifyLink(file, firmKeys)).toMatchObject({
      result: "confirmed",
      checked: { deleted: ["A"] },
    });
    expect(await difference(file, null)).toMatchObject({ path: "deals.A" });
    expect(await difference(set(file, ["evidence", about, "matched"], 99))).toMatchObject({
      path: "signature",
    });
    expect(await difference(signLink(set(file, ["deals", "you"], null)))).toMatchObject({
      path: "deals.you",
    });
  });

  it("is a window that is longer than the settings allow", async () => {
    const from = "2026-01-01T00:00:00.000Z";
    expect(await difference(signLink(set(original, at("from"), from)))).toMatchObject({
      path: `evidence[${place}].from`,
    });
  });

  it("is a version of the settings, or a detector, that the file lacks", async () => {
    expect(await difference(signLink({ ...original, settings: [] }))).toMatchObject({
      path: "evidence[0].settingsVersion",
    });
    const off = { ...linkSettings, [original.evidence[0]!.kind]: null };
    const without = signLink({ ...original, settings: [{ version: 3, settings: off }] });
    expect(await difference(without)).toMatchObject({ path: "evidence[0].kind" });
  });

  it("is a field that a link does not have, or that is of the wrong form", async () => {
    expect(await difference({ ...original, extra: 1 })).toEqual({
      path: "extra",
      message: "A link file must not contain this field.",
    });
    expect(await difference(set(original, ["deals", "you", 0, "volume"], "1"))).toEqual({
      path: "deals.you[0].volume",
      message: "It is not valid: is not a volume.",
    });
  });
});

describe("a file that is no link", () => {
  it("is said to be of another format, or not complete", async () => {
    expect(await verifyFile({ ...original, format: "propdesk-link/2" }, firmKeys)).toMatchObject({
      verification: {
        result: "no-case",
        message:
          "This is not a link file of the format propdesk-link/1: its format is propdesk-link/2.",
      },
    });
    const { deals: _deals, ...without } = original;
    expect(await verifyFile(without, firmKeys)).toMatchObject({
      verification: {
        result: "no-case",
        message: "This is not a complete link file: deals is missing or of the wrong type.",
      },
    });
    expect(await verifyFile({ deals: [] }, firmKeys)).toMatchObject({ about: "case" });
  });
});
