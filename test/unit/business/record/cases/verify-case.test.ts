import { afterEach, describe, expect, it, vi } from "vitest";
import type { CaseFile } from "../../../../../src/business/record/cases/case.schema.ts";
import type { Waiver } from "../../../../../src/business/rulebook/engine/verdict.schema.ts";
import { curveOf } from "../../../../../src/business/record/cases/case-records.rule.ts";
import { canonicalJson } from "../../../../../src/platform/fields/canonical-json.rule.ts";
import type { JudgedCase } from "../../../../../src/business/record/cases/judged-case.rule.ts";
import { verifyCase } from "../../../../../src/business/record/cases/verify-case.rule.ts";
import {
  asFirstFormat,
  caseRecords,
  firmKeys,
  makeCase,
  sha256,
  signCase,
} from "../../../../support/cases.ts";

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };
type Path = (string | number)[];

const original = makeCase();

/** Copies the case with a change at this path. */
function change(path: Path, to: (value: Json, parent: Json[] & Record<string, Json>) => void) {
  const copy = structuredClone(original) as unknown as Json[] & Record<string, Json>;
  let parent = copy;
  for (const part of path.slice(0, -1)) parent = parent[part as never] as typeof parent;
  to(parent[path.at(-1) as never] as Json, parent);
  return copy as unknown as CaseFile;
}

const set = (path: Path, value: unknown) =>
  change(path, (_, parent) => {
    (parent as Record<string, unknown>)[path.at(-1)!] = value;
  });

/** Returns the paths of all primitive values. */
function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const entries = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value);
  return entries.flatMap(([key, item]) => leavesOf(item, [...path, key]));
}

function objectsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value);
  const inner = entries.flatMap(([key, item]) => objectsOf(item, [...path, key]));
  return Array.isArray(value) ? inner : [path, ...inner];
}

function otherThan(value: Json): Json[] {
  if (typeof value === "number") return [value + 1, String(value), null];
  if (typeof value === "boolean") return [!value];
  if (value === null) return ["", 0, "2026-03-02T12:00:00.000Z"];
  const text = value as string;
  const digits = text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  return [`${text}0`, text.slice(1), digits === text ? `${text}x` : digits, null, 7];
}

const valueAt = (path: Path): Json =>
  path.reduce((value, part) => (value as never)[part], original as unknown as Json);

const difference = async (file: unknown) => {
  const verified = await verifyCase(file, firmKeys);
  return verified.result === "changed" ? verified.difference : verified.result;
};

describe("an unchanged case", () => {
  it("is confirmed with and without the firm's keys", async () => {
    expect(await verifyCase(original, firmKeys)).toMatchObject({
      result: "confirmed",
      judged: { signature: "valid", areHashesChecked: true, judgement: { outcome: "in_progress" } },
    });
    expect(await verifyCase(original, null)).toMatchObject({
      result: "confirmed",
      judged: { signature: "no-keys" },
    });
  });

  it("is confirmed whatever the order of its properties", async () => {
    const reversed = (value: Json): Json =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .map(([key, item]) => [key, reversed(item)]),
            )
          : value;
    const file = reversed(JSON.parse(JSON.stringify(original)) as Json);
    expect(JSON.stringify(file)).not.toBe(JSON.stringify(original));
    expect((await verifyCase(file, firmKeys)).result).toBe("confirmed");
  });

  it("is confirmed without rules and without records", async () => {
    const empty = makeCase({ rules: null, records: { deals: [], operations: [], snapshots: [] } });
    expect(empty.rulesSha256).toBeNull();
    expect((await verifyCase(empty, firmKeys)).result).toBe("confirmed");
  });
});

