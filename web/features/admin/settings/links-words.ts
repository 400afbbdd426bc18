import type { FactKind } from "../../../../src/business/links/facts/fact.rule.ts";
import type {
  FactUse,
  LinkSettings,
} from "../../../../src/business/links/settings/link-settings.rule.ts";
import type { LinksPreview } from "../../../../src/business/links/settings/link-settings.schema.ts";
import { formatCount, formatCountOf } from "../../../domain/format/figures.ts";

export const factLabels: Readonly<Record<FactKind, string>> = {
  payee: "Same payee",
  device: "Same browser",
  network: "Same network",
  person: "Same person by name",
  household: "Same postal address",
};

export const factUseLabels: Readonly<Record<FactUse, string>> = {
  off: "Off",
  note: "Noted beside other evidence",
  open: "Connects users by itself",
};

type Instruments = LinkSettings["instruments"];

/** One line a group: `S&P 500: MES 0.1, ES 1`. */
export const writeInstruments = (groups: Instruments): string =>
  groups
    .map(({ name, symbols }) => {
      const list = symbols.map(({ symbol, ratio }) => `${symbol} ${ratio}`);
      return `${name}: ${list.join(", ")}`;
    })
    .join("\n");

/** Reads lines as `writeInstruments` writes them; a symbol without a ratio counts once. */
export function readInstruments(text: string): Instruments {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [name = "", list = ""] = line.split(/:(?=[^:]*$)/);
      const symbols = list.split(",").filter((part) => part.trim() !== "");
      return {
        name: name.trim(),
        symbols: symbols.map((part) => {
          const [symbol = "", ratio = "1"] = part.trim().split(/\s+/);
          return { symbol, ratio };
        }),
      };
    });
}

type Caps = LinkSettings["allocation"]["caps"];

export const countsLabels: Readonly<Record<LinkSettings["allocation"]["counts"], string>> = {
  open: "All open stages",
  payable: "Open stages with payouts",
};

/** Writes caps as `400000.00 USD, 350000.00 EUR`. */
export const writeCaps = (caps: Caps): string =>
  Object.entries(caps)
    .map(([currency, cap]) => `${cap} ${currency}`)
    .join(", ");

/** Reads what `writeCaps` writes. */
export const readCaps = (text: string): Record<string, string | number> =>
  Object.fromEntries(
    text
      .split(/[,;\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((part) => {
        const [cap = "", currency = ""] = part.split(/\s+/);
        return [currency, cap];
      }),
  );

/** Says what settings would raise. */
export function describePreview({ pairs, groups, accounts, entries }: LinksPreview): string {
  const { copied, opposite, ...facts } = pairs;
  const shared = Object.values(facts).reduce((sum, count) => sum + count, 0);
  const [largest] = groups;
  const grouped =
    largest === undefined
      ? "Nothing would connect users."
      : `${formatCountOf(groups.length, "group")} would be connected, the largest of ${formatCount(largest)}.`;
  return `Of ${formatCountOf(accounts, "account")} with ${formatCount(entries)} entries, ${formatCountOf(copied, "pair")} would be raised for the same direction and ${formatCount(opposite)} for opposite ones; ${formatCountOf(shared, "pair")} share a fact. ${grouped}`;
}
