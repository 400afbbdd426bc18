import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../src/platform/embedded-postgres/embedded-postgres.ts";

export interface Pair {
  primary: string;
  standby: string;
  /** Lets the standby fall behind, or catch up. */
  replay(isOn: boolean): Promise<void>;
  stopStandby(): Promise<void>;
  close(): Promise<void>;
}

/** Two real PostgreSQL servers, the second of which follows the first. */
export async function startPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), "propdesk-pair-"));
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
    await copyRunning(primary.url, first, second);
    // The address carries the password; a setting must not hold quotes or spaces.
    const { url: standby, stop } = await startEmbeddedPostgres({
      dataDir: second,
      log,
      settings: [`primary_conninfo=${primary.url}`],
    });
    const follower = { url: standby, stop };
    servers.push(follower);
    return {
      primary: primary.url,
      standby,
      replay: (isOn) => ask(standby, `select pg_wal_replay_${isOn ? "resume" : "pause"}()`),
      async stopStandby() {
        servers.splice(servers.indexOf(follower), 1);
        await follower.stop();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What pg_basebackup does, which npm's PostgreSQL comes without. */
async function copyRunning(url: string, from: string, to: string): Promise<void> {
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

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
