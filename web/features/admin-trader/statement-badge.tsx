import type { Statement } from "../../../src/business/statements/statement.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { statusOf, statusWords } from "./statement-words.ts";

export function StatementBadge({ statement }: { statement: Statement }) {
  const { word, tone } = statusWords[statusOf(statement)];
  return <Badge tone={tone}>{word}</Badge>;
}
