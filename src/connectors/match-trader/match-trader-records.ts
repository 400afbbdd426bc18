import { MINUTE } from "../../platform/time/durations.rule.ts";
import { PlatformError, type PlatformRecord } from "../platform.ts";
import { CLOSING_TYPE, operationTypes, readOperation } from "./ledger-operations.rule.ts";
import {
  describeRefusal,
  type MatchTraderConnection,
  type MatchTraderRequest,
} from "./match-trader-connection.ts";
import { type FoundRow, type Row, rowsOf, textOf, timeOf } from "./match-trader-rows.rule.ts";
import { dealsOf, type PartialClosing, uidOf } from "./position-deals.rule.ts";
import { allRights, tradingData } from "./trading-data.ts";
import { VanishedPositions } from "./vanished-positions.ts";

/** So many rows of an account are in one answer. */
const MOST_ROWS = 1000;
/** So many accounts are named in one request. */
const MOST_LOGINS = 10_000;
/** So many accounts' closings are asked for together, and then divided by their positions. */
const MOST_CLOSERS = 500;
/** Records may have times shortly after now. */
const AHEAD = 5 * MINUTE;
/** Accounts that close positions while they are read are read again so often. */
const MOST_ROUNDS = 10;
/** What may still be booked for a time that is past. */
const LATE = 3 * MINUTE;
/** Of so many positions is known to which account they belong. */
const MOST_OWNED = 200_000;

interface Period {
  from: number;
  to: number;
}

/** The times that rows must have. */
const times = {
  ledgers: ["time"],
  "open-positions": ["openTime"],
  "closed-positions": ["openTime", "closeTime"],
} as const;

/** What identifies rows, and the time that orders them. A closing without a number of its own has its time. */
const identities = {
  ledgers: { idOf: (row: Row) => textOf(row, "id"), time: "time" },
  "closed-positions": {
    idOf: (row: Row) => `${textOf(row, "id")} ${uidOf(row)}`,
    time: "closeTime",
  },
} as const;

interface Ledgers {
  records: PlatformRecord[];
  /** What identifies the closings, by login. */
  closings: Map<string, Set<string>>;
}

/**
 * Reads the records of accounts. The platform shows no deals, so they are made of open and closed positions that were
 * read while nothing was closed, which the ledgers before and after show.
 */
export class MatchTraderRecords {
  readonly #connection: MatchTraderConnection;
  /** Closings of positions that were or are open beside them, by login and position. */
  readonly #partial = new Map<string, Map<string, readonly PartialClosing[]>>();
  /** The logins of positions, because closed positions do not name theirs. The oldest first. */
  readonly #owners = new Map<string, string>();
  readonly #vanished = new VanishedPositions(LATE);
  /** The logins that had an open position when they were last read. */
  readonly open = new Set<string>();

  constructor(connection: MatchTraderConnection) {
    this.#connection = connection;
  }

  /** Reads what has happened since a time by the platform's clock, for accounts that were read from the start. */
  readSince(logins: string[], from: number): Promise<PlatformRecord[]> {
    const followed = new Set(logins);
    const partial = this.#partial;
    for (const login of partial.keys()) if (!followed.has(login)) partial.delete(login);
    for (const login of this.open) if (!followed.has(login)) this.open.delete(login);
    this.#vanished.keep(followed);
    return this.#read(logins, from, false);
  }

  /** Reads everything since a time by the platform's clock. */
  readAll(logins: string[], from: number): Promise<PlatformRecord[]> {
    return this.#read(logins, from, true);
  }

