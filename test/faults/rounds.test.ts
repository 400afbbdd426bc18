import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { MINUTE } from "../../src/platform/lib/clock.ts";
import { type Fault, faults, fullDisk } from "./faults.ts";
import { canMount, World } from "./world.ts";

// Whole programs start and stop here, on machines that may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const hasSmallDisk = await canMount();
const kinds = [...Object.keys(faults), ...(hasSmallDisk ? [fullDisk.name] : [])];

/** Each fault once, or as `npm run test:faults -- --rounds N` says. */
const count = Number(process.env.FAULT_ROUNDS ?? kinds.length);
const rounds = Array.from({ length: count }, (_, index) => ({
  round: index + 1,
  kind: kinds[index % kinds.length]!,
}));

let world: World;
let cramped: World | undefined;
beforeAll(async () => {
  world = await World.open();
  if (hasSmallDisk) cramped = await World.open(fullDisk);
});
afterAll(async () => {
  const writes = world.writes.acknowledged + (cramped?.writes.acknowledged ?? 0);
  process.stderr.write(`${count} faults amid ${writes} acknowledged writes\n`);
  await world.close();
  await cramped?.close();
});

it.each(rounds)(
  "round $round: $kind loses nothing and leaves nothing unfinished",
  async ({ kind }) => {
    const isDisk = kind === fullDisk.name;
    const fault: Fault = isDisk ? fullDisk.fault : faults[kind]!;
    expect(await (isDisk ? cramped! : world).round(fault)).toEqual([]);
  },
);

// After many rounds many events and mails are queued; the checks give up if no more are sent.
const untilAllHaveLeft = { timeout: 60 * MINUTE };

it("at the end every event was sent to the webhook", untilAllHaveLeft, async () => {
  expect(await world.wrongWebhooks()).toEqual([]);
  if (cramped) expect(await cramped.wrongWebhooks()).toEqual([]);
});

it("at the end every invited trader has received exactly one mail", untilAllHaveLeft, async () => {
  expect(await world.wrongInvitations()).toEqual([]);
  if (cramped) expect(await cramped.wrongInvitations()).toEqual([]);
});
