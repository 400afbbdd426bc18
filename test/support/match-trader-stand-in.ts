// A stand-in for version 2 of the Broker API of Match-Trader, made from public documents. It was never compared with a
// vendor's server: what the documents do not say is assumed here as it is in the connector.
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { StandIn } from "./connector-stand-in.ts";

type Json = Record<string, unknown>;
/** What happens to a request: it is answered with a status, or its connection is cut before or after it. */
export type Fault = "cut" | "cut-after" | { status: number; body?: object; retryAfter?: string };

export interface MatchTraderAccount {
  uuid: string;
  created: string;
  login: string;
  group: string;
  leverageRatioPercent: number;
  accessRight: string;
  accountType: string;
  accountDetails: object;
  remarks: string;
  version: number;
  balance: number;
  credit: number;
  floating: number;
  margin: number;
}

interface Ledger {
  login: string;
  id: string;
  type: string;
  time: string;
  profit: number;
  comment: string;
}

interface Position {
  login: string;
  id: string;
  symbol: string;
  volume: number;
  side: string;
  openTime: string;
  openPrice: number;
}

const TOKEN = "match-trader-secret";
export interface MatchTraderPerson {
  uuid: string;
  email: string;
  password: string;
  /** When they were added; not every server states it. */
  created?: string;
}

/** The last login of an account that was created, at any server. */
let created = 900_000;
/** Amounts are numbers at the platform. */
const round = (value: number) => Math.round(value * 100) / 100;

/** A server of the platform with accounts, ledgers and positions. */
export class MatchTraderStandIn implements StandIn {
  readonly accounts = new Map<string, MatchTraderAccount>();
  readonly people = new Map<string, MatchTraderPerson>();
  ledgers: Ledger[] = [];
  positions: Position[] = [];
  closed: (Position & Json & { uid: string; closeTime: string })[] = [];
  orders: { login: string; id: string; symbol: string; volume: number; side: string }[] = [];
  currency = "USD";
  /** The methods and paths of all requests. */
  readonly requests: string[] = [];
  /** What happens to the next requests of a method and path. */
  readonly faults = new Map<string, Fault[]>();
  /** Says an answer otherwise, as other servers might. */
  speak: (name: string, answer: unknown, body: Json) => unknown = (_name, answer) => answer;
  /** The most accounts in a page. */
  largestPage = Infinity;
  /** Whether the ledger lacks closings that have earned nothing. */
  lacksEmptyClosings = false;
  /** Called before a request is answered. */
  before: (path: string) => void = () => {};
  /** What a position cannot be closed for, if so. */
  closingError: string | undefined;
  /** What the closing of a position earns. */
  closingProfit = 0;
  isRefusing = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #ids = 1000;

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#serve(request, response);
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.cutAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  get settings() {
    const { port } = this.#server.address() as AddressInfo;
    return { url: new URL(`http://127.0.0.1:${port}`), token: TOKEN };
  }

  readonly secrets = [TOKEN];

  addAccount(login: string, fields: Partial<MatchTraderAccount> = {}): void {
    this.accounts.set(login, {
      uuid: randomUUID(),
      created: new Date().toISOString(),
      login,
      group: "prop-usd",
      leverageRatioPercent: 100,
      accessRight: "FULL",
      accountType: "REAL",
      accountDetails: {},
      remarks: "",
      version: 1,
      balance: 0,
      credit: 0,
      floating: 0,
      margin: 0,
      ...fields,
    });
  }

  forget(login: string): void {
    this.accounts.delete(login);
  }

