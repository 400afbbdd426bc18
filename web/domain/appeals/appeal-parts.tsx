import Box from "@mui/material/Box";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import {
  appealForm,
  attachmentMessages,
  type AppealAttachment,
  type OwnAppeal,
} from "../../../src/business/decisions/appeals/appeal.schema.ts";
import {
  MAX_ATTACHMENT_BYTES,
  MOST_ATTACHMENTS,
} from "../../../src/business/decisions/appeals/appeal.rule.ts";
import { showApiError } from "../../app/api-client/api-error.ts";
import { uploadForm } from "../../app/api-client/upload-form.ts";
import { staleTimes } from "../../app/api-client/query-client.ts";
import { Badge } from "../../components/badge/badge.tsx";
import { AnchorButton, Button } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { FileField } from "../../components/field/file-field.tsx";
import { TextArea } from "../../components/field/text-area.tsx";
import { Form } from "../../components/forms/form.tsx";
import { UnsavedChanges } from "../../components/forms/unsaved-changes.tsx";
import { useSchemaForm } from "../../components/forms/use-schema-form.ts";
import { Fact, Facts } from "../../components/panel/facts.tsx";
import { showSuccess } from "../../components/toast/toasts.ts";
import { trpc } from "../../trpc.ts";
import { caseStatus } from "../cases/case-status.ts";
import { formatExactMoment } from "../format/dates.ts";

type Subject = OwnAppeal["subject"];

interface AppealProps {
  subject: Subject;
  appeal: OwnAppeal | null;
  /** Until when an appeal can be made; `null` if it cannot. */
  until: Date | null;
}

/** The appeal against a decision: its form until it can no longer be made, its state, and its answer. */
export function AppealSection({ subject, appeal, until }: AppealProps) {
  const [now] = useState(() => new Date());
  if (appeal) return <OwnAppealState appeal={appeal} />;
  if (until === null) return null;
  if (until < now) {
    return <p>This decision could be appealed against until {formatExactMoment(until)}.</p>;
  }
  return <AppealForm subject={subject} until={until} />;
}

const accepted = ".pdf,.png,.jpg,.jpeg,.webp,.html,.htm,.xlsx,.csv,.txt";

function AppealForm({ subject, until }: { subject: Subject; until: Date }) {
  const form = useSchemaForm(appealForm, { text: "" });
  const [files, setFiles] = useState<File[]>([]);
  const problem = filesProblem(files);
  const reload = useReload();
  const options = { onError: form.showErrors };
  const ofReview = trpc.trader.reviews.appeal.useMutation(options);
  const ofPayout = trpc.trader.payouts.appeal.useMutation(options);
  const ofFinding = trpc.trader.conduct.appeal.useMutation(options);
  const ofLink = trpc.trader.links.appeal.useMutation(options);
  const mutations = { review: ofReview, payout: ofPayout, finding: ofFinding, link: ofLink };
  const { mutateAsync, isPending } = mutations[subject.kind];

  async function submit({ text }: { text: string }) {
    if (problem) return;
    try {
      const { id } = await mutateAsync({ id: subject.id, text });
      const missing = await attachAll(id, files);
      if (missing === 0) {
        showSuccess("Appeal sent", "You receive an answer as a notice and by email.");
      }
    } catch (error) {
      showApiError("The appeal was not sent", error);
    }
    await reload();
  }

  return (
    <Box sx={{ display: "grid", gap: 2, "& form": { display: "grid", gap: 2 } }}>
      <p>
        You can appeal once, until {formatExactMoment(until)}.
        {subject.kind === "finding"
          ? " A person at the firm reads it."
          : " If possible, it is read by someone other than the person who made the decision."}
      </p>
      <UnsavedChanges isDirty={form.formState.isDirty || files.length > 0} />
      <Form form={form} onSubmit={submit}>
        <TextArea
          label="Why the decision is wrong"
          hint="The time and the ticket help, and what your own platform shows. 20 to 5,000 characters."
          rows={6}
          {...form.field("text")}
        />
        <FileField
          label="Files (optional)"
          hint={`A statement of your platform, a screenshot or a PDF. At most ${MOST_ATTACHMENTS} files of 5 MB.`}
          accept={accepted}
          multiple
          name="files"
          error={problem}
          onChange={(event) => setFiles([...(event.target.files ?? [])])}
        />
        <Box>
          <Button type="submit" look="primary" isPending={isPending} pendingLabel="Sending...">
            Send Appeal
          </Button>
        </Box>
      </Form>
    </Box>
  );
}

function filesProblem(files: readonly File[]): string | undefined {
  if (files.length > MOST_ATTACHMENTS) return `Choose at most ${MOST_ATTACHMENTS} files`;
  if (files.some(({ size }) => size > MAX_ATTACHMENT_BYTES)) return attachmentMessages.tooLarge;
  return files.some(({ size }) => size === 0) ? attachmentMessages.missingFile : undefined;
}

/** Attaches files one after the other. Reports those that were refused; the appeal itself has been made. */
async function attachAll(appealId: number, files: readonly File[]): Promise<number> {
  let missing = 0;
  for (const file of files) {
    try {
      await attach(appealId, file);
    } catch (error) {
      missing += 1;
      showApiError(`The appeal was sent without ${file.name}`, error);
    }
  }
  return missing;
}

