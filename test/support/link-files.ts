import type { LinkEvidence, LinkRow } from "../../src/business/links/evidence/evidence.schema.ts";
import { finish } from "../../src/platform/time/turns.rule.ts";
import { Detector } from "../../src/business/links/evidence/detector.rule.ts";
import { compareExposure, exposureSteps } from "../../src/business/links/evidence/exposure.rule.ts";
import { linkKinds } from "../../src/business/links/evidence/link-kind.rule.ts";
import { presentEvidence, presentRows } from "../../src/business/links/evidence/pair.rule.ts";
import {
  instrumentReader,
  tradesInWindow,
  type Window,
} from "../../src/business/links/evidence/window.rule.ts";
import type { SharedFact } from "../../src/business/links/facts/fact.rule.ts";
import { linkFileOf } from "../../src/business/links/file/link-file.rule.ts";
import type { LinkFile, UnsignedLinkFile } from "../../src/business/links/file/link-file.schema.ts";
import type { LinkSettings } from "../../src/business/links/settings/link-settings.rule.ts";
import type { RecordedDeal } from "../../src/business/rulebook/timeline/trading-record.rule.ts";
import { signatureOf } from "./cases.ts";
import { firmCloses, firmOpens } from "./firms.ts";
import type { NaiveAccount } from "./naive-links.ts";

export const linkSettings: LinkSettings = {
  days: 30,
  copied: { seconds: 10, matches: 3, sharePercent: 50, oneIn: 1000 },
  opposite: { seconds: 20, matches: 3, sharePercent: 50, oneIn: 1000, overlapSeconds: 10 },
  crowd: 3,
  facts: { payee: "open", device: "open", network: "note", person: "open", household: "note" },
  retentionDays: 180,
  instruments: [
    {
      name: "S&P 500",
      symbols: [
        { symbol: "MES", ratio: "0.1" },
        { symbol: "ES", ratio: "1" },
        { symbol: "#X", ratio: "-0.5" },
      ],
    },
  ],
  allocation: { caps: {}, counts: "open" },
};

/** An account with one trade, which is opened some seconds after the firm. */
export function oneTrade(userId: number, seconds: number): NaiveAccount {
  const deal = (entry: "in" | "out", time: number): RecordedDeal => ({
    ticket: `${userId}${entry}`,
    position: String(userId),
    time: firmOpens + time * 1000,
    entry,
    symbol: "EURUSD",
    side: entry === "in" ? "buy" : "sell",
    volume: "0.10",
    price: "1.1",
    profit: 0n,
    commission: 0n,
    swap: 0n,
    fee: 0n,
  });
  return { userId, deals: [deal("in", seconds), deal("out", seconds + 600)] };
}

type FiledEvidence = LinkEvidence & { rows: LinkRow[] };

/** Compares two accounts of a firm with both detectors. */
export function evidenceOf(
  accounts: readonly NaiveAccount[],
  [one, other]: readonly [number, number],
  settings: LinkSettings,
  window: Window,
): FiledEvidence[] {
  const reading = instrumentReader(settings.instruments);
  const traders = accounts.map(({ userId, deals }) => ({
    userId,
    trades: tradesInWindow(deals, window, reading),
  }));
  const steps = (id: number) => {
    const { deals } = accounts.find(({ userId }) => userId === id)!;
    return exposureSteps([deals], window, reading);
  };
  return linkKinds.flatMap((kind) => {
    const detector = settings[kind];
    if (!detector) return [];
    const { crowd } = settings;
    const input = { kind, settings: detector, crowd, window, accounts: traders };
    const { evidence, rows } = finish(Detector.build(input)).compare(one, other);
    const { a, b } = evidence;
    const exposure = kind === "opposite" ? compareExposure(steps(a), steps(b), window.to) : null;
    return [{ ...presentEvidence(evidence, 3, exposure), rows: presentRows(rows) }];
  });
}

export const signLink = (file: UnsignedLinkFile & { signature?: unknown }): LinkFile => {
  const { signature: _former, ...unsigned } = file;
  return { ...unsigned, signature: signatureOf(unsigned) };
};

interface LinkOfFirm {
  accounts: readonly NaiveAccount[];
  pairs: readonly (readonly [number, number])[];
  settings: LinkSettings;
  window: Window;
  facts?: SharedFact[];
}

/** Creates the signed file of a link, as one of its traders sees it. */
export function makeLink(
  { accounts, pairs, settings, window, facts = [] }: LinkOfFirm,
  userId: number,
): LinkFile {
  const parts = {
    firm: "Propdesk",
    link: { id: 4, decidedAt: "2026-03-04T09:00:00.000Z", reason: "Copied by a program" },
    settings: [{ version: 3, settings }],
    evidence: pairs.flatMap((pair) => evidenceOf(accounts, pair, settings, window)),
    facts,
    deals: new Map(accounts.map((account) => [account.userId, [account.deals]])),
  };
  return signLink(linkFileOf(parts, userId));
}

/** Creates the signed file of a link between two accounts with one trade each. */
export const smallLink = (): LinkFile =>
  makeLink(
    {
      accounts: [oneTrade(1, 0), oneTrade(2, 2)],
      pairs: [[1, 2]],
      settings: { ...linkSettings, opposite: null },
      window: { from: firmOpens, to: firmCloses },
    },
    1,
  );
