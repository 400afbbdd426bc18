import { describe, expect, it } from "vitest";
import type { FeedAccount } from "../../../../examples/bridge/bridge.ts";
import type { PlatformAccount } from "../../../../src/demo/simulator/simulated-account.ts";
import { SimulatedPlatform } from "../../../../src/demo/simulator/simulated-platform.ts";
import { Market } from "../../../../src/demo/trading/market.ts";
import { parseCents } from "../../../../src/platform/money/money.ts";
import {
  actionOf,
  joined,
  openPosition,
  platformAccount,
  START,
} from "../../../support/platform-accounts.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const market = new Market();

/** A platform with one account, whose time passes only in the test. */
function platformWith(changes: Partial<PlatformAccount> = {}) {
  let now = START;
  const lines: string[] = [];
  const clock = { now: () => new Date(now) };
  const platform = new SimulatedPlatform(market, clock, (line) => lines.push(line));
  platform.adopt([platformAccount(changes)]);
  const batches: FeedAccount[][] = [];
  let cursor: string | undefined;
  const read = async () => {
    const next = await platform.recordsSince(cursor);
    cursor = next.cursor;
    batches.push(next.accounts);
  };
  /** Reads the records every second, as a bridge does. */
  const pass = async (duration: number) => {
    for (const end = now + duration; now < end; now += SECOND) await read();
    await read();
    return joined(batches);
  };
  const wait = (duration: number) => void (now += duration);
  return { platform, lines, pass, wait };
}

describe("the simulated platform", () => {
  it("goes on from the record: tickets, balance and open positions", async () => {
    const { pass } = platformWith({ positions: [openPosition(market)] });
    const { deals, snapshots } = await pass(240 * MINUTE);
    const tickets = deals.map(({ ticket }) => Number(ticket));
    expect(tickets[0]).toBeGreaterThan(1000);
    expect(tickets).toEqual(tickets.toSorted((a, b) => a - b));
    const closed = deals.filter(({ entry }) => entry === "out");
    expect(closed.length).toBeGreaterThan(20);
    expect(closed.map(({ position }) => position)).toContain("990");
    const opened = new Set(["990", ...deals.map(({ position }) => position)]);
    for (const { position } of closed) expect(opened.delete(position)).toBe(true);
    const net = closed.reduce(
      (sum, { profit, commission, swap }) =>
        sum + parseCents(profit)! + parseCents(commission)! + parseCents(swap)!,
      0n,
    );
    expect(parseCents(snapshots.at(-1)!.balance)).toBe(10_000_000n + net);
  });

  it("is the same every time", async () => {
    const [one, other] = [platformWith(), platformWith()];
    expect(await one.pass(30 * MINUTE)).toEqual(await other.pass(30 * MINUTE));
  });

  it("books deals before the snapshots that contain them", async () => {
    const { pass } = platformWith();
    const { deals, snapshots } = await pass(60 * MINUTE);
    for (const { time, balance } of snapshots) {
      const booked = deals.filter((deal) => deal.entry === "out" && deal.time <= time);
      const net = booked.reduce(
        (sum, { profit, commission }) => sum + parseCents(profit)! + parseCents(commission)!,
        0n,
      );
      expect(parseCents(balance)).toBe(10_000_000n + net);
    }
  });

  it("observes equity while no bridge asks", async () => {
    const { pass, wait } = platformWith({ positions: [openPosition(market)] });
    wait(20 * MINUTE);
    const { snapshots } = await pass(MINUTE);
    const times = snapshots.map(({ time }) => Date.parse(time) - START);
    expect(times.slice(0, 3)).toEqual([5, 10, 15].map((minutes) => minutes * MINUTE));
  });

  it("returns records again until they are confirmed by the next cursor", async () => {
    const { platform, wait } = platformWith({ positions: [openPosition(market)] });
    const first = await platform.recordsSince();
    wait(MINUTE);
    const again = await platform.recordsSince();
    expect(again.accounts[0]!.snapshots[0]).toEqual(first.accounts[0]!.snapshots[0]);
    wait(MINUTE);
    const next = await platform.recordsSince(again.cursor);
    const times = next.accounts.flatMap(({ snapshots }) => snapshots.map(({ time }) => time));
    expect(times).not.toContain(first.accounts[0]!.snapshots[0]!.time);
  });

  it("returns deals again without a cursor, because they may have been rejected", async () => {
    const { platform, pass } = platformWith();
    const { deals } = await pass(10 * MINUTE);
    const again = joined([(await platform.recordsSince()).accounts]);
    expect(again.deals.slice(0, deals.length)).toEqual(deals);
    expect(again.snapshots.length).toBeLessThan(5);
  });

  it("loses more than the daily limit within four minutes if the trader doubles down", async () => {
    const { platform, lines, pass } = platformWith();
    platform.ruin("5002001");
    const { deals, snapshots } = await pass(4 * MINUTE);
    const volumes = deals.map(({ volume }) => Number(volume));
    expect(volumes).toHaveLength(3);
    expect(volumes[2]).toBeCloseTo(4 * volumes[0]!);
    const lowest = Math.min(...snapshots.map(({ equity }) => Number(equity)));
    expect(lowest).toBeLessThan(95_000);
    expect(lines.at(-1)).toBe("Olivia Bennett has lost more than the daily loss limit: a breach.");
  });

  it("refuses an action on an account that it does not have", async () => {
    const { platform } = platformWith();
    await expect(platform.execute(actionOf("close_positions", { login: "1" }))).rejects.toThrow(
      "The platform has no account 1",
    );
  });

  it("starts again from the record when the account has a new stage", async () => {
    const { platform, pass } = platformWith();
    await pass(30 * MINUTE);
    await platform.execute(actionOf("close_positions"));
    const half = { balance: 5_000_000n, dayOpening: 5_000_000n };
    platform.adopt([platformAccount({ stageId: 2, ...half })]);
    const { snapshots } = await pass(20 * MINUTE);
    expect(Math.abs(Number(snapshots.at(-1)!.balance) - 50_000)).toBeLessThan(1000);
  });
});

