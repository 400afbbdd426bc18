import { SECOND } from "../../platform/time/durations.rule.ts";
import { commentOf, ifAway, isSoon, TRACED_WITHIN, waitUntilPast } from "../acting.ts";
import { isZero } from "../exact-amount.rule.ts";
import { newPassword } from "../new-password.ts";
import { type Action, type Executed, PlatformError, RefusedActionError } from "../platform.ts";
import { accepted, type ActingTools, readRows } from "./acting.ts";
import { rowsOf, valueOf } from "./mt5-answers.ts";
import { book } from "./mt5-booking.ts";
import type { Mt5Answer } from "./mt5-connection.ts";
import { type Mt5Row, textOf } from "./mt5-records.rule.ts";
import { asText, describeRetcode } from "./retcodes.rule.ts";

/** May connect, change the password, use trailing stops and experts, and read reports. */
const RIGHTS = String(0x1 | 0x2 | 0x20 | 0x40 | 0x100);
const SHOWN_WITHIN = 10 * SECOND;
/** Logins in one request. */
const CHUNK = 100;

/**
 * Creates an account with its funding, once: the comment of an account that an earlier attempt has created is found
 * first. Its password is then set anew, because nothing knows it any more.
 * @returns `undefined` if it is not to be answered
 */
export async function createAccount(
  tools: ActingTools,
  action: Action,
): Promise<Executed | undefined> {
  const { server, group, leverage, balance } = action.account ?? {};
  if (server === undefined || group === undefined || leverage === undefined) {
    throw new RefusedActionError("The action does not say what account to create");
  }
  const masterPassword = newPassword();
  let login = await findCreated(tools, group, action);
  if (login === undefined && action.startedAt !== null) {
    login = await traceCreated(tools, group, action);
  }
  if (login === undefined) {
    if (!(await tools.begin())) return undefined;
    login = await add(tools, action, { group, leverage, masterPassword });
  } else await setPassword(tools, login, masterPassword);
  if (balance && !isZero(balance)) {
    await waitUntilPast(tools, action.requestedAt);
    const { id, requestedAt, startedAt } = action;
    const funding = { id, login, amount: balance, requestedAt, startedAt };
    const booked = await book(tools, { ...funding, kind: "deposit" });
    if (booked === undefined) return undefined;
  }
  return {
    message: `The account ${login} is created`,
    account: { login, server, masterPassword },
  };
}

interface NewAccount {
  group: string;
  leverage: number;
  masterPassword: string;
}

/** @returns the login, once the platform shows it */
async function add(
  tools: ActingTools,
  action: Action,
  { group, leverage, masterPassword }: NewAccount,
): Promise<string> {
  const { name, email = "" } = action.account ?? {};
  const body = {
    Login: "0",
    PassMain: masterPassword,
    PassInvestor: newPassword(),
    Group: group,
    Name: name ?? email,
    Leverage: String(leverage),
    Rights: RIGHTS,
    Email: email,
    Comment: commentOf(action),
  };
  let answer: Mt5Answer;
  try {
    answer = await tools.connection.call({ path: "/api/user/add", method: "POST", body });
  } catch (error) {
    if (!(error instanceof PlatformError && error.mayBeReceived)) throw error;
    return traceCreated(tools, group, action);
  }
  if (answer.code !== 0 && answer.code !== 1) {
    throw new RefusedActionError(describeRetcode(answer.code, answer.stated));
  }
  const login = asText(valueOf(answer, "login") ?? valueOf(answer, "Login"));
  if (login === "") return traceCreated(tools, group, action);
  const look = async () =>
    (await readRows(tools, "/api/user/get_batch", { login }).catch(ifAway([]))).length > 0;
  if (await isSoon(tools, TRACED_WITHIN, look)) return login;
  throw new RefusedActionError("The account was not seen at the platform");
}

/** @throws RefusedActionError if the platform does not show the account */
async function traceCreated(tools: ActingTools, group: string, action: Action): Promise<string> {
  let login: string | undefined;
  const look = async () => {
    login = await findCreated(tools, group, action).catch(ifAway(undefined));
    return login !== undefined;
  };
  if (await isSoon(tools, TRACED_WITHIN, look)) return login!;
  throw new RefusedActionError("The account was not seen at the platform");
}

async function findCreated(
  tools: ActingTools,
  group: string,
  action: Action,
): Promise<string | undefined> {
  const users = await readUsers(tools, group);
  const created = users.find((user) => textOf(user, "Comment") === commentOf(action));
  return created && textOf(created, "Login");
}

/** Reads the users of a group; by their logins if the answer was cut. */
async function readUsers(tools: ActingTools, group: string): Promise<Mt5Row[]> {
  const path = "/api/user/get_batch";
  const answer = await accepted(tools, { path, query: { group } }, [13, 14]);
  if (answer.code === 13) return [];
  if (answer.code !== 14) return rowsOf(answer);
  const listed = await accepted(tools, { path: "/api/user/logins", query: { group } }, [13]);
  const { answer: logins } = listed.json;
  const users: Mt5Row[] = [];
  for (let rest = Array.isArray(logins) ? logins.map(asText) : []; rest.length > 0;) {
    users.push(...(await readRows(tools, path, { login: rest.slice(0, CHUNK).join(",") })));
    rest = rest.slice(CHUNK);
  }
  return users;
}

/** Sets a new password, which may be repeated. */
export async function resetPassword(tools: ActingTools, login: string): Promise<Executed> {
  const masterPassword = newPassword();
  await setPassword(tools, login, masterPassword);
  return { message: "The password is set anew", account: { masterPassword } };
}

async function setPassword(tools: ActingTools, login: string, password: string): Promise<void> {
  const body = { Login: login, Type: "main", Password: password };
  await accepted(tools, { path: "/api/user/change_password", method: "POST", body });
  const path = "/api/user/check_password";
  const look = async () => (await tools.connection.call({ path, method: "POST", body })).code === 0;
  if (await isSoon(tools, SHOWN_WITHIN, look)) return;
  throw new RefusedActionError("The platform did not take the new password");
}

/** Moves an account into another group, or gives it another leverage. */
export async function changeAccount(
  tools: ActingTools,
  login: string,
  { group, leverage }: { group?: string | undefined; leverage?: number | undefined },
): Promise<Executed> {
  const isChanged = async () => {
    const [user] = await readRows(tools, "/api/user/get_batch", { login });
    if (!user) throw new RefusedActionError(describeRetcode(13));
    const isInGroup = group === undefined || textOf(user, "Group") === group;
    return isInGroup && (leverage === undefined || textOf(user, "Leverage") === String(leverage));
  };
  const done = { message: "The account is changed" };
  if (await isChanged()) return done;
  const query = {
    login,
    ...(group !== undefined && { group }),
    ...(leverage !== undefined && { leverage }),
  };
  await accepted(tools, { path: "/api/user/update", method: "POST", query });
  if (await isSoon(tools, SHOWN_WITHIN, isChanged)) return done;
  throw new RefusedActionError("The platform did not change the account");
}
