/**
 * Identifies the breach of a limit: what a waiver sets aside.
 * @param limit its kind and its position in the list of limits
 * @param at the time of the breach, as in a verdict
 */
export function breachKey({ kind, index }: { kind: string; index: number }, at: string): string {
  return `${kind}/${index}/${at}`;
}
