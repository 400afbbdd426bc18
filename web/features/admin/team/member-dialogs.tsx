import ListItem from "@mui/material/ListItem";
import ListItemText from "@mui/material/ListItemText";
import List from "@mui/material/List";
import Typography from "@mui/material/Typography";
import { formatDistanceToNow } from "date-fns";
import { useState } from "react";
import { mayDo, type Role, roles } from "../../../../src/identity/roles/roles.rule.ts";
import type { ActiveSession } from "../../../../src/identity/sessions/session.schema.ts";
import {
  addMemberInput,
  type Member,
  memberForm,
  type MemberWithKey,
  renameInput,
} from "../../../../src/identity/team/team.schema.ts";
import { useAdminOutcome, useDialogOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { useOwnAccount } from "../../../app/session/use-may.ts";
import { Button } from "../../../components/button/button.tsx";
import { ConfirmDialog } from "../../../components/dialog/confirm-dialog.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { ViewDialog } from "../../../components/dialog/view-dialog.tsx";
import { LoadingRegion } from "../../../components/feedback/loading-region.tsx";
import { Notice } from "../../../components/feedback/notice.tsx";
import { FieldSkeleton } from "../../../components/field/field-skeleton.tsx";
import { Select } from "../../../components/field/select.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { untilSettled } from "../../../components/forms/until-settled.ts";
import type { SchemaForm } from "../../../components/forms/use-schema-form.ts";
import { useSingleFlight } from "../../../components/forms/use-single-flight.ts";
import { Loaded } from "../../../components/loaded/loaded.tsx";
import { SecretOnce } from "../../../components/secret/secret-once.tsx";
import { shorten } from "../../../domain/format/texts.tsx";
import { trpc } from "../../../trpc.ts";
import { describeTokens, MemberTokens, useTokensOf } from "./member-tokens.tsx";
import { roleLabels } from "./roles-panel.tsx";

/** The properties of a dialog about an administrator. */
interface MemberDialogProps extends DialogProps {
  subject: Member;
}

/** Receives a new access key, which is shown once. */
interface KeyDialogProps {
  onKey: (member: MemberWithKey) => void;
}

const useMember = (id: number) =>
  trpc.admin.team.list.useQuery(undefined, {
    select: (members) => members.find((member) => member.id === id && !member.revokedAt) ?? null,
  });

export function AddMemberDialog({ onKey, ...frame }: DialogProps & KeyDialogProps) {
  return (
    <MutationDialog
      {...frame}
      title="Add Administrator"
      size="sm"
      schema={addMemberInput}
      values={{ name: "", role: "support" }}
      mutation={trpc.admin.team.create}
      toInput={(values) => values}
      submitLabel="Add Administrator"
      pendingLabel="Adding..."
      saved="Administrator added"
      failed="Adding failed"
      onSaved={onKey}
    >
      {(form) => (
        <MemberFields
          name={form.field("name")}
          role={form.field("role")}
          chosen={form.watch("role")}
        />
      )}
    </MutationDialog>
  );
}

export const ChangeMemberDialog = withSubject(
  useMember,
  "administrator",
  function ChangeMember({ subject: { id, name, role, isYou }, ...frame }: MemberDialogProps) {
    const tokens = useTokensOf(id);
    const losesTokens = (chosen: Role) => !mayDo(chosen, "tokens.manage") && tokens.length > 0;
    return (
      <MutationDialog
        {...frame}
        title="Edit Administrator"
        size="sm"
        schema={memberForm}
        present={{ name, role, keepTokens: false }}
        mutation={trpc.admin.team.update}
        toInput={({ keepTokens, role: chosen }, { keepTokens: _, ...changed }) => ({
          id,
          ...changed,
          ...(keepTokens && losesTokens(chosen) && { keepTokens }),
        })}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        saved={(changed, sent) => [
          "Administrator changed",
          describeTokens(changed.tokens, sent.keepTokens ?? false),
        ]}
        failed="Change failed"
      >
        {(form) => (
          <>
            <MemberFields
              name={form.field("name")}
              role={form.field("role")}
              chosen={form.watch("role")}
            />
            {losesTokens(form.watch("role")) ? (
              <MemberTokens tokens={tokens} isYou={isYou} {...form.field("keepTokens")} />
            ) : null}
          </>
        )}
      </MutationDialog>
    );
  },
);

type Field = ReturnType<SchemaForm<{ name: string }, unknown>["field"]>;

interface MemberFieldsProps {
  name: Field;
  role: ReturnType<SchemaForm<{ role: Role }, unknown>["field"]>;
  chosen: Role;
}

/** The fields for name and role, with an explanation of the selected role. */
function MemberFields({ name, role, chosen }: MemberFieldsProps) {
  return (
    <>
      <NameField {...name} />
      <Select label="Role" hint={roles[chosen]} options={roleLabels} {...role} />
    </>
  );
}

function NameField(field: Field) {
  return (
    <TextField
      label="Name"
      hint="Shown to the team and in the audit log."
      autoComplete="off"
      autoFocus
      {...field}
    />
  );
}

/** Lets administrators change their own name, also those who cannot manage the team. */
export function RenameYourselfDialog(frame: DialogProps) {
  const { data: account } = useOwnAccount();
  if (!account) return null;
  return (
    <MutationDialog
      {...frame}
      title="Change Your Name"
      size="sm"
      schema={renameInput}
      present={{ name: account.name }}
      mutation={trpc.admin.me.rename}
      toInput={(values) => values}
      submitLabel="Save Name"
      pendingLabel="Saving..."
      saved="Name changed"
      failed="Change failed"
    >
      {(form) => <NameField {...form.field("name")} />}
    </MutationDialog>
  );
}

export const RotateKeyDialog = withSubject(
  useMember,
  "administrator",
  function RotateKey({
    subject: member,
    isOpen,
    onClose,
    onKey,
  }: MemberDialogProps & KeyDialogProps) {
    const { succeeded, failed } = useAdminOutcome();
    const rotate = trpc.admin.team.rotateKey.useMutation({
      // The response contains the key, which must not stay in the cache.
      gcTime: 0,
      onSuccess: (rotated) => {
        onClose();
        onKey(rotated);
        const removed = rotated.removedPasskeys.map(({ label }) => shorten(label)).join(", ");
        return succeeded(
          "Access key replaced",
          removed ? `Passkeys removed: ${removed}` : undefined,
        );
      },
      onError: (error) => failed("Rotation failed", error),
    });
    return (
      <ConfirmDialog
        title="Rotate Access Key"
        question={
          member.isYou
            ? "Your old key stops working, and your sessions elsewhere end. You stay signed in here. Your passkeys are removed unless you signed in with a second factor."
            : "The old key and the passkeys stop working, and all open sessions end."
        }
        confirmLabel="Rotate Key"
        pendingLabel="Rotating..."
        isOpen={isOpen}
        isPending={rotate.isPending}
        onConfirm={() => rotate.mutateAsync({ id: member.id })}
        onCancel={onClose}
      >
        <strong>{shorten(member.name)}</strong>
        <ConfiguredKeyWarning member={member} />
      </ConfirmDialog>
    );
  },
);

export const RevokeMemberDialog = withSubject(
  useMember,
  "administrator",
  function RevokeMember({ subject: member, isOpen, onClose }: MemberDialogProps) {
    const tokens = useTokensOf(member.id);
    const [isKept, setKept] = useState(false);
    const { succeeded, failed } = useAdminOutcome();
    const revoke = trpc.admin.team.revoke.useMutation({
      onSuccess: (revoked, sent) => {
        onClose();
        const detail = describeTokens(revoked.tokens, sent.keepTokens === true);
        return succeeded("Administrator revoked", detail);
      },
      onError: (error) => failed("Revoke failed", error),
    });
    return (
      <ConfirmDialog
        title="Revoke Administrator"
        question={
          member.isYou
            ? "This is you: you are signed out immediately, and your key stops working. This action cannot be undone."
            : "The access key stops working and all open sessions end immediately. The name stays in the audit log. This action cannot be undone."
        }
        confirmLabel="Revoke"
        pendingLabel="Revoking..."
        isOpen={isOpen}
        isPending={revoke.isPending}
        onConfirm={() => revoke.mutateAsync({ id: member.id, ...(isKept && { keepTokens: true }) })}
        onCancel={onClose}
      >
        <strong>{shorten(member.name)}</strong>
        <ConfiguredKeyWarning member={member} />
        <MemberTokens
          tokens={tokens}
          isYou={member.isYou}
          checked={isKept}
          onChange={({ target }) => setKept(target.checked)}
        />
      </ConfirmDialog>
    );
  },
);

/** Warns that a key set in the configuration becomes valid again each time the server starts. */
function ConfiguredKeyWarning({ member }: { member: Member }) {
  if (!member.isConfigured) return null;
  return (
    <Notice tone="warning" title="The key is configured">
      <p>
        <code>ADMIN_ACCESS_KEY</code> is set to it. Change or remove the variable too; otherwise the
        next start makes the key valid again.
      </p>
    </Notice>
  );
}

/** Removes the second factor of an administrator who has lost their phone or security key. */
export const RemoveFactorDialog = withSubject(
  useMember,
  "administrator",
  function RemoveFactor({ subject: member, isOpen, onClose }: MemberDialogProps) {
    const remove = trpc.admin.team.removeSecondFactor.useMutation(
      useDialogOutcome({
        onClose,
        done: "Second factor removed",
        detail: "Their sessions were ended.",
        failed: "Removal failed",
      }),
    );
    return (
      <ConfirmDialog
        title="Remove Second Factor"
        question="First make sure that the request really comes from that administrator. The app, the passkeys and the recovery codes stop working, open sessions end, and the access key alone is enough to sign in."
        confirmLabel="Remove"
        pendingLabel="Removing..."
        isOpen={isOpen}
        isPending={remove.isPending}
        onConfirm={() => remove.mutateAsync({ id: member.id })}
        onCancel={onClose}
      >
        <strong>{shorten(member.name)}</strong>
      </ConfirmDialog>
    );
  },
);

/** Lists an administrator's sessions, with buttons to end them. */
export const MemberSessionsDialog = withSubject(
  useMember,
  "administrator",
  function MemberSessions({ subject: member, isOpen, onClose }: MemberDialogProps) {
    const { id } = member;
    const sessions = trpc.admin.team.sessions.useQuery({ id }, { staleTime: 0 });
    const { succeeded, failed } = useAdminOutcome();
    const end = trpc.admin.team.endSessions.useMutation({
      onSuccess: ({ message }) => succeeded("Signed out", message),
      onError: (error) => failed("Session not ended", error),
    });
    const endAll = useSingleFlight(() => untilSettled(end.mutateAsync({ id })));
    const skeleton = (
      <LoadingRegion name="Loading the sessions">
        <FieldSkeleton />
      </LoadingRegion>
    );
    const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
    return (
      <ViewDialog
        title="Open Sessions"
        isOpen={isOpen}
        onClose={onClose}
        size="sm"
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            {others.length > 0 ? (
              <Button look="danger" isPending={end.isPending} onClick={() => void endAll()}>
                {member.isYou ? "End Other Sessions" : "End All Sessions"}
              </Button>
            ) : null}
          </>
        }
      >
        <p>
          <strong>{shorten(member.name)}</strong>. The access key stays valid.
        </p>
        <Loaded query={sessions} noun="the sessions" skeleton={skeleton}>
          {(all) =>
            all.length === 0 ? (
              <Typography color="textSecondary">Not signed in anywhere.</Typography>
            ) : (
              <List disablePadding>
                {all.map((session) => (
                  <SessionRow
                    key={session.id}
                    session={session}
                    isPending={end.isPending && end.variables.sessionId === session.id}
                    onEnd={() => untilSettled(end.mutateAsync({ id, sessionId: session.id }))}
                  />
                ))}
              </List>
            )
          }
        </Loaded>
      </ViewDialog>
    );
  },
);

