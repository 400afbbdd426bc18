import { DAY, HOUR, MINUTE } from "../../platform/time/durations.rule.ts";
import { nextInSession, type Market, startOfDay } from "../trading/market.ts";
import type { Position } from "../trading/position.ts";
import { netOfPosition } from "../trading/position.ts";
import { Random } from "../trading/random.ts";
import { type LadderName, ladders } from "../ladders.ts";
import { type PastOutcome, tradePast } from "./past-stage.ts";

/** A customer of the last twelve months whose account is over. */
export interface FormerCustomer {
  fullName: string;
  email: string;
  ladder: LadderName;
  /** Whole dollars. */
  size: number;
  orderedAt: Date;
  /** Money that came back; the account of a buyer with the whole of it ends. */
  refund?: { kind: "part" | "all" | "lost"; at: Date };
  /** Oldest first; all but the last one are passed. */
  stages: PastStage[];
  /** A request that was approved and paid. */
  payout?: { at: Date; amount: string };
}

/** A stage of a former customer. */
export interface PastStage {
  /** From 1. */
  step: number;
  login: string;
  outcome: PastOutcome;
  startedAt: Date;
  positions: readonly Position[];
  /** When a person decided about the breach or the pass, or closed the account. */
  endedAt: Date;
}

/** How many customers bought in each thirty days, the last ones first; those whose accounts are not over are left out. */
const perMonth = [40, 28, 26, 24, 23, 20, 18, 17, 14, 13, 12, 9];
const MONTH = 30 * DAY;

/** Of a hundred buyers; those with a refund do not trade. */
const chances = { twoSteps: 0.62, oneStep: 0.28, pass: 0.14, passSecond: 0.5, leave: 0.09 };
/** Of a hundred orders. */
const moneyBack = { part: 0.02, all: 0.03, lost: 0.01 };

const sizes = [10_000, 25_000, 25_000, 50_000, 50_000, 100_000, 100_000, 200_000];
const smallSizes = [5000, 10_000, 25_000];

/** The latest requests are those of the present traders. */
const NO_PAYOUT_SINCE = 14 * DAY;

/** The mail domain of all former customers. */
export const FORMER_DOMAIN = "formermail.example";

/**
 * Invents the customers of the last twelve months whose accounts are over, each with all that happened to the account.
 * @returns the same ones throughout a day, the first buyer first
 */
export function formerCustomers(now: Date, market: Market): FormerCustomer[] {
  const random = new Random(20_817);
  const customers: FormerCustomer[] = [];
  for (const [month, count] of perMonth.entries()) {
    for (let number = 0; number < count; number += 1) {
      const place = (month + (number + random.next()) / count) * MONTH;
      const day = startOfDay(now.getTime() - place);
      const orderedAt = new Date(day + random.between(6, 22) * HOUR);
      const customer = customerOf({ orderedAt, now, market, random, index: customers.length });
      if (customer) customers.push(customer);
    }
  }
  return customers.toSorted((one, other) => one.orderedAt.getTime() - other.orderedAt.getTime());
}

interface Buying {
  orderedAt: Date;
  now: Date;
  market: Market;
  random: Random;
  index: number;
}

/** @returns `undefined` if what would have happened is not over yet */
function customerOf({ orderedAt, now, market, random, index }: Buying): FormerCustomer | undefined {
  const ladder = ladderOf(random.next());
  const size = random.pick(ladder === "Instant Funding" ? smallSizes : sizes);
  const fullName = nameOf(index);
  const refund = refundOf(random, orderedAt);
  const customer = {
    fullName,
    email: `${toAscii(fullName)}@${FORMER_DOMAIN}`,
    ladder,
    size,
    orderedAt,
    ...(refund && { refund }),
  };
  const stages: PastStage[] = [];
  let startedAt = new Date(orderedAt.getTime() + 2 * MINUTE);
  if (refund && refund.kind !== "part") {
    const login = loginOf(index, 1);
    const end = { outcome: "left" as const, positions: [], endedAt: refund.at };
    return { ...customer, stages: [{ step: 1, login, startedAt, ...end }] };
  }
  const phases: readonly string[] = ladders[ladder];
  for (const [place, phase] of phases.entries()) {
    const isFunded = phase === "Funded";
    const outcome = outcomeOf(random, { isFunded, isFirst: place === 0 });
    const target = phase === "Phase 2" || isFunded ? 5 : 8;
    // Who was funded stays until a payout is possible.
    const days = isFunded && outcome === "left" ? ([7, 11] as const) : ([1, 3] as const);
    const plan = {
      outcome,
      size,
      startedAt: startedAt.getTime(),
      until: now.getTime(),
      target,
      days,
    };
    const positions = tradePast(market, random, plan);
    if (!positions) return undefined;
    const endedAt = decidedAfter(new Date(positions.at(-1)!.exit!.time), random);
    // Accounts on which nothing is traded any more are closed after two weeks.
    if (outcome === "left") endedAt.setTime(endedAt.getTime() + 14 * DAY);
    if (endedAt.getTime() > now.getTime() - 2 * DAY) return undefined;
    stages.push({
      step: place + 1,
      login: loginOf(index, place + 1),
      outcome,
      startedAt,
      positions,
      endedAt,
    });
    if (outcome !== "passed") break;
    startedAt = new Date(endedAt.getTime() + MINUTE);
  }
  const isFunded = stages.length === phases.length;
  return { ...customer, stages, ...(isFunded && payoutOf(customer, stages, now)) };
}