describe("a case of the first format, whose signature includes the records", () => {
  const first = asFirstFormat(makeCase({ engine: "1" }));

  it("is confirmed", async () => {
    expect(first.format).toBe("propdesk-case/1");
    expect(await verifyCase(first, firmKeys)).toMatchObject({
      result: "confirmed",
      judged: { signature: "valid" },
    });
  });

  it("is not confirmed under the name of the other format", async () => {
    expect(await difference({ ...first, format: "propdesk-case/2" })).toMatchObject({
      part: "signature",
    });
    expect(await difference({ ...original, format: "propdesk-case/1" })).toMatchObject({
      part: "signature",
    });
  });

  it("is not confirmed if a record was changed along with its hashes", async () => {
    const [deal, ...deals] = first.records.deals;
    const records = { ...first.records, deals: [{ ...deal!, price: "1.10" }, ...deals] };
    const recordsSha256 = sha256(canonicalJson(records));
    const file = { ...first, records, recordsSha256 };
    expect(
      await difference({ ...file, verdict: { ...file.verdict, recordsSha256 } }),
    ).toMatchObject({ part: "signature" });
  });
});

describe("a case of the first engine", () => {
  // The entry costs more than a day may lose, which only the first engine took for equity.
  const [opened] = caseRecords.deals;
  const records = {
    deals: [{ ...opened!, commission: "-5000.01" }],
    operations: caseRecords.operations.slice(0, 1),
    snapshots: [],
  };
  const first = makeCase({ records, engine: "1" });

  it("is judged as that engine judged it", async () => {
    expect(first.verdict).toMatchObject({ engine: "1", outcome: "breached" });
    expect(makeCase({ records }).verdict).toMatchObject({ engine: "2", outcome: "in_progress" });
    const verified = await verifyCase(first, firmKeys);
    expect(verified).toMatchObject({ result: "confirmed", judged: { engine: "1" } });
    const [, entry] = curveOf((verified as { judged: JudgedCase }).judged, 500);
    expect(entry).toMatchObject({ balance: "94999.99", equity: "94999.99" });
  });

  it("is not confirmed if it names another version", async () => {
    for (const engine of ["2", "3", "__proto__"]) {
      const file = { ...first, verdict: { ...first.verdict, engine } };
      expect(await difference(signCase(file))).toMatchObject({ part: "verdict" });
    }
  });
});

describe("a case with a breach that was set aside", () => {
  const snapshots = [
    { time: "2026-03-02T09:04:00.000Z", balance: "99998.25", equity: "94000.00" },
    { time: "2026-03-02T11:30:00.000Z", balance: "100244.75", equity: "94000.00" },
  ];
  const keys = ["09:04:00", "11:30:00"].map((time) => `daily_loss/0/2026-03-02T${time}.000Z`);
  const [first, second] = keys.map((key) => ({
    key,
    reason: "A wrong price",
    at: "2026-03-02T19:00:00.000Z",
  })) as [Waiver, Waiver];
  const file = makeCase({ records: { ...caseRecords, snapshots }, waivers: [first, second] });
  const withWaivers = (waivers: unknown) => signCase({ ...file, waivers } as CaseFile);

  it("is confirmed, and names the engine and the format that know it", async () => {
    expect(file).toMatchObject({
      format: "propdesk-case/3",
      verdict: { engine: "3", outcome: "in_progress", endedAt: null },
    });
    expect(await verifyCase(file, firmKeys)).toMatchObject({
      result: "confirmed",
      judged: { engine: "3", signature: "valid" },
    });
  });

  it.each([
    ["is missing", [second], "waivers", keys[0]],
    ["are all missing", [], "waivers", keys[0]],
    ["has another key", [{ ...first, key: "max_loss/0/x" }, second], "waivers", keys[0]],
  ])("names a waiver that %s", async (_, waivers, part, key) => {
    const found = await difference(withWaivers(waivers));
    expect(found).toMatchObject({ part, message: expect.stringContaining(key!) });
  });

  it("names a waiver that was added", async () => {
    const breached = makeCase({ records: { ...caseRecords, snapshots }, waivers: [first] });
    expect(breached.verdict.outcome).toBe("breached");
    const changed = signCase({ ...breached, waivers: [first, second] });
    expect(await difference(changed)).toMatchObject({ part: "waivers", path: "waivers[1]" });
  });

  it("is not confirmed with another reason, without the list, or in another format", async () => {
    const reworded = { ...file, waivers: [{ ...first, reason: "Another" }, second] };
    expect(await difference(reworded)).toMatchObject({
      part: "signature",
      message: expect.stringContaining("waivers"),
    });
    const { waivers: _, ...without } = file;
    expect(await difference(signCase(without))).toMatchObject({ part: "waivers" });
    const downgraded = signCase({ ...file, format: "propdesk-case/2" });
    expect(await difference(downgraded)).toMatchObject({ part: "waivers" });
  });
});

