import Box from "@mui/material/Box";
import { Link } from "@tanstack/react-router";
import { isShop, sourceKindLabels } from "../../../../src/business/decisions/orders/order.rule.ts";
import { useMay } from "../../../app/session/use-may.ts";
import { Copyable } from "../../../components/button/copy-button.tsx";
import { ActionMenu } from "../../../components/menu/action-menu.tsx";
import { PageHeader } from "../../../components/page/page-header.tsx";
import { Stack } from "../../../components/page/stack.tsx";
import { Disclosure } from "../../../components/panel/disclosure.tsx";
import { Fact, Facts, NoValue } from "../../../components/panel/facts.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { shorten } from "../../../domain/format/texts.tsx";
import { ItemBadge } from "../../../domain/orders/order-badges.tsx";
import { nameOrder } from "../../../domain/orders/order-words.ts";
import { trpc } from "../../../trpc.ts";
import { ProductsPanel } from "./products-panel.tsx";
import { SetUpSteps } from "./set-up-steps.tsx";
import { LastMessage, LastRefused, useSourceActions } from "./source-list.tsx";
import { signatureHeaders } from "./source-words.ts";
import { TestPanel } from "./test-panel.tsx";
import { POLL, type ShownSource } from "./use-sources.ts";

/** Shows a source: how it is connected, what its products mean, and a box to try a message. */
export function SourcePage({ source }: { source: ShownSource }) {
  const { id, name, kind } = source;
  const mayManage = useMay("sources.manage");
  const actionsOf = useSourceActions();
  return (
    <>
      <PageHeader
        title={shorten(name)}
        subtitle={sourceKindLabels[kind]}
        aside={
          mayManage ? (
            <ActionMenu label={`Actions for ${shorten(name)}`} actions={actionsOf(source)} />
          ) : null
        }
      />
      <Box sx={sideBySide}>
        <Stack>
          {isShop(kind) ? <ProductsPanel sourceId={id} /> : null}
          {isShop(kind) ? <TestPanel key={id} sourceId={id} kind={kind} /> : null}
        </Stack>
        <ConnectionPanel source={source} />
      </Box>
    </>
  );
}

const sideBySide = {
  display: "grid",
  gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 26rem" },
  alignItems: "start",
  gap: 2.5,
  // What has to be set up comes first on small screens.
  "& > :last-child": { order: { xs: -1, lg: 0 } },
  "& > :empty": { display: "none" },
};

function ConnectionPanel({ source }: { source: ShownSource }) {
  const { kind, url, createdAt } = source;
  return (
    <Panel title="Connection">
      <Facts>
        {url ? (
          <Fact name="URL">
            <Copyable noun="URL" value={url} />
          </Fact>
        ) : null}
        <Fact name="Signature">
          <code>{signatureHeaders[kind]}</code>
        </Fact>
        {url ? (
          <>
            <Fact name="Secret">Set; shown only when it is created</Fact>
            <Fact name="Last Message">
              <LastMessage source={source} />
            </Fact>
            <Fact name="Last Refused">
              <LastRefused source={source} />
            </Fact>
          </>
        ) : null}
        {isShop(kind) ? (
          <Fact name="Latest Order">
            <LatestOrder source={source} />
          </Fact>
        ) : null}
        {createdAt ? <Fact name="Added">{formatMoment(createdAt)}</Fact> : null}
      </Facts>
      <Disclosure summary="How to set it up">
        <SetUpSteps kind={kind} />
      </Disclosure>
    </Panel>
  );
}

/** What became of the newest order. */
function LatestOrder({ source: { id } }: { source: ShownSource }) {
  const { data } = trpc.admin.orders.list.useQuery(
    { sourceId: id, limit: 1 },
    { refetchOnMount: "always", refetchInterval: POLL },
  );
  const order = data?.[0];
  if (!order) return <NoValue>None yet</NoValue>;
  const [item] = order.items;
  return (
    <>
      <Link to="/admin/orders/$id" params={{ id: String(order.id) }}>
        {nameOrder(order)}
      </Link>{" "}
      {item ? <ItemBadge status={item.status} /> : null}
    </>
  );
}
