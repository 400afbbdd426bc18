import { afterAll, beforeAll, expect, it } from "vitest";
import { MINUTE } from "../../../src/platform/time/durations.rule.ts";
import { diskFull, type Fault, faults } from "./faults.ts";
import { canMount, World } from "./world.ts";

const hasSmallDisk = await canMount();
const kinds = [...Object.keys(faults), ...(hasSmallDisk ? [diskFull.name] : [])];

/** One round per fault unless `npm run test:faults -- --rounds N` sets another number. */
const count = Number(process.env.FAULT_ROUNDS ?? kinds.length);
const rounds = Array.from({ length: count }, (_, index) => ({
  round: index + 1,
  kind: kinds[index % kinds.length]!,
}));

let world: World;
let smallDiskWorld: World | undefined;
beforeAll(async () => {
  world = await World.open();
  const needsSmallDisk = rounds.some(({ kind }) => kind === diskFull.name);
  if (needsSmallDisk) smallDiskWorld = await World.open(diskFull);
});
afterAll(async () => {
  const writes = world.writes.acknowledged + (smallDiskWorld?.writes.acknowledged ?? 0);
  process.stderr.write(`${count} faults during ${writes} acknowledged writes\n`);
  await world.close();
  await smallDiskWorld?.close();
});

it.each(rounds)(
  "round $round: $kind loses no acknowledged write and leaves nothing half done",
  async ({ kind }) => {
    const isDisk = kind === diskFull.name;
    const fault: Fault = isDisk ? diskFull.fault : faults[kind]!;
    expect(await (isDisk ? smallDiskWorld! : world).round(fault)).toEqual([]);
  },
);

// Many rounds queue many events and mails. The checks end earlier if the queue stops shrinking.
const untilQueuesAreEmpty = { timeout: 60 * MINUTE };

it(
  "after all rounds every event has reached the webhook exactly once",
  untilQueuesAreEmpty,
  async () => {
    expect(await world.wrongWebhooks()).toEqual([]);
    if (smallDiskWorld) expect(await smallDiskWorld.wrongWebhooks()).toEqual([]);
  },
);

it(
  "after all rounds every invited trader has received exactly one invitation",
  untilQueuesAreEmpty,
  async () => {
    expect(await world.wrongInvitations()).toEqual([]);
    if (smallDiskWorld) expect(await smallDiskWorld.wrongInvitations()).toEqual([]);
  },
);
