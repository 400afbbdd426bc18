import { z } from "zod";
import {
  productKindLabels,
  productKinds,
} from "../../../../src/business/decisions/orders/order.rule.ts";
import { mapProductInput } from "../../../../src/business/decisions/orders/source.schema.ts";
import type { AboutProps, DialogProps } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Select } from "../../../components/field/select.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { useOffers } from "../../../domain/programmes/offers.ts";
import { StartFields } from "../../../domain/programmes/start-fields.tsx";
import { trpc } from "../../../trpc.ts";

/** Which shop sells the product. */
export interface MapProductProps {
  sourceId: number;
}

const form = z
  .object({
    product: mapProductInput.shape.product,
    kind: z.enum(productKinds),
    /** `#` followed by the id of the version. */
    version: z.string(),
    initialBalance: z.string(),
  })
  .superRefine(({ kind, version, initialBalance }, context) => {
    if (kind !== "start") return;
    if (version === "") {
      context.addIssue({ code: "custom", path: ["version"], message: "Please choose a programme" });
    } else if (initialBalance === "") {
      const message = "Please choose the initial balance";
      context.addIssue({ code: "custom", path: ["initialBalance"], message });
    }
  });

type Values = z.input<typeof form>;

const unmapped: Omit<Values, "product"> = { kind: "start", version: "", initialBalance: "" };

export function AddProductDialog({ sourceId, ...frame }: DialogProps & MapProductProps) {
  return <ProductDialog {...frame} sourceId={sourceId} values={{ product: "", ...unmapped }} />;
}

/** Says what a product means, starting with what it means now. */
export function MapProductDialog({ id, sourceId, ...frame }: AboutProps<string> & MapProductProps) {
  const { data: products } = trpc.admin.sources.products.useQuery({ id: sourceId });
  const { offers, isPending } = useOffers();
  if (!products || isPending) return null;
  const mapped = products.find(({ product }) => product === id);
  // A version that is no longer on offer has to be chosen anew.
  const isOffered = offers.some((offer) => offer.id === mapped?.programmeVersionId);
  return (
    <ProductDialog
      {...frame}
      sourceId={sourceId}
      isKnown
      values={{
        product: id,
        kind: mapped?.kind ?? "start",
        version: isOffered ? `#${mapped!.programmeVersionId}` : "",
        initialBalance: (isOffered && mapped?.initialBalance) || "",
      }}
    />
  );
}

interface ProductDialogProps extends DialogProps, MapProductProps {
  values: Values;
  /** Whether the product is given. */
  isKnown?: boolean;
}

function ProductDialog({ sourceId, values, isKnown = false, ...frame }: ProductDialogProps) {
  return (
    <MutationDialog
      {...frame}
      title={isKnown ? "Map Product" : "Add Product"}
      size="sm"
      schema={form}
      values={values}
      mutation={trpc.admin.sources.map}
      toInput={({ product, kind, version, initialBalance }) => ({
        id: sourceId,
        product,
        kind,
        ...(kind === "start" && { programmeVersionId: Number(version.slice(1)), initialBalance }),
      })}
      submitLabel={isKnown ? "Map Product" : "Add Product"}
      pendingLabel="Saving..."
      saved="Product mapped"
      failed="The product was not mapped"
    >
      {(state) => (
        <>
          <p>
            It applies from now on, also to items that are held or queued, which are tried again
            within seconds.
          </p>
          <TextField
            label="Product"
            hint="Its id at the shop."
            autoComplete="off"
            spellCheck={false}
            readOnly={isKnown}
            autoFocus={!isKnown}
            {...state.field("product")}
          />
          <Select
            label="Meaning"
            options={productKindLabels}
            autoFocus={isKnown}
            {...state.field("kind")}
          />
          {state.watch("kind") === "start" ? (
            <StartFields
              version={state.watch("version")}
              versionField={state.field("version", {
                onChange: () => state.setValue("initialBalance", ""),
              })}
              balanceField={state.field("initialBalance")}
            />
          ) : null}
        </>
      )}
    </MutationDialog>
  );
}
