import { z } from "zod";
import {
  createPersonInput,
  deletePersonInput,
  type Person,
  updatePersonInput,
} from "../../../../src/business/links/persons/person.schema.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { CheckboxGroup } from "../../../components/field/checkbox-group.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import type { SchemaForm } from "../../../components/forms/use-schema-form.ts";
import { displayName, shorten } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";
import { usePerson } from "./use-person.ts";

interface OfUser extends DialogProps {
  /** The user whose page it is. */
  userId: number;
}

interface PersonProps extends OfUser {
  subject: Person;
}

const { name, reason } = createPersonInput.shape;

/** Numbers of users, as text such as `#8, 12`. */
const users = z
  .string()
  .trim()
  .regex(/^(?:#?[1-9]\d{0,8}(?:[\s,;]+|$))*$/, {
    error: "Enter the numbers of users, as in their addresses, such as 8, 12",
  })
  .transform((text) => [...new Set(text.match(/\d+/g)?.map(Number))]);

const groupForm = z.object({
  name,
  users: users.refine((ids) => ids.length > 0, { error: "Enter at least one other user" }),
  reason,
});

const usersHint = "Their numbers, as in their addresses, separated by commas.";

export function GroupUserDialog({ userId, ...frame }: OfUser) {
  return (
    <MutationDialog
      {...frame}
      title="Group as One Person"
      size="sm"
      schema={groupForm}
      values={{ name: "", users: "", reason: "" }}
      mutation={trpc.admin.persons.create}
      toInput={({ users: others, ...values }) => ({
        ...values,
        userIds: [...new Set([userId, ...others])],
      })}
      submitLabel="Group as One Person"
      pendingLabel="Grouping..."
      saved="Users grouped as one person"
      failed="The users were not grouped"
    >
      {(form) => (
        <>
          <TextField
            label="Name of the Person"
            autoComplete="off"
            autoFocus
            {...form.field("name")}
          />
          <TextField
            label="Other Users"
            hint={usersHint}
            autoComplete="off"
            {...form.field("users")}
          />
          <ReasonField {...form.field("reason")} />
        </>
      )}
    </MutationDialog>
  );
}

const changeForm = z.object({
  name,
  users,
  remove: z.array(z.string()),
  reason: updatePersonInput.shape.reason,
});

export const ChangePersonDialog = withSubject(
  usePerson,
  "person",
  function ChangePerson({ subject: person, userId: _, ...frame }: PersonProps) {
    return (
      <MutationDialog
        {...frame}
        title="Change Person"
        size="sm"
        schema={changeForm}
        values={{ name: person.name, users: "", remove: [], reason: "" }}
        mutation={trpc.admin.persons.update}
        toInput={({ name: entered, users: add, remove, reason: why }) => ({
          id: person.id,
          ...(entered !== person.name && { name: entered }),
          ...(add.length > 0 && { add }),
          ...(remove.length > 0 && { remove: remove.map((number) => Number(number.slice(1))) }),
          reason: why,
        })}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        saved="Person changed"
        failed="The person was not changed"
      >
        {(form) => (
          <>
            <TextField label="Name of the Person" autoComplete="off" {...form.field("name")} />
            <TextField
              label="Add Users"
              hint={usersHint}
              autoComplete="off"
              {...form.field("users")}
            />
            <CheckboxGroup
              legend="Remove Users"
              options={[{ values: namesByNumber(person) }]}
              {...form.field("remove")}
            />
            <ReasonField {...form.field("reason")} />
          </>
        )}
      </MutationDialog>
    );
  },
);

const namesByNumber = ({ traders }: Person) =>
  Object.fromEntries(traders.map((trader) => [`#${trader.userId}`, displayName(trader)]));

const deleteForm = z.object({ reason: deletePersonInput.shape.reason });

export const DeletePersonDialog = withSubject(
  usePerson,
  "person",
  function DeletePerson({
    subject: { id, name: deleted, traders },
    userId: _,
    ...frame
  }: PersonProps) {
    return (
      <MutationDialog
        {...frame}
        title="Delete Person"
        size="sm"
        schema={deleteForm}
        values={{ reason: "" }}
        mutation={trpc.admin.persons.delete}
        toInput={({ reason: why }) => ({ id, reason: why })}
        submitLabel="Delete Person"
        submitLook="danger"
        pendingLabel="Deleting..."
        saved="Person deleted"
        failed="The person was not deleted"
      >
        {(form) => (
          <>
            <p>
              <strong>{shorten(deleted)}</strong> is deleted, and {traders.length} users are no
              longer grouped. The users themselves stay.
            </p>
            <ReasonField {...form.field("reason")} />
          </>
        )}
      </MutationDialog>
    );
  },
);

function ReasonField(field: ReturnType<SchemaForm<{ reason: string }, unknown>["field"]>) {
  return <TextArea label="Reason" rows={3} hint="Kept in the audit log." {...field} />;
}
