import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Email } from "postal-mime";
import { findRunningPostgres } from "../../src/platform/embedded-postgres/embedded-postgres.ts";
import { SECOND } from "../../src/platform/lib/clock.ts";
import type { HttpClient } from "../support/http-client.ts";
import { findViolations } from "../support/invariants.ts";
import { AcknowledgedWrites } from "../support/acknowledged-writes.ts";
import { type AppProcess, Processes, projectNode } from "../support/process.ts";
import { type MailServer, refusal, startMailServer } from "../support/smtp.ts";
import { waitUntil } from "../support/until.ts";
import { type ScannerServer, startVirusScanner } from "../support/virus-scanner.ts";
import {
  type ReceiverBehaviour,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../support/webhook-receiver.ts";
import { startWriting } from "../support/writers.ts";

const accessKey = "the key of this test";

/** How the mail server treats those who come. */
export type MailTemper =
  "good" | "slow" | "refuses for now" | "refuses for ever" | "drops the line";

/** An app that goes through one fault after another, with people who write all the while. */
export class World {
  readonly writes = new AcknowledgedWrites();
  readonly dataDir: string;
  readonly #processes: Processes;
  #app: AppProcess | undefined;
  #administrator: HttpClient | undefined;
  #mail: MailServer | undefined;
  #mailPort = 0;
  readonly #delivered: MailServer["mails"] = [];
  /** Whose invitation was refused for good, and is not sent again. */
  readonly #unwanted = new Set<string>();
  temper: MailTemper = "good";
  #receiver: WebhookReceiver | undefined;
  receiverTemper: ReceiverBehaviour = "good";
  #webhookSince = new Date();
  #scanner: ScannerServer | undefined;
  /** The hashes of all files that the scanner has seen. */
  readonly #scanned = new Set<string>();
  #mounted: string | undefined;

  private constructor(processes: Processes, dataDir: string) {
    this.#processes = processes;
    this.dataDir = dataDir;
  }

  /** @param megabytes the size of the data's disk if it is to be limited */
  static async open({ megabytes }: { megabytes?: number } = {}): Promise<World> {
    const processes = new Processes();
    const isSmall = megabytes !== undefined;
    const dataDir = isSmall ? await processes.dataDir() : await processes.preparedDataDir();
    const world = new World(processes, dataDir);
    if (isSmall) {
      await mkdir(world.dataDir);
      if (!mountSmallDisk(world.dataDir, megabytes)) throw new Error("This needs root");
      world.#mounted = world.dataDir;
    }
    try {
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

  /** On a busy machine PostgreSQL may take its time to answer. */
  async #databaseUrl(): Promise<string> {
    let url: string | undefined;
    await waitUntil("PostgreSQL answers", async () => {
      url = await findRunningPostgres(this.dataDir);
      return url !== undefined;
    });
    return url!;
  }

  /** Starts the app, on the port that it had before. */
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
        // Mails leave about as fast as the writers cause them.
        WORKERS: "8",
      },
      command: [
        projectNode,
        "--import",
        "./test/support/shifted-clock.mjs",
        "src/start.mjs",
        "--no-client",
      ],
    });
    if (!this.#administrator) {
      this.#administrator = this.#app.visitor();
      const { status, text } = await this.#administrator.post("/api/admin/login", { accessKey });
      if (status !== 200) throw new Error(`The administrator is not let in: ${text}`);
    }
  }

  async setClockAhead(milliseconds: number): Promise<void> {
    await writeFile(this.#clockFile, String(milliseconds));
  }

  async startMail(): Promise<void> {
    this.#mail = await startMailServer({
      port: this.#mailPort,
      judge: async (_attempt, mail) => {
        if (this.temper === "slow") await sleep(1500);
        if (this.temper === "refuses for now") return refusal(451, "Try again later");
        if (this.temper !== "refuses for ever") return undefined;
        if (isInvitation(mail)) this.#unwanted.add(addressOf(mail));
        return refusal(554, "No");
      },
      dropsTheLine: () => this.temper === "drops the line",
    });
    this.#mailPort = this.#mail.port;
  }

  async stopMail(): Promise<void> {
    await this.#mail!.close();
    this.#delivered.push(...this.#mail!.mails);
  }

  /** On the port that it had before. */
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

  /** Another system that is sent the events of payouts. */
  async #startReceiver(): Promise<void> {
    this.#receiver = await startWebhookReceiver(() => this.receiverTemper);
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

  async recovered(): Promise<void> {
    await waitUntil("the app answers again", async () => (await this.app.health()) === 200);
  }

  /** Writers, the fault amid them, writers again: @returns what does not hold afterwards */
  async round(fault: (world: World) => Promise<void>): Promise<string[]> {
    const writers = startWriting(this.app, this.administrator, this.writes);
    await this.progress(30);
    await fault(this);
    await this.recovered();
    await this.progress(10);
    await writers.stop();
    const databaseUrl = await this.#databaseUrl();
    const { dataDir, administrator } = this;
    const visitor = () => this.app.visitor();
    const scene = { databaseUrl, dataDir, administrator, visitor };
    return [...(await findViolations(scene, this.writes)), ...this.#unscannedFiles()];
  }

  #unscannedFiles(): string[] {
    const { certificates, accounts } = this.writes;
    const files = [certificates, ...accounts.map(({ statements }) => statements)];
    return files
      .flatMap((of) => [...of.values()])
      .filter(({ sha256 }) => !this.#scanned.has(sha256))
      .map(({ sha256 }) => `the file ${sha256} was stored without a scan`);
  }

  /**
   * Waits until every event was sent. @returns those that the audit log has and the receiver has not, that
   * have other than one delivery, or that came with different bodies
   */
  async wrongWebhooks(): Promise<string[]> {
    const client = new pg.Client({ connectionString: await this.#databaseUrl() });
    await client.connect();
    try {
      const waiting = await waitingDeliveries(client);
      if (waiting.length > 0) return waiting;
      const { rows } = await client.query<SentEvent>(
        `select coalesce(event.message_id, 'of audit event ' || audit.id) as "messageId", event.payload,
            array(select status from webhook_deliveries where event_id = event.id) as deliveries
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
   * Waits until every mail has left. @returns the mails that do not, or those who were invited and
   * got no mail, or two: the same mail may come again after a crash, and is known by its id
   */
  async wrongInvitations(): Promise<string[]> {
    const client = new pg.Client({ connectionString: await this.#databaseUrl() });
    await client.connect();
    try {
      const waiting = await waitingMails(client);
      if (waiting.length > 0) return waiting;
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
          // One that was rejected for good is retried if the app was killed before it recorded that.
          .filter(
            ({ email }) => (ids.get(email)?.size ?? (this.#unwanted.has(email) ? 1 : 0)) !== 1,
          )
          .map(({ email }) => `${email} got ${ids.get(email)?.size ?? 0} invitations`)
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

/** Actions of the audit log that the receiver has chosen; each is one event. */
const sentActions = [
  "payout.requested",
  "payout.approved",
  "payout.rejected",
  "payout.reversed",
  "payment.paid",
  "payment.reversed",
];

/** Waits for deliveries to be made as long as some are. @returns what is known of those that are not */
function waitingDeliveries(client: pg.Client): Promise<string[]> {
  // The second attempt is due in five minutes.
  return waitForJobs(client, {
    due: "name = 'webhook' and state in ('created', 'retry')",
    waiting: `select to_jsonb(event) || coalesce(to_jsonb(delivery), '{}') as found
      from webhook_events event
      left join webhook_deliveries delivery on delivery.event_id = event.id
      where event.dispatched_at is null or delivery.status = 'pending'`,
  });
}

/** Waits for mails to leave as long as some do. @returns what is known of those that do not */
function waitingMails(client: pg.Client): Promise<string[]> {
  // Retries are due in up to half an hour.
  return waitForJobs(client, {
    due: "state = 'retry'",
    waiting: `select to_jsonb(job) - 'data' as found from pgboss.job
      where name = 'mail' and state in ('created', 'retry', 'active')`,
  });
}

interface Jobs {
  /** Jobs that are started at once, because their delay is too long for a test. */
  due: string;
  /** Selects as `found` what has not been done. */
  waiting: string;
}

/** Waits as long as what waits becomes less. @returns what still waits then */
async function waitForJobs(client: pg.Client, { due, waiting }: Jobs): Promise<string[]> {
  let fewest = Infinity;
  for (let deadline = 0; ;) {
    await client.query(`update pgboss.job set start_after = now() where ${due}`);
    const { rows } = await client.query<{ found: object }>(waiting);
    if (rows.length < fewest) [fewest, deadline] = [rows.length, Date.now() + 90 * SECOND];
    if (rows.length === 0) return [];
    if (Date.now() > deadline) return rows.map(({ found }) => `waits: ${JSON.stringify(found)}`);
    await sleep(250);
  }
}

const isInvitation = ({ text }: Email) => text?.includes("/reset-password?token=") ?? false;

const addressOf = ({ to }: Email) => to?.[0]?.address ?? "";

function mountSmallDisk(folder: string, megabytes: number): boolean {
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder];
  return spawnSync("mount", options).status === 0;
}

/** Whether this machine can mount a small disk, which requires real root. */
export async function canMount(): Promise<boolean> {
  const processes = new Processes();
  const folder = await processes.folder();
  const isMounted = mountSmallDisk(folder, 1);
  if (isMounted) spawnSync("umount", [folder]);
  await processes.cleanUp();
  return isMounted;
}

/** A process and its descendants, if the system reports them. */
export async function familyOf(pid: number): Promise<number[]> {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = await readFile(path, "utf8").catch(() => "");
  return [pid, ...children.split(" ").filter(Boolean).map(Number)];
}
