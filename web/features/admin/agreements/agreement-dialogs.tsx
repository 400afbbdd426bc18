import {
  agreementVersionForm,
  createAgreementInput,
} from "../../../../src/business/traders/agreements/agreement.schema.ts";
import { type DialogProps, withSubject } from "../../../app/dialogs.tsx";
import { MutationDialog } from "../../../components/dialog/mutation-dialog.tsx";
import { TextArea } from "../../../components/field/text-area.tsx";
import { TextField } from "../../../components/field/text-field.tsx";
import { AgreementText } from "../../../domain/agreements/agreement-text.tsx";
import { Panel } from "../../../components/panel/panel.tsx";
import { trpc } from "../../../trpc.ts";
import { useAgreement } from "./use-agreement.ts";

const textHint = "Markdown. Raw HTML and images are not shown.";

export function AddAgreementDialog(frame: DialogProps) {
  return (
    <MutationDialog
      {...frame}
      title="Add Agreement"
      size="md"
      schema={createAgreementInput}
      values={{ name: "", text: "" }}
      mutation={trpc.admin.agreements.create}
      toInput={(values) => values}
      submitLabel="Add Agreement"
      pendingLabel="Adding..."
      saved="Agreement added"
      failed="The agreement was not added"
    >
      {(form) => (
        <>
          <TextField label="Name" autoComplete="off" autoFocus {...form.field("name")} />
          <TextArea label="Text" hint={textHint} rows={12} {...form.field("text")} />
          <Preview text={form.watch("text")} />
        </>
      )}
    </MutationDialog>
  );
}

export const AddVersionDialog = withSubject(
  useAgreement,
  "agreement",
  function AddVersion({ subject, ...frame }) {
    const { id, name, versions } = subject;
    return (
      <MutationDialog
        {...frame}
        title={`New Version of ${name}`}
        size="md"
        schema={agreementVersionForm}
        values={{ text: versions[0]!.text }}
        mutation={trpc.admin.agreements.addVersion}
        toInput={({ text }) => ({ id, text })}
        submitLabel="Add Version"
        pendingLabel="Adding..."
        saved="Version added; traders are asked to accept it"
        failed="The version was not added"
      >
        {(form) => (
          <>
            <TextArea label="Text" hint={textHint} rows={12} autoFocus {...form.field("text")} />
            <Preview text={form.watch("text")} />
          </>
        )}
      </MutationDialog>
    );
  },
);

function Preview({ text }: { text: string }) {
  return (
    <Panel title="Preview">
      <AgreementText text={text} />
    </Panel>
  );
}
