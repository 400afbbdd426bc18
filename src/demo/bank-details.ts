/** A bank account as the payout form sends it: one text, a line for each field. */
export function bank(name: string, accountNumber: string, swift: string): string {
  return `Bank Name: ${name}\nAccount Number: ${accountNumber}\nSWIFT/BIC: ${swift}`;
}
