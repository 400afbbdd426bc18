/** The countries and territories of SEPA, by the first two letters of an IBAN. */
const sepaCountries = new Set(
  (
    "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME " +
    "MK MT NL NO PL PT RO RS SE SI SK SM VA XK"
  ).split(" "),
);

/** Normalises an IBAN to the form that banks exchange: in capitals, without spaces and hyphens. */
export const compactIban = (text: string): string => text.replaceAll(/[\s-]/g, "").toUpperCase();

/** Whether the text has the form of an IBAN and its check digits are right (ISO 7064, mod 97-10). */
export function isIban(text: string): boolean {
  const iban = compactIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) return false;
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (character) =>
    Number.parseInt(character, 36),
  ).join("");
  return BigInt(digits) % 97n === 1n;
}

export const isSepaIban = (iban: string): boolean => sepaCountries.has(iban.slice(0, 2));

/** Whether the text has the form of a BIC (ISO 9362). */
export const isBic = (text: string): boolean =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);

/** The label of the line that names the account holder, if it is not the trader. */
export const ACCOUNT_HOLDER = "Account Holder";

export interface BankDetails {
  holder: string | null;
  iban: string | null;
  bic: string | null;
}

/**
 * Finds the bank account in the free text that a trader has entered. An IBAN may be a line of its own or follow a
 * label such as `Account Number:`; the BIC and the holder are read only from labelled lines.
 */
export function readBankDetails(details: string): BankDetails {
  const values = details
    .split(/\r?\n/)
    .flatMap((line) => [line, line.slice(line.indexOf(":") + 1)])
    .map((value) => compactIban(value));
  const iban = values.find((value) => isIban(value)) ?? null;
  const labelled = details
    .split(/\r?\n/)
    .filter((line) => /\b(bic|swift)\b/i.test(line))
    .map((line) => compactIban(line.slice(line.indexOf(":") + 1)));
  const bic = labelled.find((value) => isBic(value)) ?? null;
  return { holder: readHolder(details), iban, bic };
}

function readHolder(details: string): string | null {
  const label = `${ACCOUNT_HOLDER}:`.toLowerCase();
  const line = details.split(/\r?\n/).find((each) => each.trim().toLowerCase().startsWith(label));
  return line?.trim().slice(label.length).trim() || null;
}
