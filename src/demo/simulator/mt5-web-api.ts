// A stand-in for the Web API of MetaTrader 5, made from the vendor's public documents and never compared with a vendor's
// server, so that `npm run bridge -- mt5` can be tried without one.
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { passwordHash, proofOf } from "../../connectors/mt5/sign-in-proof.ts";
import type { Mt5Accounts, Mt5Row } from "./mt5-accounts.ts";

/** The manager account of the simulated server. */
export const simulatedManager = { login: "1005", password: "Manager1" };

interface Session {
  random?: string;
  isSignedIn: boolean;
}

/** Serves simulated accounts as a server of MetaTrader 5 does, on 127.0.0.1. */
export async function serveMt5(accounts: Mt5Accounts, port: number): Promise<Server> {
  const sessions = new WeakMap<Socket, Session>();
  const results = new Map<string, string>();
  const server = createServer((request, response) => {
    void serve(request, response);
  });
  server.keepAliveTimeout = 180_000;
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, "http://127.0.0.1");
    const body = await text(request);
    const session = sessions.get(request.socket) ?? { isSignedIn: false };
    sessions.set(request.socket, session);
    const query = Object.fromEntries(url.searchParams);
    const isSignIn = url.pathname.startsWith("/api/auth/");
    const isKnown = isSignIn || session.isSignedIn;
    if (isKnown && !isSignIn) accounts.advance();
    const answer = isSignIn
      ? signIn(session, url.pathname, query)
      : answerCall(accounts, results, {
          path: url.pathname,
          query,
          body: body === "" ? {} : (JSON.parse(body) as Mt5Row),
        });
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isKnown ? answer : {}));
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, "127.0.0.1", resolve);
  await promise;
  return server;
}

function signIn(session: Session, path: string, query: Mt5Row): object {
  const hash = passwordHash(simulatedManager.password);
  if (path.endsWith("/start")) {
    if (query.login !== simulatedManager.login) return { retcode: "1001 Invalid account" };
    session.random = randomBytes(16).toString("hex");
    return { retcode: "0 Done", version_access: "484", srv_rand: session.random };
  }
  if (query.srv_rand_answer !== proofOf(hash, session.random ?? "")) {
    return { retcode: "1001 Invalid account" };
  }
  session.isSignedIn = true;
  return { retcode: "0 Done", cli_rand_answer: proofOf(hash, query.cli_rand ?? "") };
}

interface Call {
  path: string;
  query: Mt5Row;
  body: Mt5Row;
}

const done = (answer: unknown) => ({ retcode: "0 Done", answer });
const notFound = { retcode: "13 Not found" };

function answerCall(
  accounts: Mt5Accounts,
  results: Map<string, string>,
  { path, query, body }: Call,
): object {
  const logins = query.login?.split(",");
  const rows = (all: Mt5Row[]) => {
    const found = all.filter(({ Login }) => !logins || logins.includes(Login!));
    return logins?.length === 1 && !accounts.get(logins[0]!) ? notFound : done(found);
  };
  const account = accounts.get(query.login ?? body.Login ?? "");
  switch (path) {
    case "/api/test/access":
    case "/api/quit":
      return { retcode: "0 Done" };
    case "/api/time/server":
      return done({ Time: `${Math.floor(Date.now() / 1000)} UTC` });
    case "/api/user/get_batch":
      return rows(accounts.users());
    case "/api/user/logins":
      return done(accounts.users().map(({ Login }) => Login));
    case "/api/user/account/get_batch":
      return rows(accounts.figures());
    case "/api/position/get_batch":
      return rows(accounts.positions());
    case "/api/order/get_batch":
      return rows([]);
    case "/api/group/get":
      return done({ Group: query.group, Currency: "USD", CurrencyDigits: "2" });
    case "/api/deal/get_batch": {
      const [from, to] = [Number(query.from), Number(query.to)];
      return rows(
        accounts.deals().filter(({ Time }) => Number(Time) >= from && Number(Time) <= to),
      );
    }
    case "/api/user/add": {
      const login = accounts.add(body);
      return { retcode: "0 Done", login, answer: accounts.get(login)!.user };
    }
    case "/api/dealer/get_request_result":
      return {
        retcode: "0 Done",
        [query.id!]: results.has(query.id!)
          ? [{ answer: { ResultRetcode: results.get(query.id!) } }]
          : [],
      };
    default:
      return account ? changeAccount(accounts, results, account, { path, query, body }) : notFound;
  }
}

/** Answers the calls about one account that change it. */
function changeAccount(
  accounts: Mt5Accounts,
  results: Map<string, string>,
  account: NonNullable<ReturnType<Mt5Accounts["get"]>>,
  { path, query, body }: Call,
): object {
  switch (path) {
    case "/api/user/update": {
      const { rights, group, leverage } = query;
      accounts.update(account, {
        ...(rights !== undefined && { Rights: rights }),
        ...(group !== undefined && { Group: group }),
        ...(leverage !== undefined && { Leverage: leverage }),
      });
      return done(account.user);
    }
    case "/api/user/change_password":
      account.password = body.Password!;
      return { retcode: "0 Done" };
    case "/api/user/check_password":
      return account.password === body.Password ? { retcode: "0 Done" } : { retcode: "3 Wrong" };
    case "/api/trade/balance": {
      const ticket = accounts.book(account, query.balance!, query.comment ?? "");
      return ticket === undefined ? { retcode: "10019 No money" } : done({ Ticket: ticket });
    }
    case "/api/dealer/send_request": {
      const id = String(results.size + 1);
      const isClosed = accounts.close(account, body.Position!);
      results.set(id, isClosed ? "10009 Request completed" : "10036 Position closed");
      return done({ ID: id });
    }
    default:
      return { retcode: "3 Invalid parameters" };
  }
}