  async #read(logins: string[], from: number, isAll: boolean): Promise<PlatformRecord[]> {
    const period = { from, to: this.#connection.now() + AHEAD };
    const records: PlatformRecord[] = [];
    let rest = logins;
    for (let round = 0; rest.length > 0; round += 1) {
      if (round === MOST_ROUNDS) {
        throw new PlatformError("platform_away", "Positions are closed faster than they are read");
      }
      const before = await this.#readLedgers(rest, period, [...operationTypes, CLOSING_TYPE]);
      const open = await this.#readOpen(rest);
      const closers = new Map(before.closings);
      const now = Date.now();
      for (const login of rest) {
        this.#vanished.update(login, open.get(login) ?? [], now);
        if (!closers.has(login) && this.#vanished.has(login, now)) closers.set(login, new Set());
      }
      const closed = await this.#readClosed(closers, period);
      for (const [login, shown] of closed) this.#vanished.settle(login, shown);
      const isRecent = (row: Row) => timeOf(row, "openTime") >= from;
      const isQuiet = closed.size === 0 && ![...open.values()].some((rows) => rows.some(isRecent));
      const after = isQuiet ? before : await this.#readLedgers(rest, period, [CLOSING_TYPE]);
      const isSettled = (login: string) =>
        [...(after.closings.get(login) ?? [])].every((id) => before.closings.get(login)?.has(id));
      const settled = new Set(rest.filter(isSettled));
      for (const record of before.records) if (settled.has(record.login)) records.push(record);
      for (const login of new Set([...open.keys(), ...closed.keys()])) {
        if (!settled.has(login)) continue;
        const rows = { open: open.get(login) ?? [], closed: closed.get(login) ?? [] };
        records.push(...this.#dealsOf(login, rows, period, isAll));
      }
      rest = rest.filter((login) => !settled.has(login));
    }
    return records;
  }

  #dealsOf(
    login: string,
    rows: { open: Row[]; closed: Row[] },
    { from, to }: Period,
    isAll: boolean,
  ): PlatformRecord[] {
    const known = this.#partial.get(login) ?? new Map<string, readonly PartialClosing[]>();
    const kept = isAll ? new Map<string, readonly PartialClosing[]>() : known;
    const open = new Map(rows.open.map((row) => [textOf(row, "id"), row]));
    const closed = Map.groupBy(rows.closed, (row) => textOf(row, "id"));
    const records: PlatformRecord[] = [];
    for (const id of new Set([...open.keys(), ...closed.keys()])) {
      // Of this period, all that the platform shows was read.
      const earlier = (known.get(id) ?? []).filter(
        ({ time }) => time < from || time >= to - AHEAD - LATE,
      );
      const deals = dealsOf({ login, open: open.get(id), closed: closed.get(id) ?? [], earlier });
      if (deals.closings.length > 0) kept.set(id, deals.closings);
      records.push(...deals.records.filter(({ time }) => time >= from));
    }
    if (kept.size > 0) this.#partial.set(login, kept);
    else this.#partial.delete(login);
    return records;
  }

  /** Posts about accounts; about fewer at a time if the platform refuses one of them. */
  async #post(path: keyof typeof times, logins: string[], body: object): Promise<FoundRow[]> {
    if (logins.length === 0) return [];
    if (logins.length > MOST_LOGINS) {
      return [
        ...(await this.#post(path, logins.slice(0, MOST_LOGINS), body)),
        ...(await this.#post(path, logins.slice(MOST_LOGINS), body)),
      ];
    }
    const request: MatchTraderRequest = {
      path: `${tradingData}/${path}`,
      body: { logins, ...body, accessRightsFilter: allRights },
    };
    const answer = await this.#connection.read(request);
    if (answer.status < 300) {
      const rows = rowsOf(answer.json, logins.length === 1 ? logins[0] : "");
      const isTimed = ({ row }: FoundRow) => times[path].every((name) => timeOf(row, name) >= 0);
      if (rows.every(isTimed)) return rows;
      throw new PlatformError("platform_away", `The platform states no times of ${path}`);
    }
    if (logins.length === 1) {
      if (answer.status === 404) return [];
      throw new PlatformError("platform_away", describeRefusal(answer));
    }
    const middle = Math.ceil(logins.length / 2);
    return [
      ...(await this.#post(path, logins.slice(0, middle), body)),
      ...(await this.#post(path, logins.slice(middle), body)),
    ];
  }

  async #readOpen(logins: string[]): Promise<Map<string, Row[]>> {
    const asked = new Set(logins);
    const open = new Map<string, Row[]>();
    for (const { login, row } of await this.#post("open-positions", logins, {})) {
      if (!asked.has(login)) continue;
      const rows = open.get(login);
      if (rows) rows.push(row);
      else open.set(login, [row]);
      this.#own(textOf(row, "id"), login);
    }
    for (const login of logins) {
      if (open.has(login)) this.open.add(login);
      else this.open.delete(login);
    }
    return open;
  }

  #own(position: string, login: string): void {
    this.#owners.delete(position);
    this.#owners.set(position, login);
    if (this.#owners.size <= MOST_OWNED) return;
    const [oldest] = this.#owners.keys();
    this.#owners.delete(oldest!);
  }

  async #readLedgers(logins: string[], period: Period, types: string[]): Promise<Ledgers> {
    const asked = new Set(logins);
    const rows = await this.#readRows("ledgers", logins, period, { types });
    const ledgers: Ledgers = { records: [], closings: new Map() };
    for (const found of rows) {
      if (!asked.has(found.login)) continue;
      if (textOf(found.row, "type") === CLOSING_TYPE) {
        const ids = ledgers.closings.get(found.login) ?? new Set();
        const marks = ["id", "time", "profit"].map((name) => textOf(found.row, name));
        ledgers.closings.set(found.login, ids.add(marks.join(" ")));
        continue;
      }
      const record = readOperation(found);
      if (record) ledgers.records.push(record);
    }
    return ledgers;
  }

  /**
   * Reads rows of accounts by time; those of an account of which one answer does not hold all, from the last one on.
   * @param least so many rows the platform has at least, if one login is given
   */
  async #readRows(
    path: keyof typeof identities,
    logins: string[],
    { from, to }: Period,
    { types, least = 0 }: { types?: string[]; least?: number } = {},
  ): Promise<FoundRow[]> {
    const { idOf, time } = identities[path];
    const ask = (asked: string[], since: number) => {
      const span = { from: new Date(since).toISOString(), to: new Date(to).toISOString() };
      return this.#post(path, asked, { ...(types && { types }), ...span, limit: MOST_ROWS });
    };
    const rows = await ask(logins, from);
    for (const [login, ofLogin] of Map.groupBy(rows, (each) => each.login)) {
      if (login === "") continue;
      const isCut = ofLogin.length >= MOST_ROWS || (logins.length === 1 && ofLogin.length < least);
      const known = new Set(ofLogin.map(({ row }) => idOf(row)));
      for (let last = isCut ? ofLogin : []; last.length > 0;) {
        const since = Math.max(...last.map(({ row }) => timeOf(row, time)));
        last = (await ask([login], since)).filter(({ row }) => !known.has(idOf(row)));
        for (const { row } of last) known.add(idOf(row));
        rows.push(...last);
      }
    }
    return rows;
  }

  /** Reads the closings of accounts by login. */
  async #readClosed(
    closings: ReadonlyMap<string, ReadonlySet<string>>,
    period: Period,
  ): Promise<Map<string, Row[]>> {
    const closed = new Map<string, Row[]>();
    const closers = [...closings.keys()];
    for (let first = 0; first < closers.length; first += MOST_CLOSERS) {
      const chunk = closers.slice(first, first + MOST_CLOSERS);
      if (chunk.length > 1) await this.#readTogether(chunk, closings, period, closed);
      const alone = chunk.filter((login) => !closed.has(login));
      for (const login of alone) {
        const least = closings.get(login)!.size;
        const rows = await this.#readRows("closed-positions", [login], period, { least });
        for (const { row } of rows) this.#own(textOf(row, "id"), login);
        closed.set(
          login,
          rows.map(({ row }) => row),
        );
      }
    }
    return closed;
  }

  /** Reads the closings of accounts together, and keeps those of accounts that the known positions tell apart. */
  async #readTogether(
    logins: string[],
    closings: ReadonlyMap<string, ReadonlySet<string>>,
    period: Period,
    closed: Map<string, Row[]>,
  ): Promise<void> {
    const rows = await this.#readRows("closed-positions", logins, period);
    const byLogin = Map.groupBy(rows, ({ row }) => this.#owners.get(textOf(row, "id")));
    for (const login of logins) {
      const ofLogin = byLogin.get(login) ?? [];
      const isWhole = ofLogin.length === closings.get(login)!.size;
      if (isWhole)
        closed.set(
          login,
          ofLogin.map(({ row }) => row),
        );
    }
  }
}
