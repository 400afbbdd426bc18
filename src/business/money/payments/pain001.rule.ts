import { formatDecimal, storedCents } from "../../../platform/money/money.ts";
import { MAX_NAME, sepaText, type SepaTransfer } from "./sepa-transfer.rule.ts";

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

const escapeXml = (text: string) => text.replaceAll(/[&<>"']/g, (found) => entities[found]!);

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
  const name = sepaText(debtor.name, MAX_NAME);
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
