import { HOUR, MINUTE } from "./platform/time/durations.rule.ts";
import type { Limit } from "./platform/throttle/throttle.ts";
import { keysOf } from "./platform/fields/keys-of.rule.ts";

/** The maximum number of attempts per window. A window starts with its first attempt. */
export const limits = {
  signInByAccount: { points: 10, window: 15 * MINUTE },
  signInByAddress: { points: 100, window: 15 * MINUTE, byAddress: true },
  administratorByAddress: { points: 20, window: 15 * MINUTE, byAddress: true },
  currentPasswordByTrader: { points: 10, window: 15 * MINUTE },
  /** Wrong codes, and wrong access keys of open sessions. A password reset does not reset it. */
  secondFactorByPerson: { points: 10, window: HOUR },
  secondFactorByAddress: { points: 100, window: 15 * MINUTE, byAddress: true },
  passkeyByAddress: { points: 200, window: 15 * MINUTE, byAddress: true },
  emailChangeByTrader: { points: 20, window: HOUR },
  resetTokenByAddress: { points: 100, window: 15 * MINUTE, byAddress: true },
  emailTokenByAddress: { points: 100, window: 15 * MINUTE, byAddress: true },
  verificationMailByTrader: { points: 5, window: HOUR },
  resetMailByAccount: { points: 5, window: HOUR },
  resetMailByAddress: { points: 1000, window: HOUR, byAddress: true },
  certificateCodeByAddress: { points: 50, window: 15 * MINUTE, byAddress: true },
  /** The calls that read many records, except for those with limits of their own. */
  replayByCaller: { points: 1200, window: 10 * MINUTE },
  streamByCaller: { points: 300, window: 10 * MINUTE },
  /** Case files of one trader. A tool may read those of all traders. */
  caseByCallerAndTrader: { points: 60, window: HOUR },
  ownDataByTrader: { points: 1, window: HOUR },
  /** Messages of sources with wrong signatures. */
  hookByAddress: { points: 100, window: 15 * MINUTE, byAddress: true },
  registrationByAddress: { points: 1000, window: HOUR, byAddress: true },
  mailByMailbox: { points: 10, window: HOUR },
} as const satisfies Record<string, Limit>;

/** The queues of background jobs. */
const queues = {
  mail: true,
  "password-reset": true,
  housekeeping: true,
  orders: true,
  gates: true,
  "gates-by-time": true,
  "liability-days": true,
  links: true,
  "links-by-night": true,
  "records-check": true,
  "records-pack": true,
  "records-rebuild": true,
  "verdicts-by-time": true,
  "factor-recoveries": true,
  webhook: true,
} as const;

export const queueNames = keysOf(queues);

/** Fields that are never logged, as a safety net: no code logs them on purpose. */
export const secretFields = [
  "password",
  "currentPassword",
  "newPassword",
  "confirmPassword",
  "masterPassword",
  "paymentDetails",
  "accessKey",
  "token",
  "cookie",
  "authorization",
];

type DeclaredLimits = typeof limits;
type DeclaredQueues = typeof queues;

declare module "./platform/throttle/throttle.ts" {
  interface Limits extends DeclaredLimits {}
}

declare module "./platform/jobs/jobs.ts" {
  interface Queues extends DeclaredQueues {}
}
