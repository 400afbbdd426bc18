import { useState } from "react";
import {
  heldReasonLabels,
  type ShopKind,
} from "../../../../src/business/decisions/orders/order.rule.ts";
import type { Order } from "../../../../src/business/decisions/orders/order.schema.ts";
import { describeApiError } from "../../../app/api-client/api-error.ts";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { FormActions } from "../../../components/forms/form-layout.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { Fact, Facts } from "../../../components/panel/facts.tsx";
import { ItemBadge } from "../../../domain/orders/order-badges.tsx";
import { formatOrderAmount, nameItem, nameOrder } from "../../../domain/orders/order-words.ts";
import { trpc } from "../../../trpc.ts";
import { sampleOf } from "./source-words.ts";

interface TestPanelProps {
  sourceId: number;
  kind: ShopKind;
}

/** Tries a pasted message: says which order it would become, and keeps nothing. */
export function TestPanel({ sourceId, kind }: TestPanelProps) {
  const [text, setText] = useState(() => sampleOf(kind));
  const test = trpc.admin.sources.test.useMutation({ gcTime: 0 });
  const [problem, setProblem] = useState<string>();
  const run = () => {
    const payload = readObject(text);
    setProblem(payload === undefined ? "The message is no JSON object" : undefined);
    if (payload === undefined) test.reset();
    else test.mutate({ id: sourceId, payload });
  };
  return (
    <Panel
      title="Test"
      subtitle="Paste a message of the shop to see the order that it would become. Nothing is kept, and signatures are not checked."
    >
      <TextArea
        label="Message"
        rows={10}
        spellCheck={false}
        value={text}
        error={problem}
        onChange={({ target }) => setText(target.value)}
      />
      <FormActions>
        <PermittedButton
          ability="sources.map"
          isPending={test.isPending}
          pendingLabel="Testing..."
          onClick={run}
        >
          Test Message
        </PermittedButton>
      </FormActions>
      <div role="status">
        {test.error ? (
          <Notice tone="danger" title="The message cannot be read">
            <p>{describeApiError(test.error)}</p>
          </Notice>
        ) : null}
        {test.data ? <Outcome order={test.data.order} /> : null}
      </div>
    </Panel>
  );
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function Outcome({ order }: { order: Order | null }) {
  if (order === null) {
    return (
      <Notice tone="info" title="No order">
        <p>The message would be answered with 200, and makes no order.</p>
      </Notice>
    );
  }
  return (
    <Facts>
      <Fact name="Would become">{nameOrder(order)}</Fact>
      <Fact name="Buyer">{[order.fullName, order.email].filter(Boolean).join(", ") || "None"}</Fact>
      <Fact name="Total" isAmount>
        {formatOrderAmount(order.total, order)}
      </Fact>
      {order.items.map((item) => (
        <Fact key={item.id} name={nameItem(item)}>
          <ItemBadge status={item.status} />{" "}
          {item.reason === null ? null : heldReasonLabels[item.reason]}
        </Fact>
      ))}
    </Facts>
  );
}
