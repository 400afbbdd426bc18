import { open, rm } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY } from "../../src/platform/lib/clock.ts";
import { certificateParts, multipart, pdf } from "../support/pdf.ts";
import { isAlive } from "../support/process.ts";
import { waitUntil } from "../support/until.ts";
import type { ReceiverBehaviour } from "../support/webhook-receiver.ts";
import { familyOf, type MailTemper, type World } from "./world.ts";

/** What goes wrong amid writers, and is right again at the end. */
export type Fault = (world: World) => Promise<void>;

async function killApp(world: World): Promise<void> {
  await world.app.signal("SIGKILL");
  await world.startApp();
}

/** Ends PostgreSQL; the app starts it again by itself. */
async function endPostgres(world: World, signal: NodeJS.Signals): Promise<void> {
  const before = await world.app.postgres();
  process.kill(before, signal);
  await waitUntil("another PostgreSQL runs", async () => {
    const present = await world.app.postgres();
    return present !== before && isAlive(present);
  });
}

async function killBoth(world: World): Promise<void> {
  const postgres = await world.app.postgres();
  const ended = world.app.signal("SIGKILL");
  process.kill(postgres, "SIGKILL");
  await ended;
  await world.startApp();
}

/** Alive but unresponsive, as after a network failure. */
async function freezePostgres(world: World): Promise<void> {
  const family = await familyOf(await world.app.postgres());
  for (const pid of family) process.kill(pid, "SIGSTOP");
  await sleep(2000);
  // A child may have been started while the others were stopped already, or be gone.
  for (const pid of family.filter(isAlive)) process.kill(pid, "SIGCONT");
}

async function stopMail(world: World): Promise<void> {
  await world.stopMail();
  await world.progress(20);
  await world.startMail();
}

const temper =
  (bad: MailTemper): Fault =>
  async (world) => {
    world.temper = bad;
    await world.progress(20);
    await sleep(1000);
    world.temper = "good";
  };

const receiverTemper =
  (bad: ReceiverBehaviour): Fault =>
  async (world) => {
    world.receiverTemper = bad;
    await world.progress(20);
    await sleep(1000);
    world.receiverTemper = "good";
  };

async function stopScanner(world: World): Promise<void> {
  await world.stopScanner();
  await world.progress(20);
  await world.startScanner();
}

/** Uploads that end in the middle, one of each kind because the app does. */
async function breakUploads(world: World): Promise<void> {
  const traderId = [...world.writes.traders.keys()].at(-1)!;
  const file = { value: pdf(3_000_000) };
  const { payload, headers } = multipart(certificateParts(traderId, { file }));
  const pages = ["/api/admin/certificates", `/api/admin/user/${traderId}/statements`];
  const sizes = [1000, 200_000, 1_500_000, 2_900_000];
  const kinds = sizes.flatMap((bytes) => pages.map((page) => ({ page, bytes })));
  const calls = kinds.map(({ page, bytes }) => {
    const call = request(world.app.url + page, {
      method: "POST",
      headers: {
        ...headers,
        "content-length": payload.length,
        cookie: world.administrator.cookie,
      },
    });
    call.on("error", () => {});
    call.write(payload.subarray(0, bytes));
    return call;
  });
  await sleep(200);
  for (const call of calls.slice(0, -pages.length)) call.destroy();
  await killApp(world);
}

/** Sessions and links have all run out, then they have not. */
async function jumpAhead(world: World): Promise<void> {
  await world.setClockAhead(40 * DAY);
  await sleep(1000);
  await world.setClockAhead(0);
  await sleep(100);
}

/** Leaves no byte for PostgreSQL, uploads or anything else, and later frees the space. */
async function fillDisk(world: World): Promise<void> {
  const path = join(world.dataDir, "balloon");
  const balloon = await open(path, "w");
  for (let size = 1 << 20; size > 512;) {
    const written = await balloon.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }));
    if (written.bytesWritten < size) size /= 2;
  }
  await balloon.close();
  await sleep(2000);
  await rm(path);
}

export const faults: Record<string, Fault> = {
  "kill -9 of the app": killApp,
  "kill -9 of PostgreSQL": (world) => endPostgres(world, "SIGKILL"),
  "kill -9 of both": killBoth,
  "PostgreSQL shut down": (world) => endPostgres(world, "SIGINT"),
  "PostgreSQL away for a while": freezePostgres,
  "the mail server away": stopMail,
  "the mail server slow": temper("slow"),
  "the mail server refusing for now": temper("refuses for now"),
  "the mail server refusing for ever": temper("refuses for ever"),
  "the mail server taking mails without a word": temper("drops the line"),
  "a webhook's receiver slow": receiverTemper("slow"),
  "a webhook's receiver refusing": receiverTemper("refuses"),
  "a webhook's receiver dropping the line": receiverTemper("drops the line"),
  "the virus scanner away": stopScanner,
  "uploads broken off": breakUploads,
  "the clock ahead": jumpAhead,
};

/** On a small disk of its own, which not every machine lets us have. */
export const fullDisk = { name: "the disk full", fault: fillDisk, megabytes: 400 };
