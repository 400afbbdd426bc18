import { keysOf } from "../../../../platform/fields/keys-of.rule.ts";

/** The column of each figure of a trade. Old builds number the rows and, like servers, omit the taxes. */
export interface Mt4Columns {
  ticket: number;
  openTime: number;
  type: number;
  size: number;
  item: number;
  openPrice: number;
  closeTime: number;
  closePrice: number;
  commission: number;
  taxes: number | undefined;
  swap: number;
  profit: number;
}

export const usualColumns: Mt4Columns = {
  ticket: 0,
  openTime: 1,
  type: 2,
  size: 3,
  item: 4,
  openPrice: 5,
  closeTime: 8,
  closePrice: 9,
  commission: 10,
  taxes: 11,
  swap: 12,
  profit: 13,
};

const sections = {
  closed: /^closed transactions:?$/i,
  open: /^open trades:?$/i,
  working: /^working orders:?$/i,
  summary: /^(?:a\/c )?summary:?$/i,
  details: /^details:?$/i,
} as const;

export type Mt4Section = keyof typeof sections | "header";

/** A title is alone in its row and in the first column, in which comments of orders are never printed. */
export function sectionOf([title = "", ...others]: string[]): Mt4Section | undefined {
  if (title === "" || others.some((cell) => cell !== "")) return undefined;
  return keysOf(sections).find((name) => sections[name].test(title));
}

/** `undefined` if the header lacks a column that every build prints. */
export function columnsOf(header: string[]): Mt4Columns | undefined {
  const names = header.map((cell) => cell.toLowerCase().replaceAll(" ", ""));
  const at = (...wanted: string[]) => names.findIndex((name) => wanted.includes(name));
  const prices = names.flatMap((name, index) => (name === "price" ? [index] : []));
  const taxes = at("taxes");
  const columns: Mt4Columns = {
    ticket: at("ticket"),
    openTime: at("opentime"),
    type: at("type"),
    size: at("size", "lots", "volume"),
    item: at("item", "symbol"),
    openPrice: prices[0] ?? -1,
    closeTime: at("closetime"),
    closePrice: prices[1] ?? -1,
    commission: at("commission", "commis"),
    taxes: taxes < 0 ? undefined : taxes,
    swap: at("swap", "r/oswap"),
    profit: at("profit", "tradep/l"),
  };
  return Object.values(columns).some((column) => column === -1) ? undefined : columns;
}
