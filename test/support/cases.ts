import { createHash, generateKeyPairSync, sign } from "node:crypto";
import {
  type CaseFile,
  caseFormatOf,
  type PublishedKeys,
} from "../../src/business/record/cases/case.schema.ts";
import { toTradingRecord } from "../../src/business/record/cases/case-records.rule.ts";
import type { Rules } from "../../src/business/rulebook/rules/rules.schema.ts";
import { fromCaseCalendar } from "../../src/business/rulebook/calendar/case-calendar.rule.ts";
import type { CaseCalendar } from "../../src/business/rulebook/calendar/case-calendar.schema.ts";
import type { Waiver } from "../../src/business/rulebook/engine/verdict.schema.ts";
import type { Engine } from "../../src/business/rulebook/timeline/timeline.rule.ts";
import { judgeRecords } from "../../src/business/rulebook/engine/judge-records.rule.ts";
import { canonicalJson } from "../../src/platform/fields/canonical-json.rule.ts";
import { dailyLoss, maxLoss, profitTarget, rulesOf, stageOf100k } from "./judged.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const raw = Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url");

/** The published keys of the firm that signs the test cases. */
export const firmKeys: PublishedKeys = {
  keys: [{ keyId: "testkey1", algorithm: "Ed25519", publicKey: raw.toString("base64") }],
};

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

type Unsigned = Omit<CaseFile, "signature"> & { signature?: unknown };

export const signatureOf = (signed: object) => ({
  algorithm: "Ed25519" as const,
  keyId: "testkey1",
  value: sign(null, Buffer.from(canonicalJson(signed)), privateKey).toString("base64"),
});

/** Signs everything except the records, for which their hash stands, with the firm's private key. */
export function signCase({ signature: _former, records, ...head }: Unsigned): CaseFile {
  return { ...head, signature: signatureOf(head), records };
}

/** Returns the case as the first release with case files made it: its signature includes the records. */
export function asFirstFormat({ signature: _former, ...file }: CaseFile) {
  const unsigned = { ...file, format: "propdesk-case/1" as const };
  return { ...unsigned, signature: signatureOf(unsigned) };
}

const caseRules: Rules = rulesOf({
  limits: [dailyLoss(), maxLoss()],
  objectives: [
    profitTarget(),
    { kind: "min_trading_days", days: 2, counts: "opened", minimumProfit: null },
  ],
});

const day = (time: string) => `2026-03-02T${time}.000Z`;
const deal = (ticket: string, time: string, profit: string) =>
  ({
    ticket,
    position: ticket.slice(0, 2),
    time: day(time),
    entry: ticket.endsWith("i") ? "in" : "out",
    symbol: "EURUSD",
    side: ticket.endsWith("i") ? "buy" : "sell",
    volume: "0.50",
    price: "1.08345",
    profit,
    commission: "-1.75",
    swap: "0.00",
    fee: "0.00",
  }) as const;

export const caseRecords: CaseFile["records"] = {
  deals: [
    deal("10i", "09:00:00", "0.00"),
    deal("10o", "10:00:00", "250.00"),
    deal("11i", "11:00:00", "0.00"),
    deal("11o", "12:00:00", "-120.50"),
  ],
  operations: [
    { ticket: "1", time: day("08:00:00"), kind: "deposit", amount: "100000.00" },
    { ticket: "2", time: day("13:00:00"), kind: "withdrawal", amount: "-50.00" },
  ],
  snapshots: [
    { time: day("09:04:00"), balance: "99998.25", equity: "99990.00" },
    { time: day("09:08:00"), balance: "99998.25", equity: "100020.00" },
    { time: day("11:30:00"), balance: "100244.75", equity: "100100.00" },
  ],
};

/** Creates a case that was judged by the engine, hashed and signed. */
export function makeCase({
  records = caseRecords,
  rules = caseRules,
  asOf = "2026-03-02T20:00:00.000Z",
  stage = {},
  engine,
  waivers = [],
  calendar = null,
}: {
  records?: CaseFile["records"];
  rules?: Rules | null;
  asOf?: string;
  stage?: Partial<CaseFile["stage"]>;
  engine?: Engine;
  waivers?: Waiver[];
  calendar?: CaseCalendar | null;
} = {}): CaseFile {
  const judged = { ...stageOf100k, ...stage };
  const recordsSha256 = sha256(canonicalJson(records));
  const rulesSha256 = rules && sha256(canonicalJson(rules));
  const played = toTradingRecord(records);
  const judgedWith = {
    waivers,
    calendar: calendar && fromCaseCalendar(calendar),
    ...(engine && { engine }),
  };
  const judgement = judgeRecords(judged, rules, played, Date.parse(asOf), judgedWith);
  const { calendar: version, ...decided } = judgement;
  const named = calendar && {
    versionId: calendar.versionId,
    sha256: sha256(canonicalJson(calendar)),
  };
  const format = caseFormatOf(judgement.engine);
  return signCase({
    format,
    firm: "Propdesk",
    stage: judged,
    rules,
    ...(format === "propdesk-case/3" && { waivers, calendar }),
    records,
    verdict: {
      ...decided,
      ...(version !== undefined && { calendar: version && named }),
      rulesSha256,
      recordsSha256,
      zoneData: "2026a",
    },
    recordsSha256,
    rulesSha256,
  });
}

/** Creates a case whose stage has a snapshot every second. */
export function makeLongCase(snapshots: number): CaseFile {
  const start = Date.parse("2026-03-02T09:00:00.000Z");
  const seconds = Array.from({ length: snapshots }, (_, index) => ({
    time: new Date(start + index * 1000).toISOString(),
    balance: "99998.25",
    equity: `${100_000 + (index % 500)}.25`,
  }));
  const [opened] = caseRecords.deals;
  const [funding] = caseRecords.operations;
  return makeCase({
    records: { deals: [opened!], operations: [funding!], snapshots: seconds },
    asOf: seconds.at(-1)!.time,
  });
}
