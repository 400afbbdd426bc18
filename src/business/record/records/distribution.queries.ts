import type { Client } from "pg";
import { ConfigError } from "../../../platform/config/env.ts";
import type { Database } from "../../../platform/database/database.ts";
import { withMigrationLock } from "../../../platform/database/migrate.ts";
import { CommandError } from "../../../platform/errors.ts";

/**
 * The tables that Citus can distribute, by account; all others stay on the coordinator. No statement joins rows of
 * different accounts (docs/decisions/025-the-trading-record.md).
 */
export const distributedTables = [
  "deals",
  "operations",
  "snapshots",
  "snapshot_days",
  "trades",
  "trading_days",
  "equity_hours",
] as const;

type Table = (typeof distributedTables)[number];

interface TableState {
  name: Table;
  isDistributed: boolean;
  /** Such as `12 GB`; only of what is on this server. */
  size: string;
}

/** One line of `npm run db:distribute -- --check`. */
export interface Requirement {
  name: string;
  found: string;
  /** What to do; absent if the requirement is met. */
  remedy?: string;
}

/** Returns what a database needs before its trading record can be distributed. */
export async function checkDistribution(client: Client): Promise<Requirement[]> {
  const { rows } = await client.query<{
    postgres: string;
    libraries: string | null;
    citus: string | null;
  }>(
    `select current_setting('server_version') as postgres,
       (select setting from pg_settings where name = 'shared_preload_libraries') as libraries,
       (select extversion from pg_extension where extname = 'citus') as citus`,
  );
  const { postgres, libraries, citus } = rows[0]!;
  const requirements: Requirement[] = [{ name: "PostgreSQL", found: postgres }];
  if (citus === null) {
    // Ordinary roles cannot see the setting: `null`.
    const remedy = libraries?.includes("citus")
      ? `run "create extension citus" in this database on the coordinator and in one of the same name on each worker, then "select citus_add_node(…)" for each worker on the coordinator`
      : "install Citus on the coordinator and on each worker, and set shared_preload_libraries = 'citus'";
    return [...requirements, { name: "Extension citus", found: "none", remedy }];
  }
  requirements.push({ name: "Extension citus", found: citus }, await checkNodes(client));
  const states = await readStates(client);
  const distributed = states.filter(({ isDistributed }) => isDistributed);
  requirements.push({
    name: "Distributed tables",
    found: `${distributed.length} of ${states.length}`,
  });
  return [...requirements, await checkSessions(client)];
}

async function checkNodes(client: Client): Promise<Requirement> {
  const { rows } = await client.query<{ group: number; workers: number }>(
    `select groupid as "group", (select count(*)::int from pg_dist_node
       where groupid <> 0 and isactive and noderole = 'primary') as workers
     from pg_dist_local_group`,
  );
  const { group, workers } = rows[0]!;
  const name = "Workers";
  if (group !== 0) {
    const remedy = "let DATABASE_URL point to the coordinator";
    return { name, found: "this server is one", remedy };
  }
  if (workers === 0) {
    const remedy = `run "select citus_add_node('<host>', <port>)" on the coordinator for each worker`;
    return { name, found: "none", remedy };
  }
  const { rows: replies } = await client.query<{ node: string; success: boolean; result: string }>(
    `select nodename || ':' || nodeport as node, success, result
     from run_command_on_workers('show max_prepared_transactions')`,
  );
  const failed = replies.find(({ success }) => !success);
  if (failed) {
    return { name, found: `${failed.node}: ${failed.result}`, remedy: "start this worker" };
  }
  const unable = replies.find(({ result }) => Number(result) === 0);
  if (unable) {
    const found = `${unable.node} prepares no transactions`;
    return { name, found, remedy: "set max_prepared_transactions, at least to max_connections" };
  }
  return { name, found: String(workers) };
}

/** Moving a table waits for every transaction, and statements on some moved and some other tables may fail. */
async function checkSessions(client: Client): Promise<Requirement> {
  const { rows } = await client.query<{ count: number; addresses: string | null }>(
    `select count(*)::int as count,
       string_agg(distinct coalesce(host(client_addr), 'a socket'), ', ') as addresses
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and backend_type = 'client backend' and application_name not like 'citus%'`,
  );
  const { count, addresses } = rows[0]!;
  const name = "Other connections";
  if (count === 0) return { name, found: "none" };
  return { name, found: `${count} from ${addresses}`, remedy: "stop all instances and workers" };
}

async function readStates(client: Client): Promise<TableState[]> {
  const { rows } = await client.query<TableState>(
    `select listed.name, partmethod is not null as "isDistributed",
       pg_size_pretty(pg_total_relation_size(pg_class.oid)) as size
     from unnest($1::text[]) with ordinality as listed (name, position)
     join pg_class on pg_class.oid = to_regclass(listed.name)
     left join pg_dist_partition on logicalrelid = pg_class.oid
     order by position`,
    [distributedTables],
  );
  return rows;
}

