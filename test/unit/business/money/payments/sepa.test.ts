import { describe, expect, it } from "vitest";
import {
  isBic,
  isIban,
  readBankDetails,
} from "../../../../../src/business/money/payouts/bank-details.rule.ts";
import {
  pain001,
  type Payee,
  sepaExclusion,
  sepaText,
  sepaTransfer,
  type SepaTransfer,
} from "../../../../../src/business/money/payments/sepa.rule.ts";

const details =
  "Bank Name: Commerzbank\nAccount Number: DE89 3704 0044 0532 0130 00\nSWIFT/BIC: COBADEFF";
const payee: Payee = {
  paymentId: 4,
  payoutId: 17,
  amount: "1250.50",
  currency: "EUR",
  paymentMethod: "bank",
  fullName: "Jörg Müller",
  paymentDetails: details,
};

describe("an IBAN", () => {
  it.each([
    ["DE89 3704 0044 0532 0130 00", true],
    ["gb29nwbk60161331926819", true],
    ["FR1420041010050500013M02606", true],
    ["DE89370400440532013001", false],
    ["000123456789", false],
    ["DE791234567890", false],
    ["DE89-3704-0044-0532-0130-00", true],
    ["ＤＥ８９ 3704 0044 0532 0130 00", true],
    ["", false],
  ])("%s is valid: %s", (text, valid) => expect(isIban(text)).toBe(valid));

  it.each([
    ["COBADEFF", true],
    ["COBADEFFXXX", true],
    ["COBADEFFXX", false],
    ["cobadeff", false],
  ])("%s is a BIC: %s", (text, valid) => expect(isBic(text)).toBe(valid));

  it.each([
    [details, "DE89370400440532013000", "COBADEFF"],
    ["iban de89 3704 0044 0532 0130 00", null, null],
    ["DE89370400440532013000", "DE89370400440532013000", null],
    ["IBAN: GB29 NWBK 6016 1331 9268 19\r\nBIC: nwbkgb2l", "GB29NWBK60161331926819", "NWBKGB2L"],
    ["Bank Name: ICBC\nAccount Number: 6222 0210\nSWIFT/BIC: ICBKCNBJ", null, "ICBKCNBJ"],
    // The labelled account counts, wherever another one is written.
    [`Bank Name: GB29NWBK60161331926819\n${details}`, "DE89370400440532013000", "COBADEFF"],
    [`Account Holder: GB29NWBK60161331926819\n${details}`, "DE89370400440532013000", "COBADEFF"],
    ["DE89370400440532013000\nGB29NWBK60161331926819", null, null],
    [
      "DE89370400440532013000\nor DE89 3704 0044 0532 0130 00: mine",
      "DE89370400440532013000",
      null,
    ],
    // A bank name of eight letters is not a BIC without a label.
    ["Bank Name: Barclays\nAccount Number: 12345678", null, null],
  ])("is found in %j", (text, iban, bic) =>
    expect(readBankDetails(text)).toMatchObject({ iban, bic }),
  );
});

describe("SEPA text", () => {
  it.each([
    ["Jörg Müller", "Joerg Mueller"],
    ["Łukasz Żółć", "Lukasz Zolc"],
    ["ÅSE Ærø", "ASE Aero"],
    ["Đorđević", "Dordevic"],
    ["Þór Eiðsson", "Thor Eidsson"],
    ["Işık Weiß", "Isik Weiss"],
    ["Cœur", "Coeur"],
    ["Ħal Għargħur", "Hal Gharghur"],
    ["Γιώργος Ψυχάρης", "Giorgos Psycharis"],
    ["ΨΑΡΡΟΥ", "PSARROU"],
    ["Ψαρρού Μ. Χ.", "Psarrou M. Ch."],
    ["ΒΛΑΧ Ο.", "VLACH O."],
    ["MÜLLER ÖZ", "MUELLER OEZ"],
    ["Щерев ЩЕРЕВ", "Shterev SHTEREV"],
    ["Щерю Йъков", "Shteryu Yakov"],
    ["François-Xavier O’Neill", "Francois-Xavier O'Neill"],
    ["Smith & Sons <script>", "Smith + Sons script"],
    ["//a//b/", "a/b"],
    ["李 Wei", "Wei"],
    ["李", ""],
    ["a\nb\tc_d", "a b c d"],
  ])("for %j is %j", (text, expected) => expect(sepaText(text, 70)).toBe(expected));

  it("is truncated without a trailing slash or space", () =>
    expect(sepaText("abcd /efg", 6)).toBe("abcd"));
});

