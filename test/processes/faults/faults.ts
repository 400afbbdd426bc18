import { open, rm } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY } from "../../../src/platform/time/durations.rule.ts";
import { certificateParts, multipart, pdf } from "../../support/pdf.ts";
import { isAlive, sendSignal } from "../../support/process.ts";
import { waitUntil } from "../../support/until.ts";
import type { ReceiverBehaviour } from "../../support/webhook-receiver.ts";
import { type MailBehaviour, processTree, type World } from "./world.ts";

/** Causes a failure while the writers run, and ends it before it returns. */
export type Fault = (world: World) => Promise<void>;

async function killApp(world: World): Promise<void> {
  await world.app.signal("SIGKILL");
  await world.startApp();
}

/** Ends PostgreSQL, which the app restarts. */
async function endPostgres(world: World, signal: NodeJS.Signals): Promise<void> {
  const before = await world.app.signalPostgres(signal);
  await waitUntil("PostgreSQL was restarted", async () => {
    const present = await world.app.postgres();
    return present !== before && isAlive(present);
  });
}

async function killBoth(world: World): Promise<void> {
  await world.app.signalPostgres("SIGKILL");
  await world.app.signal("SIGKILL");
  await world.startApp();
}

/** Freezes PostgreSQL, which is then alive but unresponsive, as after a network failure. */
async function freezePostgres(world: World): Promise<void> {
  const pids = await processTree(await world.app.postgres());
  // Any of them may have ended since they were listed.
  for (const pid of pids) sendSignal(pid, "SIGSTOP");
  // Long enough for calls to wait, too short for the app to give up on its connections.
  await sleep(2000);
  for (const pid of pids) sendSignal(pid, "SIGCONT");
}

/** Packs the snapshots of past days, and kills the program between or within its transactions. */
async function killPacking(world: World): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    const packing = await world.packRecords();
    await waitUntil("an account is packed", () => packing.stderr.includes("accounts are done"));
    if (isAlive(packing.pid)) await packing.signal("SIGKILL");
  }
  // The bridge sends snapshots of packed days in the meantime.
  const { code } = await (await world.packRecords()).exited;
  if (code !== 0) throw new Error("The snapshots could not be packed");
}

async function stopMail(world: World): Promise<void> {
  await world.stopMail();
  await world.progress(20);
  await world.startMail();
}

const mailServer =
  (behaviour: MailBehaviour): Fault =>
  async (world) => {
    world.mailBehaviour = behaviour;
    await Promise.all([world.progress(20), world.moreMails()]);
    world.mailBehaviour = "good";
  };

const webhookReceiver =
  (behaviour: ReceiverBehaviour): Fault =>
  async (world) => {
    world.receiverBehaviour = behaviour;
    await Promise.all([world.progress(20), world.moreWebhooks()]);
    world.receiverBehaviour = "good";
  };

async function stopScanner(world: World): Promise<void> {
  await world.stopScanner();
  await world.progress(20);
  await world.startScanner();
}

/** Aborts uploads at several sizes; the last one to each page ends because the app is killed. */
async function abortUploads(world: World): Promise<void> {
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
  // The app may have read any part of each.
  await sleep(200);
  for (const call of calls.slice(0, -pages.length)) call.destroy();
  await killApp(world);
}

/** Moves the clock beyond the expiry of every session and link, and back. */
async function jumpAhead(world: World): Promise<void> {
  await world.setClockAhead(40 * DAY);
  // Long enough for calls with expired sessions; how many there are does not matter.
  await sleep(1000);
  await world.setClockAhead(0);
  // The app reads the clock again after 20 milliseconds.
  await sleep(100);
}

/** Fills the disk to the last byte, and frees the space after two seconds. */
async function fillDisk(world: World): Promise<void> {
  const path = join(world.dataDir, "filler");
  const filler = await open(path, "w");
  for (let size = 1 << 20; size > 512;) {
    const written = await filler.write(Buffer.alloc(size)).catch(() => ({ bytesWritten: 0 }));
    if (written.bytesWritten < size) size /= 2;
  }
  await filler.close();
  // Long enough for calls to fail; how many do does not matter.
  await sleep(2000);
  await rm(path);
}

export const faults: Record<string, Fault> = {
  "killing the app": killApp,
  "killing PostgreSQL": (world) => endPostgres(world, "SIGKILL"),
  "killing the app and PostgreSQL": killBoth,
  "shutting PostgreSQL down": (world) => endPostgres(world, "SIGINT"),
  "an unresponsive PostgreSQL": freezePostgres,
  "killing the packing of snapshots": killPacking,
  "an unreachable mail server": stopMail,
  "a slow mail server": mailServer("slow"),
  "a mail server that rejects mails temporarily": mailServer("rejects temporarily"),
  "a mail server that rejects mails permanently": mailServer("rejects permanently"),
  "a mail server that disconnects before its response": mailServer("disconnects"),
  "a slow webhook receiver": webhookReceiver("slow"),
  "a webhook receiver that returns 503": webhookReceiver("returns 503"),
  "a webhook receiver that disconnects before its response": webhookReceiver("disconnects"),
  "an unreachable virus scanner": stopScanner,
  "aborting uploads": abortUploads,
  "a clock 40 days ahead": jumpAhead,
};

/** Requires a small mounted disk, and therefore root. */
export const diskFull = { name: "a full disk", fault: fillDisk, megabytes: 400 };
