import type { RecordedDeal } from "../../src/business/rulebook/timeline/trading-record.rule.ts";

/**
 * A second implementation of the detectors of linked accounts, slow and close to the words of their specification:
 * nothing is indexed, and every step looks at all entries.
 */

export interface NaiveAccount {
  userId: number;
  deals: RecordedDeal[];
}

export interface NaiveSettings {
  kind: "copied" | "opposite";
  from: number;
  to: number;
  seconds: number;
  overlapSeconds: number;
  crowd: number;
  groups: { name: string; symbols: { symbol: string; ratio: string }[] }[];
}

interface NaiveTrade {
  position: string;
  instrument: string;
  direction: "buy" | "sell";
  open: number;
  exit: number;
  isOpen: boolean;
  volume: number;
  net: number;
}

interface NaiveEntry extends Omit<NaiveTrade, "position"> {
  userId: number;
  positions: string[];
  trades: NaiveTrade[];
}

function instrumentOf(symbol: string, { groups }: NaiveSettings): { name: string; ratio: number } {
  for (const group of groups) {
    for (const each of group.symbols) {
      if (each.symbol === symbol) return { name: group.name, ratio: Number(each.ratio) };
    }
  }
  return { name: /^[A-Za-z0-9]+/.exec(symbol)?.[0] ?? symbol, ratio: 1 };
}

function naiveTrades({ deals }: NaiveAccount, settings: NaiveSettings): NaiveTrade[] {
  const positions = [...new Set(deals.map(({ position }) => position))];
  return positions.flatMap((position) => {
    const own = deals
      .filter((deal) => deal.position === position && deal.time < settings.to)
      .toSorted((a, b) => a.time - b.time || Number(b.entry === "in") - Number(a.entry === "in"));
    const first = own[0];
    if (!first || first.entry !== "in" || first.time < settings.from) return [];
    let held = 0;
    let opened = 0;
    for (const { entry, volume } of own) {
      held += entry === "in" ? Number(volume) : -Number(volume);
      if (entry === "in") opened += Number(volume);
    }
    const isOpen = held > 1e-9;
    const { name, ratio } = instrumentOf(first.symbol, settings);
    const turned = first.side === "buy" ? "sell" : "buy";
    return {
      position,
      instrument: name,
      direction: ratio < 0 ? turned : first.side,
      open: first.time,
      exit: isOpen ? settings.to : own.at(-1)!.time,
      isOpen,
      volume: opened * Math.abs(ratio),
      net: Number(own.reduce((sum, deal) => sum + deal.profit + deal.commission, 0n)),
    };
  });
}

export function naiveEntries(account: NaiveAccount, settings: NaiveSettings): NaiveEntry[] {
  const trades = naiveTrades(account, settings).toSorted(
    (a, b) => a.open - b.open || (a.position < b.position ? -1 : 1),
  );
  const entries: NaiveEntry[] = [];
  while (trades.length > 0) {
    const first = trades[0]!;
    const together = trades.filter(
      (trade) =>
        trade.instrument === first.instrument &&
        trade.direction === first.direction &&
        trade.open - first.open <= settings.seconds * 1000,
    );
    for (const trade of together) trades.splice(trades.indexOf(trade), 1);
    entries.push({
      ...first,
      userId: account.userId,
      positions: together.map(({ position }) => position),
      exit: Math.max(...together.map(({ exit }) => exit)),
      isOpen: together.some(({ isOpen }) => isOpen),
      volume: together.reduce((sum, { volume }) => sum + volume, 0),
      net: together.reduce((sum, { net }) => sum + net, 0),
      trades: together,
    });
  }
  return entries.toSorted(
    (a, b) =>
      a.open - b.open ||
      (a.instrument < b.instrument ? -1 : a.instrument > b.instrument ? 1 : 0) ||
      (a.direction < b.direction ? -1 : 1),
  );
}

const DAY = 86_400_000;

function millionthsUp(numerator: number, divisor: number): number {
  if (divisor === 0) return 0;
  return Math.min(
    1_000_000,
    Number((BigInt(numerator) * 1_000_000n + BigInt(divisor) - 1n) / BigInt(divisor)),
  );
}

