import { postgresCpu } from "./postgres-cpu.ts";

/** A measured task; each round uses new data. */
type Work = (round: number) => Promise<unknown>;

export interface Comparison {
  name: string;
  product: Work;
  /** The hand-written equivalent. */
  ceiling: Work;
  /** The largest acceptable ratio. */
  goal: number;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

/** Compares CPU times of this process and PostgreSQL, as medians of alternating rounds. */
export async function compareCpu(
  { name, product, ceiling, goal }: Comparison,
  { postmaster, rounds }: { postmaster: number; rounds: number },
): Promise<string> {
  const cpuOf = async (work: Work, round: number) => {
    const postgres = await postgresCpu(postmaster);
    // Last, because reading the times of PostgreSQL costs as much as many calls.
    const usage = process.cpuUsage();
    await work(round);
    const { user, system } = process.cpuUsage(usage);
    return (user + system) / 1000 + (await postgresCpu(postmaster)) - postgres;
  };
  const measured: [number, number][] = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    measured.push([await cpuOf(product, round), await cpuOf(ceiling, round)]);
  }
  const counted = measured.slice(1);
  const cost = median(counted.map(([cpu]) => cpu));
  const least = median(counted.map(([, cpu]) => cpu));
  const ratio = (cost / least).toFixed(1);
  return `| ${name} | ${cost.toFixed(1)} | ${least.toFixed(1)} | ${ratio} | ${goal} |\n`;
}
