import { CompiledQuery } from "kysely";
import type { Context } from "../../platform/context.ts";
import { kyselyOf } from "../../platform/database/database.ts";
import type { Em } from "../../platform/database/orm.ts";
import { runPrepared } from "../../platform/database/prepared.ts";
import { hashToken } from "../../platform/lib/tokens.ts";
import { banRefusal, isBanned } from "../users/ban.rule.ts";
import type { TraderActor } from "./actor.ts";
import type { Caller } from "../../platform/lib/caller.ts";
import { authenticateTrader, notSignedIn } from "./authenticate.ts";
import { markSeen, type OwnRow, type OwnStatement } from "./sessions.queries.ts";

/**
 * The session of a trader whom nobody has looked for yet: a round trip less for what is called most.
 * What it runs looks for the session in the same statement, and neither tells nor writes anything
 * where that does not hold.
 */
export class TraderSession {
  readonly caller: Caller;
  readonly #context: Context;
  readonly #token: string;
  #hasLooked = false;
  #traderId: number | undefined;

  /** @throws RefusalError where there is no cookie */
  constructor(context: Context, token: string | undefined, caller: Caller) {
    if (token === undefined) throw notSignedIn();
    this.caller = caller;
    this.#context = context;
    this.#token = token;
  }

  /** Whether any statement has looked for the session, and found it or not. */
  get hasLooked(): boolean {
    return this.#hasLooked;
  }

  /** Whose it is, once it was found. */
  get traderId(): number | undefined {
    return this.#traderId;
  }

  /** By a statement of its own. @throws RefusalError where nobody is signed in, or a banned trader is */
  async authenticate(): Promise<TraderActor> {
    const actor = await authenticateTrader(this.#context, this.#token, this.caller);
    this.#hasLooked = true;
    this.#traderId = actor.trader.id;
    return actor;
  }

  /**
   * @param values of the parameters from `$3` on
   * @param em a transaction that this is a part of; alone where there is none
   * @throws RefusalError where nobody is signed in, or a banned trader is
   */
  async run<Own>(
    statement: OwnStatement,
    values: unknown[] = [],
    em?: Em,
  ): Promise<{ traderId: number; own: Own }> {
    const { database, clock } = this.#context;
    const all = [hashToken(this.#token), clock.now().toISOString(), ...values];
    const [found] = em
      ? (await kyselyOf(em).executeQuery<OwnRow<Own>>(CompiledQuery.raw(statement.text, all))).rows
      : await runPrepared<OwnRow<Own>>(database.pool, statement, all);
    this.#hasLooked = true;
    if (!found) throw notSignedIn();
    if (isBanned(found)) throw banRefusal(found);
    this.#traderId = found.traderId;
    await markSeen(database.kysely, found, clock.now());
    return found;
  }
}

/** Reads what is the trader's own, where the session holds. */
export interface OwnRead<Own> {
  statement: OwnStatement;
  /** @param own the value of the statement; JSON is parsed already */
  present(context: Context, traderId: number, own: unknown): Own;
}
