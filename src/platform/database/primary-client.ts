import pg, { type ClientConfig } from "pg";
import { SECOND } from "../time/durations.rule.ts";

interface Server {
  host: string;
  port: number;
}

/** The primary that was found last, by the servers of its URL. */
const primaries = new Map<string, Server>();

/**
 * A client that connects to the primary of the servers in its URL, if it has several (`?host=a,b&port=5432,5433`).
 * PostgreSQL's own clients do the same with `target_session_attrs=read-write`; the driver has no such option. A
 * connection that is lost between statements does not end the process.
 */
export class PrimaryClient extends pg.Client {
  readonly #url: string;
  readonly #servers: readonly Server[];

  constructor(config: ClientConfig = {}) {
    super(config);
    // The pool only listens for errors while a client is idle, and an error without a listener ends the process. The
    // next statement on a lost connection fails anyway, and the pool then drops it.
    this.on("error", () => {});
    this.#url = config.connectionString ?? "";
    this.#servers = serversOf(this.#url);
  }

  override connect(): Promise<pg.Client>;
  override connect(settle: Settle): void;
  override connect(settle?: Settle): Promise<pg.Client> | void {
    const connecting = this.#servers.length > 1 ? this.#connectToPrimary() : super.connect();
    if (!settle) return connecting;
    // The form that the driver's pool uses.
    connecting.then((client) => settle(null, client), settle);
  }

  async #connectToPrimary(): Promise<pg.Client> {
    const primary = primaries.get(this.#url) ?? (await findPrimary(this.#url, this.#servers));
    Object.assign(this, primary);
    let isStandby = false;
    this.connection.on("parameterStatus", ({ parameterName, parameterValue }: ServerParameter) => {
      if (parameterName === "in_hot_standby") isStandby = parameterValue === "on";
    });
    try {
      await super.connect();
      if (isStandby) throw noPrimary(`${primary.host} has become a standby`);
      primaries.set(this.#url, primary);
      return this;
    } catch (error) {
      primaries.delete(this.#url);
      await this.end().catch(() => {});
      throw error;
    }
  }
}

/** Closes a connection without waiting for the server, which may hang. */
export async function disconnect(client: pg.Client): Promise<void> {
  const ended = client.end();
  client.connection.stream.destroy();
  await ended;
}

type Settle = (error: Error | null, client?: pg.Client) => void;

interface ServerParameter {
  parameterName: string;
  parameterValue: string;
}

/** The servers of a URL as `readDatabaseUrl` returns it; one with a single server has none. */
function serversOf(url: string): Server[] {
  if (url === "") return [];
  const { searchParams } = new URL(url);
  const hosts = searchParams.get("host")?.split(",") ?? [];
  const ports = searchParams.get("port")?.split(",") ?? [];
  return hosts.map((host, index) => ({ host, port: Number(ports[index] ?? ports[0] ?? 5432) }));
}

/** Asks all servers at once, so that one that does not respond delays nothing. */
async function findPrimary(url: string, servers: readonly Server[]): Promise<Server> {
  try {
    return await Promise.any(
      servers.map(async (server) => {
        await requirePrimary(url, server);
        return server;
      }),
    );
  } catch (error) {
    const reasons = (error as AggregateError).errors.map(({ message }: Error) => message);
    throw noPrimary(`None of the servers is a primary: ${reasons.join("; ")}`);
  }
}

/** @throws Error if the server does not respond or is a standby */
async function requirePrimary(url: string, server: Server): Promise<void> {
  const limits = { connectionTimeoutMillis: 5 * SECOND, query_timeout: 5 * SECOND };
  const client = new pg.Client({ connectionString: url, ...limits });
  Object.assign(client, server);
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>(
      "select pg_is_in_recovery() as standby",
    );
    if (rows[0]!.standby) throw new Error(`${server.host}:${server.port} is a standby`);
  } finally {
    await disconnect(client);
  }
}

/** An error that counts as an outage, because a standby is about to be promoted or a server about to return. */
const noPrimary = (message: string) => Object.assign(new Error(message), { code: "25006" });
