/** Formats a bank account as the payout form does: one text with a line per field. */
export function bank(name: string, accountNumber: string, swift: string): string {
  return `Bank Name: ${name}\nAccount Number: ${accountNumber}\nSWIFT/BIC: ${swift}`;
}
