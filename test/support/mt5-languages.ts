import { mt5Report, type Mt5Report } from "../../src/demo/statements/mt5-report.ts";
import { printMt5Html, printMt5Xlsx } from "../../src/demo/statements/write-mt5.ts";
import { demoStatement } from "./demo-statements.ts";

/** How terminals in other languages name the parts of a report. Types, directions and states are English in all of them. */
interface Mt5Language {
  heading: string;
  /** Name, account, company and date. */
  header: string[];
  tables: string[];
  /** Of the Deals table with all of its columns. */
  columns: string[];
  results: string[];
}

const lines = (text: string) => text.split("|");

export const mt5Languages: Record<string, Mt5Language> = {
  English: {
    heading: "Trade History Report",
    header: lines("Name:|Account:|Company:|Date:"),
    tables: lines("Positions|Orders|Deals"),
    columns: lines(
      "Time|Deal|Symbol|Type|Direction|Volume|Price|Order|Cost|Commission|Fee|Swap|Profit|Balance|Comment",
    ),
    results: lines("Balance:|Credit Facility:|Equity:"),
  },
  Spanish: {
    heading: "Informe del historial de trading",
    header: lines("Nombre:|Cuenta de trading:|Empresa:|Fecha:"),
    tables: lines("Posiciones|Órdenes|Transacciones"),
    columns: lines(
      "Fecha/Hora|Transacción|Símbolo|Tipo|Dirección|Volumen|Precio|Orden|Costo|Comisión|Tasa|Swap|Beneficio|Balance|Comentario",
    ),
    results: lines("Balance:|Facilidades de crédito:|Equidad:"),
  },
  German: {
    heading: "Bericht der Handelshistorie",
    header: lines("Name:|Konto:|Unternehmen:|Datum:"),
    tables: lines("Positionen|Orders|Deals"),
    columns: lines(
      "Zeit|Deal|Symbol|Typ|Richtung|Volumen|Preis|Order|Kosten|Kommission|Gebühr|Swap|Gewinn|Kontostand|Kommentar",
    ),
    results: lines("Kontostand:|Kredit:|Equity:"),
  },
  Russian: {
    heading: "Отчет торговой истории",
    header: lines("Имя:|Счет:|Компания:|Дата:"),
    tables: lines("Позиции|Ордера|Сделки"),
    columns: lines(
      "Время|Сделка|Символ|Тип|Направление|Объем|Цена|Ордер|Стоимость|Комиссия|Сбор|Своп|Прибыль|Баланс|Комментарий",
    ),
    results: lines("Баланс:|Кредитные средства:|Средства:"),
  },
  Portuguese: {
    heading: "Relatório do Histórico de Negociação",
    header: lines("Nome:|Conta:|Empresa:|Data:"),
    tables: lines("Posições|Ordens|Transações"),
    columns: lines(
      "Horário|Oferta|Ativo|Tipo|Direção|Volume|Preço|Ordem|Custo|Comissão|Taxa|Swap|Lucro|Saldo|Comentário",
    ),
    results: lines("Saldo:|Linha de crédito:|Capital Líquido:"),
  },
  Chinese: {
    heading: "交易历史报告",
    header: lines("姓名：|账户：|公司：|日期："),
    tables: lines("持仓|订单|成交"),
    columns: lines(
      "时间|成交|交易品种|类型|趋势|交易量|价位|订单|成本|手续费|费用|库存费|盈利|结余|注释",
    ),
    results: lines("结余：|信用额度：|净值："),
  },
  Japanese: {
    heading: "取引履歴レポート",
    header: lines("名前:|口座:|会社:|日付:"),
    tables: lines("ポジション|注文|約定"),
    columns: lines(
      "時間|約定|銘柄|タイプ|方向|数量|価格|注文|コスト|手数料|料金|スワップ|損益|残高|コメント",
    ),
    results: lines("残高:|クレジット:|有効証拠金:"),
  },
};

/** The layouts of the Deals table: of old builds, with a fee, and with a cost before the commission as well. */
export const mt5Layouts = ["without fee", "with fee", "with cost and fee"] as const;

interface ReportOptions {
  language: Mt5Language;
  layout: (typeof mt5Layouts)[number];
  /** The account's name and the comment of every deal, into which people can type anything. */
  name?: string;
  comment?: string;
}

const COST = 8;
const FEE = 10;

function translate({
  language,
  layout,
  name = "Ana Prueba",
  comment = "",
}: ReportOptions): Mt5Report {
  const report = mt5Report(demoStatement({ name }));
  const omitted: Record<ReportOptions["layout"], number[]> = {
    "without fee": [COST, FEE],
    "with fee": [COST],
    "with cost and fee": [],
  };
  const cut = (cells: string[]) => cells.filter((_cell, at) => !omitted[layout].includes(at));
  const commented = (cells: string[]) => [...cells.slice(0, -1), cells[0] === "" ? "" : comment];
  const [positions, orders, deals] = report.tables;
  const withCost = deals!.rows.map((cells) => [
    ...cells.slice(0, COST),
    cells[0] === "" ? "" : "0.00",
    ...cells.slice(COST),
  ]);
  const columnsOf = ({ columns }: { columns: string[] }) =>
    columns.map((_name, at) => language.columns[at]!);
  const tables = [
    { columns: columnsOf(positions!), rows: positions!.rows },
    { columns: columnsOf(orders!), rows: orders!.rows.map(commented) },
    { columns: cut(language.columns), rows: withCost.map(commented).map(cut) },
  ];
  return {
    ...report,
    heading: language.heading,
    header: report.header.map(([, value], at): [string, string] => [language.header[at]!, value]),
    // Every native row ends with an empty cell.
    tables: tables.map(({ columns, rows }, at) => ({
      title: language.tables[at]!,
      columns: [...columns, ""],
      rows: rows.map((cells) => [...cells, ""]),
    })),
    results: report.results.map(([, value], at): [string, string] => [
      language.results[at]!,
      value,
    ]),
  };
}

/** Creates the report of `demoStatement` in a language of the terminal. */
export function mt5ReportIn(options: ReportOptions, format: "mt5-html" | "mt5-xlsx"): Buffer {
  return format === "mt5-html"
    ? printMt5Html(translate(options))
    : printMt5Xlsx(translate(options));
}
