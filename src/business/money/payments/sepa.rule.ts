import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import type { PaymentMethod } from "../payouts/payout.rule.ts";
import { isSepaIban, readBankDetails } from "../payouts/bank-details.rule.ts";

/** The largest amount of one SEPA credit transfer. */
const MAX_CENTS = 999_999_999_99n;

/** The longest name of an account holder. */
const MAX_NAME = 70;

export interface Payee {
  paymentId: number;
  /** `null` if the trader has been deleted. */
  payoutId: number | null;
  amount: string;
  currency: string;
  paymentMethod: PaymentMethod;
  fullName: string | null;
  paymentDetails: string | null;
}

/** One transfer of a SEPA file. */
export interface SepaTransfer {
  endToEndId: string;
  amount: string;
  name: string;
  iban: string;
  bic: string | null;
  remittance: string;
}

/**
 * Returns the SEPA transfer for a payment, or the reason why a SEPA file leaves it out. SEPA files contain only
 * euro transfers to accounts in SEPA.
 */
export function sepaTransfer(payee: Payee): SepaTransfer | { leftOut: string } {
  const { paymentId, payoutId, amount, currency, fullName, paymentDetails } = payee;
  if (payoutId === null) return { leftOut: "The trader was deleted" };
  if (payee.paymentMethod !== "bank") return { leftOut: "Not a bank transfer" };
  if (currency !== "EUR")
    return { leftOut: `SEPA supports only euros, and this payment is in ${currency}` };
  if (storedCents(amount) > MAX_CENTS)
    return { leftOut: "SEPA transfers are limited to 999,999,999.99" };
  const { holder, iban, bic } = readBankDetails(paymentDetails ?? "");
  if (iban === null) return { leftOut: "The payment details have no valid IBAN" };
  if (!isSepaIban(iban)) return { leftOut: "The account is in a country outside SEPA" };
  const name = sepaName(holder ?? fullName ?? "");
  const lost = unspellable(holder ?? fullName ?? "");
  if (!/[a-zA-Z]/.test(name)) {
    return { leftOut: "The account holder's name has no characters that SEPA allows" };
  }
  // The payee's bank compares the name with that of the account.
  if (lost !== "") {
    return { leftOut: `SEPA cannot spell these characters of the account holder's name: ${lost}` };
  }
  return {
    endToEndId: `PAYOUT-${payoutId}-${paymentId}`,
    amount,
    name,
    iban,
    bic,
    remittance: `Payout request ${payoutId}`,
  };
}

/** Returns why a SEPA file leaves a payment out, or `null` if it does not. */
export function sepaExclusion(payee: Payee): string | null {
  const transfer = sepaTransfer(payee);
  return "leftOut" in transfer ? transfer.leftOut : null;
}

/**
 * Letters that Unicode decomposition does not turn into Latin ones: those of the Latin, Greek and Bulgarian alphabets, as
 * EPC217-08 ("SEPA Requirements for an Extended Character Set") converts them.
 */
const spellings: Record<string, string> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  å: "a",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ĸ: "k",
  "&": "+",
  ...lettersOf("αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo"),
  ...lettersOf("аa бb вv гg дd еe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh"),
  ...lettersOf("щsht ъa ьy юyu яya"),
};

/** Reads pairs of a letter and its Latin spelling. */
function lettersOf(pairs: string): Record<string, string> {
  return Object.fromEntries(pairs.split(" ").map((pair) => [pair[0]!, pair.slice(1)]));
}

/** @param all the characters around it, which decide about capitals: `ΨΑΡΡΟΥ` is `PSARROU`, and `Ψυχάρης` is `Psycharis` */
function spell(character: string, index: number, all: readonly string[]): string {
  const small = character.toLowerCase();
  if (isSecondOfOu(small, all[index - 1])) return character === small ? "u" : "U";
  // Of a letter with an accent, the accent is dropped if only the letter has a spelling.
  const spelled = spellings[small] ?? spellings[small.normalize("NFD")[0]!];
  if (spelled === undefined) return character;
  if (character === small) return spelled;
  return (isAmongCapitals(all[index + 1]) ?? isAmongCapitals(all[index - 1]))
    ? spelled.toUpperCase()
    : spelled[0]!.toUpperCase() + spelled.slice(1);
}

/** The Greek `ου` is one sound; a diaeresis on the second letter separates the two. */
const isSecondOfOu = (small: string, before: string | undefined) =>
  (small === "υ" || small === "ύ") && /^[οό]$/i.test(before ?? "");

/** Whether a neighbour is a capital; `undefined` if it is no letter, so that the other neighbour decides. */
function isAmongCapitals(neighbour = ""): boolean | undefined {
  return /\p{L}/u.test(neighbour) ? neighbour !== neighbour.toLowerCase() : undefined;
}

