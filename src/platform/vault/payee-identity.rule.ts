/**
 * What identifies the receiver of a payment in payment details, without case and spaces: of a bank account
 * its number, with the bank if it is not an IBAN; of anything else the whole text. So another spelling of
 * the bank's name is not a different receiver.
 */
export function payeeIdentity(details: string): string {
  const account = compact(lineOf(details, "account number"));
  if (account === "") return compact(details);
  if (/^[a-z]{2}\d\d/.test(account)) return account;
  return `${account} ${compact(lineOf(details, "swift/bic")).slice(0, 8)}`;
}

/** The value of a labelled line, as the payout form sends bank details; empty without one. */
function lineOf(details: string, label: string): string {
  const line = details
    .split(/\r?\n/)
    .find((each) => each.trim().toLowerCase().startsWith(`${label}:`));
  return line === undefined ? "" : line.slice(line.indexOf(":") + 1);
}

const compact = (text: string) => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "");
