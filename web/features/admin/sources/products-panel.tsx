import type { z } from "zod";
import { productKindLabels } from "../../../../src/business/decisions/orders/order.rule.ts";
import type {
  SourceProduct,
  unmappedProduct,
} from "../../../../src/business/decisions/orders/source.schema.ts";
import { formatMoney } from "../../../../src/platform/money/money.ts";
import { useOpenDialog } from "../../../app/dialogs.tsx";
import { PermittedButton } from "../../../app/session/permitted.tsx";
import { Badge } from "../../../components/badge/badge.tsx";
import { EmptyState } from "../../../components/feedback/empty-state.tsx";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { type Column, Lines, Table } from "../../../components/table/table.tsx";
import { formatMoment } from "../../../domain/format/dates.ts";
import { formatCountOf } from "../../../domain/format/figures.ts";
import { shorten } from "../../../domain/format/texts.tsx";
import { type Offer, useProgrammeVersions } from "../../../domain/programmes/offers.ts";
import { versionName } from "../../../domain/rules/rule-versions.tsx";
import { trpc } from "../../../trpc.ts";
import { productDialogs } from "./source-dialogs.ts";
import { POLL } from "./use-sources.ts";

type Unmapped = z.output<typeof unmappedProduct>;

/** A product that is mapped, or that held items wait for. */
type Row = { product: string } & (
  { mapped: SourceProduct; unmapped?: undefined } | { mapped?: undefined; unmapped: Unmapped }
);

/** Lists what the products of a shop mean, those that are not mapped first. */
export function ProductsPanel({ sourceId }: { sourceId: number }) {
  const products = trpc.admin.sources.products.useQuery({ id: sourceId });
  const unmapped = trpc.admin.sources.unmapped.useQuery(
    { id: sourceId },
    { refetchOnMount: "always", refetchInterval: POLL },
  );
  const open = useOpenDialog(productDialogs);
  const versions = useProgrammeVersions();
  return (
    <Panel
      title="Products"
      subtitle="Items of a product that is not mapped are held until it is"
      aside={
        <PermittedButton ability="sources.map" onClick={() => open("add-product")}>
          Add Product
        </PermittedButton>
      }
    >
      <Loaded query={products} noun="the products" skeleton={3}>
        {(mapped) => {
          const rows = rowsOf(mapped, unmapped.data ?? []);
          return rows.length === 0 ? (
            <EmptyState
              icon="document"
              title="No products yet"
              text="Add the products of the shop now, or when the first order names them."
            />
          ) : (
            <Table
              name="Products"
              columns={columnsOf(versions, (product) => open("map", product))}
              rows={rows}
              rowKey={({ product }) => product}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** Held items keep their reason for seconds after their product was mapped. */
function rowsOf(mapped: readonly SourceProduct[], unmapped: readonly Unmapped[]): Row[] {
  const known = new Set(mapped.map(({ product }) => product));
  return [
    ...unmapped
      .filter(({ product }) => !known.has(product))
      .map((each): Row => ({ product: each.product, unmapped: each })),
    ...mapped.map((each): Row => ({ product: each.product, mapped: each })),
  ];
}

function columnsOf(
  versions: ReadonlyMap<number, Offer>,
  onMap: (product: string) => void,
): Column<Row>[] {
  return [
    {
      title: "Product",
      cell: ({ product, unmapped }) => (
        <Lines below={unmapped?.name && shorten(unmapped.name)}>
          <strong>{shorten(product)}</strong>
        </Lines>
      ),
    },
    {
      title: "Meaning",
      cell: ({ mapped, unmapped }) =>
        unmapped ? (
          <Lines
            below={`${formatCountOf(unmapped.items, "item")} held since ${formatMoment(unmapped.since)}`}
          >
            <Badge tone="orange">Not Mapped</Badge>
          </Lines>
        ) : (
          <Meaning product={mapped} version={versions.get(mapped.programmeVersionId ?? 0)} />
        ),
    },
    {
      title: "Actions",
      align: "end",
      cell: ({ product, unmapped }) => (
        <PermittedButton
          ability="sources.map"
          size="small"
          look={unmapped ? "primary" : "secondary"}
          aria-label={`${unmapped ? "Map" : "Change"} ${shorten(product)}`}
          onClick={() => onMap(product)}
        >
          {unmapped ? "Map" : "Change"}
        </PermittedButton>
      ),
    },
  ];
}

interface MeaningProps {
  product: SourceProduct;
  version: Offer | undefined;
}

function Meaning({ product: { kind, initialBalance }, version }: MeaningProps) {
  if (kind !== "start") return productKindLabels[kind];
  if (!version) return "…";
  return (
    <Lines below={initialBalance && formatMoney(initialBalance, version.currency)}>
      {versionName(version)}
    </Lines>
  );
}
