import type { Statement } from "../../../src/business/trading/statements/statement.schema.ts";
import { statusOf } from "../../../src/business/trading/statements/statement.rule.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { statusWords } from "./statement-words.ts";

export function StatementBadge({ statement }: { statement: Statement }) {
  const { word, tone } = statusWords[statusOf(statement)];
  return <Badge tone={tone}>{word}</Badge>;
}
