import type { HttpClient } from "../http-client.ts";
import { actionWriters } from "./action-writers.ts";
import { AcknowledgedWrites } from "./acknowledged-writes.ts";
import { appealWriters } from "./appeal-writers.ts";
import { certificateWriters } from "./certificate-writers.ts";
import { paymentWriters } from "./payment-writers.ts";
import { payoutWriters } from "./payout-writers.ts";
import { recordWriters } from "./record-writers.ts";
import { traderWriters } from "./trader-writers.ts";
import { type Target, Writing } from "./writing.ts";

/** A step that a writer repeats. */
type Step = () => Promise<void>;

/**
 * Starts nineteen concurrent writers, which run until they are stopped: they register, request payouts, decide
 * and pay them, appeal and decide appeals, invite, ban, delete, change passwords, upload, feed and import trading records,
 * dismiss reviews, request actions and execute them, and send invalid registrations. They continue after failed calls.
 */
export function startWriting(
  target: Target,
  administrator: HttpClient,
  writes = new AcknowledgedWrites(),
) {
  const stopped = new AbortController();
  async function untilStopped(...steps: Step[]) {
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      await steps[round % steps.length]!();
      await new Promise(setImmediate);
    }
  }
  const writing = new Writing(target, administrator, writes);
  const traders = traderWriters(writing);
  const payouts = payoutWriters(writing);
  const payments = paymentWriters(writing);
  const certificates = certificateWriters(writing);
  const records = recordWriters(writing);
  const actions = actionWriters(writing);
  const appeals = appealWriters(writing);
  const ended = Promise.all([
    untilStopped(traders.register),
    untilStopped(traders.register, traders.invite),
    untilStopped(payouts.request),
    untilStopped(payouts.request),
    untilStopped(payouts.decide),
    untilStopped(payouts.decide),
    untilStopped(traders.setMasterPassword, certificates.upload),
    untilStopped(traders.banOrUnban, certificates.upload, traders.remove),
    untilStopped(traders.changePassword, traders.signInAndOut),
    untilStopped(records.feed),
    untilStopped(records.importTwo, records.withdraw),
    untilStopped(records.dismissReview),
    untilStopped(actions.requestAction),
    untilStopped(actions.execute),
    untilStopped(actions.execute),
    untilStopped(appeals.appeal),
    untilStopped(appeals.decide),
    untilStopped(payments.payRun),
    untilStopped(traders.registerInvalid),
  ]);
  return {
    writes,
    /** Stops the writers, and waits for the responses to their open calls. */
    async stop() {
      stopped.abort();
      await ended;
    },
  };
}
