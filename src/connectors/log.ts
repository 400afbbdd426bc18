/** Writes one JSON line an event. Callers pass no secrets and no addresses with queries. */
export type Log = (event: string, fields?: Record<string, unknown>) => void;

export const logLine: Log = (event, fields = {}) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...fields })}\n`);
};
