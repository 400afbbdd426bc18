import type { LinkRow } from "../../../src/business/links/evidence/evidence.schema.ts";
import type { FactKind } from "../../../src/business/links/facts/fact.rule.ts";
import type { BadgeTone } from "../../components/badge/badge.tsx";
import { formatCount } from "../../domain/format/figures.ts";

export const detectorNames = {
  copied: "Same direction",
  opposite: "Opposite directions",
} as const;

export const factNames: Readonly<Record<FactKind, string>> = {
  payee: "Payee of requests",
  device: "Browser",
  network: "Network",
  person: "Name, with the address or birth date",
  household: "Postal address",
};

export const rowResults: Readonly<Record<LinkRow["result"], { word: string; tone: BadgeTone }>> = {
  matched: { word: "Matched", tone: "orange" },
  alone: { word: "Alone", tone: "gray" },
  public: { word: "Public", tone: "gray" },
};

/** Formats a lag such as `+4.1 s`: the second account entered later. */
export function sayLag(milliseconds: number): string {
  const seconds = Math.abs(milliseconds) / 1000;
  const sign = milliseconds < 0 ? "−" : milliseconds > 0 ? "+" : "";
  return `${sign}${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}

export const sayOf = (part: number, all: number) => `${formatCount(part)} of ${formatCount(all)}`;