describe("a changed case", () => {
  it("is not confirmed, whichever value was changed", async () => {
    const confirmed: string[] = [];
    let changes = 0;
    for (const path of leavesOf(original)) {
      for (const other of otherThan(valueAt(path))) {
        changes += 1;
        const { result } = await verifyCase(set(path, other), firmKeys);
        const isUnknown = path[0] === "format" && other !== "propdesk-case/3";
        if (result !== (isUnknown ? "no-case" : "changed")) {
          confirmed.push(`${path.join(".")} ${JSON.stringify(other)} ${result}`);
        }
      }
    }
    expect(confirmed).toEqual([]);
    expect(changes).toBeGreaterThan(500);
  });

  it("is not confirmed if a field was added or removed anywhere", async () => {
    const confirmed: string[] = [];
    for (const path of objectsOf(original)) {
      for (const key of ["extra", "__proto__", "toJSON"]) {
        const text = JSON.stringify(original);
        const file = JSON.parse(text) as object;
        const target = path.reduce<object>((value, part) => value[part as never], file);
        Object.defineProperty(target, key, {
          value: 1,
          enumerable: true,
          writable: true,
          configurable: true,
        });
        if ((await verifyCase(file, firmKeys)).result === "confirmed")
          confirmed.push([...path, key].join("."));
      }
      for (const key of Object.keys(
        path.reduce<object>((value, part) => value[part as never], original),
      )) {
        const file = change([...path, key], (_, parent) => {
          delete (parent as Record<string, Json>)[key];
        });
        if ((await verifyCase(file, firmKeys)).result === "confirmed")
          confirmed.push([...path, key].join("."));
      }
    }
    expect(confirmed).toEqual([]);
  });

  it("is not confirmed if an item was added, removed, repeated or moved in any list", async () => {
    const lists: Path[] = [
      ["records", "deals"],
      ["records", "operations"],
      ["records", "snapshots"],
      ["rules", "limits"],
      ["rules", "objectives"],
      ["verdict", "rules"],
    ];
    for (const path of lists) {
      const items = valueAt(path) as Json[];
      for (const changed of [
        items.slice(1),
        items.slice(0, -1),
        [...items, items[0]!],
        items.toReversed(),
      ]) {
        const { result } = await verifyCase(set(path, changed), firmKeys);
        expect([path, result]).toEqual([path, "changed"]);
      }
    }
  });
});

