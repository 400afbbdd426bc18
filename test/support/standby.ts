import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../src/platform/embedded-postgres/embedded-postgres.ts";
import { postgresOf, sendSignal } from "./process.ts";
import { createScratchFolder } from "./scratch.ts";

export interface Pair {
  primary: string;
  standby: string;
  /** Pauses or resumes the replay on the standby. */
  replay(isOn: boolean): Promise<void>;
  stopStandby(): Promise<void>;
  /** Makes the primary wait for the standby with each commit. */
  synchronize(): Promise<void>;
  /** Kills the primary and makes the standby the primary. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a PostgreSQL primary and a streaming standby. */
export async function startPair(): Promise<Pair> {
  const folder = await createScratchFolder("propdesk-pair-");
  const log = pino({ level: "warn" });
  const servers: EmbeddedPostgres[] = [];
  const close = async () => {
    for (const server of servers.splice(0).toReversed()) await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const first = join(folder, "first");
    const second = join(folder, "second");
    const primary = await startEmbeddedPostgres({ dataDir: first, log });
    servers.push(primary);
    await copyRunningCluster(primary.url, first, second);
    // The URL includes the password. Settings must not contain quotes or spaces.
    const { url: standby, stop } = await startEmbeddedPostgres({
      dataDir: second,
      log,
      settings: [`primary_conninfo=${primary.url}`],
    });
    const secondary = { url: standby, stop };
    servers.push(secondary);
    return {
      primary: primary.url,
      standby,
      replay: (isOn) => execute(standby, `select pg_wal_replay_${isOn ? "resume" : "pause"}()`),
      async stopStandby() {
        servers.splice(servers.indexOf(secondary), 1);
        await secondary.stop();
      },
      async synchronize() {
        await execute(primary.url, "alter system set synchronous_standby_names = '*'");
        await execute(primary.url, "select pg_reload_conf()");
      },
      async failOver() {
        servers.splice(servers.indexOf(primary), 1);
        sendSignal(await postgresOf(first), "SIGKILL");
        // Prevents its restart.
        await primary.stop();
        await execute(standby, "select pg_promote()");
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Copies a running cluster like pg_basebackup, which the PostgreSQL package of npm does not include. */
async function copyRunningCluster(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  await cp(from, to, {
    recursive: true,
    filter: (path) => !/\/postmaster\.(pid|opts)$|\/postgres\.log$/.test(path),
  });
  const { rows } = await client.query<{ labelfile: string }>("select * from pg_backup_stop()");
  await client.end();
  await writeFile(join(to, "postgres/backup_label"), rows[0]!.labelfile);
  await writeFile(join(to, "postgres/standby.signal"), "");
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