/** Compares two accounts of a firm. Returns the figures that the evidence has, and a line for each entry of `a`. */
export function naivePair(
  accounts: readonly NaiveAccount[],
  ids: readonly [number, number],
  settings: NaiveSettings,
) {
  const { kind, seconds, crowd, overlapSeconds } = settings;
  const all = accounts.flatMap((account) => naiveEntries(account, settings));
  const of = (userId: number) => all.filter((entry) => entry.userId === userId);
  const [one, other] = [Math.min(...ids), Math.max(...ids)];
  const [a, b] = of(one).length <= of(other).length ? [one, other] : [other, one];
  const reach = seconds * 1000;
  const isWanted = (entry: NaiveEntry, candidate: NaiveEntry) =>
    candidate.instrument === entry.instrument &&
    (candidate.direction === entry.direction) === (kind === "copied");
  const order = (entry: NaiveEntry) =>
    all
      .filter(
        ({ instrument, direction }) =>
          instrument === entry.instrument && (kind === "opposite" || direction === entry.direction),
      )
      .toSorted(
        (x, y) =>
          x.open - y.open || x.userId - y.userId || (x.positions[0]! < y.positions[0]! ? -1 : 1),
      );
  const taken = new Set<NaiveEntry>();
  let expected = 0;
  let publicEntries = 0;
  const matches: { a: NaiveEntry; b: NaiveEntry }[] = [];
  const lines: string[] = [];
  let counted = 0;
  for (const entry of of(a)) {
    const together = all.filter(
      (x) =>
        x.userId !== a &&
        x.userId !== b &&
        isWanted(entry, x) &&
        Math.abs(x.open - entry.open) <= reach,
    );
    const closing = new Set(
      together.filter((x) => Math.abs(x.exit - entry.exit) <= reach).map(({ userId }) => userId),
    );
    const others = new Set(
      together.map(({ userId }) => userId).filter((userId) => !closing.has(userId)),
    ).size;
    if (others >= crowd) {
      publicEntries += 1;
      lines.push(`public ${entry.positions.join()} others ${others}`);
      continue;
    }
    counted += 1;
    const active = new Set(
      all
        .filter(
          (x) =>
            x.userId !== a &&
            x.userId !== b &&
            x.instrument === entry.instrument &&
            Math.floor(x.open / DAY) === Math.floor(entry.open / DAY),
        )
        .map(({ userId }) => userId),
    ).size;
    const wanted = of(b).filter((x) => isWanted(entry, x));
    const near = wanted.filter((x) => Math.abs(x.open - entry.open) <= 1_800_000).length;
    const chance = Math.max(
      millionthsUp(near * (2 * seconds + 1), 3601),
      millionthsUp(others, active),
    );
    expected += chance;
    const queue = order(entry);
    const match = wanted
      .filter(
        (x) =>
          !taken.has(x) &&
          Math.abs(x.open - entry.open) <= reach &&
          Math.abs(queue.indexOf(x) - queue.indexOf(entry)) - 1 <= 50 &&
          (kind === "copied" ||
            Math.min(x.exit, entry.exit) - Math.max(x.open, entry.open) >= overlapSeconds * 1000),
      )
      .toSorted(
        (x, y) => Math.abs(x.open - entry.open) - Math.abs(y.open - entry.open) || x.open - y.open,
      )[0];
    if (match) {
      taken.add(match);
      matches.push({ a: entry, b: match });
    }
    lines.push(
      `${match ? `matched ${match.positions.join()}` : "alone"} ${entry.positions.join()} others ${others} active ${active} chance ${chance}`,
    );
  }
  const lags = matches.map((match) => match.b.open - match.a.open).toSorted((x, y) => x - y);
  const ratios = matches.map((match) => match.b.volume / match.a.volume);
  const median = ratios.toSorted((x, y) => x - y)[Math.ceil(ratios.length / 2) - 1] ?? 0;
  return {
    a,
    b,
    lines,
    entries: counted,
    matched: matches.length,
    public: publicEntries,
    share: counted === 0 ? 0 : Math.floor((matches.length * 10_000) / counted),
    expected,
    oneIn: naiveOneIn(matches.length, expected),
    lags:
      lags.length === 0
        ? null
        : {
            min: lags[0],
            median: lags[Math.ceil(lags.length / 2) - 1],
            max: lags.at(-1),
            aFirst: lags.filter((lag) => lag > 0).length,
            bFirst: lags.filter((lag) => lag < 0).length,
          },
    closedTogether: matches.filter((match) => Math.abs(match.a.exit - match.b.exit) <= reach)
      .length,
    sameSize: ratios.filter((ratio) => Math.abs(ratio - median) <= median / 10 + 1e-12).length,
    earlier: matches.filter((match) => {
      const [later, former] =
        match.b.open >= match.a.open ? [match.b, match.a] : [match.a, match.b];
      return of(later.userId)
        .flatMap(({ trades }) => trades)
        .some(
          (trade) =>
            trade.instrument === later.instrument &&
            trade.direction === later.direction &&
            trade.open < former.open - reach &&
            trade.exit > later.open,
        );
    }).length,
    netA: matches.reduce((sum, match) => sum + (match.a.isOpen ? 0 : match.a.net), 0),
    netB: matches.reduce((sum, match) => sum + (match.b.isOpen ? 0 : match.b.net), 0),
    first: isoTime(matches.map((match) => match.a.open).toSorted((x, y) => x - y)[0]),
    last: isoTime(matches.map((match) => match.a.open).toSorted((x, y) => y - x)[0]),
    exposure: () => naiveExposure(accounts, [a, b], settings),
  };
}

