/** The number of records that are listed by name. */
const MAX_NAMED = 5;

interface AddedRecord {
  name: string;
  /** `null` if the record already existed and only received another source. */
  time: number | null;
}

/** Returns a sentence about the records that a call has added to a stage: the cause of a new verdict. */
export function describeAdded(added: AddedRecord[]): string {
  const created = added.filter(({ time }) => time !== null);
  if (created.length === 0) return "The feed confirmed records that were already recorded";
  const named = created.slice(0, MAX_NAMED).map(describe).join(", ");
  const others = created.length - MAX_NAMED;
  return `The feed sent ${named}${others > 0 ? ` and ${others} more` : ""}`;
}

function describe({ name, time }: AddedRecord): string {
  return `the ${name} of ${new Date(time!).toISOString()}`;
}
