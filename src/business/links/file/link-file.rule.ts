import {
  compareWithinInstant,
  formatVolume,
  parseVolume,
  type RecordedDeal,
} from "../../rulebook/timeline/trading-record.rule.ts";
import type { LinkEvidence, LinkRow } from "../evidence/evidence.schema.ts";
import type { StageDeals } from "../evidence/exposure.rule.ts";
import { dealsOfWindows, windowOfEvidence } from "../evidence/window-deals.rule.ts";
import type { SharedFact } from "../facts/fact.rule.ts";
import { concerns, type PartyNames, partyNames, YOU } from "../evidence/party-names.rule.ts";
import { traderEvidence, traderFacts, traderRows } from "../view/trader-view.rule.ts";
import { type LinkDeal, linkFormat, type UnsignedLinkFile } from "./link-file.schema.ts";

/** A decided case with what it was decided on. */
export interface FiledLink extends Pick<UnsignedLinkFile, "firm" | "link" | "settings"> {
  evidence: readonly (LinkEvidence & { rows: readonly LinkRow[] })[];
  facts: readonly SharedFact[];
  /**
   * By trader and stage; at least those of trades that were opened in the windows of the evidence. Those of deleted traders
   * are not kept.
   */
  deals: ReadonlyMap<number, readonly StageDeals[]>;
}

/** Returns the file of a link as a trader of it sees it, to be signed. */
export function linkFileOf(
  { firm, link, settings, evidence, facts, deals }: FiledLink,
  userId: number,
): UnsignedLinkFile {
  const own = evidence.filter((pair) => concerns(pair, userId));
  const names = partyNames(own, userId);
  const versions = new Set(own.map(({ settingsVersion }) => settingsVersion));
  return {
    format: linkFormat,
    firm,
    link,
    settings: settings.filter(({ version }) => versions.has(version)),
    evidence: own.map(({ rows, ...figures }) => ({
      ...traderEvidence(figures, names),
      rows: traderRows(rows, figures, userId),
    })),
    facts: traderFacts(facts, userId),
    deals: dealsByName(names, own, deals),
  };
}

function dealsByName(
  names: PartyNames,
  evidence: readonly LinkEvidence[],
  deals: FiledLink["deals"],
): UnsignedLinkFile["deals"] {
  return Object.fromEntries(
    [...names].map(([id, name]) => {
      const kept = deals.get(id);
      if (!kept) return [name, name === YOU ? [] : null];
      const windows = evidence.filter((pair) => concerns(pair, id)).map(windowOfEvidence);
      const listed = listDeals(dealsOfWindows(kept, windows));
      return [name, listed.map(name === YOU ? presentDeal : numberPositions())];
    }),
  );
}

/** A deal with what names its position: two stages may name theirs alike. */
interface ListedDeal {
  deal: RecordedDeal;
  positionKey: string;
}

/** Returns the deals of all stages by time. */
function listDeals(stages: readonly StageDeals[]): ListedDeal[] {
  return stages
    .flatMap((deals, stage) =>
      deals.map((deal) => ({ deal, positionKey: `${stage} ${deal.position}` })),
    )
    .toSorted((a, b) => a.deal.time - b.deal.time || compareWithinInstant(a.deal, b.deal));
}

function presentDeal({ deal }: ListedDeal): LinkDeal {
  const { position, time, entry, symbol, side, volume } = deal;
  return {
    position,
    time: new Date(time).toISOString(),
    entry,
    symbol,
    side,
    volume: formatVolume(parseVolume(volume)),
  };
}

/** Returns what presents deals with a number for each position, because a position leads to its account. */
function numberPositions(): (listed: ListedDeal) => LinkDeal {
  const numbers = new Map<string, string>();
  return (listed) => {
    const number = numbers.get(listed.positionKey) ?? String(numbers.size + 1);
    numbers.set(listed.positionKey, number);
    return { ...presentDeal(listed), position: number };
  };
}
