import { SECOND } from "../../platform/time/durations.rule.ts";
import { type Action, type Executed, PlatformError, RefusedActionError } from "../platform.ts";
import { newPassword } from "../new-password.ts";
import { isSoon } from "../acting.ts";
import { accepted, type ActingTools, readAccount, requireAccepted } from "./acting.ts";
import { isRow, type Row, textOf } from "./match-trader-rows.rule.ts";

const peoplePath = "/v1/user-accounts";
/** How long the platform may take to show a new person. */
const SHOWN_WITHIN = 10 * SECOND;

/** The people that an earlier attempt of the same delivery has found. */
const met = new WeakMap<Action, Person>();

/** Who has the password of all their accounts. */
export interface Person {
  uuid: string;
  /** `null` if the person was known before the action, and has a password. */
  password: string | null;
}

/** Finds the person of an e-mail address. @returns `undefined` if the platform knows none */
async function find({ connection }: ActingTools, email: string): Promise<Row | undefined> {
  const path = `${peoplePath}/email/${encodeURIComponent(email)}`;
  const { status, json: answer } = await connection.read({ path });
  const json: unknown = Array.isArray(answer) ? answer[0] : answer;
  // Of an unknown address, some servers say that it is invalid.
  return status < 300 && isRow(json) && textOf(json, "uuid") !== "" ? json : undefined;
}

/**
 * Finds the person of an action. One who was added by an attempt that failed has the password of that attempt; one who
 * may have been added for it by an attempt that could not answer gets a new one, because nothing knows the other.
 * @param isResumed whether there was such an attempt
 */
export async function findPerson(
  tools: ActingTools,
  action: Action,
  email: string,
  isResumed: boolean,
): Promise<Person | undefined> {
  const before = met.get(action);
  if (before) return before;
  const row = await find(tools, email);
  if (!row) return undefined;
  const uuid = textOf(row, "uuid");
  const known = tools.added.get(email);
  if (known !== undefined) return { uuid, password: known };
  const created = Date.parse(textOf(row, "created"));
  // Not every server states when a person was added.
  const isNew = Number.isNaN(created) ? isResumed : created >= Date.parse(action.requestedAt);
  const person = { uuid, password: isNew ? await setPassword(tools, uuid) : null };
  met.set(action, person);
  return person;
}

/** Adds the person of an action. @throws RefusedActionError if the platform refuses it */
export async function addPerson(
  tools: ActingTools,
  action: Action,
  email: string,
): Promise<Person> {
  const password = newPassword();
  tools.added.set(email, password);
  let uuid = "";
  try {
    const answer = await tools.connection.send({ path: peoplePath, body: { email, password } });
    if (answer.status >= 300) tools.added.delete(email);
    // Otherwise, another one has added the address in the meantime.
    if (answer.status !== 409) uuid = textOf(requireAccepted(answer).json, "uuid");
  } catch (error) {
    if (!(error instanceof PlatformError && error.mayBeReceived)) throw error;
  }
  if (uuid !== "") return { uuid, password };
  let person: Person | undefined;
  await isSoon(tools, SHOWN_WITHIN, async () => {
    person = await findPerson(tools, action, email, false);
    return person !== undefined;
  });
  if (person) return person;
  throw new RefusedActionError("The person was not seen at the platform");
}

/** Sets a new password of a person, for all their accounts. @returns it */
async function setPassword(tools: ActingTools, uuid: string): Promise<string> {
  const password = newPassword();
  const path = `${peoplePath}/${encodeURIComponent(uuid)}/change-password`;
  await accepted(tools, { path, body: { password } });
  return password;
}

/** Sets a new password of the person who has an account. */
export async function resetPassword(tools: ActingTools, login: string): Promise<Executed> {
  const account = await readAccount(tools, login);
  const uuid = tools.people.get(login) ?? (await ownerOf(tools, account));
  if (uuid === undefined) {
    throw new RefusedActionError(
      "The platform does not say whose account it is, and only people have a password",
    );
  }
  const masterPassword = await setPassword(tools, uuid);
  const message = "The password of the person is set anew, for all their accounts";
  return { message, account: { masterPassword } };
}

async function ownerOf(tools: ActingTools, account: Row): Promise<string | undefined> {
  const stated = textOf(account, "userAccountUuid") || textOf(account.userAccount, "uuid");
  if (stated !== "") return stated;
  const email = textOf(account, "email") || textOf(account.accountDetails, "email");
  if (email === "") return undefined;
  const person = await find(tools, email);
  return person && textOf(person, "uuid");
}
