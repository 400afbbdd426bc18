import { commentOf, ifAway, isSoon, TRACED_WITHIN, waitUntilPast } from "../acting.ts";
import { isZero } from "../exact-amount.rule.ts";
import { type Action, type Executed, PlatformError, RefusedActionError } from "../platform.ts";
import { accepted, type ActingTools } from "./acting.ts";
import { MatchTraderAccounts } from "./match-trader-accounts.ts";
import { book } from "./match-trader-booking.ts";
import { addPerson, findPerson } from "./match-trader-people.ts";
import { textOf } from "./match-trader-rows.rule.ts";

type Asked = NonNullable<Action["account"]>;

/**
 * Creates an account with its funding, once: the remark of an account that an earlier attempt has created is found
 * first. A person who is new gets a password; another one keeps theirs.
 * @returns `undefined` if it is not to be answered
 */
export async function createAccount(
  tools: ActingTools,
  action: Action,
): Promise<Executed | undefined> {
  const asked = action.account;
  if (asked?.server === undefined || asked.group === undefined || asked.leverage === undefined) {
    throw new RefusedActionError("The action does not say what account to create");
  }
  const { server, balance, email } = asked;
  const earlier = await findEarlier(tools, action, asked.group);
  if (earlier === undefined && !(await tools.begin())) return undefined;
  const isResumed = earlier !== undefined || action.startedAt !== null;
  const known = await findPerson(tools, action, email, isResumed);
  const person = earlier ? known : (known ?? (await addPerson(tools, action, email)));
  const login = earlier ?? (await add(tools, action, asked, person!.uuid));
  if (person) tools.people.set(login, person.uuid);
  if (balance && !isZero(balance)) {
    const { signal, connection } = tools;
    await waitUntilPast({ signal, now: () => connection.now() }, action.requestedAt);
    const { id, requestedAt, startedAt } = action;
    const funding = { id, login, amount: balance, requestedAt, startedAt };
    const booked = await book(tools, { ...funding, kind: "deposit" });
    if (booked === undefined) return undefined;
  }
  const masterPassword = person?.password ?? null;
  if (masterPassword !== null) tools.added.delete(email);
  const kept =
    masterPassword === null ? `, with the password that its person has${hint(action)}` : "";
  return {
    message: `The account ${login} is created${kept}`,
    account: { login, server, masterPassword },
  };
}

/** An attempt that failed may have added the person with a password that nothing knows any more. */
const hint = ({ attempts }: Action) =>
  attempts > 1 ? ": if an earlier attempt has added the person, request a new password" : "";

/**
 * Finds the account that an earlier attempt has created.
 * @throws RefusedActionError if one was begun, and the platform does not show it
 */
async function findEarlier(
  tools: ActingTools,
  action: Action,
  group: string,
): Promise<string | undefined> {
  const found = await findCreated(tools, action, group);
  if (found !== undefined || action.startedAt === null) return found;
  return traceCreated(tools, action, group);
}

/** @returns the login, once the platform shows it */
async function add(
  tools: ActingTools,
  action: Action,
  { group = "", leverage, name, email }: Asked,
  uuid: string,
): Promise<string> {
  const [firstName = "", ...others] = (name ?? email.split("@")[0]!).trim().split(/\s+/);
  const body = {
    group,
    // 100 is 1:100.
    leverageRatioPercent: leverage,
    accountType: await typeOf(tools, group),
    accessRight: "FULL",
    accountDetails: { firstName, lastName: others.join(" ") || firstName },
    remarks: commentOf(action),
  };
  const path = `/v1/user-accounts/${encodeURIComponent(uuid)}/trading-accounts`;
  let login = "";
  try {
    const { json } = await accepted(tools, { path, body });
    login = textOf(json, "login");
  } catch (error) {
    if (!(error instanceof PlatformError && error.mayBeReceived)) throw error;
  }
  if (login === "") return traceCreated(tools, action, group);
  const accounts = new MatchTraderAccounts(tools.connection);
  const look = async () => (await accounts.get(login).catch(ifAway(undefined))) !== undefined;
  if (await isSoon(tools, TRACED_WITHIN, look)) return login;
  throw new RefusedActionError("The account was not seen at the platform");
}

/** Returns the type of the other accounts of a group; without any, that of accounts without clients' money. */
async function typeOf({ connection }: ActingTools, group: string): Promise<"DEMO" | "REAL"> {
  const accounts = (await new MatchTraderAccounts(connection).list(group)) ?? [];
  const isReal = accounts.some(({ row }) => textOf(row, "accountType") === "REAL");
  return isReal ? "REAL" : "DEMO";
}

/** @throws RefusedActionError if the platform does not show the account */
async function traceCreated(tools: ActingTools, action: Action, group: string): Promise<string> {
  let login: string | undefined;
  const look = async () => {
    login = await findCreated(tools, action, group).catch(ifAway(undefined));
    return login !== undefined;
  };
  if (await isSoon(tools, TRACED_WITHIN, look)) return login!;
  throw new RefusedActionError("The account was not seen at the platform");
}

async function findCreated(
  { connection }: ActingTools,
  action: Action,
  group: string,
): Promise<string | undefined> {
  const accounts = (await new MatchTraderAccounts(connection).list(group)) ?? [];
  const created = accounts.find(({ row }) => textOf(row, "remarks") === commentOf(action));
  return created && textOf(created.row, "login");
}
