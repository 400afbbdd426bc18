import { afterAll, beforeAll, onTestFinished } from "vitest";
import { type ConnectorOptions, runConnector } from "../../src/connectors/engine/connector.ts";
import { RateLimit } from "../../src/connectors/rate-limit.ts";
import { HOUR, MINUTE } from "../../src/platform/time/durations.rule.ts";
import { actionsOf, requestAction } from "./actions.ts";
import { startApp, type TestApp } from "./app.ts";
import type { StandIn } from "./connector-stand-in.ts";
import type { Browser } from "./http.ts";
import { waitUntil } from "./until.ts";
import { createRules, simpleRules } from "./verdicts.ts";

type PlatformOptions = Parameters<ConnectorOptions["createPlatform"]>[0] & { limit: RateLimit };

export interface ConnectorKit<Platform extends StandIn> {
  create(): Platform;
  connect(
    platform: Platform,
    options: PlatformOptions,
  ): ReturnType<ConnectorOptions["createPlatform"]>;
  /** The group in which accounts are created. */
  group: string;
}

export interface Followed {
  id: number;
  login: string;
  get: Browser["get"];
}

export interface Snapshot {
  time: string;
  balance: string;
  equity: string;
}

interface Reported {
  report: { server: string; connectedSince: string | null; failures: { code: string }[] } | null;
}

/** What the tests of a platform's connector share: one app, and a server for each test. */
export class ConnectorTests<Platform extends StandIn> {
  readonly #kit: ConnectorKit<Platform>;
  #servers = 0;
  app!: TestApp;
  owner!: Browser;
  token!: Browser & { id: number; token: string };
  /** What all connectors have logged. */
  readonly logged: string[] = [];

  constructor(kit: ConnectorKit<Platform>) {
    this.#kit = kit;
    beforeAll(async () => {
      this.app = await startApp({ listen: true });
      this.owner = await this.app.administrator();
      this.token = await this.app.token(["feed:write", "actions:execute"], { label: "Connector" });
    });
    afterAll(async () => {
      // Connections that were opened for calls which were then aborted have never been used, so they are not idle.
      this.app.app.server.closeAllConnections();
      await this.app.close();
    });
  }

  get group(): string {
    return this.#kit.group;
  }

  /** Starts a platform with an account that was funded when its stage started, an hour ago. */
  async startPlatform(): Promise<{ platform: Platform; server: string; trader: Followed }> {
    const platform = this.#kit.create();
    await platform.start();
    onTestFinished(() => platform.stop());
    this.#servers += 1;
    const server = `Server-${this.#servers}`;
    return { platform, server, trader: await this.follow(platform, server) };
  }

  async follow(platform: Platform, server: string): Promise<Followed> {
    const trader = await this.app.trader();
    const login = String(700_000 + trader.id);
    const startedAt = Date.now() - HOUR;
    const account = { login, server, status: "active" };
    await this.owner.patch(`/api/admin/user/${trader.id}/account`, account);
    await this.owner.post(`/api/admin/user/${trader.id}/stages`, {
      phase: "Phase 1",
      initialBalance: "100000.00",
      startedAt: new Date(startedAt).toISOString(),
    });
    platform.addAccount(login);
    platform.book(login, "100000.00", startedAt + MINUTE);
    return Object.assign(trader, { login });
  }

  /** Runs a connector until the test ends, or it is stopped. */
  connect(platform: Platform, server: string, limit = new RateLimit(100_000)) {
    const stop = new AbortController();
    const running = runConnector({
      settings: {
        propdeskUrl: this.app.url,
        propdeskToken: this.token.token,
        server,
        pollInterval: 200,
        snapshotInterval: 500,
        recheckInterval: 2000,
        requestsPerMinute: limit.most,
        port: undefined,
      },
      log: (event, fields) => this.logged.push(JSON.stringify({ event, ...fields })),
      stop: stop.signal,
      createPlatform: (options) => this.#kit.connect(platform, { ...options, limit }),
    });
    const ended = running.then(
      () => "stopped",
      (error: Error) => error.message,
    );
    const end = () => {
      stop.abort();
      return ended;
    };
    onTestFinished(async () => void (await end()));
    return { end, ended };
  }

  async recordOf({ login }: Pick<Followed, "login">) {
    const { rows } = await this.app.context.database.pool.query<{ ticket: string; amount: string }>(
      `select ticket, profit + commission + swap + fee as amount from deals
         where account_id = (select id from trading_accounts where login = $1)
       union all select ticket, amount from operations
         where account_id = (select id from trading_accounts where login = $1) order by 1`,
      [login],
    );
    return rows;
  }

  untilRecorded(followed: Pick<Followed, "login">, count: number): Promise<void> {
    return waitUntil(
      `${count} records`,
      async () => (await this.recordOf(followed)).length === count,
    );
  }

  async snapshotsOf({ login }: Pick<Followed, "login">) {
    const { rows } = await this.app.context.database.pool.query<Snapshot>(
      `select time, balance, equity from snapshots
         where account_id = (select id from trading_accounts where login = $1) order by time desc`,
      [login],
    );
    return rows;
  }

  async reportOf(server: string) {
    const bridges = (await this.owner.get("/api/admin/bridges")).json<Reported[]>();
    return bridges.find(({ report }) => report?.server === server)?.report;
  }

  untilFailure(server: string, code: string): Promise<void> {
    return waitUntil(code, async () =>
      ((await this.reportOf(server))?.failures ?? []).some((failure) => failure.code === code),
    );
  }

  untilHealthy(server: string): Promise<void> {
    return waitUntil(
      "no failure",
      async () => (await this.reportOf(server))?.failures.length === 0,
    );
  }

  /** Waits until all actions of a trader are answered. @returns the last one */
  async outcome(userId: number) {
    await waitUntil("an answer", async () =>
      (await actionsOf(this.owner, userId)).every(({ finishedAt }) => finishedAt !== null),
    );
    return (await actionsOf(this.owner, userId)).at(-1)!;
  }

  /** Requests a withdrawal that another person approves. @returns the id of the action */
  async withdraw(trader: Followed, amount: string): Promise<number> {
    const { id } = await requestAction(this.owner, trader.id, { kind: "withdraw", amount });
    const approver = await this.app.administrator("risk");
    await approver.post(`/api/admin/actions/${id}/approve`, {});
    return id;
  }

  /** Starts a stage whose account the platform creates. */
  async startStage(server: string) {
    const trader = await this.app.trader();
    const rulesVersionId = await createRules(this.owner, simpleRules);
    const account = { server, group: this.group, leverage: 30 };
    const programme = await this.owner.post("/api/admin/programmes", {
      name: `Opens accounts at ${server}`,
      currency: "USD",
      initialBalances: ["100000.00"],
      steps: [{ phase: "Phase 1", rulesVersionId, payoutEnabled: false, platform: account }],
    });
    const [version] = programme.json<{ versions: { id: number }[] }>().versions;
    await this.owner.post(`/api/admin/user/${trader.id}/programme`, {
      programmeVersionId: version!.id,
      initialBalance: "100000.00",
    });
    const shown = async () =>
      (await trader.get("/api/user/account")).json<{
        login: string | null;
        server: string | null;
        masterPassword: string | null;
        balance: string;
      }>();
    const ready = async () => {
      await waitUntil("the account", async () => (await shown()).login !== null);
      return shown();
    };
    return { trader, ready, shown };
  }
}
