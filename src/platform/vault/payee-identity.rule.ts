/**
 * Returns the part of payment details that identifies the payee, in lower case and without spaces. For a bank account,
 * this is its number, plus the bank's BIC if the number is not an IBAN, so that spellings of the bank's name make no
 * difference; otherwise, the whole text.
 */
export function payeeIdentity(details: string): string {
  const account = compact(lineOf(details, "account number"));
  if (account === "") return compact(details);
  if (/^[a-z]{2}\d\d/.test(account)) return account;
  return `${account} ${compact(lineOf(details, "swift/bic")).slice(0, 8)}`;
}

/** Returns the value of a labelled line, as in bank details of the payout form; empty if the line is missing. */
function lineOf(details: string, label: string): string {
  const line = details
    .split(/\r?\n/)
    .find((each) => each.trim().toLowerCase().startsWith(`${label}:`));
  return line === undefined ? "" : line.slice(line.indexOf(":") + 1);
}

const compact = (text: string) => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "");
