/** The lengths of IBANs by country, from SWIFT's IBAN registry. */
const ibanLengths = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 " +
    "ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 " +
    "LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 " +
    "PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((country) => [country.slice(0, 2), Number(country.slice(2))]),
);

/** The countries and territories of SEPA, by the first two letters of an IBAN. */
const sepaCountries = new Set(
  (
    "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME " +
    "MK MT NL NO PL PT RO RS SE SI SK SM VA XK"
  ).split(" "),
);

/** Normalises an IBAN to the form that banks exchange: in capitals, without spaces and hyphens. */
export const compactIban = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll(/[\s\p{Pd}]/gu, "")
    .toUpperCase();

/**
 * Whether the text has the form of an IBAN, the length of its country if that is known, and the right check digits
 * (ISO 7064, mod 97-10).
 */
export function isIban(text: string): boolean {
  const iban = compactIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) return false;
  if (iban.length !== (ibanLengths.get(iban.slice(0, 2)) ?? iban.length)) return false;
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
 * Finds the bank account in the free text that a trader has entered. The IBAN of the line `Account Number:` or `IBAN:`
 * counts. Without such a line, an IBAN may be on any line, but several different ones are ambiguous: none is returned.
 * The BIC and the holder are read only from labelled lines.
 */
export function readBankDetails(details: string): BankDetails {
  const lines = linesOf(details);
  const labelled = lines
    .filter(({ text }) => /\b(bic|swift)\b/i.test(text))
    .map(({ value }) => compactIban(value));
  const bic = labelled.find((value) => isBic(value)) ?? null;
  const holder = lines.find(({ label }) => label === ACCOUNT_HOLDER.toLowerCase())?.value.trim();
  return { holder: holder || null, iban: findIban(lines), bic };
}

/**
 * Identifies the payee of payment details: the IBAN that a SEPA file would pay; another account number together with
 * the bank's BIC; or the whole text. Spellings and invisible characters make no difference.
 */
export function payeeIdentity(details: string): string {
  const lines = linesOf(details);
  // Hyphens belong to emails and names of wallets.
  const text = visibleText(details).replaceAll(/\s/g, "");
  return (findIban(lines) ?? accountOf(lines) ?? text).toLowerCase();
}

interface Line {
  /** The whole line. */
  text: string;
  /** In lower case; empty if the line has no label. */
  label: string;
  value: string;
}

/** Characters that are not displayed, except those that separate words and lines. */
const invisible = /(?!\s)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Removes what cannot be seen: otherwise, two payees that look the same would differ. */
const visibleText = (details: string) => details.normalize("NFKC").replaceAll(invisible, "");

function linesOf(details: string): Line[] {
  return visibleText(details)
    .split(/\r?\n|\r/)
    .map((text) => {
      const colon = text.indexOf(":");
      return {
        text,
        label: text.slice(0, Math.max(colon, 0)).trim().toLowerCase(),
        value: text.slice(colon + 1),
      };
    });
}

function findIban(lines: Line[]): string | null {
  const labelled = lines.find(
    ({ label, value }) => (label === "account number" || label === "iban") && isIban(value),
  );
  if (labelled) return compactIban(labelled.value);
  const all = lines.flatMap(({ text, value }) => [text, value]).filter((text) => isIban(text));
  const different = new Set(all.map((iban) => compactIban(iban)));
  return different.size === 1 ? [...different][0]! : null;
}

function accountOf(lines: Line[]): string | null {
  const account = compactIban(valueOf(lines, "account number"));
  if (account === "") return null;
  return `${account} ${compactIban(valueOf(lines, "swift/bic")).slice(0, 8)}`;
}

const valueOf = (lines: Line[], label: string): string =>
  lines.find((line) => line.label === label)?.value ?? "";
