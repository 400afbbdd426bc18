import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";

const times = ["from", "to", "confirmedAt", "createdAt", "withdrawnAt"] as const;
type Time = (typeof times)[number];

/** Parses the REST response to an upload, in which times are strings. */
export function readStatement(body: string): Statement {
  const answer = JSON.parse(body) as Omit<Statement, Time> & Record<Time, string | null>;
  const dates = times.map((name) => {
    const time = answer[name];
    return [name, time ? new Date(time) : null];
  });
  return { ...answer, ...(Object.fromEntries(dates) as Pick<Statement, Time>) };
}
