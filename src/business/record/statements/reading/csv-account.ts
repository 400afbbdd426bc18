import type { CsvRow, CsvTable } from "./csv-table.ts";
import { unreadableCurrency } from "./finding.rule.ts";
import { readCurrency, type StatementFinding, UnreadableStatementError } from "./statement.ts";

/** What a file states about its account. */
interface CsvAccount {
  login: string | null;
  currency: string | null;
  /** Says so if the file states several currencies, or something else. */
  note?: StatementFinding;
}

/**
 * Reads the login and the currency from the lines above the header, the header, and columns with the same value in all
 * rows.
 * @throws UnreadableStatementError if the rows belong to several accounts
 */
export function accountOf({ above, currencies: ofHeader, rows }: CsvTable): CsvAccount {
  const numbers = [...statedIn(above, LOGIN), ...valuesOf(rows, "login")].filter(isLogin);
  const logins = new Set([...numbers, ...summedIn(above)]);
  if (logins.size > 1) {
    throw new UnreadableStatementError(
      `The file has the trades of several accounts: ${listOf(logins)}. Export a file for each account.`,
    );
  }
  const [login = null] = logins;
  const ofAmounts = new Set(ofHeader);
  const stated = new Set([
    ...ofAmounts,
    ...[...statedIn(above, CURRENCY), ...valuesOf(rows, "currency")].map(currencyOf),
    ...signsIn(rows),
  ]);
  const [first] = ofAmounts.size === 1 ? ofAmounts : stated.size === 1 ? stated : [];
  const currency = first !== undefined && isCode(first) ? first : null;
  const isRead = stated.size === 0 || (stated.size === 1 && currency !== null);
  return {
    login,
    currency,
    ...(!isRead && { note: unreadableCurrency(listOf(stated), currency) }),
  };
}

const LOGIN = /^(?:login|account(?: ?(?:id|no\.?|number|login))?)$/i;
const CURRENCY = /^(?:(?:account|deposit|base) )?currency$/i;
/** The title of the zone of all times. */
export const TIME_ZONE = /^time ?zone$/i;

/**
 * Returns the values in the lines above the header, each of which is behind its label: `Account,5002001`,
 * `Account: 5002001`. Only the first label of a line counts, because a name could look like another one.
 */
export function statedIn(lines: string[][], label: RegExp): string[] {
  return lines.flatMap(([title = "", ...others]) => {
    const [, name = "", behind = ""] = /^([^:]*):?(.*)$/s.exec(title) ?? [];
    if (!label.test(name.trim())) return [];
    const value = behind.trim() || others.find((cell) => cell !== "");
    // `5002001 (Hedge)`
    return value?.replace(/ \(.*/s, "") ?? [];
  });
}

/** Returns the accounts in lines of sums below a header that names the account first, as Rithmic prints them. */
function summedIn(lines: string[][]): string[] {
  return lines.flatMap(([title = "", ...sums], index) => {
    const [name = "", ...amounts] = lines[index + 1] ?? [];
    const areNames = sums.length > 0 && sums.every((cell) => /^\D+$/.test(cell));
    const areSums =
      amounts.length === sums.length && amounts.every((cell) => /^[-\d.,]+$/.test(cell));
    return LOGIN.test(title) && areNames && areSums && /^[\w.-]{3,40}$/.test(name) ? [name] : [];
  });
}

/** Platforms number accounts. A name such as `Main` or `Sim101` does not identify one. */
const isLogin = (text: string) => /^\d{3,20}$/.test(text);

function valuesOf(rows: CsvRow[], column: "login" | "currency"): Set<string> {
  return new Set(
    rows.map(({ cells, columns }) => cells[columns[column] ?? -1] ?? "").filter(Boolean),
  );
}

/** The signs that stand for one currency; a dollar may be that of several countries. */
const signs: Record<string, string> = { "€": "EUR", "£": "GBP" };

const currencies = new Set([...Intl.supportedValuesOf("currency"), "USDT", "USDC"]);

export const isCurrency = (text: string) => currencies.has(text);

/** Returns the currency of a unit such as `EUR` or `€`, and other texts as they are. */
export function currencyOf(unit: string): string {
  const code = signs[unit] ?? readCurrency(unit) ?? unit;
  return isCode(code) ? code : unit;
}

/** Some brokers count cents in a currency of their own, such as `USC`. A word such as `EURO` is no code. */
const isCode = (text: string) => /^[A-Z]{3}$/.test(text) || isCurrency(text);

function signsIn(rows: CsvRow[]): Set<string> {
  const found = new Set<string>();
  for (const { cells, columns } of rows) {
    for (const column of [columns.profit, columns.net, columns.balance]) {
      const [sign] = /[€£]/.exec(cells[column ?? -1] ?? "") ?? [];
      if (sign !== undefined) found.add(signs[sign]!);
    }
  }
  return found;
}

const listOf = (texts: Set<string>) => [...texts].slice(0, 5).join(", ").slice(0, 100);
