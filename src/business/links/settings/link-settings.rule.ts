import type { DetectorSettings } from "../evidence/link-kind.rule.ts";
import type { InstrumentGroup } from "../evidence/window.rule.ts";
import type { FactKind } from "../facts/fact.rule.ts";

/** What a shared fact does: nothing, join a case that something else opens, or open one. */
export const factUses = ["off", "note", "open"] as const;
export type FactUse = (typeof factUses)[number];

/** Which stages count for the allocation: those that are open, or only those of accounts with payouts. */
export const allocationCounts = ["open", "payable"] as const;

/** How much a person may be allocated. */
export interface AllocationSettings {
  /** By currency; without a cap, there is no limit. */
  caps: Record<string, string>;
  counts: (typeof allocationCounts)[number];
}

/** Of versions that were stored before there was an allocation. */
export const defaultAllocation: AllocationSettings = { caps: {}, counts: "open" };

/** The settings of a version. */
export interface LinkSettings {
  days: number;
  copied: DetectorSettings | null;
  opposite: (DetectorSettings & { overlapSeconds: number }) | null;
  crowd: number;
  facts: Record<FactKind, FactUse>;
  retentionDays: number;
  instruments: InstrumentGroup[];
  allocation: AllocationSettings;
}

/** What a detector that was off starts from; the first version, which the migration inserts, has the same. */
export const defaultDetectors = {
  copied: { seconds: 10, matches: 5, sharePercent: 50, oneIn: 1_000_000_000 },
  opposite: { seconds: 60, matches: 5, sharePercent: 50, oneIn: 1_000_000_000, overlapSeconds: 10 },
} as const;

/** Some of the settings; those of a detector and of facts may be left out one by one. */
export interface LinkSettingsChange {
  days?: number | undefined;
  copied?: Optional<DetectorSettings> | null | undefined;
  opposite?: Optional<DetectorSettings & { overlapSeconds: number }> | null | undefined;
  crowd?: number | undefined;
  facts?: Optional<LinkSettings["facts"]> | undefined;
  retentionDays?: number | undefined;
  instruments?: InstrumentGroup[] | undefined;
  allocation?: Optional<AllocationSettings> | undefined;
}

type Optional<Of> = { [Name in keyof Of]?: Of[Name] | undefined };

/** Returns settings with a change. A detector that was off starts from its defaults. */
export function changeLinkSettings(
  present: LinkSettings,
  { copied, opposite, facts, allocation, ...change }: LinkSettingsChange,
): LinkSettings {
  return {
    ...present,
    ...defined(change),
    copied: changeDetector(present.copied, copied, defaultDetectors.copied),
    opposite: changeDetector(present.opposite, opposite, defaultDetectors.opposite),
    facts: { ...present.facts, ...defined(facts ?? {}) },
    allocation: { ...present.allocation, ...defined(allocation ?? {}) },
  };
}

function changeDetector<Settings extends object>(
  present: Settings | null,
  change: Optional<Settings> | null | undefined,
  defaults: Settings,
): Settings | null {
  if (change === undefined) return present;
  return change && { ...(present ?? defaults), ...defined(change) };
}

function defined<Of extends object>(
  fields: Of,
): { [Name in keyof Of]: Exclude<Of[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Of]: Exclude<Of[Name], undefined>;
  };
}

/** Returns the settings as one level of values, as the audit log shows changes of them. */
export function auditedSettings(settings: LinkSettings): Record<string, string | number | null> {
  const { copied, opposite, facts, instruments, allocation, ...figures } = settings;
  return {
    ...figures,
    copied: describeDetector(copied),
    opposite: describeDetector(opposite),
    ...Object.fromEntries(Object.entries(facts).map(([kind, use]) => [`fact ${kind}`, use])),
    instruments: instruments
      .map(({ name, symbols }) =>
        [name, ...symbols.map(({ symbol, ratio }) => `${symbol} × ${ratio}`)].join(" "),
      )
      .join("; "),
    "allocation caps": Object.entries(allocation.caps)
      .map(([currency, cap]) => `${cap} ${currency}`)
      .toSorted()
      .join(", "),
    "allocation counts": allocation.counts,
  };
}

function describeDetector(detector: DetectorSettings | null): string {
  if (!detector) return "off";
  const { seconds, matches, sharePercent, oneIn, overlapSeconds } = detector;
  const overlap = overlapSeconds === undefined ? "" : `, ${overlapSeconds} s together`;
  return `${seconds} s, ${matches} matches, ${sharePercent}%, one in ${oneIn}${overlap}`;
}
