import { Readable } from "node:stream";
import pg from "pg";

/**
 * Streams a consistent copy of a running cluster as a tar file, using the protocol of `pg_basebackup`. PostgreSQL
 * selects the files and includes the WAL that is written during the copy.
 * @param url the connection string of a role with REPLICATION
 */
export async function* readBaseBackup(url: string): AsyncGenerator<Uint8Array> {
  const settings = { connectionString: url, replication: "true" };
  const client = new pg.Client(settings);
  client.on("error", () => {});
  await client.connect();
  try {
    // Prevents the WAL from being recycled during the copy; dropped with the connection.
    await client.query(
      `CREATE_REPLICATION_SLOT propdesk_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`,
    );
    yield* client.query(new BaseBackup()) as AsyncIterable<Uint8Array>;
  } finally {
    await client.end();
  }
}

const COMMAND = "BASE_BACKUP (LABEL 'propdesk', CHECKPOINT 'fast', WAL true, MANIFEST 'no')";
/** The type of messages that contain a part of the tar; others report progress. */
const DATA = "d".charCodeAt(0);

/** The response to BASE_BACKUP as a stream, fed by the message handlers of the pg client. */
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
    // The chunk must be copied, because the parser reuses the buffer for the next message.
    if (!this.push(Buffer.from(chunk.subarray(1)))) this.#connection?.stream.pause();
  }

  handleReadyForQuery(): void {
    this.push(null);
  }

  handleError(error: Error): void {
    this.destroy(error);
  }

  // The server also sends the WAL positions as rows, which are ignored because the tar file contains them.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