  /** Adds an entry of the ledger, and moves the balance. @returns its id */
  addLedger(login: string, type: string, profit: number, time = Date.now(), comment = ""): string {
    const id = String((this.#ids += 1));
    this.ledgers.push({ login, id, type, time: new Date(time).toISOString(), profit, comment });
    const account = this.accounts.get(login)!;
    if (type.startsWith("CREDIT")) account.credit = round(account.credit + profit);
    else account.balance = round(account.balance + profit);
    return id;
  }

  book(login: string, amount: string, time?: number, comment?: string): string {
    const type = amount.startsWith("-") ? "WITHDRAWAL" : "DEPOSIT";
    return this.addLedger(login, type, Number(amount), time, comment);
  }

  charge(login: string, amount: string, time?: number): string {
    return this.addLedger(login, "AGENT_COMMISSION", Number(amount), time);
  }

  amendFee(login: string, id: string, amount: string): void {
    const entry = this.ledgers.find((each) => each.id === id)!;
    const account = this.accounts.get(login)!;
    account.balance = round(account.balance + Number(amount) - entry.profit);
    entry.profit = Number(amount);
  }

  removeFee(login: string, id: string): void {
    this.amendFee(login, id, "0.00");
    this.ledgers = this.ledgers.filter((each) => each.id !== id);
  }

  bookings() {
    const ours = this.ledgers.filter(({ comment }) => comment !== "");
    return ours.map(({ login, comment, profit }) => ({
      login,
      comment,
      amount: profit.toFixed(2),
    }));
  }

  loseAnswerOfBooking(login: string, kind: "withdraw" | "deposit"): void {
    this.faults.set(`POST /v1/trading-accounts/${login}/${kind}`, ["cut-after"]);
  }

  mayTrade(login: string): boolean {
    return this.accounts.get(login)!.accessRight === "FULL";
  }

  /** Opens a position. @returns its id */
  open(login: string, { volume = 0.5, side = "BUY", time = Date.now() } = {}): string {
    const id = `W${(this.#ids += 1)}`;
    const openTime = new Date(time).toISOString();
    const opened = { login, id, symbol: "EURUSD", side, openTime, openPrice: 1.08345 };
    this.positions.push({ ...opened, volume });
    return id;
  }

  /** Closes a position, or a part of it. */
  close(
    login: string,
    id: string,
    profit: string,
    { volume, time = Date.now(), ...others }: { volume?: number; time?: number } & Json = {},
  ): void {
    const position = this.positions.find((each) => each.id === id)!;
    const part = volume ?? position.volume;
    const costs = { commission: -1.75, swap: -0.55 };
    const uid = `C${(this.#ids += 1)}`;
    const closeTime = new Date(time).toISOString();
    const row = { ...position, volume: part, uid, closeTime, closePrice: 1.08445 };
    this.closed.push({ ...row, profit: Number(profit), ...costs, ...others });
    position.volume = round(position.volume - part);
    if (position.volume === 0) this.positions = this.positions.filter((each) => each.id !== id);
    if (!this.lacksEmptyClosings || Number(profit) !== 0) {
      this.addLedger(login, "CLOSED_POSITION", Number(profit), time);
    }
    this.addLedger(login, "COMMISSIONS", costs.commission, time);
    this.addLedger(login, "SWAPS", costs.swap, time);
  }

  addInexact(login: string): void {
    this.addLedger(login, "AGENT_COMMISSION", -0.005);
  }

  refuseSignIn(isRefused: boolean): void {
    this.isRefusing = isRefused;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, "http://stand-in");
    const body = await text(request);
    const name = `${request.method} ${url.pathname}`;
    this.requests.push(name);
    const fault = this.faults.get(name)?.shift();
    if (fault === "cut") return void request.socket.destroy();
    const asked = body === "" ? {} : (JSON.parse(body) as Json);
    this.before(name);
    const isKnown = request.headers.authorization === `Bearer ${TOKEN}` && !this.isRefusing;
    const [status, answer] =
      typeof fault === "object"
        ? [fault.status, fault.body ?? { status: fault.status, title: "Fault" }]
        : isKnown
          ? this.#answer(name, url.searchParams, asked)
          : [401, { status: 401, title: "Unauthorized" }];
    if (fault === "cut-after") return void request.socket.destroy();
    response.writeHead(status, {
      "content-type": "application/json",
      ...(typeof fault === "object" && fault.retryAfter && { "retry-after": fault.retryAfter }),
    });
    const said = status < 300 && answer !== undefined ? this.speak(name, answer, asked) : answer;
    response.end(said === undefined ? "" : JSON.stringify(said));
  }

  #answer(name: string, query: URLSearchParams, body: Json): [number, unknown?] {
    const path = name.slice(name.indexOf("/v1") + 3);
    if (path.startsWith("/trading-accounts/trading-data/")) return this.#read(path, body);
    if (path.startsWith("/user-accounts")) return this.#person(name, path, body);
    if (path === "/trading-accounts") return this.#list(query);
    if (path === "/trading-accounts/positions/close") return this.#close(body);
    if (path === "/trading-accounts/pending-order/cancel") {
      this.orders = this.orders.filter(({ id }) => id !== body.orderId);
      return [200, { status: "OK", orderId: body.orderId }];
    }
    const [, login = "", call] = /^\/trading-accounts\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
    const account = this.accounts.get(login);
    if (!account) return notFound;
    if (name.startsWith("GET ")) return [200, this.#shown(account)];
    if (name.startsWith("PATCH ")) {
      const { version, ...changes } = body;
      if (version !== account.version) return [409, { status: 409, title: "Outdated version" }];
      Object.assign(account, changes, { version: account.version + 1 });
      return [204];
    }
    const amount = body.amount as number;
    const comment = (body.comment as string | undefined) ?? "";
    if (call === "deposit") this.addLedger(login, "DEPOSIT", amount, Date.now(), comment);
    if (call === "withdraw") this.addLedger(login, "WITHDRAWAL", -amount, Date.now(), comment);
    return [204];
  }

  #read(path: string, body: Json): [number, unknown?] {
    const logins = body.logins as string[];
    if (logins.length === 1 && !this.accounts.has(logins[0]!)) return notFound;
    const rights = (body.accessRightsFilter as string[] | undefined) ?? ["FULL"];
    const asked = logins.filter((login) =>
      rights.includes(this.accounts.get(login)?.accessRight ?? ""),
    );
    const isWithin = (time: string) => (body.from as string) <= time && time < (body.to as string);
    const limit = (body.limit as number | undefined) ?? 100;
    const rowsOf = <Found extends { login: string }>(rows: Found[], of: string) =>
      rows
        .filter(({ login }) => login === of)
        .slice(0, limit)
        .map(({ login: _, ...row }) => row);
    const each = (rows: { login: string }[], name: string) => {
      const byLogin = Map.groupBy(rows, ({ login }) => login);
      return asked.flatMap((login) => {
        const found = rowsOf(byLogin.get(login) ?? [], login);
        const { group } = this.accounts.get(login)!;
        return found.length === 0 ? [] : [{ login, group, [name]: found }];
      });
    };
    if (path.endsWith("/open-positions")) return [200, each(this.positions, "positions")];
    if (path.endsWith("/active-orders")) return [200, each(this.orders, "orders")];
    if (path.endsWith("/ledgers")) {
      const types = body.types as string[];
      const found = this.ledgers.filter(({ type, time }) => types.includes(type) && isWithin(time));
      return [200, each(found, "operations")];
    }
    const closed = this.closed
      .filter(({ closeTime }) => isWithin(closeTime))
      .toSorted((one, other) => (one.closeTime < other.closeTime ? -1 : 1));
    // Closed positions name no login.
    const closedPositions = asked.flatMap((login) => rowsOf(closed, login));
    return [200, { closedPositions }];
  }