function attach(appealId: number, file: File, signal = new AbortController().signal) {
  const data = new FormData();
  data.set("file", file);
  return uploadForm(
    {
      url: `/api/user/appeals/${appealId}/attachments`,
      data,
      procedure: "trader.appeals.attach",
    },
    { signal },
  );
}

function useReload() {
  const { reviews, payouts, conduct, links, appeals } = trpc.useUtils().trader;
  return () =>
    Promise.all([reviews, payouts, conduct, links, appeals].map((router) => router.invalidate()));
}

function OwnAppealState({ appeal }: { appeal: OwnAppeal }) {
  const query = trpc.trader.appeals.attachments.useQuery(
    { id: appeal.id },
    { staleTime: staleTimes.traderData },
  );
  const isOpen = appeal.decision === null;
  const attached = query.data ?? [];
  return (
    <>
      <AppealFacts appeal={appeal} attachments={attached} />
      {isOpen && query.isSuccess && attached.length < MOST_ATTACHMENTS ? (
        <AttachButton appealId={appeal.id} />
      ) : null}
    </>
  );
}

/** Adds a file to an appeal that has not been decided. */
function AttachButton({ appealId }: { appealId: number }) {
  const picker = useRef<HTMLInputElement>(null);
  const [isPending, setPending] = useState(false);
  const reload = useReload();

  async function send(file: File) {
    const problem = filesProblem([file]);
    setPending(true);
    try {
      if (problem) throw new Error(problem);
      await attach(appealId, file);
      showSuccess("File attached");
    } catch (error) {
      showApiError("The file was not attached", error);
    }
    setPending(false);
    await reload();
  }

  return (
    <Box sx={{ marginBlockStart: 1.5, "@media print": { display: "none" } }}>
      <Button
        size="small"
        isPending={isPending}
        pendingLabel="Attaching..."
        onClick={() => picker.current?.click()}
      >
        Attach a File
      </Button>
      <input
        ref={picker}
        type="file"
        accept={accepted}
        aria-label="Attach a file"
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          // Allows the same file to be chosen again.
          target.value = "";
        }}
      />
    </Box>
  );
}

const states = { grant: "granted", deny: "denied" } as const;

/** The state of an appeal as a badge. */
export function appealStatus(decision: OwnAppeal["decision"]) {
  return caseStatus(decision === null ? "open" : states[decision]);
}

export function AppealBadge({ decision }: Pick<OwnAppeal, "decision">) {
  const { word, tone } = appealStatus(decision);
  return <Badge tone={tone}>{word}</Badge>;
}

interface AppealFactsProps {
  appeal: OwnAppeal & { decidedBy?: string | null };
  attachments: readonly AppealAttachment[];
}

/** What was written, what is attached, and the answer. */
export function AppealFacts({ appeal, attachments }: AppealFactsProps) {
  const { text, createdAt, decision, reason, decidedAt, decidedBy } = appeal;
  return (
    <Facts>
      <Fact name="State">
        <AppealBadge decision={decision} />
      </Fact>
      <Fact name="Sent">{formatExactMoment(createdAt)}</Fact>
      <Fact name="Text">
        <Words>{text}</Words>
      </Fact>
      {attachments.length > 0 ? (
        <Fact name="Files">
          <Attachments files={attachments} />
        </Fact>
      ) : null}
      {decidedAt ? (
        <>
          <Fact name="Decided">
            {formatExactMoment(decidedAt)}
            {decidedBy ? ` by ${decidedBy}` : null}
          </Fact>
          <Fact name="Reason">
            <Words>{reason}</Words>
          </Fact>
        </>
      ) : null}
    </Facts>
  );
}

/** Text as it was typed. */
export function Words({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
      {children}
    </Box>
  );
}

function Attachments({ files }: { files: readonly AppealAttachment[] }) {
  return (
    <Box component="ul" sx={{ display: "grid", gap: 1, padding: 0, listStyle: "none" }}>
      {files.map(({ id, name, type, size }) => (
        <li key={id}>
          {type.startsWith("image/") ? (
            <Box
              component="img"
              src={`/api/appeal-attachments/${id}/file`}
              alt={name}
              loading="lazy"
              sx={{
                display: "block",
                maxInlineSize: "100%",
                maxBlockSize: "16rem",
                marginBlockEnd: 1,
              }}
            />
          ) : null}
          <AnchorButton href={`/api/appeal-attachments/${id}/file`} download size="small">
            <Icon name="download" size={16} />
            {`${name} (${Math.max(1, Math.round(size / 1024))} kB)`}
          </AnchorButton>
        </li>
      ))}
    </Box>
  );
}

/** The appeal against the rejection of a payout request; nothing while it loads, and if there can be none. */
export function PayoutAppeal({ payoutId }: { payoutId: number }) {
  const query = trpc.trader.payouts.getAppeal.useQuery(
    { id: payoutId },
    { staleTime: staleTimes.traderData },
  );
  const { appeal = null, appealUntil = null } = query.data ?? {};
  if (!appeal && !appealUntil) return null;
  return (
    <section aria-label="Appeal">
      <h3>Appeal</h3>
      <AppealSection
        subject={{ kind: "payout", id: payoutId }}
        appeal={appeal}
        until={appealUntil}
      />
    </section>
  );
}
