import { type Kysely, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { RefusalError } from "../../../platform/errors.ts";
import { comparedServer } from "./bridge-server.queries.ts";

declare module "../../../platform/errors.ts" {
  interface RefusalReasons {
    /** A later connector serves the server of the caller. */
    superseded: true;
  }
}

/** So many replaced instances of a server are remembered. */
const REMEMBERED = 200;

/** A connector that calls. */
export interface BridgeInstance {
  /** What it calls itself; absent for bridges that do not take part. */
  instance: string | undefined;
  /** The servers that its call names. */
  servers: string[];
}

export function supersededError(): RefusalError {
  return new RefusalError("conflict", "Another connector was started later for this server", {
    reason: "superseded",
  });
}

/**
 * Lets the connector that calls serve the servers that it names, if it is a new one.
 * @throws RefusalError if a later one does
 */
export async function requireCurrentInstance(
  { clock, database: { kysely } }: Pick<Context, "clock" | "database">,
  { instance, servers }: BridgeInstance,
): Promise<void> {
  if (instance === undefined) return;
  if (await isSuperseded(kysely, instance, servers)) throw supersededError();
  // A connector serves one server; a bridge that feeds several takes none from others.
  if (servers.length !== 1) return;
  // Does nothing for the connector that already serves them.
  await sql`
    insert into served_servers (server, instance, former, since)
    select ${comparedServer(sql`name`)}, ${instance}, '{}'::text[], ${clock.now().toISOString()}::timestamptz
    from unnest(${servers}::text[]) as named (name)
    where not exists (select from served_servers known
      where known.server = ${comparedServer(sql`name`)} and known.instance = ${instance})
    on conflict (server) do update set instance = excluded.instance, since = excluded.since,
      former = (array_prepend(served_servers.instance, served_servers.former))[1:${sql.lit(REMEMBERED)}]
    where served_servers.instance <> excluded.instance
      and excluded.instance <> all(served_servers.former)`.execute(kysely);
  // A later one may have called in the meantime.
  if (await isSuperseded(kysely, instance, servers)) throw supersededError();
}

/** @param servers those that the call is about; all if it names none */
async function isSuperseded(
  kysely: Kysely<Tables>,
  instance: string,
  servers: string[],
): Promise<boolean> {
  const named = sql`(select ${comparedServer(sql`name`)} from unnest(${servers}::text[]) as named (name))`;
  const { rows } = await sql<{ isSuperseded: boolean }>`
    select exists (select from served_servers
        where ${instance} = any(former) and (${servers.length === 0} or server in ${named}))
      and not (${servers.length === 0} and exists (
        select from served_servers where instance = ${instance})) as "isSuperseded"`.execute(
    kysely,
  );
  return rows[0]!.isSuperseded;
}
