// A stand-in for the Web API of MetaTrader 5, made from the vendor's public documents. It was never compared with a
// vendor's server: what the documents do not say is assumed here as it is in the connector.
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { StandIn } from "./connector-stand-in.ts";

export type Row = Record<string, string>;
interface Session {
  random?: string;
  isSignedIn: boolean;
}
type Query = Record<string, string>;
/** What happens to a request: it is answered, refused with a code, or its connection is cut before or after it. */
export type Fault = "cut" | "cut-after" | { retcode: string };

const PASSWORD = "Password1";
/** The last login of an account that was created, at any server. */
let created = 800_000;

const md5 = (...parts: (Buffer | string)[]) => {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** A server of the platform with accounts, deals and positions, whose clock is some hours ahead of UTC. */
export class Mt5StandIn implements StandIn {
  readonly users = new Map<string, Row>();
  readonly accounts = new Map<string, Row>();
  deals: Row[] = [];
  positions: Row[] = [];
  orders: Row[] = [];
  /** The master passwords of accounts that were created. */
  readonly passwords = new Map<string, string>();
  currency = "USD";
  /** How far the server's clock is ahead of UTC, in milliseconds. */
  offset = 0;
  /** The paths of all requests, without their queries. */
  readonly requests: string[] = [];
  /** Says an answer otherwise, as other servers might. */
  speak: (path: string, answer: object) => object = (_path, answer) => answer;
  /** Called for each request. */
  received: () => void = () => {};
  /** What happens to the next requests of a path. */
  readonly faults = new Map<string, Fault[]>();
  /** The code that a dealer's request ends with. */
  dealerCode = "10009 Request completed";
  /** What the closing of a position earns. */
  closingProfit = "0.00";
  readonly #server: Server;
  readonly #sessions = new WeakMap<Socket, Session>();
  readonly #sockets = new Set<Socket>();
  readonly #results = new Map<string, unknown[]>();
  #tickets = 1000;

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#serve(request, response);
    });
    this.#server.keepAliveTimeout = 180_000;
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
    return { url: new URL(`http://127.0.0.1:${port}`), login: "1005", password: PASSWORD };
  }

  addAccount(login: string, balance = "0.00"): void {
    const named = { Login: login, Group: "prop\\usd", Rights: "483", Name: "", Email: "" };
    this.users.set(login, { ...named, Leverage: "100", Balance: balance });
  }

  /** Adds a deal, and moves the balance. @returns its ticket */
  addDeal(login: string, fields: Row, time = Date.now()): string {
    const ticket = String((this.#tickets += 1));
    const milliseconds = time + this.offset;
    const deal: Row = {
      Deal: ticket,
      Login: login,
      Entry: "0",
      Symbol: "EURUSD",
      Price: "1.08345",
      VolumeExt: "50000000",
      Volume: "5000",
      Profit: "0.00",
      Commission: "0.00",
      Storage: "0.00",
      Fee: "0.00",
      PositionID: "0",
      Comment: "",
      Time: String(Math.floor(milliseconds / 1000)),
      TimeMsc: String(milliseconds),
      ...fields,
    };
    this.deals.push(deal);
    if (deal.Action === "3") this.#move(login, "Credit", deal.Profit!);
    else if (deal.Action !== "13" && deal.Action !== "14") {
      for (const name of ["Profit", "Commission", "Storage", "Fee"])
        this.#move(login, "Balance", deal[name]!);
    }
    return ticket;
  }

  readonly secrets = [PASSWORD];

  forget(login: string): void {
    this.users.delete(login);
  }

  book(login: string, amount: string, time?: number, comment = ""): string {
    return this.addDeal(login, { Action: "2", Profit: amount, Symbol: "", Comment: comment }, time);
  }

  charge(login: string, amount: string, time?: number): string {
    return this.addDeal(login, { Action: "4", Profit: amount, Symbol: "" }, time);
  }

  amendFee(login: string, ticket: string, amount: string): void {
    const deal = this.deals.find(({ Deal }) => Deal === ticket)!;
    this.#move(login, "Balance", (Number(amount) - Number(deal.Profit)).toFixed(2));
    deal.Profit = amount;
  }

  removeFee(login: string, ticket: string): void {
    this.amendFee(login, ticket, "0.00");
    this.deals = this.deals.filter(({ Deal }) => Deal !== ticket);
  }

  addInexact(login: string): void {
    this.addDeal(login, { Action: "7", Symbol: "", Profit: "-0.005" });
  }

  close(login: string, position: string, profit: string): void {
    this.positions = this.positions.filter(({ Position }) => Position !== position);
    const costs = { Commission: "-1.75", Storage: "-0.55" };
    const closing = { Action: "1", Entry: "1", PositionID: position, Profit: profit };
    this.addDeal(login, { ...closing, ...costs });
  }

  bookings() {
    return this.deals
      .filter(({ Comment }) => Comment?.startsWith("Propdesk "))
      .map(({ Login, Comment, Profit }) => ({ login: Login!, comment: Comment!, amount: Profit! }));
  }

  loseAnswerOfBooking(): void {
    this.faults.set("/api/trade/balance", ["cut-after"]);
  }

  mayTrade(login: string): boolean {
    return (Number(this.users.get(login)!.Rights) & 4) === 0;
  }

  refuseSignIn(isRefused: boolean): void {
    const refusals = Array.from({ length: isRefused ? 1000 : 0 }, () => ({
      retcode: "1012 Not allowed",
    }));
    this.faults.set("/api/auth/start", refusals);
  }

  /** Opens a position with its deal. @returns its ticket */
  open(login: string, fields: Row = {}): string {
    const position = String((this.#tickets += 1));
    this.addDeal(login, { Action: "0", PositionID: position, ...fields });
    const shown = { Position: position, Login: login, Symbol: "EURUSD", Action: "0" };
    const prices = { Digits: "5", PriceCurrent: "1.08400", Volume: "5000", VolumeExt: "50000000" };
    this.positions.push({ ...shown, ...prices });
    return position;
  }

  /** Sets what open positions have won or lost. */
  float(login: string, floating: string): void {
    this.#accountOf(login).Floating = floating;
  }

  #move(login: string, name: "Balance" | "Credit", by: string): void {
    const account = this.#accountOf(login);
    account[name] = add(account[name]!, by);
    const user = this.users.get(login)!;
    if (name === "Balance") user.Balance = account.Balance!;
  }

  #accountOf(login: string): Row {
    const known = this.accounts.get(login);
    if (known) return known;
    const { Balance = "0.00" } = this.users.get(login)!;
    const account = { Login: login, Balance, Credit: "0.00", Floating: "0.00" };
    this.accounts.set(login, account);
    return account;
  }

  #shown(login: string): Row {
    const account = this.accounts.get(login)!;
    const equity = add(add(account.Balance!, account.Credit!), account.Floating!);
    return { ...account, Equity: equity, MarginFree: equity, Margin: "0.00", Profit: "0.00" };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, "http://stand-in");
    const body = await text(request);
    const path = url.pathname;
    this.requests.push(path);
    this.received();
    const fault = this.faults.get(path)?.shift();
    if (fault === "cut") return void request.socket.destroy();
    const session = this.#sessions.get(request.socket) ?? { isSignedIn: false };
    this.#sessions.set(request.socket, session);
    const query = Object.fromEntries(url.searchParams);
    const answer =
      typeof fault === "object"
        ? fault
        : path.startsWith("/api/auth/")
          ? signIn(session, path, query)
          : session.isSignedIn
            ? this.#answer(path, query, body === "" ? {} : (JSON.parse(body) as Row))
            : null;
    if (fault === "cut-after") return void request.socket.destroy();
    response.writeHead(answer === null ? 401 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer === null ? {} : this.speak(path, answer)));
  }

  #answer(path: string, query: Query, body: Row): object {
    const logins = query.login?.split(",");
    const isMeant = (login: string) => logins === undefined || logins.includes(login);
    const done = (answer: unknown) => ({ retcode: "0 Done", answer });
    const rows = (all: Row[]) => {
      const found = all.filter(({ Login = "" }) => isMeant(Login));
      return logins?.length === 1 && found.length === 0 && !this.users.has(logins[0]!)
        ? { retcode: "13 Not found" }
        : done(found);
    };
    switch (path) {
      case "/api/time/server": {
        const seconds = Math.floor((Date.now() + this.offset) / 1000);
        return done({ Time: `${seconds} by the server` });
      }
      case "/api/user/get_batch":
        return rows([...this.users.values()]);
      case "/api/user/account/get_batch":
        return rows([...this.accounts.keys()].map((login) => this.#shown(login)));
      case "/api/position/get_batch":
        return rows(this.positions);
      case "/api/order/get_batch":
        return rows(this.orders);
      case "/api/group/get":
        return done({ Group: query.group, Currency: this.currency });
      case "/api/deal/get_batch": {
        const [from, to] = [Number(query.from), Number(query.to)];
        return rows(this.deals.filter(({ Time }) => Number(Time) >= from && Number(Time) <= to));
      }
      case "/api/user/update": {
        const user = this.users.get(query.login!);
        if (!user) return { retcode: "13 Not found" };
        if (query.rights !== undefined) user.Rights = query.rights;
        if (query.group !== undefined) user.Group = query.group;
        if (query.leverage !== undefined) user.Leverage = query.leverage;
        return done(user);
      }
      case "/api/user/add": {
        created += 1;
        const login = String(created);
        const { PassMain = "", PassInvestor: _, ...shown } = body;
        this.users.set(login, { ...shown, Login: login, Balance: "0.00" });
        this.passwords.set(login, PassMain);
        return { retcode: "0 Done", login, answer: this.users.get(login) };
      }
      case "/api/user/change_password":
        this.passwords.set(body.Login!, body.Password!);
        return { retcode: "0 Done" };
      case "/api/user/check_password":
        return this.passwords.get(body.Login!) === body.Password
          ? { retcode: "0 Done" }
          : { retcode: "3 Invalid parameters" };
      case "/api/order/cancel": {
        const tickets = query.ticket!.split(",");
        this.orders = this.orders.filter(({ Order = "" }) => !tickets.includes(Order));
        return { retcode: "0 Done" };
      }
      case "/api/trade/balance": {
        const ticket = this.addDeal(query.login!, {
          Action: query.type!,
          Symbol: "",
          Profit: query.balance!,
          Comment: query.comment ?? "",
        });
        return done({ Ticket: ticket });
      }
      case "/api/dealer/send_request":
        return done({ ID: this.#deal(body) });
      case "/api/dealer/get_request_result":
        return { retcode: "0 Done", [query.id!]: this.#results.get(query.id!) ?? [] };
      default:
        return { retcode: "0 Done" };
    }
  }

  #deal(body: Row): string {
    const id = String((this.#tickets += 1));
    const position = this.positions.find((each) => each.Position === body.Position);
    const code = position ? this.dealerCode : "10036 Position closed";
    if (position && code.startsWith("10009")) {
      this.positions = this.positions.filter((each) => each !== position);
      const closing = { Action: body.Type!, Entry: "1", PositionID: body.Position! };
      this.addDeal(body.Login!, { ...closing, Profit: this.closingProfit });
    }
    const parts = [{ result: { Retcode: "0" } }, { answer: { ResultRetcode: code } }];
    this.#results.set(id, parts);
    return id;
  }
}

function signIn(session: Session, path: string, query: Query): object {
  const hash = md5(md5(Buffer.from(PASSWORD, "utf16le")), "WebAPI");
  if (path.endsWith("/start")) {
    if (query.agent === "" || query.type !== "manager" || Number(query.version) < 484)
      return { retcode: "3 Invalid parameters" };
    session.random = randomBytes(16).toString("hex");
    return { retcode: "0 Done", version_access: "4000", srv_rand: session.random };
  }
  const expected = md5(hash, Buffer.from(session.random ?? "", "hex")).toString("hex");
  if (query.srv_rand_answer !== expected) return { retcode: "1001 Invalid account" };
  session.isSignedIn = true;
  const proof = md5(hash, Buffer.from(query.cli_rand!, "hex")).toString("hex");
  return { retcode: "0 Done", cli_rand_answer: proof };
}

function add(one: string, other: string): string {
  const cents = Math.round(Number(one) * 100) + Math.round(Number(other) * 100);
  return (cents / 100).toFixed(2);
}
