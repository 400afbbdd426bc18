import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Email } from "postal-mime";
import { inject } from "vitest";
import { findRunningPostgres } from "../../../src/platform/embedded-postgres/embedded-postgres.ts";
import { MINUTE } from "../../../src/platform/time/durations.rule.ts";
import type { HttpClient } from "../../support/http-client.ts";
import { findViolations } from "../../support/invariants.ts";
import { AcknowledgedWrites } from "../../support/writers/acknowledged-writes.ts";
import {
  appCommand,
  type AppProcess,
  Processes,
  projectNode,
  quickHashes,
} from "../../support/process.ts";
import { type MailServer, refusal, startMailServer } from "../../support/smtp.ts";
import { waitUntil } from "../../support/until.ts";
import { type ScannerServer, startVirusScanner } from "../../support/virus-scanner.ts";
import {
  type ReceiverBehaviour,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/webhook-receiver.ts";
import { startWriting } from "../../support/writers/start-writing.ts";

const accessKey = "the key of this test";

/** How the mail server responds. "disconnects" accepts the mail and closes the connection without a response. */
export type MailBehaviour =
  "good" | "slow" | "rejects temporarily" | "rejects permanently" | "disconnects";

/** A running app with its mail server, virus scanner and webhook receiver, to which faults are applied under load. */
export class World {
  readonly writes = new AcknowledgedWrites();
  readonly dataDir: string;
  readonly #processes: Processes;
  #app: AppProcess | undefined;
  #administrator: HttpClient | undefined;
  #mail: MailServer | undefined;
  #mailPort = 0;
  readonly #delivered: MailServer["mails"] = [];
  /** The recipients whose invitation was rejected permanently, which the app does not retry. */
  readonly #rejectedInvitations = new Set<string>();
  mailBehaviour: MailBehaviour = "good";
  /** The number of mails that the server has answered, in any way. */
  #answeredMails = 0;
  #receiver: WebhookReceiver | undefined;
  receiverBehaviour: ReceiverBehaviour = "good";
  #receivedCalls = 0;
  #webhookSince = new Date();
  #scanner: ScannerServer | undefined;
  /** The SHA-256 hashes of all files that were sent to the scanner. */
  readonly #scanned = new Set<string>();
  #mounted: string | undefined;

  private constructor(processes: Processes, dataDir: string) {
    this.#processes = processes;
    this.dataDir = dataDir;
  }

  /** @param megabytes the size of a disk mounted for the data directory; no disk is mounted if absent */
  static async open({ megabytes }: { megabytes?: number } = {}): Promise<World> {
    const processes = new Processes();
    const isSmall = megabytes !== undefined;
    const world = new World(processes, await processes.dataDir());
    await mkdir(world.dataDir);
    if (isSmall) {
      if (!mountSmallDisk(world.dataDir, megabytes)) throw new Error("This needs root");
      world.#mounted = world.dataDir;
    }
    try {
      await cp(inject("preparedDataDir"), world.dataDir, { recursive: true });
      await writeFile(world.#clockFile, "0");
      await world.startMail();
      await world.startScanner();
      await world.startApp();
      await world.#startReceiver();
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#mail?.close();
    await this.#processes.cleanUp(() => {
      if (this.#mounted) spawnSync("umount", ["--lazy", this.#mounted]);
    });
    await this.#scanner?.close();
    await this.#receiver?.close();
  }

  get app(): AppProcess {
    return this.#app!;
  }

  get administrator(): HttpClient {
    return this.#administrator!;
  }

  get #clockFile(): string {
    return `${this.dataDir}.clock`;
  }

  /** Retries because PostgreSQL may respond late on a busy machine. */
  async #databaseUrl(): Promise<string> {
    let url: string | undefined;
    await waitUntil("PostgreSQL answers", async () => {
      url = await findRunningPostgres(this.dataDir);
      return url !== undefined;
    });
    return url!;
  }

  /** Starts the app, on its previous port if it has run before. */
  async startApp(): Promise<void> {
    this.#app = await this.#processes.start({
      dataDir: this.dataDir,
      ...(this.#app && { port: Number(new URL(this.#app.url).port) }),
      env: {
        ADMIN_ACCESS_KEY: accessKey,
        RATE_LIMIT: "off",
        LOG_LEVEL: "fatal",
        SMTP_URL: `smtp://127.0.0.1:${this.#mailPort}`,
        CLAMD_URL: this.#scanner!.url,
        CLOCK_AHEAD: this.#clockFile,
        WEBHOOK_TARGETS: "any",
        // Enough to send mails about as fast as the writers queue them.
        WORKERS: "8",
      },
      command: appCommand("--import", "./test/support/shifted-clock.mjs", ...quickHashes),
    });
    if (!this.#administrator) {
      this.#administrator = this.#app.visitor();
      const { status, text } = await this.#administrator.post("/api/admin/login", { accessKey });
      if (status !== 200) throw new Error(`The administrator cannot sign in: ${text}`);
    }
  }

  /** Starts `npm run records:pack` for all past days but the last. */
  packRecords(): Promise<AppProcess> {
    return this.#processes.launch({
      dataDir: this.dataDir,
      env: { PACK_AFTER_DAYS: "1" },
      command: [projectNode, "src/commands/pack-records.ts"],
    });
  }

  async setClockAhead(milliseconds: number): Promise<void> {
    await writeFile(this.#clockFile, String(milliseconds));
  }

  async startMail(): Promise<void> {
    this.#mail = await startMailServer({
      port: this.#mailPort,
      judge: async (_attempt, mail) => {
        this.#answeredMails += 1;
        if (this.mailBehaviour === "slow") await sleep(1500);
        if (this.mailBehaviour === "rejects temporarily") return refusal(451, "Try again later");
        if (this.mailBehaviour !== "rejects permanently") return undefined;
        if (isInvitation(mail)) this.#rejectedInvitations.add(addressOf(mail));
        return refusal(554, "No");
      },
      dropsConnection: () => this.mailBehaviour === "disconnects",
    });
    this.#mailPort = this.#mail.port;
  }

  async stopMail(): Promise<void> {
    await this.#mail!.close();
    this.#delivered.push(...this.#mail!.mails);
  }

  /** Starts the scanner, on its previous port if it has run before. */
  async startScanner(): Promise<void> {
    const port = this.#scanner && Number(new URL(this.#scanner.url).port);
    this.#scanner = await startVirusScanner((file) => {
      this.#scanned.add(createHash("sha256").update(file).digest("hex"));
      return "stream: OK";
    }, port);
  }

  async stopScanner(): Promise<void> {
    await this.#scanner!.close();
  }

  /** Starts the receiver, and subscribes it to the events of payouts. */
  async #startReceiver(): Promise<void> {
    this.#receiver = await startWebhookReceiver(() => {
      this.#receivedCalls += 1;
      return this.receiverBehaviour;
    });
    const { status, text } = await this.administrator.post("/api/admin/webhooks", {
      url: this.#receiver.url,
      events: ["payout.requested", "payout.decided", "payout.paid", "payout.reversed"],
    });
    if (status !== 201) throw new Error(`The webhook was not added: ${text}`);
    this.#webhookSince = new Date();
  }

  /** Waits until `more` further writes were acknowledged. */
  async progress(more: number): Promise<void> {
    const goal = this.writes.acknowledged + more;
    await waitUntil(
      `${more} further writes are acknowledged`,
      () => this.writes.acknowledged >= goal,
    );
  }

  /** Waits until the mail server has answered further mails. */
  async moreMails(): Promise<void> {
    const goal = this.#answeredMails + 3;
    await waitUntil("further mails are sent", () => this.#answeredMails >= goal);
  }

  /** Waits until the receiver was called several more times. */
  async moreWebhooks(): Promise<void> {
    const goal = this.#receivedCalls + 3;
    await waitUntil("further events are sent", () => this.#receivedCalls >= goal);
  }

  async untilHealthy(): Promise<void> {
    await waitUntil("the app is healthy again", async () => (await this.app.health()) === 200);
  }

  /** Applies a fault while the writers run, stops them after the recovery. @returns the violated invariants */
  async round(fault: (world: World) => Promise<void>): Promise<string[]> {
    const writers = startWriting(this.app, this.administrator, this.writes);
    await this.progress(30);
    // Otherwise a single short round might have no event, and nothing would be checked.
    await waitUntil("an event is sent", () => this.#receivedCalls > 0);
    await fault(this);
    await this.untilHealthy();
    await this.progress(10);
    await writers.stop();
    const databaseUrl = await this.#databaseUrl();
    const { dataDir, administrator } = this;
    const visitor = () => this.app.visitor();
    const system = { databaseUrl, dataDir, administrator, visitor };
    return [...(await findViolations(system, this.writes)), ...this.#unscannedFiles()];
  }

  #unscannedFiles(): string[] {
    const { certificates, accounts } = this.writes;
    const files = [certificates, ...accounts.map(({ statements }) => statements)];
    return files
      .flatMap((byId) => [...byId.values()])
      .filter(({ sha256 }) => !this.#scanned.has(sha256))
      .map(({ sha256 }) => `the file ${sha256} was stored without a scan`);
  }

  /**
   * Waits until every event was sent. @returns the events of the audit log that the receiver is missing, that do
   * not have exactly one delivery, or that arrived with different bodies
   */
  async wrongWebhooks(): Promise<string[]> {
    const client = new pg.Client({ connectionString: await this.#databaseUrl() });
    await client.connect();
    try {
      const pending = await pendingDeliveries(client);
      if (pending.length > 0) return pending;
      const { rows } = await client.query<SentEvent>(
        `select coalesce(event.message_id, 'of audit event ' || audit.id) as "messageId", event.payload,
            array(select status from event_deliveries where event_id = event.id) as deliveries
          from audit_events audit left join webhook_events event on event.audit_event_id = audit.id
          where audit.action = any($1) and audit.at > $2`,
        [sentActions, this.#webhookSince],
      );
      if (rows.length === 0) return ["no event was captured"];
      return rows
        .filter(({ messageId, payload, deliveries }) => {
          const bodies = this.#receiver!.received.get(messageId);
          return deliveries.join() !== "delivered" || bodies?.size !== 1 || !bodies.has(payload);
        })
        .map((event) => `not delivered once: ${JSON.stringify(event)}`);
    } finally {
      await client.end();
    }
  }

  /**
   * Waits until every mail was sent. @returns the mails that were not, or the traders who did not receive exactly
   * one invitation. A crash may repeat a mail, so mails are counted by their message id
   */
  async wrongInvitations(): Promise<string[]> {
    const client = new pg.Client({ connectionString: await this.#databaseUrl() });
    await client.connect();
    try {
      const queued = await queuedMails(client);
      if (queued.length > 0) return queued;
      const { rows } = await client.query<{ email: string }>(
        "select email from users where password is null",
      );
      const ids = new Map<string, Set<string | undefined>>();
      for (const mail of [...this.#delivered, ...this.#mail!.mails]) {
        if (!isInvitation(mail)) continue;
        const address = addressOf(mail);
        ids.set(address, (ids.get(address) ?? new Set()).add(mail.messageId));
      }
      return (
        rows
          // A rejected mail is sent again if the app was killed before it recorded the rejection.
          .filter(
            ({ email }) =>
              (ids.get(email)?.size ?? (this.#rejectedInvitations.has(email) ? 1 : 0)) !== 1,
          )
          .map(({ email }) => `${email} received ${ids.get(email)?.size ?? 0} invitations`)
      );
    } finally {
      await client.end();
    }
  }
}

interface SentEvent {
  messageId: string;
  payload: string;
  deliveries: string[];
}

/** The audited actions to which the receiver is subscribed; each is one event. */
const sentActions = [
  "payout.requested",
  "payout.approved",
  "payout.rejected",
  "payout.reversed",
  "payment.paid",
  "payment.reversed",
];

/** Waits for pending deliveries. @returns those that are still pending when the app makes no further progress */
function pendingDeliveries(client: pg.Client): Promise<string[]> {
  // Otherwise the second attempt would be due in five minutes.
  return waitForJobs(client, {
    startNow: "name = 'webhook' and state in ('created', 'retry')",
    pending: `select to_jsonb(event) || coalesce(to_jsonb(delivery), '{}') as found
      from webhook_events event
      left join event_deliveries delivery on delivery.event_id = event.id
      where event.dispatched_at is null or delivery.status = 'pending'`,
  });
}

/** Waits for queued mails. @returns those that are still queued when the app makes no further progress */
function queuedMails(client: pg.Client): Promise<string[]> {
  // Otherwise retries would be due in up to half an hour.
  return waitForJobs(client, {
    startNow: "state = 'retry'",
    pending: `select to_jsonb(job) - 'data' as found from pgboss.job
      where name = 'mail' and state in ('created', 'retry', 'active')`,
  });
}

interface Jobs {
  /** A condition on `pgboss.job`: these jobs start immediately instead of after their delay. */
  startNow: string;
  /** Selects the unfinished work as `found`. */
  pending: string;
}

/**
 * Waits until no work is pending, or its amount has not decreased for four minutes: on a busy machine, it can take two
 * until pg-boss notices that a process was killed.
 * @returns the pending work
 */
async function waitForJobs(client: pg.Client, { startNow, pending }: Jobs): Promise<string[]> {
  let fewest = Infinity;
  for (let deadline = 0; ;) {
    await client.query(`update pgboss.job set start_after = now() where ${startNow}`);
    const { rows } = await client.query<{ found: object }>(pending);
    if (rows.length < fewest) [fewest, deadline] = [rows.length, Date.now() + 4 * MINUTE];
    if (rows.length === 0) return [];
    if (Date.now() > deadline) return rows.map(({ found }) => `pending: ${JSON.stringify(found)}`);
    await sleep(250);
  }
}

const isInvitation = ({ text }: Email) => text?.includes("/reset-password?token=") ?? false;

const addressOf = ({ to }: Email) => to?.[0]?.address ?? "";

function mountSmallDisk(folder: string, megabytes: number): boolean {
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder];
  return spawnSync("mount", options).status === 0;
}

/** Returns whether a small disk can be mounted. Requires root, and fails in most containers. */
export async function canMount(): Promise<boolean> {
  const processes = new Processes();
  const folder = await processes.folder();
  const isMounted = mountSmallDisk(folder, 1);
  if (isMounted) spawnSync("umount", [folder]);
  await processes.cleanUp();
  return isMounted;
}

/** Returns the ids of a process and its children; without `/proc`, only that of the process itself. */
export async function processTree(pid: number): Promise<number[]> {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = await readFile(path, "utf8").catch(() => "");
  return [pid, ...children.split(" ").filter(Boolean).map(Number)];
}