function ladderOf(chance: number): LadderName {
  if (chance < chances.twoSteps) return "Two Steps";
  return chance < chances.twoSteps + chances.oneStep ? "One Step" : "Instant Funding";
}

function outcomeOf(
  random: Random,
  { isFunded, isFirst }: { isFunded: boolean; isFirst: boolean },
): PastOutcome {
  const chance = random.next();
  if (isFunded) return chance < 0.28 ? "left" : chance < 0.75 ? "daily-loss" : "overall-loss";
  const pass = isFirst ? chances.pass : chances.passSecond;
  if (chance < pass) return "passed";
  if (chance < pass + chances.leave) return "left";
  return random.chance(0.6) ? "daily-loss" : "overall-loss";
}

function refundOf(random: Random, orderedAt: Date): FormerCustomer["refund"] {
  const chance = random.next();
  const { part, all, lost } = moneyBack;
  if (chance > part + all + lost) return undefined;
  const kind = chance < part ? "part" : chance < part + all ? "all" : "lost";
  const days = kind === "lost" ? random.between(5, 8) : random.between(1, 4);
  return { kind, at: new Date(orderedAt.getTime() + days * DAY) };
}

/** Funded traders who left with a profit were paid their share before the account was closed. */
function payoutOf(
  { size }: Pick<FormerCustomer, "size">,
  stages: readonly PastStage[],
  now: Date,
): Pick<FormerCustomer, "payout"> {
  const last = stages.at(-1)!;
  const profit = last.positions.reduce((sum, position) => sum + Number(netOfPosition(position)), 0);
  const at = new Date(
    Math.max(last.positions.at(-1)!.exit!.time, last.startedAt.getTime() + 14 * DAY) + 3 * HOUR,
  );
  if (last.outcome !== "left" || profit < size) return {};
  if (at.getTime() > now.getTime() - NO_PAYOUT_SINCE) return {};
  // In cents, of which the trader has 75%.
  return { payout: { at, amount: (Math.floor(profit * 0.75) / 100).toFixed(2) } };
}

/** The risk desk decides within a day and a half, in its hours. */
function decidedAfter(at: Date, random: Random): Date {
  return new Date(nextInSession(at.getTime() + random.between(1, 34) * HOUR));
}

const loginOf = (index: number, step: number) => String(4_100_000 + index * 10 + step);

const firstNames =
  "Aaron Adele Akira Alba Amir Anja Arthur Bilal Carla Cedric Chiara Damian Dina Elias Elif Emil Farah Felix Gita Hugo Ines Ivan Jana Joel Kaito Lara Leon Maya Milan Nadia Nils Omar Paula Rafael Rosa Samir Sofie Tariq Vera Yara".split(
    " ",
  );
const lastNames =
  "Abbott Almeida Baker Becker Bruno Castillo Conti Dubois Evans Farkas Foster Garcia Haas Hughes Ito Jansen Kapoor Keller Lambert Lopez Marino Meyer Novak Okafor Olsen Petit Popescu Quinn Ramos Reid Sato Schulz Silva Tanaka Turner Vasquez Weiss".split(
    " ",
  );

const nameOf = (index: number) =>
  `${firstNames[index % firstNames.length]!} ${lastNames[index % lastNames.length]!}`;

const toAscii = (name: string) => name.toLowerCase().replace(" ", ".");
