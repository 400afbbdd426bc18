import { setTimeout as sleep } from "node:timers/promises";
import type { HttpResponse, HttpClient } from "../http-client.ts";
import type { AcknowledgedWrites, Fact, KnownTrader } from "./acknowledged-writes.ts";

/** The app that the writers call. */
export interface Target {
  visitor(): HttpClient;
}

/** Returns whether it is unknown if the call took effect. */
export const isUnanswered = (response: HttpResponse | undefined): boolean =>
  !response || response.status >= 500;

/** What all writers share: the app, what it has acknowledged, and the objects on which a writer is working. */
export class Writing {
  readonly target: Target;
  readonly administrator: HttpClient;
  readonly writes: AcknowledgedWrites;
  readonly #busy = new Set<object>();
  #turn = 0;

  constructor(target: Target, administrator: HttpClient, writes: AcknowledgedWrites) {
    this.target = target;
    this.administrator = administrator;
    this.writes = writes;
  }

  /** Waits for the response to a call, which is `undefined` if there was none. */
  async send(call: Promise<HttpResponse>): Promise<HttpResponse | undefined> {
    const response = await call.catch(() => undefined);
    if (response && response.status < 300) this.writes.acknowledged += 1;
    // A writer backs off while the app does not respond.
    if (isUnanswered(response)) await sleep(50);
    return response;
  }

  /** Makes a call that sets a fact to a value. The fact stays uncertain if the call is not answered. */
  async change<Value>(
    fact: Fact<Value>,
    value: Value,
    call: () => Promise<HttpResponse>,
  ): Promise<HttpResponse | undefined> {
    fact.try(value);
    const response = await this.send(call());
    if (!isUnanswered(response)) fact.settle(value, response!.status < 300);
    return response;
  }

  isFree(object: object): boolean {
    return !this.#busy.has(object);
  }

  /** Reserves objects for one writer while it works on them. */
  async reserve(objects: object[], work: () => Promise<void>): Promise<void> {
    for (const object of objects) this.#busy.add(object);
    await work().finally(() => objects.forEach((object) => this.#busy.delete(object)));
  }

  /** Reserves one of the newest traders without unconfirmed writes, and waits if there is none. */
  async withTrader(
    matches: (trader: KnownTrader) => boolean,
    work: (trader: KnownTrader) => Promise<void>,
  ): Promise<void> {
    const candidates = [...this.writes.traders.values()]
      .slice(-30)
      .filter((trader) => this.isFree(trader) && isSettled(trader) && matches(trader));
    const trader = candidates[(this.#turn += 1) % Math.max(1, candidates.length)];
    if (!trader) {
      await sleep(10);
      return;
    }
    await this.reserve([trader], () => work(trader));
  }
}

function isSettled({ password, masterPassword, banned, deleted }: KnownTrader): boolean {
  const facts = [password, masterPassword, banned, deleted];
  return facts.every(({ isCertain }) => isCertain) && !deleted.known;
}

export const isActive = ({ person, banned }: KnownTrader): boolean =>
  person !== undefined && !banned.known;
