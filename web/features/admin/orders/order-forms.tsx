import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";
import {
  createOrderInput,
  decideOrderInput,
  type Order,
} from "../../../../src/business/decisions/orders/order.schema.ts";
import { readApiError } from "../../../app/api-client/api-error.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { nameOrder } from "../../../domain/orders/order-words.ts";
import { StartFields } from "../../../domain/programmes/start-fields.tsx";
import { trpc } from "../../../trpc.ts";
import { dismissals, releases } from "./order-conclusions.ts";

const enterForm = createOrderInput
  .pick({ email: true, fullName: true, reference: true, reason: true })
  .extend({
    /** `#` followed by the id of the version. */
    version: z.string().min(1, { error: "Please choose a programme" }),
    initialBalance: z.string().min(1, { error: "Please choose the initial balance" }),
  });

/** Enters an order that no shop sends. */
export function EnterOrderDialog(frame: DialogProps) {
  const navigate = useNavigate();
  return (
    <MutationDialog
      {...frame}
      title="Enter an Order"
      size="sm"
      schema={enterForm}
      values={{
        email: "",
        fullName: "",
        reference: "",
        reason: "",
        version: "",
        initialBalance: "",
      }}
      mutation={trpc.admin.orders.create}
      toInput={({ version, ...order }) => ({
        ...order,
        programmeVersionId: Number(version.slice(1)),
      })}
      submitLabel="Enter Order"
      pendingLabel="Entering..."
      saved="Order entered"
      failed="The order was not entered"
      onSaved={({ id }) => void navigate({ to: "/admin/orders/$id", params: { id: String(id) } })}
    >
      {(form) => (
        <>
          <p>
            It starts step 1 of the programme as soon as the account is free. A buyer without an
            account gets one, and a link to set a password.
          </p>
          <TextField
            label="Email"
            type="email"
            autoComplete="off"
            autoFocus
            {...form.field("email")}
          />
          <TextField
            label="Full Name"
            hint="Optional."
            autoComplete="off"
            {...form.field("fullName")}
          />
          <StartFields
            version={form.watch("version")}
            versionField={form.field("version", {
              onChange: () => form.setValue("initialBalance", ""),
            })}
            balanceField={form.field("initialBalance")}
          />
          <TextField
            label="Reference"
            hint="Such as the number of the invoice. An order with the same one is not entered again."
            autoComplete="off"
            {...form.field("reference")}
          />
          <TextArea
            label="Reason"
            hint="Required. Kept in the history."
            rows={3}
            {...form.field("reason")}
          />
        </>
      )}
    </MutationDialog>
  );
}

const useOrder = (id: number) => trpc.admin.orders.get.useQuery({ id });

interface DecideProps extends DialogProps {
  subject: Order;
}

export const ReleaseDialog = withSubject(
  useOrder,
  "order",
  ({ subject, ...frame }: DecideProps) => (
    <DecideDialog
      {...frame}
      subject={subject}
      title={`Release ${nameOrder(subject)}`}
      consequences={releases(subject)}
      mutation={trpc.admin.orders.release}
      submitLabel="Release Order"
      pendingLabel="Releasing..."
      saved="Order released"
      failed="The order was not released"
    />
  ),
);

export const DismissDialog = withSubject(
  useOrder,
  "order",
  ({ subject, ...frame }: DecideProps) => (
    <DecideDialog
      {...frame}
      subject={subject}
      title={`Dismiss ${nameOrder(subject)}`}
      consequences={dismissals(subject)}
      mutation={trpc.admin.orders.dismiss}
      submitLabel="Dismiss Order"
      submitLook="danger"
      pendingLabel="Dismissing..."
      saved="Order dismissed"
      failed="The order was not dismissed"
    />
  ),
);

interface DecideDialogProps extends DecideProps {
  title: string;
  /** What the decision does. */
  consequences: readonly string[];
  /** Both calls have the same type. */
  mutation: typeof trpc.admin.orders.release;
  submitLabel: string;
  submitLook?: "danger";
  pendingLabel: string;
  saved: string;
  failed: string;
}

const decideForm = decideOrderInput.pick({ reason: true });

function DecideDialog({ subject: { id }, consequences, ...frame }: DecideDialogProps) {
  const [isOvertaken, setOvertaken] = useState(false);
  return (
    <MutationDialog
      {...frame}
      size="sm"
      schema={decideForm}
      values={{ reason: "" }}
      toInput={({ reason }) => ({ id, reason })}
      isSubmitDisabled={isOvertaken}
      cancelLabel={isOvertaken ? "Close" : "Cancel"}
      onFailed={(error) => setOvertaken(readApiError(error).current !== undefined)}
    >
      {(form) => (
        <>
          {isOvertaken ? (
            <Notice tone="info" title="The order has changed in the meantime">
              <p>The page shows what has become of it.</p>
            </Notice>
          ) : null}
          {consequences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <TextArea
            label="Reason"
            hint="Required. Kept in the history."
            rows={3}
            autoFocus
            {...form.field("reason")}
          />
        </>
      )}
    </MutationDialog>
  );
}
