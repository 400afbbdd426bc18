/** Error codes with which PostgreSQL ends a connection. */
const connectionEnds = [
  "25P03", // idle in a transaction for too long
  "25P04", // in a transaction for too long
  "57P01", // terminated by an administrator
  "57P02", // crash shutdown
  "57P04", // the database was dropped
  "57P05", // idle for too long
];

/** Error codes of temporary failures: the server is shutting down, unreachable, read-only, full or too busy. */
const outages = new Set([
  ...connectionEnds,
  "40001", // serialization failure
  "40P01", // deadlock
  "53100", // disk full
  "53200", // out of memory
  "53300", // too many connections
  "53400", // configuration limit exceeded
  "55P03", // lock timeout
  "57014", // statement timeout
  "57P03", // starting up or shutting down
  "25006", // read-only: a failover is under way
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

const outageMessages = [
  /timeout exceeded when trying to connect/i,
  /connection terminated/i,
  /connection timeout/i,
  /client has encountered a connection error/i,
  /client was closed/i,
];

interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
  detail?: string;
}

function* causes(error: unknown): Generator<DatabaseError> {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; depth += 1) {
    yield cause;
    cause = cause.cause ?? (cause as { previous?: unknown }).previous;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return causes(error).some(({ code }) => code !== undefined && codes.includes(code));
}

/** Returns whether another transaction has locked the same rows for too long, such as a large import. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, "55P03");
}

/** Returns whether the database is unreachable or overloaded, so that the same call may succeed later. */
export function isOutage(error: unknown): boolean {
  for (const { code, message } of causes(error)) {
    if (code !== undefined && (outages.has(code) || code.startsWith("08"))) return true;
    if (outageMessages.some((pattern) => pattern.test(message))) return true;
  }
  return false;
}

export function isDiskFull(error: unknown): boolean {
  return hasCode(error, "53100");
}

export function isReadOnly(error: unknown): boolean {
  return hasCode(error, "25006");
}

/** Returns whether PostgreSQL has ended the connection: by an administrator, in a crash, or after a time limit. */
export function endsConnection(error: unknown): boolean {
  return hasCode(error, ...connectionEnds);
}

/** Returns whether PostgreSQL cancelled the transaction because of a concurrent one, so that it can be retried. */
export function isSerializationFailure(error: unknown): boolean {
  return hasCode(error, "40P01", "40001");
}

/** Returns whether a row violated the unique constraint of this name. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  for (const cause of causes(error)) {
    if (cause.code === "23505" && cause.constraint === constraint) return true;
  }
  return false;
}

/** Returns PostgreSQL's error details. They may contain a whole row, including a password hash, so never log them. */
export function errorDetails(error: unknown): string[] {
  return Array.from(causes(error), ({ detail }) => detail).filter((detail) => detail !== undefined);
}