interface SessionRowProps {
  session: ActiveSession;
  isPending: boolean;
  onEnd: () => Promise<void>;
}

function SessionRow({ session, isPending, onEnd }: SessionRowProps) {
  const { device, address, lastSeenAt, isCurrent } = session;
  const end = useSingleFlight(onEnd);
  const seen = isCurrent ? "this session" : `last seen ${formatDistanceToNow(lastSeenAt)} ago`;
  return (
    <ListItem disableGutters divider sx={{ gap: 2 }}>
      <ListItemText primary={device} secondary={[address, seen].filter(Boolean).join(" · ")} />
      {isCurrent ? null : (
        <Button
          size="small"
          aria-label={`End session: ${device}`}
          isPending={isPending}
          onClick={() => void end()}
        >
          End
        </Button>
      )}
    </ListItem>
  );
}

interface NewKeyDialogProps extends DialogProps {
  member: MemberWithKey;
}

/** Shows a new access key once. Only its button closes the dialog, because the key would be lost. */
export function NewKeyDialog({ member, isOpen, onClose }: NewKeyDialogProps) {
  return (
    <ViewDialog
      title="Access Key"
      isOpen={isOpen}
      size="sm"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <p>
        Copy the access key for <strong>{shorten(member.name)}</strong> now. It cannot be read
        again.
      </p>
      <SecretOnce noun="Key" value={member.key} />
      <p>
        It is used under <em>Admin Login</em>. Share it securely, for example in a password manager.
      </p>
    </ViewDialog>
  );
}
