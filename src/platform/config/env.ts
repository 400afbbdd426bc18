/** A mistake in a variable. The message is one line with the variable's name, the problem and an example. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

export type Env = Record<string, string | undefined>;

function value(env: Env, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === "" ? undefined : text;
}

function fail(name: string, problem: string, example: string): never {
  throw new ConfigError(`${name} ${problem}, for example ${name}=${example}`);
}

/** Reads a single line. The value may be secret, so the message never repeats it. */
export function readText(env: Env, name: string, example: string): string | undefined {
  const text = value(env, name);
  if (text !== undefined && /\p{Cc}/u.test(text)) {
    fail(name, "must not contain control characters or line breaks", example);
  }
  return text;
}

export function readPattern(
  env: Env,
  name: string,
  form: { pattern: RegExp; is: string; example: string },
): string | undefined {
  const text = readText(env, name, form.example);
  if (text === undefined || form.pattern.test(text)) return text;
  return fail(name, `must be ${form.is} (it is "${text}")`, form.example);
}

export function readInteger(
  env: Env,
  name: string,
  range: { min: number; max: number; fallback: number; example?: number },
): number {
  const text = value(env, name);
  if (text === undefined) return range.fallback;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= range.min && number <= range.max) return number;
  return fail(
    name,
    `must be a whole number from ${range.min} to ${range.max} (it is "${text}")`,
    String(range.example ?? range.fallback),
  );
}

export function readChoice<const Choice extends string>(
  env: Env,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = value(env, name);
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  return (
    choice ?? fail(name, `must be one of ${choices.join(", ")} (it is "${text}")`, choices[0]!)
  );
}

/** Reads a URL. It may contain a password, so the message never repeats it. */
export function readUrl(
  env: Env,
  name: string,
  options: { protocols: string[]; example: string },
): URL | undefined {
  const text = value(env, name);
  if (text === undefined) return undefined;
  const allowed = options.protocols.map((protocol) => `${protocol}//`).join(" or ");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !options.protocols.includes(url.protocol) || url.hostname === "") {
    return fail(name, `must be a URL that starts with ${allowed}`, options.example);
  }
  return url;
}

/** Reads 32 bytes in base64. The value is secret, so the message never repeats it. */
export function readKey(env: Env, name: string): Buffer | undefined {
  const text = value(env, name);
  if (text === undefined) return undefined;
  const key = parseKey(text);
  if (key) return key;
  throw new ConfigError(
    `${name} must be 32 bytes in base64, for example made by: openssl rand -base64 32`,
  );
}

/** Reads comma-separated keys. */
export function readKeys(env: Env, name: string): Buffer[] {
  const texts = value(env, name)?.split(",") ?? [];
  return texts.map((text) => {
    const key = parseKey(text.trim());
    if (key) return key;
    throw new ConfigError(
      `${name} must be keys of 32 bytes in base64, separated by commas, for example each made by: openssl rand -base64 32`,
    );
  });
}

function parseKey(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 32 && /^[A-Za-z0-9+/]{43}=?$/.test(text) ? bytes : undefined;
}
