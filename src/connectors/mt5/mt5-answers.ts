import { PlatformError } from "../platform.ts";
import type { Mt5Answer } from "./mt5-connection.ts";
import type { Mt5Row } from "./mt5-records.rule.ts";
import { describeRetcode } from "./retcodes.rule.ts";

/**
 * Returns the rows of an answer; none may be an empty list, an empty object, or left out.
 * @throws PlatformError if its code is another one than these
 */
export function rowsOf({ code, stated, json }: Mt5Answer, accepted = [0, 1]): Mt5Row[] {
  if (!accepted.includes(code)) {
    throw new PlatformError("platform_away", describeRetcode(code, stated));
  }
  const { answer } = json;
  const rows: unknown[] = Array.isArray(answer) ? answer : [answer];
  return rows.filter((row) => isRow(row) && Object.keys(row).length > 0) as Mt5Row[];
}

const isRow = (value: unknown): value is Mt5Row => typeof value === "object" && value !== null;

/** Returns a value that an answer has in `answer` or beside it. */
export function valueOf({ json }: Mt5Answer, name: string): unknown {
  const { answer } = json;
  return (isRow(answer) ? answer[name] : undefined) ?? json[name];
}
