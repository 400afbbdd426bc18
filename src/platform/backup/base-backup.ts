import { Readable } from "node:stream";
import pg from "pg";

/**
 * One consistent copy of a running cluster, as a tar, by the protocol that `pg_basebackup` speaks:
 * PostgreSQL itself says which files belong to it, and adds the log of what was written meanwhile.
 * @param url of a user who may replicate
 */
export async function* readBaseBackup(url: string): AsyncGenerator<Uint8Array> {
  const settings = { connectionString: url, replication: "true" };
  const client = new pg.Client(settings);
  client.on("error", () => {});
  await client.connect();
  try {
    // Keeps that log from being recycled while the copy is made; it goes with the connection.
    await client.query(
      `CREATE_REPLICATION_SLOT propdesk_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`,
    );
    yield* client.query(new BaseBackup()) as AsyncIterable<Uint8Array>;
  } finally {
    await client.end();
  }
}

const COMMAND = "BASE_BACKUP (LABEL 'propdesk', CHECKPOINT 'fast', WAL true, MANIFEST 'no')";
/** The kind of message that carries a part of the tar; others tell of progress. */
const DATA = "d".charCodeAt(0);

/** The answer to BASE_BACKUP, as pg's client hands it on message by message. */
class BaseBackup extends Readable implements pg.Submittable {
  #connection: pg.Connection | undefined;

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(COMMAND);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] !== DATA) return;
    // A copy: the parser writes the next message where this one lies.
    if (!this.push(Buffer.from(chunk.subarray(1)))) this.#connection?.stream.pause();
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  // The server also answers in rows, of where the log begins and ends; the tar says so itself.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
