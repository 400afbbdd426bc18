import { type ActionTools, RefusedActionError } from "../platform.ts";
import {
  describeRefusal,
  type MatchTraderAnswer,
  type MatchTraderConnection,
  type MatchTraderRequest,
} from "./match-trader-connection.ts";
import { type FoundRow, isRow, type Row, rowsOf } from "./match-trader-rows.rule.ts";
import { allRights, tradingData } from "./trading-data.ts";

export interface ActingTools extends ActionTools {
  connection: MatchTraderConnection;
  /** The UUIDs of the people of accounts that were created, by login. */
  people: Map<string, string>;
  /** The passwords of people who were added and have no account yet, by e-mail address. */
  added: Map<string, string>;
}

/** Sends what changes something. @throws RefusedActionError if the platform refuses it */
export async function accepted(
  { connection }: ActingTools,
  request: MatchTraderRequest,
): Promise<MatchTraderAnswer> {
  return requireAccepted(await connection.send(request));
}

/** @throws RefusedActionError if the answer is a refusal */
export function requireAccepted(answer: MatchTraderAnswer): MatchTraderAnswer {
  if (answer.status < 300) return answer;
  throw new RefusedActionError(describeRefusal(answer));
}

/** @throws RefusedActionError if the platform does not know the account */
export async function readAccount({ connection }: ActingTools, login: string): Promise<Row> {
  return (await readVersion({ connection }, login)).account;
}

/** Reads an account with its version as the platform states it, which each change must name. */
export async function readVersion(
  { connection }: Pick<ActingTools, "connection">,
  login: string,
): Promise<{ account: Row; version: unknown }> {
  const path = accountPath(login);
  const { json, text } = requireAccepted(await connection.read({ path }));
  if (!isRow(json)) throw new RefusedActionError("The platform states no account");
  const { version } = JSON.parse(text) as { version?: unknown };
  return { account: json, version };
}

export const accountPath = (login: string) => `/v1/trading-accounts/${encodeURIComponent(login)}`;

/** Reads the rows of a login. @throws RefusedActionError if the platform refuses it */
export async function readRows(
  { connection }: ActingTools,
  name: "open-positions" | "active-orders" | "ledgers",
  login: string,
  body: object = {},
): Promise<FoundRow[]> {
  const request = {
    path: `${tradingData}/${name}`,
    body: { logins: [login], ...body, accessRightsFilter: allRights },
  };
  return rowsOf(requireAccepted(await connection.read(request)).json, login);
}