describe("the first difference", () => {
  it("identifies a changed record and its effect", async () => {
    expect(await difference(set(["records", "deals", 1, "profit"], "260.00"))).toEqual({
      part: "records",
      path: "records",
      message: expect.stringMatching(
        /^They were changed after the case was made: their SHA-256 is [0-9a-f]{64}, but the case says [0-9a-f]{64}\. Judged by them, verdict\.\S+ .*is .+, but the case says .+\.$/,
      ) as string,
    });
  });

  it.each([
    [
      ["records", "deals", 2, "time"],
      "2026-03-02T09:30:00.000Z",
      "records.deals[2] (ticket 11i)",
      "It is earlier than the record before it.",
    ],
    [
      ["records", "snapshots", 2, "time"],
      "2026-03-03T00:00:00.000Z",
      "records.snapshots[2]",
      "It is later than the verdict of 2026-03-02T20:00:00.000Z.",
    ],
    [
      ["records", "operations", 1, "amount"],
      "-50",
      "records.operations[1] (ticket 2): amount",
      "It is not valid: is not an amount with two decimals.",
    ],
  ])("identifies a misplaced or invalid record: %s", async (path, value, place, message) => {
    expect(await difference(set(path, value))).toEqual({ part: "records", path: place, message });
  });

  it("identifies changed rules by the first figure that they change", async () => {
    const file = set(["rules", "limits", 0, "limit"], { percent: "4", of: "initial" });
    expect(await difference(file)).toMatchObject({
      part: "rules",
      path: "rules",
      message: expect.stringContaining(
        "Judged by them, verdict.rules[0].floor (daily_loss) is 95950.00, but the case says 94950.00.",
      ) as string,
    });
  });

  it("identifies a changed figure of the verdict", async () => {
    expect(await difference(set(["verdict", "outcome"], "passed"))).toEqual({
      part: "verdict",
      path: "verdict.outcome",
      message: "The records and rules give in_progress, but the case says passed.",
    });
  });

  it("distinguishes a changed hash from changed records", async () => {
    const other = sha256("other");
    expect(await difference(set(["recordsSha256"], other))).toMatchObject({
      path: "recordsSha256",
    });
    expect(await difference(set(["verdict", "rulesSha256"], other))).toMatchObject({
      part: "verdict",
      path: "verdict.rulesSha256",
    });
  });

  it("identifies the signature if everything else is consistent", async () => {
    const forged = makeCase({ asOf: "2026-03-02T19:00:00.000Z" });
    const file = { ...forged, signature: original.signature };
    expect(await difference(file)).toMatchObject({ part: "signature", path: "signature" });
    expect((await verifyCase(file, null)).result).toBe("confirmed");
  });

  it("identifies a key that is not one of the firm's", async () => {
    const file = { ...original, signature: { ...original.signature, keyId: "strange1" } };
    expect(await difference(file)).toMatchObject({
      part: "signature",
      message: "It was signed with the key strange1, which is not one of the firm's keys.",
    });
  });

  it("is the signature if the change does not affect the verdict", async () => {
    expect(await difference(set(["firm"], "Another firm"))).toMatchObject({ part: "signature" });
    expect(await difference(set(["stage", "phase"], "Funded"))).toMatchObject({
      part: "signature",
    });
  });
});

describe("a browser without cryptography, as on a page loaded without HTTPS", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("judges the case, and reports that neither hashes nor the signature were checked", async () => {
    vi.stubGlobal("crypto", {});
    expect(await verifyCase(original, firmKeys)).toMatchObject({
      result: "confirmed",
      judged: { signature: "unsupported", areHashesChecked: false },
    });
    expect(await difference(set(["verdict", "outcome"], "passed"))).toMatchObject({
      path: "verdict.outcome",
    });
  });

  it("checks hashes but no signature if Ed25519 is unknown", async () => {
    const subtle = {
      digest: crypto.subtle.digest.bind(crypto.subtle),
      importKey: () => Promise.reject(new DOMException("Unrecognized name", "NotSupportedError")),
    };
    vi.stubGlobal("crypto", { subtle });
    expect(await verifyCase(original, firmKeys)).toMatchObject({
      result: "confirmed",
      judged: { signature: "unsupported", areHashesChecked: true },
    });
  });
});

describe("an invalid case file", () => {
  it.each([
    [null, "This is not a case file: it has no format."],
    [[], "This is not a case file: it has no format."],
    ["text", "This is not a case file: it has no format."],
    [
      { format: "propdesk-case/4" },
      "This is not a case file of the format propdesk-case/3 or an earlier one: its format is propdesk-case/4.",
    ],
    [
      { format: "propdesk-case/1" },
      "This is not a complete case file: stage is missing or of the wrong type.",
    ],
    [
      { ...original, records: { ...original.records, deals: {} } },
      "This is not a complete case file: records.deals is missing or of the wrong type.",
    ],
  ])("is rejected with a message: %j", async (json, message) => {
    expect(await verifyCase(json, firmKeys)).toEqual({ result: "no-case", message });
  });

  it("is rejected if the engine cannot judge its values", async () => {
    const file = signCase({
      ...original,
      stage: { ...original.stage, startedAt: "2026-02-31T00:00:00.000Z" },
    });
    expect(await verifyCase(file, firmKeys)).toMatchObject({ result: "changed", judged: null });
  });
});
