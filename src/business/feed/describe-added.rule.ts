/** The maximum number of records that a sentence names. */
const NAMED = 5;

interface Named {
  name: string;
  time: number | null;
}

/** Lists the records that a call has added to a stage, as the cause of a new verdict. */
export function describeAdded(added: Named[]): string {
  const times = added.flatMap(({ time }) => time ?? []);
  if (times.length === 0) return "The feed confirmed records that were already recorded";
  const counted = added.filter(({ time }) => time !== null);
  const named = counted.slice(0, NAMED).map(describe).join(", ");
  const others = counted.length - NAMED;
  return `The feed sent ${named}${others > 0 ? ` and ${others} more` : ""}`;
}

function describe({ name, time }: Named): string {
  return `${name} of ${new Date(time!).toISOString()}`;
}
