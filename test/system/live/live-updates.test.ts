import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { connectDatabase, type Database } from "../../../src/platform/database/database.ts";
import { entities } from "../../../src/entities.ts";
import { createLiveUpdates, notifyTopics } from "../../../src/platform/live/live-updates.ts";
import { createDatabase } from "../../support/database.ts";
import { waitUntil } from "../../support/until.ts";

const log = pino({ level: "silent" });

let url: string;
let drop: () => Promise<void>;
let database: Database;
beforeAll(async () => {
  ({ url, drop } = await createDatabase());
  database = await connectDatabase(url, entities);
});
afterAll(async () => {
  await database.orm.close(true);
  await drop();
});

describe("live updates", () => {
  let heard: string[];
  beforeEach(() => {
    heard = [];
  });

  async function follow() {
    const live = createLiveUpdates(url, log);
    const unsubscribe = await live.subscribe(["account:1"], (topic) => heard.push(topic));
    return { live, unsubscribe };
  }

  it("report a change of a subscribed topic when its transaction commits", async () => {
    const { live } = await follow();
    await database.kysely.transaction().execute(async (transaction) => {
      await notifyTopics(transaction, ["account:1", "account:2"]);
      await notifyTopics(database.kysely, ["account:2"]);
      expect(heard).toEqual([]);
    });
    await waitUntil("the change arrives", () => heard.length > 0);
    expect(heard).toEqual(["account:1"]);
    await live.stop();
  });

  it("listen before a subscription begins, even if the database takes a while", async () => {
    const client = pg.Client.prototype as { query(text: string): Promise<unknown> };
    const query = vi.spyOn(client, "query").mockImplementationOnce(async function (
      this: typeof client,
      text,
    ) {
      // Longer than the notification below would take to arrive.
      await setTimeout(500);
      return this.query(text);
    });
    onTestFinished(() => query.mockRestore());
    const { live } = await follow();
    await notifyTopics(database.kysely, ["account:1"]);
    await waitUntil("the change arrives", () => heard.includes("account:1"));
    await live.stop();
  });

  it("report no change that was rolled back, and none after the subscription has ended", async () => {
    const { live, unsubscribe } = await follow();
    const failed = database.kysely.transaction().execute(async (transaction) => {
      await notifyTopics(transaction, ["account:1"]);
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    const others: string[] = [];
    await live.subscribe(["account:2"], (topic) => others.push(topic));
    unsubscribe();
    await notifyTopics(database.kysely, ["account:1", "account:2"]);
    await waitUntil("the change arrives", () => others.length > 0);
    expect(heard).toEqual([]);
    await live.stop();
  });

  it("report that changes may have been missed after a lost connection", async () => {
    const { live } = await follow();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'propdesk-live' and datname = current_database()",
    );
    await client.end();
    await waitUntil("the connection listens again", () => heard.length > 0);
    expect(heard).toEqual(["missed"]);
    await live.stop();
  });

  /** Starts a proxy in front of the database, to which `live` connects as one of two servers. */
  async function followThrough(forward: (socket: Socket, server: Socket) => void) {
    const { hostname, port } = new URL(url);
    const proxy = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on("error", () => {});
      const server = connect(Number(port), hostname);
      server.on("error", () => {});
      for (const event of ["end", "close"]) socket.once(event, () => server.destroy());
      forward(socket, server);
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const { port: own } = proxy.address() as AddressInfo;
    const several = new URL(url);
    several.searchParams.set("host", "127.0.0.1,127.0.0.1");
    several.searchParams.set("port", `${own},${own}`);
    const live = createLiveUpdates(several.href, log);
    onTestFinished(async () => {
      await live.stop();
      proxy.close();
    });
    await live.subscribe(["account:1"], (topic) => heard.push(topic));
    return live;
  }

  it("arrive when one of several servers responds again", async () => {
    let isUp = false;
    await followThrough((socket, server) => {
      if (isUp) socket.pipe(server).pipe(socket);
      else socket.destroy();
    });
    isUp = true;
    await waitUntil("the connection listens", () => heard.length > 0);
    expect(heard).toEqual(["missed"]);
  });

  it("arrive after a server has accepted the connection and then stopped responding", async () => {
    let isHanging = true;
    await followThrough((socket, server) => {
      server.pipe(socket);
      socket.on("data", (bytes) => {
        if (isHanging && bytes.includes("listen")) isHanging = false;
        else server.write(bytes);
      });
    });
    await waitUntil("the connection listens", () => heard.length > 0);
    expect(heard).toEqual(["missed"]);
  });

  it("stop even if the server hangs", async () => {
    let isHanging = false;
    const live = await followThrough((socket, server) => {
      server.pipe(socket, { end: false });
      socket.on("data", (bytes) => isHanging || server.write(bytes));
    });
    isHanging = true;
    await live.stop();
  });
});
