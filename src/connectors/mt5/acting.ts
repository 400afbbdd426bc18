import { type ActionTools, RefusedActionError } from "../platform.ts";
import { rowsOf } from "./mt5-answers.ts";
import type { Mt5Answer, Mt5Connection, Mt5Request } from "./mt5-connection.ts";
import type { Mt5Row } from "./mt5-records.rule.ts";
import { describeRetcode } from "./retcodes.rule.ts";
import type { ServerClock } from "./server-clock.rule.ts";

export interface ActingTools extends ActionTools {
  connection: Mt5Connection;
  clock: ServerClock;
  /** The instant by the server's clock. */
  now: () => number;
}

/** @throws RefusedActionError unless the answer is a success, or one of the other codes */
export async function accepted(
  { connection }: ActingTools,
  request: Mt5Request,
  others: number[] = [],
): Promise<Mt5Answer> {
  const answer = await connection.call(request);
  if ([0, 1, ...others].includes(answer.code)) return answer;
  throw new RefusedActionError(describeRetcode(answer.code, answer.stated));
}

/** Reads the rows of a login. @returns none if the platform has none */
export async function readRows(
  tools: ActingTools,
  path: string,
  query: Record<string, string | number>,
): Promise<Mt5Row[]> {
  const answer = await accepted(tools, { path, query }, [13, 14]);
  return answer.code === 13 ? [] : rowsOf(answer, [0, 1, 14]);
}
