import { exactCents, isZero } from "../exact-amount.rule.ts";
import { type AccountReading, PlatformError } from "../platform.ts";
import type { MatchTraderConnection } from "./match-trader-connection.ts";
import { isRow, type Row, textOf } from "./match-trader-rows.rule.ts";
import { allRights } from "./trading-data.ts";

const accountsPath = "/v1/trading-accounts";
/** So many accounts are read one by one rather than in pages. */
const FEW = 20;
const LARGEST_PAGE = 1000;
const SMALLEST_PAGE = 50;
/** A server that repeats pages is not asked on after so many. */
const MOST_UNCHANGED = 2;

export interface ReadAccount {
  row: Row;
  /** By the platform's clock, in milliseconds since 1970 UTC. */
  readAt: number;
}

/** Reads trading accounts: one by one, or in pages of their groups, whichever needs fewer requests. */
export class MatchTraderAccounts {
  readonly #connection: MatchTraderConnection;
  /** The groups of accounts, by login. */
  readonly #groups = new Map<string, string>();
  /** How many pages a group had when it was last read. */
  readonly #pages = new Map<string, number>();
  #pageSize = LARGEST_PAGE;

  constructor(connection: MatchTraderConnection) {
    this.#connection = connection;
  }

  /** Returns an account; `undefined` if the platform does not know it. */
  async get(login: string): Promise<ReadAccount | undefined> {
    const path = `${accountsPath}/${encodeURIComponent(login)}`;
    const answer = await this.#connection.read({ path });
    if (answer.status >= 300) return undefined;
    if (!isRow(answer.json)) {
      throw new PlatformError("platform_away", "The platform states no account");
    }
    return this.#known({ row: answer.json, readAt: answer.readAt });
  }

  /** Returns all accounts of a group, or of all groups; `undefined` if the platform refuses such a list. */
  async list(group?: string): Promise<ReadAccount[] | undefined> {
    const accounts = new Map<string, ReadAccount>();
    for (let page = 0, unchanged = 0; ;) {
      const size = this.#pageSize;
      const filter = { page, size, accessRightsFilter: allRights.join(",") };
      const query = { ...(group !== undefined && { group }), ...filter };
      const { status, json, readAt } = await this.#connection.read({ path: accountsPath, query });
      if (status >= 300) {
        if (page > 0 || size <= SMALLEST_PAGE) return undefined;
        this.#pageSize = Math.max(SMALLEST_PAGE, Math.floor(size / 2));
        continue;
      }
      const items = Array.isArray(json) ? json : isRow(json) ? json.items : [];
      const rows = Array.isArray(items) ? items.filter(isRow) : [];
      const before = accounts.size;
      for (const row of rows) accounts.set(textOf(row, "login"), this.#known({ row, readAt }));
      page += 1;
      // Accounts that are added meanwhile move others to the next page, which then repeats them.
      unchanged = accounts.size > before ? 0 : unchanged + 1;
      if (rows.length > 0 && unchanged < MOST_UNCHANGED && !isLast(json, accounts.size, rows)) {
        continue;
      }
      if (group !== undefined) this.#pages.set(group, page);
      return [...accounts.values()];
    }
  }

  /** Returns those accounts that the platform knows. */
  async find(logins: string[]): Promise<ReadAccount[]> {
    const listed = logins.length > FEW ? await this.list() : undefined;
    if (!listed) return this.#complete(logins, []);
    const asked = new Set(logins);
    const found = listed.filter(({ row }) => asked.has(textOf(row, "login")));
    const names = new Set(found.map(({ row }) => textOf(row, "login")));
    // Some may have moved between two pages while they were read.
    const missing = logins.filter((login) => !names.has(login)).slice(0, FEW);
    return [...found, ...(await this.#complete(missing, []))];
  }

  /** Reads accounts as they are now. */
  async read(logins: string[]): Promise<ReadAccount[]> {
    const groups = this.#groupsOf(logins);
    if (logins.length <= this.#pagesOf(groups)) return this.#complete(logins, []);
    return this.#complete(logins, await this.#listGroups(groups));
  }

  /** Reads accounts that may have an open position, and all that are followed if that needs no more requests. */
  async readOpen(followed: string[], open: string[]): Promise<ReadAccount[]> {
    const pages = this.#pagesOf(this.#groupsOf(followed));
    const isFew = followed.length <= Math.max(FEW / 2, pages);
    return this.read(isFew || pages <= open.length ? followed : open);
  }

  async #listGroups(groups: Set<string>): Promise<ReadAccount[]> {
    const listed: ReadAccount[] = [];
    for (const group of groups) listed.push(...((await this.list(group)) ?? []));
    return listed;
  }

  /** Takes accounts from a list, and reads those that it lacks. */
  async #complete(logins: string[], listed: ReadAccount[]): Promise<ReadAccount[]> {
    const byLogin = new Map(listed.map((account) => [textOf(account.row, "login"), account]));
    const accounts: ReadAccount[] = [];
    for (const login of logins) {
      const account = byLogin.get(login) ?? (await this.get(login));
      if (account) accounts.push(account);
    }
    return accounts;
  }

  #groupsOf(logins: string[]): Set<string> {
    return new Set(logins.flatMap((login) => this.#groups.get(login) ?? []));
  }

  #pagesOf(groups: Set<string>): number {
    return [...groups].reduce((sum, group) => sum + (this.#pages.get(group) ?? 1), 0);
  }

  #known(account: ReadAccount): ReadAccount {
    this.#groups.set(textOf(account.row, "login"), textOf(account.row, "group"));
    return account;
  }
}

/** Servers may list fewer accounts in a page than they were asked for, and state how many in all. */
function isLast(json: unknown, listed: number, rows: Row[]): boolean {
  const total = Number(textOf(json, "total"));
  if (total > 0) return listed >= total;
  const size = Number(textOf(json, "size"));
  return size > 0 && rows.length < size;
}

/** Returns the figures of an account. Its equity is stated with the credit. */
export function readingOf({ row, readAt }: ReadAccount, isOpen: boolean): AccountReading {
  const { financeInfo } = row;
  const equity = exactCents(textOf(financeInfo, "equity"));
  const credit = exactCents(textOf(financeInfo, "credit") || "0");
  const shows = (name: string) => !isZero(textOf(financeInfo, name));
  return {
    login: textOf(row, "login"),
    time: Math.round(readAt),
    balance: exactCents(textOf(financeInfo, "balance")),
    equity: equity === null || credit === null ? null : equity - credit,
    showsPosition: isOpen || shows("margin") || shows("profit"),
  };
}