  #person(name: string, path: string, body: Json): [number, unknown?] {
    const people = [...this.people.values()];
    const [, , key = "", call] = path.split("/");
    if (name.startsWith("GET ")) {
      const person = this.people.get(decodeURIComponent(path.split("/").at(-1)!));
      if (!person) return notFound;
      const { password: _, ...shown } = person;
      return [200, shown];
    }
    if (key === "") {
      const { email, password } = body as { email: string; password: string };
      if (this.people.has(email)) return [409, { status: 409, title: "Already exists" }];
      const person = { uuid: randomUUID(), email, password };
      this.people.set(email, person);
      return [201, { uuid: person.uuid, email }];
    }
    const person = people.find(({ uuid }) => uuid === key);
    if (!person) return notFound;
    if (call === "change-password") {
      person.password = body.password as string;
      return [204];
    }
    created += 1;
    const login = String(created);
    this.addAccount(login, body);
    return [200, this.#shown(this.accounts.get(login)!)];
  }

  #list(query: URLSearchParams): [number, unknown?] {
    const rights = query.get("accessRightsFilter")?.split(",") ?? ["FULL"];
    const [group, page] = [query.get("group"), query.get("page")];
    const size = Math.min(this.largestPage, Number(query.get("size")));
    const found = [...this.accounts.values()].filter(
      (each) => rights.includes(each.accessRight) && (group === null || each.group === group),
    );
    const first = Number(page) * size;
    const items = found.slice(first, first + size).map((each) => this.#shown(each));
    return [200, { items, total: found.length, page: Number(page), size }];
  }

  #shown({ balance, credit, floating, margin, ...account }: MatchTraderAccount): object {
    const equity = round(balance + credit + floating);
    const figures = { balance, credit, equity, margin, profit: floating };
    const freeMargin = round(equity - margin);
    return { ...account, financeInfo: { ...figures, freeMargin, currency: this.currency } };
  }

  #close(body: Json): [number, unknown?] {
    const { login, closePositions } = body as {
      login: string;
      closePositions: { positionId: string }[];
    };
    const partialResponses = closePositions.map(({ positionId }) => {
      if (this.closingError !== undefined) return { positionId, errorMessage: this.closingError };
      this.close(login, positionId, String(this.closingProfit));
      return { positionId, status: "OK" };
    });
    return [200, { status: "OK", partialResponses }];
  }
}

const notFound: [number, unknown] = [404, { status: 404, title: "Not Found" }];