/**
 * Distributes the tables that are not distributed yet. Each has its own transaction, so an interrupted run can be
 * continued by another one.
 * @param report receives a line for each table
 * @throws CommandError if a requirement is not met
 */
export async function distribute(client: Client, report: (line: string) => void): Promise<void> {
  const missing = (await checkDistribution(client)).filter(({ remedy }) => remedy !== undefined);
  if (missing.length > 0) {
    throw new CommandError(
      missing.map(({ name, found, remedy }) => `${name}: ${found}; ${remedy}.`).join("\n"),
    );
  }
  for (const state of await readStates(client)) {
    if (!state.isDistributed) {
      report(`Distributing ${state.name} (${state.size}) …`);
      await distributeTable(client, state.name);
    }
    await truncateLocalRows(client, state.name);
    report(`${state.name} is distributed.`);
  }
}

async function distributeTable(client: Client, table: Table): Promise<void> {
  const [first] = distributedTables;
  await client.query("select create_distributed_table($1, 'account_id', colocate_with => $2)", [
    table,
    table === first ? "none" : first,
  ]);
}

/** Removes the rows that distributing a table has copied and that its own file still contains. */
async function truncateLocalRows(client: Client, table: Table): Promise<void> {
  await client.query(
    "select truncate_local_data_after_distributing_table($1) where pg_relation_size($1::regclass) > 0",
    [table],
  );
}

/**
 * Moves the distributed tables back to this server, each in a transaction of its own.
 * @throws CommandError if this server is not the coordinator, or if others use the database
 */
export async function undistribute(client: Client, report: (line: string) => void): Promise<void> {
  if (!(await hasCitus(client))) throw new CommandError("No table is distributed.");
  const requirements = [await checkNodes(client), await checkSessions(client)];
  const missing = requirements.find(({ remedy }) => remedy !== undefined);
  if (missing) throw new CommandError(`${missing.name}: ${missing.found}; ${missing.remedy}.`);
  for (const { name, isDistributed } of await readStates(client)) {
    if (isDistributed) {
      report(`Moving ${name} back …`);
      await moveBack(client, name);
    }
    report(`${name} is on this server.`);
  }
}

/** Citus itself does not move tables with an identity column back, so their rows are copied into a new table. */
async function moveBack(client: Client, table: Table): Promise<void> {
  const { rows: identities } = await client.query<{ sequence: string }>(
    `select pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
     from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [table],
  );
  const [identity] = identities;
  if (!identity) {
    await client.query("select undistribute_table($1)", [table]);
    return;
  }
  await client.query("begin");
  try {
    await copyBack(client, table, identity.sequence);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function copyBack(client: Client, table: Table, sequence: string): Promise<void> {
  // Otherwise, Citus reads shards on several connections, after which it does not drop a table.
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
  await client.query(`lock table ${table} in access exclusive mode`);
  const { rows: keys } = await client.query<{ definition: string }>(
    `select format('add constraint %I %s', conname, pg_get_constraintdef(oid)) as definition
     from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u')`,
    [table],
  );
  const { rows: indexes } = await client.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  );
  const { rows: values } = await client.query<{ last: string }>(
    `select last_value as last from ${sequence}`,
  );
  const moved = `${table}_moved`;
  await client.query(`create table ${moved} (like ${table} including all excluding indexes)`);
  await client.query(`insert into ${moved} overriding system value select * from ${table}`);
  await client.query(`drop table ${table}`);
  await client.query(`alter table ${moved} rename to ${table}`);
  await client.query(`alter sequence ${moved}_id_seq rename to ${table}_id_seq`);
  await client.query("select setval($1, $2)", [`${table}_id_seq`, values[0]!.last]);
  for (const { definition } of keys) await client.query(`alter table ${table} ${definition}`);
  for (const { definition } of indexes) await client.query(definition);
}

async function hasCitus(client: Pick<Client, "query">): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
  return rowCount !== 0;
}

/**
 * Distributes tables that a migration has just created, if the others are distributed.
 * @throws ConfigError if `npm run db:distribute` was stopped before it had distributed a table with rows
 */
export async function completeDistribution({
  orm: { config },
  pool,
}: Pick<Database, "orm" | "pool">): Promise<void> {
  if (!(await hasCitus(pool))) return;
  await withMigrationLock(config.get("clientUrl"), async (client) => {
    const states = await readStates(client);
    const missing = states.filter(({ isDistributed }) => !isDistributed);
    if (missing.length === states.length) return;
    for (const { name } of missing) {
      const { rowCount } = await client.query(`select from ${name} limit 1`);
      if (rowCount !== 0) {
        throw new ConfigError(
          `DATABASE_URL must point to a database whose tables are all distributed or none: ${name} is not. Run npm run db:distribute to continue, or npm run db:distribute -- --undo`,
        );
      }
      await distributeTable(client, name);
    }
  });
}
