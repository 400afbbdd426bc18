import { Secret, TOTP } from "otpauth";

const PERIOD = 30;

/** Generates 160 bits in base32, as authenticator apps expect. */
export function generateTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the URI that the QR code contains. @param account the name shown in the app */
export function totpUri(secret: string, issuer: string, account: string): string {
  // Apps split issuer and account at the first colon.
  const label = account.replaceAll(":", " ");
  return new TOTP({ issuer: issuer.replaceAll(":", " "), label, secret }).toString();
}

/**
 * Returns the step of a code: the current one, or the one before or after it, because clocks differ. Codes of the last
 * used step and of earlier ones are refused, so that each is used once.
 * @returns `undefined` if the code is not accepted
 */
export function acceptedStep(
  code: string,
  { secret, lastUsedStep, now }: { secret: string; lastUsedStep: number | null; now: Date },
): number | undefined {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp, window: 1 });
  if (delta === null) return undefined;
  const step = TOTP.counter({ period: PERIOD, timestamp }) + delta;
  return lastUsedStep === null || step > lastUsedStep ? step : undefined;
}