describe("an action at the simulated platform", () => {
  it("disables trading: nothing is opened any more, until it is enabled again", async () => {
    const { platform, pass } = platformWith();
    await pass(10 * MINUTE);
    expect(await platform.execute(actionOf("disable_trading"))).toBe("Trading is disabled");
    const entries = ({ deals }: { deals: { entry: string }[] }) =>
      deals.filter(({ entry }) => entry === "in").length;
    const before = entries(await pass(SECOND));
    expect(entries(await pass(60 * MINUTE))).toBe(before);
    await platform.execute(actionOf("enable_trading", { id: 2 }));
    expect(entries(await pass(30 * MINUTE))).toBeGreaterThan(before);
  });

  it("closes positions at the prices of that moment, and books the result", async () => {
    const { platform, pass } = platformWith({ positions: [openPosition(market)] });
    await pass(MINUTE);
    expect(await platform.execute(actionOf("close_positions"))).toMatch(
      /^Closed [1-4] positions?$/,
    );
    await platform.execute(actionOf("disable_trading", { id: 2 }));
    const { deals, snapshots } = await pass(MINUTE);
    const [opened, closed] = ["in", "out"].map((kind) =>
      deals.filter(({ entry }) => entry === kind),
    );
    expect(closed!.length).toBe(opened!.length + 1);
    const { balance, equity } = snapshots.at(-1)!;
    expect(equity).toBe(balance);
  });

  it("books a withdrawal once, also if it arrives again after a restart", async () => {
    const withdrawal = actionOf("withdraw", { id: 7, amount: "1500.00" });
    const { platform, pass } = platformWith();
    expect(await platform.execute(withdrawal)).toBe("Booked $1,500.00");
    expect(await platform.execute(withdrawal)).toBe("It was booked before");
    const { operations } = await pass(SECOND);
    expect(operations).toMatchObject([
      { ticket: "action-7", kind: "withdrawal", amount: "-1500.00" },
    ]);
    const restarted = platformWith({ bookings: ["action-7"] });
    expect(await restarted.platform.execute(withdrawal)).toBe("It was booked before");
  });

  it("fails with a sentence if the balance is too low", async () => {
    const { platform } = platformWith();
    const withdrawal = actionOf("withdraw", { amount: "100000.01" });
    await expect(platform.execute(withdrawal)).rejects.toThrow(
      "The balance of 100000.00 is too low",
    );
  });
});

describe("an account that an action asks for", () => {
  const asked = {
    server: "Demo02",
    group: "demo\\usd",
    leverage: 100,
    balance: "50000.00",
    currency: "USD",
    name: "Noah Fischer",
    email: "noah@example.com",
  };
  const creation = actionOf("create_account", { id: 9, login: null, account: asked });

  it("has the same credentials if the action arrives again, and is funded once it is named", async () => {
    const { platform, pass } = platformWith();
    const created = await platform.execute(creation);
    expect(created).toEqual({
      message: "The account 5900009 is created",
      account: {
        login: "5900009",
        server: "Demo02",
        masterPassword: expect.stringMatching(/^.{14}$/) as string,
      },
    });
    expect(await platform.execute(creation)).toEqual(created);
    expect((await pass(SECOND)).operations).toEqual([]);
    const named = platformAccount({ login: "5900009", name: "Noah Fischer", stageId: 2 });
    platform.adopt([{ ...named, initialBalance: 5_000_000n }]);
    const { operations } = await pass(SECOND);
    expect(operations).toMatchObject([{ ticket: "action-9", kind: "deposit", amount: "50000.00" }]);
    const [{ time } = { time: "" }] = operations;
    expect(Date.parse(time)).toBeGreaterThan(START);
  });

  it("trades, and loses more than the daily limit after some minutes", async () => {
    const { platform, lines, pass } = platformWith();
    await platform.execute(creation);
    platform.adopt([platformAccount({ login: "5900009", name: "Noah Fischer", stageId: 2 })]);
    await pass(8 * MINUTE);
    expect(lines).toContain("Noah Fischer (account 5900009) is about to double down, too.");
    expect(lines.at(-1)).toBe("Noah Fischer has lost more than the daily loss limit: a breach.");
  });

  it("gets another password and another group", async () => {
    const { platform } = platformWith();
    expect(await platform.execute(actionOf("reset_password"))).toEqual({
      message: "The password is set anew",
      account: { masterPassword: expect.stringMatching(/^.{14}$/) as string },
    });
    const changes = { ...asked, group: "demo\\eur" };
    const changed = await platform.execute(actionOf("change_account", { account: changes }));
    expect(changed).toBe("The account is changed");
  });
});