/** Returns the letters and digits that have no spelling in the character set of SEPA; `sepaText` drops them. */
function unspellable(text: string): string {
  const letters = Array.from(text.normalize("NFC")).filter((one) => /[\p{L}\p{N}]/u.test(one));
  return [...new Set(letters.filter((letter) => sepaText(letter, 9) === ""))].join("");
}

/** Returns the name of an account holder as SEPA files spell it. */
export const sepaName = (name: string) => sepaText(name, MAX_NAME);

/**
 * Converts text to the character set of SEPA: `a-z A-Z 0-9 / - ? : ( ) . , ' +` and space, without `//` and without
 * `/` at either end. Characters without a Latin spelling are dropped.
 */
export function sepaText(text: string, longest: number): string {
  return Array.from(text.normalize("NFC"))
    .map(spell)
    .join("")
    .normalize("NFKD")
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u2010-\u2015]/g, "-")
    .replaceAll(/[\s_]+/g, " ")
    .replaceAll(/[^a-zA-Z0-9/\-?:().,'+ ]/g, "")
    .replaceAll(/\/{2,}/g, "/")
    .replaceAll(/ {2,}/g, " ")
    .trim()
    .slice(0, longest)
    .replaceAll(/^[/ ]+|[/ ]+$/g, "");
}

/** The firm's account, which is debited. */
export interface DebtorAccount {
  name: string;
  iban: string;
  bic: string | null;
}

export interface CreditTransferOrder {
  /** At most 35 characters, and never used for a file with another content. */
  messageId: string;
  createdAt: Date;
  /** The day on which the firm's bank is to execute the order, such as `2026-03-02`. */
  executionDate: string;
  debtor: DebtorAccount;
  transfers: readonly SepaTransfer[];
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

const escapeXml = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character]!);

type Content = string | readonly Node[];
type Node = readonly [tag: string, content: Content, attributes?: string];

function write([tag, content, attributes = ""]: Node, indent = ""): string {
  if (typeof content === "string")
    return `${indent}<${tag}${attributes}>${escapeXml(content)}</${tag}>`;
  const children = content.map((node) => write(node, `${indent}  `));
  return [`${indent}<${tag}${attributes}>`, ...children, `${indent}</${tag}>`].join("\n");
}

/** Without a BIC, the bank is identified by the code that the SEPA guidelines prescribe. */
const agent = (bic: string | null): Content => [
  ["FinInstnId", bic === null ? [["Othr", [["Id", "NOTPROVIDED"]]]] : [["BICFI", bic]]],
];

const account = (iban: string): Content => [["Id", [["IBAN", iban]]]];

function transferNode({ endToEndId, amount, name, iban, bic, remittance }: SepaTransfer): Node {
  return [
    "CdtTrfTxInf",
    [
      ["PmtId", [["EndToEndId", endToEndId]]],
      ["Amt", [["InstdAmt", amount, ' Ccy="EUR"']]],
      ...(bic === null ? [] : ([["CdtrAgt", agent(bic)]] as const)),
      ["Cdtr", [["Nm", name]]],
      ["CdtrAcct", account(iban)],
      ["RmtInf", [["Ustrd", remittance]]],
    ],
  ];
}

/**
 * Builds a SEPA credit transfer order, pain.001.001.09 of ISO 20022, with one batch of euro transfers. The elements
 * are in the order of the schema.
 */
export function pain001(order: CreditTransferOrder): string {
  const { messageId, createdAt, executionDate, debtor, transfers } = order;
  const count = String(transfers.length);
  const sum = formatDecimal(
    transfers.reduce((total, { amount }) => total + storedCents(amount), 0n),
  );
  const name = sepaName(debtor.name);
  // Some banks refuse fractions of a second.
  const time = `${createdAt.toISOString().slice(0, 19)}Z`;
  const document: Node = [
    "Document",
    [
      [
        "CstmrCdtTrfInitn",
        [
          [
            "GrpHdr",
            [
              ["MsgId", messageId],
              ["CreDtTm", time],
              ["NbOfTxs", count],
              ["CtrlSum", sum],
              ["InitgPty", [["Nm", name]]],
            ],
          ],
          [
            "PmtInf",
            [
              ["PmtInfId", messageId],
              ["PmtMtd", "TRF"],
              ["NbOfTxs", count],
              ["CtrlSum", sum],
              ["PmtTpInf", [["SvcLvl", [["Cd", "SEPA"]]]]],
              ["ReqdExctnDt", [["Dt", executionDate]]],
              ["Dbtr", [["Nm", name]]],
              ["DbtrAcct", account(debtor.iban)],
              ["DbtrAgt", agent(debtor.bic)],
              ["ChrgBr", "SLEV"],
              ...transfers.map((transfer) => transferNode(transfer)),
            ],
          ],
        ],
      ],
    ],
    ' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"',
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(document)}\n`;
}
