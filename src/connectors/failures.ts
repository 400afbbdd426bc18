/** Something that is wrong now, as Propdesk takes it. */
export interface Failure {
  code: string;
  login: string | null;
  message: string;
  since: string;
  count: number;
}

/** Propdesk takes at most 500. */
const MOST_REPORTED = 200;

/** What is wrong now: each failure stays until its cause is gone. */
export class Failures {
  readonly #failures = new Map<string, Failure>();
  readonly #onChange: (failure: Failure, isNew: boolean) => void;

  /** @param onChange called when a failure begins or ends */
  constructor(onChange: (failure: Failure, isNew: boolean) => void) {
    this.#onChange = onChange;
  }

  set(code: string, login: string | null, message: string): void {
    const key = keyOf(code, login);
    const known = this.#failures.get(key);
    if (known) {
      Object.assign(known, { message, count: known.count + 1 });
      return;
    }
    const failure = { code, login, message, since: new Date().toISOString(), count: 1 };
    this.#failures.set(key, failure);
    this.#onChange(failure, true);
  }

  clear(code: string, login: string | null = null): void {
    const key = keyOf(code, login);
    const known = this.#failures.get(key);
    if (!known) return;
    this.#failures.delete(key);
    this.#onChange(known, false);
  }

  /** Ends all failures of an account, such as one that is no longer followed. */
  clearLogin(login: string): void {
    for (const failure of this.#failures.values())
      if (failure.login === login) this.clear(failure.code, login);
  }

  has(code: string, login: string | null = null): boolean {
    return this.#failures.has(keyOf(code, login));
  }

  /** Those of the connector itself first. */
  list(): Failure[] {
    const all = [...this.#failures.values()];
    const general = all.filter(({ login }) => login === null);
    return [...general, ...all.filter(({ login }) => login !== null)].slice(0, MOST_REPORTED);
  }
}

const keyOf = (code: string, login: string | null) => `${code} ${login ?? ""}`;
