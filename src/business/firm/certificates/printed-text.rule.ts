/**
 * Prepares text for printing: on one line, in composed form (NFC), and without invisible characters such as those
 * that reverse the direction of the text after them.
 */
export function printable(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, "")
    .replace(/[\u115f\u1160\u3164\uffa0]|\p{Variation_Selector}/gu, "")
    .trim();
}