describe("a SEPA transfer", () => {
  it("names the account, the amount and the request", () =>
    expect(sepaTransfer(payee)).toEqual({
      endToEndId: "PAYOUT-17-4",
      amount: "1250.50",
      name: "Joerg Mueller",
      iban: "DE89370400440532013000",
      bic: "COBADEFF",
      remittance: "Payout request 17",
    }));

  it("names the account holder of the details, if there is one", () => {
    const paymentDetails = `Account Holder: Müller Trading GmbH\n${details}`;
    expect(sepaTransfer({ ...payee, paymentDetails })).toMatchObject({
      name: "Mueller Trading GmbH",
      iban: "DE89370400440532013000",
    });
  });

  it.each<[Partial<Payee>, RegExp]>([
    [{ payoutId: null }, /deleted/],
    [{ paymentMethod: "crypto" }, /Not a bank transfer/],
    [{ currency: "USD" }, /only euros, and this payment is in USD/],
    [{ amount: "1000000000.00" }, /999,999,999\.99/],
    [{ paymentDetails: null }, /no valid IBAN/],
    [{ paymentDetails: "Account Number: 12345678" }, /no valid IBAN/],
    [{ paymentDetails: "IBAN: BR1800360305000010009795493C1" }, /outside SEPA/],
    [{ fullName: "李小龙" }, /no characters that SEPA allows/],
    [{ fullName: null }, /no characters that SEPA allows/],
    [{ fullName: "李 Wei 王" }, /cannot spell these characters of the account holder's name: 李王/],
  ])("is left out if %j", (change, reason) =>
    expect(sepaExclusion({ ...payee, ...change })).toMatch(reason),
  );

  it("is not omitted at the largest amount", () =>
    expect(sepaExclusion({ ...payee, amount: "999999999.99" })).toBeNull());
});

describe("pain.001", () => {
  const transfer = sepaTransfer(payee) as SepaTransfer;
  const order = {
    messageId: "PR0123456789ABCDEF0123456789ABCDEF",
    createdAt: new Date("2026-03-14T09:26:53.589Z"),
    executionDate: "2026-03-16",
    debtor: { name: "Propdesk <Trading> GmbH", iban: "DE02120300000000202051", bic: null },
    transfers: [
      { ...transfer, name: "O'Neill", amount: "0.10" },
      { ...transfer, endToEndId: "PAYOUT-18-5", bic: null, amount: "0.20" },
    ],
  };
  const file = pain001(order);

  it("has the elements of the schema in its order", () => {
    const tags = [...file.matchAll(/<([A-Z]\w+)/g)].map((match) => match[1]);
    expect(tags.join(" ")).toBe(
      [
        "Document CstmrCdtTrfInitn GrpHdr MsgId CreDtTm NbOfTxs CtrlSum InitgPty Nm",
        "PmtInf PmtInfId PmtMtd NbOfTxs CtrlSum PmtTpInf SvcLvl Cd ReqdExctnDt Dt",
        "Dbtr Nm DbtrAcct Id IBAN DbtrAgt FinInstnId Othr Id ChrgBr",
        "CdtTrfTxInf PmtId EndToEndId Amt InstdAmt CdtrAgt FinInstnId BICFI Cdtr Nm CdtrAcct Id IBAN RmtInf Ustrd",
        "CdtTrfTxInf PmtId EndToEndId Amt InstdAmt Cdtr Nm CdtrAcct Id IBAN RmtInf Ustrd",
      ].join(" "),
    );
  });

  it("has exact totals in both places", () => {
    expect(file.match(/<CtrlSum>0\.30<\/CtrlSum>/g)).toHaveLength(2);
    expect(file.match(/<NbOfTxs>2<\/NbOfTxs>/g)).toHaveLength(2);
  });

  it("states when it was created, to the second, and on which day it is to be executed", () => {
    expect(file).toContain("<CreDtTm>2026-03-14T09:26:53Z</CreDtTm>");
    expect(file).toMatch(/<ReqdExctnDt>\s*<Dt>2026-03-16<\/Dt>/);
  });

  it("is well formed, escaped and in euros", () => {
    const open: string[] = [];
    for (const [, closes, tag] of file.matchAll(/<(\/?)([A-Z]\w+)[^>]*>/g)) {
      if (closes) expect(open.pop()).toBe(tag);
      else open.push(tag!);
    }
    expect(open).toEqual([]);
    expect(file).toContain("<Nm>O&apos;Neill</Nm>");
    expect(file).toContain("<Nm>Propdesk Trading GmbH</Nm>");
    expect(file).toContain('<InstdAmt Ccy="EUR">0.10</InstdAmt>');
    expect(file).toContain('xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"');
    expect(order.messageId.length).toBeLessThanOrEqual(35);
  });
});