const isoTime = (time: number | undefined) =>
  time === undefined ? null : new Date(time).toISOString();

/** Multiplies fractions, one match at a time. */
function naiveOneIn(matched: number, expected: number): number {
  let numerator = 1n;
  let divisor = 1n;
  for (let match = 1; match <= matched; match += 1) {
    numerator *= BigInt(match) * 1_000_000n;
    divisor *= BigInt(expected);
  }
  const ratio = numerator / divisor;
  return Math.min(10 ** 15, Math.max(1, Number(ratio > 10n ** 15n ? 10n ** 15n : ratio)));
}

/** Looks at every second, so the times of all deals must be whole seconds. */
function naiveExposure(
  accounts: readonly NaiveAccount[],
  [a, b]: readonly [number, number],
  settings: NaiveSettings,
) {
  const changesOf = (userId: number) => {
    const account = accounts.find((each) => each.userId === userId)!;
    const counted = new Set(naiveTrades(account, settings).map(({ position }) => position));
    return account.deals
      .filter(({ position, time }) => counted.has(position) && time < settings.to)
      .map((deal) => {
        const { name, ratio } = instrumentOf(deal.symbol, settings);
        return {
          time: deal.time,
          name,
          change: (deal.side === "buy" ? 1 : -1) * Number(deal.volume) * ratio,
        };
      });
  };
  const [ofA, ofB] = [changesOf(a), changesOf(b)];
  let both = 0;
  let opposed = 0;
  let longest = 0;
  let volume = 0;
  let net = 0;
  let gross = 0;
  for (const name of new Set(ofA.map((change) => change.name))) {
    const times = [...ofA, ...ofB].filter((change) => change.name === name).map(({ time }) => time);
    let stretch = 0;
    for (let second = Math.min(...times); second < settings.to; second += 1000) {
      const at = (changes: typeof ofA) =>
        changes
          .filter((change) => change.name === name && change.time <= second)
          .reduce((sum, { change }) => sum + change, 0);
      const [x, y] = [at(ofA), at(ofB)].map((sum) => (Math.abs(sum) < 1e-9 ? 0 : sum)) as [
        number,
        number,
      ];
      stretch = x * y < 0 ? stretch + 1 : 0;
      longest = Math.max(longest, stretch);
      if (x === 0 || y === 0) continue;
      both += 1;
      net += Math.abs(x + y);
      gross += Math.abs(x) + Math.abs(y);
      if (x * y > 0) continue;
      opposed += 1;
      volume = Math.max(volume, Math.min(Math.abs(x), Math.abs(y)));
    }
  }
  return {
    bothSeconds: both,
    opposedSeconds: opposed,
    longestSeconds: longest,
    opposedVolume: volume,
    netPercent: gross === 0 ? null : (100 * net) / gross,
  };
}
